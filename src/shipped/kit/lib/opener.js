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

/** For a page that has loaded: its heading takes the focus, where nothing has it. */
export function focusHeading() {
  if (document.activeElement === null || document.activeElement === document.body) heading()?.focus();
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
      if (!(to instanceof HTMLElement)) return;
      event.preventDefault();
      to.focus();
    },
  };
}
