import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { ChevronDown } from "lucide-react";
import { createPageUrl } from "@/utils";
import { cn } from "@/lib/utils";

/** @typedef {{ page: string, title: string }} Page */

const gap = 4;
/** A page in a menu, be it the bar or the sidebar. @param {boolean} isCurrent */
export const pageLink = (isCurrent) =>
  cn(
    "rounded-md px-3 py-2 text-sm font-medium transition-colors",
    isCurrent ? "bg-muted text-foreground" : "text-muted-foreground hover:bg-muted hover:text-foreground",
  );
/** @param {boolean} isCurrent */
const inBar = (isCurrent) => cn(pageLink(isCurrent), "max-w-60 truncate");
/** Drawn by the style sheet: a page has each title once. */
const copied = cn(inBar(false), "before:content-[attr(data-title)]");

/**
 * How many pages stand beside each other in the bar. Measured on a copy of their titles that nobody sees, so that the
 * bar is drawn once.
 * @param {number} all
 */
function useFitting(all) {
  const bar = useRef(/** @type {HTMLElement | null} */ (null));
  const copy = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [count, setCount] = useState(all);
  const measure = useCallback(() => {
    const widths = Array.from(copy.current?.children ?? [], (child) => child.getBoundingClientRect().width);
    const more = widths.pop() ?? 0;
    const ends = widths.map((_, at) => widths.slice(0, at + 1).reduce((sum, width) => sum + width + gap, -gap));
    const room = bar.current?.clientWidth ?? 0;
    const isWhole = (ends.at(-1) ?? 0) <= room;
    setCount(isWhole ? ends.length : ends.filter((end) => end + gap + more <= room).length);
  }, []);
  useLayoutEffect(measure);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (bar.current) observer.observe(bar.current);
    // Fonts that come later change the width of the titles.
    if (copy.current) observer.observe(copy.current);
    return () => observer.disconnect();
  }, [measure]);
  return { bar, copy, count };
}

/** @param {{ pages: Page[], current: string | undefined }} props the pages that have no room in the bar */
function More({ pages, current }) {
  const [isOpen, setIsOpen] = useState(false);
  const whole = useRef(/** @type {HTMLDivElement | null} */ (null));
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    /** @param {PointerEvent} event */
    const press = (event) => {
      if (!whole.current?.contains(/** @type {Node} */ (event.target))) setIsOpen(false);
    };
    document.addEventListener("pointerdown", press);
    return () => document.removeEventListener("pointerdown", press);
  }, [isOpen]);
  return (
    <div
      ref={whole}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        setIsOpen(false);
        button.current?.focus();
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setIsOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className={cn("flex items-center gap-1", pageLink(pages.some(({ page }) => page === current)))}
        onClick={() => setIsOpen(!isOpen)}
      >
        More <ChevronDown className="size-4" aria-hidden="true" />
      </button>
      {isOpen && (
        <div
          id={id}
          className="absolute right-0 top-full z-30 mt-1 flex max-h-[70vh] min-w-44 max-w-72 flex-col gap-0.5 overflow-y-auto rounded-lg border bg-popover p-1 text-popover-foreground shadow-md"
        >
          {pages.map(({ page, title }) => (
            <Link
              key={page}
              to={createPageUrl(page)}
              aria-current={page === current ? "page" : undefined}
              className={cn(pageLink(page === current), "break-words")}
              onClick={() => setIsOpen(false)}
            >
              {title}
            </Link>
          ))}
        </div>
      )}
    </div>
  );
}

/**
 * The pages in the bar at the top, in one line; those without room stand under “More”.
 * @param {{ pages: Page[], current: string | undefined, className?: string }} props
 */
export function BarMenu({ pages, current, className }) {
  const { bar, copy, count } = useFitting(pages.length);
  const rest = pages.slice(count);
  return (
    <nav ref={bar} aria-label="Pages" className={cn("relative flex items-center gap-1", className)}>
      <div aria-hidden="true" className="pointer-events-none invisible absolute inset-x-0 top-0 h-0 overflow-hidden">
        <div ref={copy} className="flex w-max gap-1">
          {pages.map(({ page, title }) => (
            <span key={page} data-title={title} className={copied} />
          ))}
          <span data-title="More" className={cn(copied, "flex items-center gap-1")}>
            <ChevronDown className="size-4" />
          </span>
        </div>
      </div>
      {pages.slice(0, count).map(({ page, title }) => (
        <Link
          key={page}
          to={createPageUrl(page)}
          aria-current={page === current ? "page" : undefined}
          title={title.length > 28 ? title : undefined}
          className={inBar(page === current)}
        >
          {title}
        </Link>
      ))}
      {rest.length > 0 && <More pages={rest} current={current} />}
    </nav>
  );
}
