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

type Control = HTMLButtonElement | HTMLInputElement | HTMLTextAreaElement;
const isControl = (target: unknown): target is Control =>
  target instanceof HTMLButtonElement || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** How far up a removed control's neighbour is looked for: farther up begins another panel, or another page. */
const nearbyMax = 6;

/**
 * Browsers take the focus from a button or input that is disabled while what it began is under way, and from one that is
 * removed because something else stands there now. Gives it back to the control, or to what stands in its place; a menu
 * or dialog that closes with the control returns the focus itself.
 */
function keepFocus(control: Control): MutationObserver {
  const overlay = control.closest(overlays);
  const place = placeOf(control)
    .slice(0, nearbyMax)
    .filter(({ ancestor }) => ancestor !== document.body && (overlay?.contains(ancestor) ?? true));
  let wasDisabled = control.disabled;
  const observer = new MutationObserver(() => {
    const isBack = wasDisabled && !control.disabled;
    wasDisabled = control.disabled;
    if (!isGone()) return;
    if (control.isConnected) {
      if (isBack) control.focus({ preventScroll: true });
    } else {
      observer.disconnect();
      // After whatever else takes the focus for itself when it appears.
      window.setTimeout(() => {
        const target = isGone() && neighbourOf(place);
        if (target instanceof HTMLElement) target.focus({ preventScroll: true });
      });
    }
  });
  observer.observe(control, { attributes: true, attributeFilter: ["disabled"] });
  observer.observe(document.body, { childList: true, subtree: true });
  return observer;
}

let watched: { control: Control; observer: MutationObserver } | undefined;

function stopWatching(): void {
  watched?.observer.disconnect();
  watched = undefined;
}

function remember({ target }: FocusEvent): void {
  stopWatching();
  if (isControl(target)) watched = { control: target, observer: keepFocus(target) };
  if (target instanceof Element && target !== document.body && !target.closest(overlays)) lastOutside = target;
}

/** Whoever clicks elsewhere has left it, also where nothing takes the focus. */
function leave({ target }: Event): void {
  if (target instanceof Node && !watched?.control.contains(target)) stopWatching();
}

if (typeof document !== "undefined") {
  document.addEventListener("focusin", remember);
  document.addEventListener("pointerdown", leave, { capture: true });
}

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
        const target =
          [opener, outside].find((one) => one?.isConnected && !one.matches(":disabled")) ?? neighbourOf(place);
        if (target instanceof HTMLElement) target.focus({ preventScroll: true });
      });
    };
  }, [isOpen]);
}
