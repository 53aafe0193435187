"use client";
import { useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import { useDebouncedCallback } from "@mantine/hooks";
import { failureOf, trpc } from "@/api/client";
import { useRevert } from "@/features/versions/ui/use-revert";
import { notifyFailure } from "@/ui/notify";
import {
  fixingDelayMs,
  fixMessage,
  noErrors,
  showErrors,
  staleErrorMs,
  visibleErrors,
} from "@/features/turns/resolve-errors";
import { isText, shape } from "@/engines/shape";
import type { WayBack } from "@/features/turns/schema";
import { ErrorCard } from "./ErrorCard";
import { usePreviewErrors } from "./use-preview-errors";
import { useTurnNews } from "./use-turn-news";

const isWayBack = shape<WayBack>({ versionId: isText, messageId: isText });

/** Errors of the running app and their fixes. Mount once, beside the preview. */
export function ErrorPanel({ appId }: { appId: string }) {
  const utils = trpc.useUtils();
  const [state, dispatch] = useReducer(showErrors, noErrors);
  const turn = trpc.chat.turn.useQuery({ appId });
  const isBusy = turn.data?.status === "running";
  const { announce } = useTurnNews(appId, () => undefined);
  const { confirmRevert } = useRevert(appId);
  // The preview shows one page; after a turn the server smoke-tests the others.
  const [checked, setChecked] = useState<{ versionId: string }>();
  const { data: mounted } = trpc.validation.mount.useQuery(
    { appId, versionId: checked?.versionId ?? "" },
    { enabled: checked !== undefined, staleTime: Infinity, retry: false, trpc: { context: { isSlow: true } } },
  );
  useEffect(
    () => mounted?.errors.forEach((error) => dispatch({ type: "report", error, versionId: checked?.versionId })),
    [mounted, checked],
  );
  const checkNewest = async () => {
    const { versionId } = await utils.apps.get.fetch({ appId }, { staleTime: 0 });
    setChecked(versionId ? { versionId } : undefined);
  };
  const dropStale = useDebouncedCallback(() => dispatch({ type: "drop-stale" }), staleErrorMs);
  usePreviewErrors(
    appId,
    (error, versionId) => dispatch({ type: "report", error, versionId }),
    (versionId) => {
      dispatch({ type: "reloaded", versionId });
      dropStale();
      // Once per version; another one, such as a restored one, has its own faults.
      if (checked) void checkNewest();
    },
  );

  /** "Clears errors once loading ends" (2-builder.md §4). */
  const settle = () => {
    dispatch({ type: "settled" });
    return checkNewest();
  };

  const send = trpc.chat.send.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      announce();
      await Promise.all([utils.chat.turn.invalidate({ appId }), utils.chat.page.invalidate({ appId })]);
      // A quick fix may be over before it was seen running.
      if (utils.chat.turn.getData({ appId }) === null) await settle();
    },
    onError: (error) => {
      const { reason, message, details } = failureOf(error);
      const wayBack = reason === "fix-loop" && isWayBack(details) ? details : undefined;
      dispatch({ type: "refused", wayBack });
      notifyFailure(message, wayBack && { action: { label: "Go back", onClick: () => confirmRevert(wayBack) } });
    },
  });

  // A fix passes through: asked, turn running, over.
  const wasBusy = useRef(false);
  const ended = useEffectEvent(settle);
  useEffect(() => {
    if (wasBusy.current && !isBusy) void ended();
    // Findings of the previous version are stale.
    if (isBusy) setChecked(undefined);
    wasBusy.current = isBusy;
  }, [isBusy]);

  const isAsked = state.fix === "asked";
  useEffect(() => {
    if (!isAsked) return;
    const timer = window.setTimeout(() => dispatch({ type: "fixing" }), fixingDelayMs);
    return () => window.clearTimeout(timer);
  }, [isAsked]);

  const resolve = () => {
    dispatch({ type: "ask" });
    const errors = visibleErrors(state);
    send.mutate({ appId, content: fixMessage(errors), systemAction: "resolve-errors", seenIn: errors[0]?.versionId });
  };

  /** The version named by the server, else the newest before the one in which the fault was first seen. */
  const goBack = async (seenIn: string | undefined) => {
    if (state.wayBack) return confirmRevert(state.wayBack);
    const versions = await utils.versions.list.fetch({ appId });
    const seen = Math.max(
      0,
      versions.findIndex(({ id }) => id === seenIn),
    );
    const good = versions.slice(seen + 1).find(({ messageId }) => messageId !== null);
    if (good) confirmRevert({ versionId: good.id, messageId: good.messageId });
    else notifyFailure("There is no earlier version to go back to");
  };

  return (
    <ErrorCard
      state={state}
      dispatch={dispatch}
      isBusy={isBusy}
      onResolve={resolve}
      onGoBack={(seenIn) => void goBack(seenIn)}
    />
  );
}
