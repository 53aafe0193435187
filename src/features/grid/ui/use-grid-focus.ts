"use client";
import { type DOMAttributes, type RefObject, useEffect, useRef } from "react";
import type { DataEditorRef } from "@glideapps/glide-data-grid";
import { HeldKeys, press } from "./held-keys";

/** Timeout for an editor to open or close; its code may be loading over a slow connection. */
const openingMaxMs = 30_000;
const closingMaxMs = 1_000;
/** Fallback: a hidden page gets no animation frames. */
const frameMaxMs = 200;

/** Keys that end an edit; Shift+Enter inserts a line break. */
const isEnding = ({ key, shiftKey }: KeyboardEvent) =>
  key === "Tab" || key === "Escape" || (key === "Enter" && !shiftKey);

const after = (ms: number) => new Promise<void>((resolve) => void window.setTimeout(resolve, ms));
const frame = () =>
  Promise.race([new Promise<void>((resolve) => void window.requestAnimationFrame(() => resolve())), after(frameMaxMs)]);

/** Waits for a frame and the tasks deferred after it. */
async function settled(): Promise<void> {
  await frame();
  await after(0);
}

async function until(isSo: () => boolean, maxMs: number): Promise<boolean> {
  const start = performance.now();
  while (!isSo() && performance.now() - start < maxMs) await after(4);
  return isSo();
}

type Field = HTMLInputElement | HTMLTextAreaElement;
const isField = (element: Element | null): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
/** The open editor's field; the grid renders editors in its portal only. */
const openField = (): Field | undefined =>
  isField(document.activeElement) && document.activeElement.closest("#portal") ? document.activeElement : undefined;

/** Whether no other field or dialog has the focus. */
const isFree = (element: Element | null, host: HTMLElement | null) =>
  element === null || element === document.body || host?.contains(element) === true;

export type GridFocus = {
  /** Whether the current selection is a side effect of a click's focus rather than the user's choice. */
  isByPointer: () => boolean;
  /** Handlers for the element around the grid. */
  focusEvents: DOMAttributes<HTMLElement>;
  /** Call when an editor starts to open. @param isTyped opened by a letter, so that following keys continue the text */
  opens: (isTyped: boolean) => void;
  /** Call when an editor has ended. */
  ends: () => void;
};

/**
 * Focus and key buffering. The grid takes focus a frame after a click, lazy-loads an editor on the first letter, and
 * closes it some time after Enter; keys in between would be lost or hit the wrong cell, and barcode scanners type that
 * fast. So focus is taken with the click, and keys are held until their target is ready.
 *
 * A grid without a selection also selects its first cell on focus, as keyboard users need. It would do the same for the
 * late focus of a click, whose target may be gone by then or no cell at all: that selection is suppressed.
 * @param host the element around the grid
 */
export function useGridFocus(host: RefObject<HTMLElement | null>, grid: RefObject<DataEditorRef | null>): GridFocus {
  const keys = useRef<HeldKeys>(undefined);
  const endings = useRef(0);
  const isPointed = useRef(false);
  const isComing = useRef(false);
  keys.current ??= new HeldKeys(press);

  useEffect(() => {
    const held = keys.current!;
    const isOurs = (element: Element | null) => isFree(element, host.current) || element!.closest("#portal") !== null;
    /** The grid closes editors in a later task; until the field is gone it would still receive input. */
    const closed = async (field: Field): Promise<boolean> => {
      const before = endings.current;
      await after(0);
      await after(0);
      if (endings.current !== before) await until(() => !field.isConnected, closingMaxMs);
      return true;
    };
    const hear = (event: KeyboardEvent) => {
      const { key, code, keyCode, shiftKey, ctrlKey, metaKey, altKey, isTrusted, isComposing } = event;
      // Browser shortcuts pass, except undo of an edit that is just ending.
      const isOther =
        isComposing ||
        key === "Process" ||
        key === "Dead" ||
        ((ctrlKey || metaKey) && !/^[zy]$/i.test(key) && !event.getModifierState("AltGraph"));
      if (isTrusted && held.isHolding && !isOther && isOurs(document.activeElement)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        held.keep({ key, code, keyCode, shiftKey, ctrlKey, metaKey, altKey });
        return;
      }
      const field = openField();
      if (!field || isOther || !isEnding(event)) return;
      if (!isTrusted) return void held.hold(closed(field));
      // The grid checks in a task after each key whether to end the edit; a pending check of an earlier letter would
      // end it unsaved.
      event.preventDefault();
      event.stopImmediatePropagation();
      held.keep({ key, code, keyCode, shiftKey, ctrlKey, metaKey, altKey });
      void held.hold(after(0).then(() => true));
    };
    window.addEventListener("keydown", hear, true);
    return () => window.removeEventListener("keydown", hear, true);
  }, [host]);

  return {
    isByPointer: () => isComing.current && isPointed.current,
    focusEvents: {
      onPointerDownCapture: () => {
        isPointed.current = true;
        isComing.current = false;
      },
      onPointerDown: ({ target, currentTarget, pointerType, button }) => {
        // Ignore overlays such as editors, and buttons inside the grid.
        if (
          pointerType !== "mouse" ||
          button !== 0 ||
          !(target instanceof Element) ||
          !currentTarget.contains(target) ||
          target.closest("button, input")
        )
          return;
        grid.current?.focus();
        void keys.current?.hold(settled().then(() => true));
      },
      onFocusCapture: () => void (isComing.current = true),
      onFocus: () => void (isComing.current = false),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) isPointed.current = false;
      },
    },
    opens: (isTyped) => {
      const opened = async () => {
        const isOpen = () => {
          // A late focus of the grid must not steal it from an editor that opened sooner.
          if (isFree(document.activeElement, host.current))
            document.querySelector<Field>("#portal input, #portal textarea")?.focus();
          return openField() !== undefined;
        };
        if (!(await until(isOpen, openingMaxMs))) return false;
        // Wait until the editor has placed its caret.
        await settled();
        const field = openField();
        if (isTyped && field) field.setSelectionRange(field.value.length, field.value.length);
        return true;
      };
      void keys.current?.hold(opened());
    },
    ends: () => void (endings.current += 1),
  };
}
