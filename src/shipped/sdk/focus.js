import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { onSwap } from "./swap.js";

/** How to find again what was pressed, when its page is drawn anew: the one of those with its name. @typedef {{ name: string, at: number }} Mark */

/** How long a return waits for the rows of a list, and another page for its heading, ms. */
const rowsWaitMs = 800;
const headingWaitMs = 5_000;
const trailMax = 50;

/** The addresses on the way here, and what was pressed last at each. @type {{ address: string, pressed: Mark | undefined }[]} */
const trail = [];

/** A layout need not have a main element. */
const place = () => document.querySelector("main") ?? document.getElementById("root");

/** @param {Element} element */
const nameOf = (element) =>
  element.getAttribute("href") ?? element.getAttribute("aria-label") ?? element.textContent.trim();
/** @param {string} name */
const namedSo = (name) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (place()?.querySelectorAll("a[href], button") ?? [])].filter(
    (element) => nameOf(element) === name,
  );

/** Notes what is pressed: a link or a button, also where a click anywhere in its row does the same. @param {Event} event */
function notePressed({ target }) {
  const here = trail.at(-1);
  if (!here || !(target instanceof Element)) return;
  const opener = target.closest("a[href], button") ?? target.closest("[data-row]")?.querySelector("[data-open]");
  const at = opener ? namedSo(nameOf(opener)).findIndex((element) => element === opener) : -1;
  if (opener && at >= 0) here.pressed = { name: nameOf(opener), at };
}

/** Goes back on the trail to an address that is on it, else on. @param {string} address @returns {Mark | undefined} what was pressed there, on a return */
function goTo(address) {
  const at = trail.findLastIndex((one) => one.address === address);
  if (at >= 0) {
    trail.length = at + 1;
    return trail[at]?.pressed;
  }
  trail.push({ address, pressed: undefined });
  if (trail.length > trailMax) trail.shift();
  return undefined;
}

/** An element that is removed leaves the focus to the body. */
const isLost = () => document.activeElement === null || document.activeElement === document.body;

/** @returns {boolean} whether the heading is there */
function focusHeading() {
  const heading = place()?.querySelector("h1");
  if (!heading) return false;
  if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  // It takes no keys: a ring around it would say that it does.
  heading.style.outline = "none";
  // Under a bar that sticks to the top, scrolling to it would hide it.
  heading.focus({ preventScroll: true });
  return true;
}

/** @param {Mark | undefined} pressed @returns {() => void} stops the search */
function seekPlace(pressed) {
  // In the builder's preview the focus may be with the builder.
  if (!isLost() || !document.hasFocus()) return () => undefined;
  let waitsForRow = pressed !== undefined;
  const look = () => {
    if (!isLost()) return true;
    const opener = waitsForRow && pressed ? namedSo(pressed.name)[pressed.at] : undefined;
    opener?.focus();
    return opener !== undefined || (!waitsForRow && focusHeading());
  };
  if (look()) return () => undefined;
  const observer = new MutationObserver(() => look() && stop());
  // The row may be gone.
  const rowTimer = setTimeout(() => {
    waitsForRow = false;
    if (look()) stop();
  }, rowsWaitMs);
  const timer = setTimeout(() => stop(), headingWaitMs);
  function stop() {
    observer.disconnect();
    clearTimeout(rowTimer);
    clearTimeout(timer);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}

/**
 * Keeps the focus of whoever goes from page to page where it would be lost with what was pressed: it goes to the next
 * page's heading, and on the way back to what led away. Scrolls to the top of the next page.
 */
export function useKeptFocus() {
  const { pathname, search } = useLocation();
  const way = useNavigationType();
  const address = pathname + search;
  const shown = useRef(/** @type {string | undefined} */ (undefined));
  const page = useRef(pathname);
  // Another page begins at its top; on the way back the browser scrolls to where one was.
  useEffect(() => {
    if (page.current !== pathname && way === NavigationType.Push) window.scrollTo(0, 0);
    page.current = pathname;
  }, [pathname, way]);
  useEffect(() => {
    document.addEventListener("click", notePressed, true);
    const release = () => document.removeEventListener("click", notePressed, true);
    onSwap(release);
    return release;
  }, []);
  useEffect(() => {
    if (shown.current === address) return undefined;
    const isFirst = shown.current === undefined;
    shown.current = address;
    const pressed = goTo(address);
    return isFirst ? undefined : seekPlace(pressed);
  }, [address]);
}
