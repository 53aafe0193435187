import { useSearchParams } from "react-router-dom";

/** @typedef {Record<string, string>} Address The address's own parameters. */

/** @typedef {(changes: Record<string, string | null | undefined>, options?: { replace?: boolean }) => void} Go Changes them. */

/**
 * The address's own parameters, so that what is shown can be linked and gone back to: `const [{ q }, go] = useAddress()`.
 * @returns {[Address, Go]}
 */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  /** @type {Go} */
  const go = (changes, { replace = false } = {}) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === null || value === "") next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace, preventScrollReset: replace });
  };
  return [Object.fromEntries(params), go];
}
