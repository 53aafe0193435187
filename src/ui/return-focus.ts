"use client";
import { useLayoutEffect } from "react";

/** Menus and dialogs: what has the focus inside them is gone when they close. */
const overlays = "[role=menu], [role=dialog], [role=listbox]";

/** The element that last had the focus outside of menus and dialogs. */
let lastOutside: Element | undefined;

const isGone = () => document.activeElement === null || document.activeElement === document.body;

function remember({ target }: FocusEvent): void {
  if (target instanceof Element && target !== document.body && !target.closest(overlays)) lastOutside = target;
}

if (typeof document !== "undefined") document.addEventListener("focusin", remember);

/**
 * Returns the focus to what had it before a dialog opened (WCAG 2.4.3). Mantine does so for dialogs that stay mounted;
 * ours are mounted open, and are often opened by an entry of a menu, which is gone by then: the menu's button, or the
 * grid under it, is focused instead.
 */
export function useReturnFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const opener = isGone() || document.activeElement?.closest("[role=menu]") ? undefined : document.activeElement;
    const outside = lastOutside;
    return () => {
      // After the dialog's elements were removed, and unless something else has taken the focus by then.
      window.setTimeout(() => {
        if (!isGone()) return;
        const target = [opener, outside].find((element) => element?.isConnected);
        if (target instanceof HTMLElement) target.focus({ preventScroll: true });
      });
    };
  }, [isOpen]);
}
