import { useRef } from "react";

/** The button that somebody pressed; of an entry in a menu, which closes, the button of the menu. @param {Element | null} pressed */
function openerOf(pressed) {
  const menu = pressed?.closest("[role=menu]");
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : pressed;
}

/**
 * Returns the focus to what opened a dialog when it closes. Radix returns it to a trigger alone, and most dialogs have none:
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
      const to = opener.current;
      if (event.defaultPrevented || !(to instanceof HTMLElement) || !to.isConnected || to === document.body) return;
      event.preventDefault();
      to.focus();
    },
  };
}
