"use client";
import { useLayoutEffect } from "react";

/** Menus and dialogs: what has the focus inside them is gone when they close. */
const overlays = "[role=menu], [role=dialog], [role=listbox]";

/** The element that last had the focus outside of menus and dialogs. */
let lastOutside: Element | undefined;

const focusable = "a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex='0']";

/** Where an element stands: its ancestors, each with the place of the next one among its children. */
const placeOf = (element: Element | undefined): { ancestor: Element; index: number }[] => {
  const place: { ancestor: Element; index: number }[] = [];
  for (let at = element; at?.parentElement; at = at.parentElement)
    place.push({ ancestor: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  return place;
};

/** What stands next to an element that was removed, such as the next card after its app was deleted. */
function neighbourOf(place: ReturnType<typeof placeOf>): Element | undefined {
  for (const { ancestor, index } of place) {
    if (!ancestor.isConnected) continue;
    const beside = ancestor.children[Math.min(index, ancestor.children.length - 1)];
    const found = beside?.matches(focusable)
      ? beside
      : (beside?.querySelector(focusable) ?? ancestor.querySelector(focusable));
    if (found) return found;
  }
  return undefined;
}

const isGone = () => document.activeElement === null || document.activeElement === document.body;

/** A button is disabled while what it began is under way, and browsers take the focus from it: gives it back afterwards. */
function keepFocus(button: HTMLButtonElement): MutationObserver {
  const watch = new MutationObserver(() => {
    if (!button.disabled && isGone()) button.focus({ preventScroll: true });
  });
  watch.observe(button, { attributes: true, attributeFilter: ["disabled"] });
  return watch;
}

let watch: MutationObserver | undefined;

function remember({ target }: FocusEvent): void {
  watch?.disconnect();
  watch = target instanceof HTMLButtonElement ? keepFocus(target) : undefined;
  if (target instanceof Element && target !== document.body && !target.closest(overlays)) lastOutside = target;
}

if (typeof document !== "undefined") document.addEventListener("focusin", remember);

/**
 * Returns the focus to what had it before a dialog opened (WCAG 2.4.3). Mantine does so for dialogs that stay mounted;
 * ours are mounted open, and are often opened by an entry of a menu, which is gone by then: the menu's button, or the
 * grid under it, is focused instead. Where the dialog deleted that too, its neighbour is.
 */
export function useReturnFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const opener = isGone() || document.activeElement?.closest("[role=menu]") ? undefined : document.activeElement;
    const outside = lastOutside;
    const place = placeOf(outside);
    return () => {
      // After the dialog's elements were removed, and unless something else has taken the focus by then.
      window.setTimeout(() => {
        if (!isGone()) return;
        const target = [opener, outside].find((element) => element?.isConnected) ?? neighbourOf(place);
        if (target instanceof HTMLElement) target.focus({ preventScroll: true });
      });
    };
  }, [isOpen]);
}
