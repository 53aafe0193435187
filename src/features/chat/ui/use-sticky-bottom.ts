"use client";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** "Scroll to bottom 100 ms after mount" (2-builder.md §9). */
const firstScrollDelayMs = 100;

/** Within this distance the reader counts as at the end: a trackpad seldom stops at zero. */
const nearPixels = 48;

/** Above the summary. */
const summaryMarginPixels = 12;

const pageShare = 0.8;

/** An expanding card has finished its animation after this long. */
const openingMs = 400;

/**
 * Keeps a growing list scrolled to its end until the reader scrolls up. Content inserted above moves nothing.
 * @param isReady the list has its content
 * @param firstId the first message: a change means that earlier ones were loaded
 */
export function useStickyBottom(isReady: boolean, firstId: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  /** Distance from the viewport's top to the list's end. */
  const fromEnd = useRef(0);
  const [isAway, setIsAway] = useState(false);
  // A long summary stands at its beginning, and the reader has not left it.
  const [isAtSummary, setIsAtSummary] = useState(false);

  const jump = useCallback((behavior: ScrollBehavior = "smooth") => {
    isFollowing.current = true;
    setIsAway(false);
    setIsAtSummary(false);
    list.current?.scrollTo({ top: list.current.scrollHeight, behavior });
  }, []);

  /** Scrolls a finished answer's prose into view, unless the reader has scrolled away. */
  const showSummary = useCallback(() => {
    const box = list.current;
    // An answer may have no prose: the summary of an earlier one is no news.
    const answer = [...(content.current?.querySelectorAll("[data-answer]") ?? [])].at(-1);
    const summary = answer?.querySelector("[data-summary]");
    if (!box || !summary || !isFollowing.current) return;
    const above = box.getBoundingClientRect().top - summary.getBoundingClientRect().top;
    if (above <= 0) return;
    isFollowing.current = false;
    setIsAtSummary(true);
    box.scrollBy({ top: -above - summaryMarginPixels, behavior: "instant" });
  }, []);

  /** Scrolls on by a page, whose first lines the reader has seen. */
  const readOn = useCallback(() => {
    list.current?.scrollBy({ top: list.current.clientHeight * pageShare, behavior: "smooth" });
  }, []);

  useEffect(() => {
    if (!isReady) return;
    const timer = window.setTimeout(() => jump("instant"), firstScrollDelayMs);
    return () => window.clearTimeout(timer);
  }, [isReady, jump]);

  useLayoutEffect(() => {
    const box = list.current;
    if (box && firstId && !isFollowing.current) box.scrollTop = box.scrollHeight - fromEnd.current;
  }, [firstId]);

  useEffect(() => {
    const box = list.current;
    const inner = content.current;
    if (!box || !inner) return;
    const distance = () => box.scrollHeight - box.scrollTop - box.clientHeight;
    let lastTop = box.scrollTop;
    const watch = () => {
      // Only scrolling up means leaving: growth alone also increases the distance.
      if (box.scrollTop < lastTop && distance() > nearPixels) isFollowing.current = false;
      else if (distance() <= nearPixels) isFollowing.current = true;
      lastTop = box.scrollTop;
      fromEnd.current = box.scrollHeight - box.scrollTop;
      setIsAway(!isFollowing.current);
      if (isFollowing.current) setIsAtSummary(false);
    };
    // Expanded content was asked for: scroll only as far as needed to show it. Other clicks, such as on "Start", expand nothing.
    let clickedAt = -Infinity;
    let opened: Element | null | undefined;
    const clicked = ({ target }: MouseEvent) => {
      clickedAt = performance.now();
      opened = target instanceof Element ? target.closest("[aria-expanded]")?.parentElement : undefined;
    };
    const grown = new ResizeObserver(() => {
      if (opened && performance.now() - clickedAt < openingMs) {
        opened.scrollIntoView({ block: "nearest" });
        isFollowing.current = distance() <= nearPixels;
        setIsAway(!isFollowing.current);
      } else if (isFollowing.current) box.scrollTo({ top: box.scrollHeight, behavior: "instant" });
      fromEnd.current = box.scrollHeight - box.scrollTop;
    });
    box.addEventListener("scroll", watch, { passive: true });
    box.addEventListener("click", clicked, true);
    grown.observe(inner);
    grown.observe(box);
    return () => {
      box.removeEventListener("scroll", watch);
      box.removeEventListener("click", clicked, true);
      grown.disconnect();
    };
  }, []);

  return { list, content, isAway, jump, showSummary, readOn: isAtSummary ? readOn : undefined };
}
