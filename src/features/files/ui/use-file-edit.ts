"use client";
import { useCallback, useEffect, useEffectEvent, useReducer } from "react";
import { z } from "zod";
import { failureOf, type RouterOutputs, trpc } from "@/doors/client";
import { notifyFailure } from "@/ui/notify";
import { autosaveDelayMs, editFile, type EditState, isDirty, savedShownMs } from "../save-queue";

type File = RouterOutputs["files"]["list"][number];

const staleSchema = z.object({ content: z.string(), hash: z.string() });
const keptKey = (appId: string, path: string) => `joinery.edit.${appId}.${path}`;

/** Edits that never reached the server, from a tab that was closed or a network that was gone. */
function keptEdit(appId: string, path: string): string | undefined {
  try {
    return window.localStorage.getItem(keptKey(appId, path)) ?? undefined;
  } catch {
    return undefined;
  }
}

function keepEdit(appId: string, { path, text, saved }: EditState): void {
  try {
    if (text === saved) window.localStorage.removeItem(keptKey(appId, path));
    else window.localStorage.setItem(keptKey(appId, path), text);
  } catch {
    // A full or forbidden store: the edit still stands in the editor.
  }
}

const start = (file: File, appId: string): EditState => editFile({} as EditState, { type: "open", path: file.path, content: file.content, hash: file.hash, kept: keptEdit(appId, file.path) });

/**
 * One file's editing: saved after a second of quiet, each save naming the content it was based on. What is not saved yet is kept in the
 * browser, and comes back when the file is opened again.
 */
export function useFileEdit(appId: string, file: File, canEdit: boolean) {
  const utils = trpc.useUtils();
  const [state, dispatch] = useReducer(editFile, file, (initial) => start(initial, appId));
  const update = trpc.files.update.useMutation({ meta: { quiet: true } });
  const { mutateAsync } = update;

  const save = useCallback(
    async (current: EditState) => {
      if (!canEdit || !isDirty(current) || current.conflict || current.status === "saving") return;
      dispatch({ type: "send" });
      try {
        const { hash } = await mutateAsync({ appId, file: { id: current.path, content: current.text }, baseHash: current.hash });
        dispatch({ type: "saved", hash });
        void utils.files.list.invalidate({ appId });
        void utils.versions.invalidate();
        void utils.apps.get.invalidate({ appId });
        void utils.validation.issues.invalidate({ appId });
        void utils.functions.list.invalidate({ appId });
      } catch (error) {
        const failure = failureOf(error);
        const stale = staleSchema.safeParse(failure.details);
        if (failure.reason === "stale-file" && stale.success) dispatch({ type: "stale", ...stale.data });
        else {
          dispatch({ type: "failed" });
          notifyFailure(`Failed to save file. ${failure.message}`);
        }
      }
    },
    [appId, canEdit, mutateAsync, utils],
  );

  useEffect(() => {
    keepEdit(appId, state);
    if (state.status === "saving" || !isDirty(state)) return;
    const timer = window.setTimeout(() => void save(state), autosaveDelayMs);
    return () => window.clearTimeout(timer);
  }, [appId, state, save]);

  useEffect(() => {
    if (state.status !== "saved") return;
    const timer = window.setTimeout(() => dispatch({ type: "settle" }), savedShownMs);
    return () => window.clearTimeout(timer);
  }, [state.status]);

  // "Switching files first saves pending edits" (1-platform.md §4): this file's editor goes away when another one opens.
  const saveNow = useEffectEvent(() => void save(state));
  useEffect(() => () => saveNow(), []);

  useEffect(() => dispatch({ type: "refresh", content: file.content, hash: file.hash }), [file.content, file.hash]);

  return { state, dispatch, retry: () => void save(state) };
}
