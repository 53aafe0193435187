import type { SecretEntry } from "./schema";

/** Why a save is refused, in the words of 1-platform.md §5 and 2-builder.md §5, or null. */
export function refusalOf(
  entries: SecretEntry[],
  storedKeys: Set<string>,
): "secret-incomplete" | "secret-repeated" | null {
  const keys = entries.map(({ key }) => key);
  if (new Set(keys).size !== keys.length) return "secret-repeated";
  const isIncomplete = ({ key, value }: SecretEntry) =>
    value === undefined ? !storedKeys.has(key) : value.trim() === "";
  return entries.some(isIncomplete) ? "secret-incomplete" : null;
}

/**
 * "Missing required secrets are found by comparing each declared required secret with the stored secret keys"
 * (2-builder.md §5).
 */
export function missingSecrets<T extends { key: string; required: boolean }>(
  declared: T[],
  storedKeys: Set<string>,
): T[] {
  return declared.filter(({ key, required }) => required && !storedKeys.has(key));
}
