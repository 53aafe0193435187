import { startTransition, useEffect, useState } from "react";

/** Rows above and below the screen that stand in the document, too; of the rest there is only the room. */
const margin = 30;
/** As many rows are drawn at once when a list opens: more than the screen has, without the work of those further down. */
const firstMax = 30;

/**
 * Which rows are near the screen, for a list whose rows have one height: in CSS pixels, of the first one that is drawn,
 * since texts may be enlarged.
 * @param {React.RefObject<HTMLElement | null>} ref
 * @param {number} count
 * @param {number} usualHeight of a row, until one is measured
 */
export function useNear(ref, count, usualHeight) {
  const [first, setFirst] = useState(0);
  const [rowHeight, setRowHeight] = useState(usualHeight);
  const [isSettled, setIsSettled] = useState(count <= firstMax);
  const shownMax = Math.ceil(window.innerHeight / rowHeight) + 2 * margin;
  useEffect(() => {
    if (isSettled) return undefined;
    const frame = requestAnimationFrame(() => startTransition(() => setIsSettled(true)));
    return () => cancelAnimationFrame(frame);
  }, [isSettled]);
  useEffect(() => {
    if (count <= shownMax) return setFirst(0);
    const measure = () => {
      const top = ref.current?.getBoundingClientRect().top ?? 0;
      const height = ref.current?.querySelector("[data-row]")?.getBoundingClientRect().height;
      if (height) setRowHeight(height);
      const at = Math.max(0, Math.floor(-top / rowHeight) - margin);
      setFirst((current) =>
        Math.abs(current - at) > margin / 2 || at === 0 ? Math.min(at, count - shownMax) : current,
      );
    };
    measure();
    window.addEventListener("scroll", measure, { passive: true });
    return () => window.removeEventListener("scroll", measure);
  }, [ref, count, rowHeight, shownMax]);
  if (!isSettled) return { rowHeight, first: 0, last: Math.min(count, firstMax) };
  return { rowHeight, ...(count <= shownMax ? { first: 0, last: count } : { first, last: first + shownMax }) };
}
