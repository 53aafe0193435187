import { useEffect, useState } from "react";

/** As many rows as stand in the document at once; the rest is room above and below. */
const shownMax = 120;

/**
 * Which rows are near the screen, for a list whose rows have one height: in CSS pixels, of the first one that is drawn,
 * since texts may be enlarged.
 * @param {React.RefObject<HTMLElement | null>} ref
 * @param {number} count
 */
export function useNear(ref, count) {
  const [first, setFirst] = useState(0);
  const [rowHeight, setRowHeight] = useState(48);
  useEffect(() => {
    if (count <= shownMax) return setFirst(0);
    const measure = () => {
      const top = ref.current?.getBoundingClientRect().top ?? 0;
      const height = ref.current?.querySelector("[data-row]")?.getBoundingClientRect().height;
      if (height) setRowHeight(height);
      const at = Math.max(0, Math.floor(-top / rowHeight) - 30);
      setFirst((current) => (Math.abs(current - at) > 15 || at === 0 ? Math.min(at, count - shownMax) : current));
    };
    measure();
    window.addEventListener("scroll", measure, { passive: true });
    return () => window.removeEventListener("scroll", measure);
  }, [ref, count, rowHeight]);
  return { rowHeight, ...(count <= shownMax ? { first: 0, last: count } : { first, last: first + shownMax }) };
}
