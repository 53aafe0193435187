import { useRef } from "react";

/** The button that somebody pressed; of an entry in a menu, which closes, the button of the menu. @param {Element | null} pressed */
function openerOf(pressed) {
  const menu = pressed?.closest("[role=menu]");
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : pressed;
}

/** The page's heading, for a focus whose place is gone. @returns {HTMLElement | null} */
function heading() {
  /** @type {HTMLElement | null} */
  const found = document.querySelector("main h1");
  if (found && !found.hasAttribute("tabindex")) found.tabIndex = -1;
  if (found) found.style.outline = "none";
  return found;
}

/** How long a page that is loading is waited for, ms. */
const headingWaitMs = 5_000;

/**
 * Focuses the heading of a page that still loads, once nothing has the focus.
 * @param {{ isPatient?: boolean }} [options] `isPatient`: as often as it is lost until then, as parts of the page come and go while it loads
 */
export function awaitHeading({ isPatient = false } = {}) {
  const old = document.querySelector("main h1");
  const before = old?.textContent;
  const observer = new MutationObserver(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const next = document.querySelector("main h1");
    // The old page's heading goes with it.
    const isThere = next !== null && (next !== old || next.textContent !== before);
    const found = isLost && isThere ? heading() : null;
    found?.focus();
    if (!isPatient && (found || !isLost)) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), headingWaitMs);
}

/**
 * Returns the focus to what opened a dialog when it closes, or to the page's heading where that is gone. Radix returns it to a trigger alone, and most dialogs have none:
 * they are mounted while they are open.
 * @param {{ onOpenAutoFocus?: ((event: Event) => void) | undefined, onCloseAutoFocus?: ((event: Event) => void) | undefined }} props the dialog's own
 */
export function useOpener({ onOpenAutoFocus, onCloseAutoFocus }) {
  const opener = useRef(/** @type {Element | null} */ (null));
  return {
    /** @param {Event} event */
    onOpenAutoFocus: (event) => {
      opener.current = openerOf(document.activeElement);
      onOpenAutoFocus?.(event);
    },
    /** @param {Event} event */
    onCloseAutoFocus: (event) => {
      onCloseAutoFocus?.(event);
      if (event.defaultPrevented || opener.current === document.body) return;
      const to = opener.current?.isConnected ? opener.current : heading();
      if (!(to instanceof HTMLElement)) return awaitHeading();
      event.preventDefault();
      to.focus();
    },
  };
}
