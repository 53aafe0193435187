"use client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { notifyFailure } from "@/ui/notify";
import { type Server, sessionOf, showSession } from "../edit-session";
import { saveDelay, savedShownMs } from "../save-queue";

type File = RouterOutputs["files"]["list"][number];

/** Connects a file's session to its editor, with debounced autosave. */
export function useFileEdit(appId: string, file: File, canEdit: boolean) {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.files.update.useMutation({ meta: { quiet: true } });
  const [session] = useState(() => {
    const send: Server["send"] = async ({ path, content, baseHash }) => {
      const saved = await mutateAsync({ appId, file: { id: path, content }, baseHash });
      // Update the cache: a reopened file must not start from the text before the save.
      utils.files.list.setData({ appId }, (files) =>
        files?.map((one) => (one.path === path ? { ...one, content, hash: saved.hash } : one)),
      );
      void utils.files.list.invalidate({ appId });
      void utils.versions.invalidate();
      void utils.apps.get.invalidate({ appId });
      void utils.validation.issues.invalidate({ appId });
      void utils.functions.list.invalidate({ appId });
      return saved;
    };
    return sessionOf(appId, file, canEdit, { send, refusalOf: failureOf, tell: notifyFailure });
  });
  const state = useSyncExternalStore(
    session.subscribe,
    () => session.state,
    () => session.state,
  );
  const { dispatch } = session;

  useEffect(() => showSession(session), [session]);

  useEffect(() => {
    const delay = saveDelay(state);
    if (delay === undefined) return;
    const timer = window.setTimeout(() => void session.save(), delay);
    return () => window.clearTimeout(timer);
  }, [session, state]);

  useEffect(() => {
    if (state.status !== "saved") return;
    const timer = window.setTimeout(() => dispatch({ type: "settle" }), savedShownMs);
    return () => window.clearTimeout(timer);
  }, [dispatch, state.status]);

  useEffect(
    () => dispatch({ type: "refresh", content: file.content, hash: file.hash }),
    [dispatch, file.content, file.hash],
  );

  return { state, dispatch, retry: () => void session.flush() };
}
