"use client";
import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from "react";
import { failureOf } from "@/api/client";
import { notifyFailure } from "@/ui/notify";
import {
  conflictsOf,
  isDirty,
  noChanges,
  nextSave,
  type Part,
  type PartName,
  saveFailedWords,
  type SaveAction,
  takeSaveAction,
  type Values,
  valuesIn,
} from "../save-flow";
import { keepDraft } from "./kept-draft";

/** Sends what changed of a part. @returns the revision that it made */
export type Send = (part: PartName, change: Values, seen: Part) => Promise<number>;

type Newer = { revision: number; data?: Values; title?: string };

/** Refusals that the same request would meet again; everything else may go well later. */
const temporary = new Set(["offline", "internal", "unavailable", "too-slow", "too-many-requests"]);

/** Runs the reducer of save-flow.ts: sends what is due, one save at a time, and keeps in the tab what is not saved. */
export function useSaveFlow(appId: string, toolId: string | null, send: Send) {
  const [state, dispatch] = useReducer(takeSaveAction, noChanges);
  const waiters = useRef<((isSaved: boolean) => void)[]>([]);

  const save = useEffectEvent(async (part: PartName) => {
    const seen = state.parts[part];
    if (!seen || state.saving) return;
    dispatch({ type: "send", part });
    const change = valuesIn(Object.fromEntries(Object.entries(seen.edits).filter(([key]) => !seen.conflicts[key])));
    try {
      dispatch({ type: "saved", revision: await send(part, change, seen) });
    } catch (error) {
      dispatch(answerOf(error));
    }
  });

  const due = nextSave(state);
  const [duePart, dueAt] = [due?.part, due?.at];
  useEffect(() => {
    if (duePart === undefined || dueAt === undefined) return;
    const timer = window.setTimeout(() => void save(duePart), Math.max(0, dueAt - Date.now()));
    return () => window.clearTimeout(timer);
  }, [duePart, dueAt]);

  useEffect(() => keepDraft(appId, toolId, state), [appId, toolId, state]);

  useEffect(() => {
    const isOpen = isDirty(state);
    const isStuck = state.refusal !== undefined || conflictsOf(state).length > 0 || (!state.isForced && !state.saving);
    if (!isOpen || isStuck) for (const tell of waiters.current.splice(0)) tell(!isOpen);
    if (!isOpen) return;
    // "Leaving with unsaved changes asks" (2-builder.md §4). Browsers show words of their own.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [state]);

  const { failures } = state;
  useEffect(() => {
    // Once for a row of failures: the bar shows the rest.
    if (failures === 1) notifyFailure(saveFailedWords);
  }, [failures]);

  /** Saves at once. @returns whether everything is saved; false leaves the changes where they are */
  const force = useCallback(
    () =>
      new Promise<boolean>((tell) => {
        waiters.current.push(tell);
        dispatch({ type: "force" });
      }),
    [],
  );
  return { state, dispatch: dispatch as (action: SaveAction) => void, force };
}

/** What a failed call means for the edits. */
function answerOf(error: unknown): SaveAction {
  const { reason, message, details } = failureOf(error);
  if (reason === "stale-revision") {
    const { revision, data = {}, title } = details as Newer;
    return { type: "stale", revision, values: title === undefined ? data : { ...data, header: title } };
  }
  return { type: "failed", now: Date.now(), message: temporary.has(reason) ? undefined : message };
}
