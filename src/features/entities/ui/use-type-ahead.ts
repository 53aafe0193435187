"use client";
import { useEffect, useRef } from "react";
import type { GridKeyEventArgs } from "@glideapps/glide-data-grid";

/** An editor that takes longer to open than this is not going to. */
const openingMaxMs = 3_000;

/** What ends an edit; once more, after the editor knows its text. */
const finishing = new Set(["Enter", "Tab"]);
const finishAfterMs = 30;

const isTyped = ({ key, ctrlKey, metaKey, altKey }: GridKeyEventArgs) => /^.$/u.test(key) && !ctrlKey && !metaKey && !altKey;

/** Adds to an input as typing would: at its end, where the next letter goes on. */
function append(input: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  input.setSelectionRange(input.value.length, input.value.length);
  // Deprecated without a successor: nothing else types into a field that a library formats.
  document.execCommand("insertText", false, text);
}

/**
 * The first letter typed over a cell opens its editor, whose code is loaded then; the grid would begin anew with each letter until it
 * stands. This keeps the letters in between, and the key that ends the edit, and hands them over.
 * @returns the handler of the grid's keys; its answer says whether the key was kept
 */
export function useTypeAhead(): (event: GridKeyEventArgs) => boolean {
  const opening = useRef<{ since: number; letters: string; end?: string }>(undefined);
  useEffect(() => {
    const hear = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || !target.closest("#portal")) return;
      const { letters, end } = opening.current ?? {};
      opening.current = undefined;
      // Once the editor is drawn whole: React puts back what is typed into a field that it is just about to focus.
      if (letters) queueMicrotask(() => append(target, letters));
      if (end) window.setTimeout(() => target.dispatchEvent(new KeyboardEvent("keydown", { key: end, bubbles: true, cancelable: true })), finishAfterMs);
    };
    document.addEventListener("focusin", hear);
    return () => document.removeEventListener("focusin", hear);
  }, []);
  return (event) => {
    const waiting = opening.current && performance.now() - opening.current.since < openingMaxMs ? opening.current : undefined;
    if (waiting && finishing.has(event.key)) {
      opening.current = { ...waiting, end: event.key };
      event.preventDefault();
      return true;
    }
    if (waiting && isTyped(event)) {
      if (waiting.end === undefined) opening.current = { ...waiting, letters: waiting.letters + event.key };
      return true;
    }
    opening.current = isTyped(event) ? { since: performance.now(), letters: "" } : undefined;
    return false;
  };
}
