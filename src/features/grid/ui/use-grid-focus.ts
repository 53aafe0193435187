"use client";
import { type DOMAttributes, type RefObject, useEffect, useRef } from "react";
import type { DataEditorRef } from "@glideapps/glide-data-grid";
import { HeldKeys, press } from "./held-keys";

/**
 * An editor that takes longer to open, or to close, than this is not going to. The code of the first one may come over
 * a slow line.
 */
const openingMaxMs = 30_000;
const closingMaxMs = 1_000;
/** A page that is not in sight has no frames. */
const frameMaxMs = 200;

/** Keys that end an edit; Shift+Enter begins a line. */
const isEnding = ({ key, shiftKey }: KeyboardEvent) =>
  key === "Tab" || key === "Escape" || (key === "Enter" && !shiftKey);

const after = (ms: number) => new Promise<void>((resolve) => void window.setTimeout(resolve, ms));
const frame = () =>
  Promise.race([new Promise<void>((resolve) => void window.requestAnimationFrame(() => resolve())), after(frameMaxMs)]);

/** A frame and the work that was put off until after it. */
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
/** The field of the editor that is open; the grid draws editors there and nothing else. */
const openField = (): Field | undefined =>
  isField(document.activeElement) && document.activeElement.closest("#portal") ? document.activeElement : undefined;

/** Nobody else has the focus: no other field, no dialog. */
const isFree = (element: Element | null, host: HTMLElement | null) =>
  element === null || element === document.body || host?.contains(element) === true;

export type GridFocus = {
  /** Whether a selection is being made for focus that a click brought: it is nobody's wish. */
  isByPointer: () => boolean;
  /** Of the element around the grid. */
  focusEvents: DOMAttributes<HTMLElement>;
  /** An editor begins to open. @param isTyped by a letter, so that the next ones go on behind it */
  opens: (isTyped: boolean) => void;
  /** An editor has ended. */
  ends: () => void;
};

/**
 * Where keys go. The grid takes the focus a frame after a click, loads the code of an editor when the first letter
 * opens it, and closes it some time after Enter; a key in between would be lost or go to the wrong cell, and a barcode
 * scanner types that fast. So the focus comes with the click, and keys are held until what they are meant for is there.
 *
 * A grid in which nothing is selected also selects its first cell when focus comes to it, as somebody who came by the
 * Tab key needs. It takes the late focus of a click for the same: what was clicked may be gone by then, or no cell at
 * all.
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
    /**
     * The grid closes an editor in a task of its own; until its field is gone, what is typed would still go into it.
     */
    const closed = async (field: Field): Promise<boolean> => {
      const before = endings.current;
      await after(0);
      await after(0);
      if (endings.current !== before) await until(() => !field.isConnected, closingMaxMs);
      return true;
    };
    const hear = (event: KeyboardEvent) => {
      const { key, code, keyCode, shiftKey, ctrlKey, metaKey, altKey, isTrusted, isComposing } = event;
      // The browser's own keys stay its own, but for what takes back an edit that is just being ended.
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
      // The grid looks a task after each key whether the edit is to end. One that still waits on behalf of a letter
      // would end it unsaved.
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
        // Neither what is drawn over the grid, such as an editor, nor the buttons in it.
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
          // A focus that the grid takes late takes it from an editor that came sooner.
          if (isFree(document.activeElement, host.current))
            document.querySelector<Field>("#portal input, #portal textarea")?.focus();
          return openField() !== undefined;
        };
        if (!(await until(isOpen, openingMaxMs))) return false;
        // Until the editor has placed its cursor.
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
