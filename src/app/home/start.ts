"use client";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRouter, useSearchParams } from "next/navigation";
import { trpc } from "@/api/client";
import { isText, oneOf } from "@/engines/shape";
import { useKept } from "@/ui/kept";
import { notify } from "@/ui/notify";
import type { StartKind } from "./prompt-box";

/** A tool is asked for in a few words; a query of more does not fit into an address. */
const toolWordsMax = 300;

const isKind = oneOf<StartKind>(["app", "tool"]);

/** The description typed so far, kept from the front page through sign-up to the first app. */
export function useStartDraft() {
  const [draft, change] = useKept("local", "joinery.start", isText, "");
  return [draft, (text: string) => change(() => text)] as const;
}

/** Where a sign-up leads that began with a description. */
export const afterSignUp = {
  prompt: "/home?begin=1",
  starter: (id: string) => `/home?starter=${encodeURIComponent(id)}`,
};

/**
 * Creates an app from a description or a starting point, starts its assistant, opens the editor. The text is kept until
 * all has succeeded.
 */
export function useStart() {
  const router = useRouter();
  const search = useSearchParams();
  const [draft, setDraft] = useStartDraft();
  const [kind, changeKind] = useKept("local", "joinery.start.kind", isKind, "app");
  const compose = trpc.toolVersions.create.useMutation();
  const utils = trpc.useUtils();
  const create = trpc.apps.create.useMutation();
  const send = trpc.chat.send.useMutation();
  const openStarter = trpc.starters.open.useMutation();
  const [isPlanFirst, setIsPlanFirst] = useState(false);
  // App of a failed first attempt, reused by a retry.
  const made = useRef<string>(undefined);
  const [busy, setBusy] = useState<string>();

  const run = async (what: string, work: () => Promise<string>) => {
    if (busy !== undefined) return;
    setBusy(what);
    try {
      router.push(`/build/app/${await work()}`);
    } catch {
      // The toast has told; keep the text for a retry.
      setBusy(undefined);
    }
  };
  const start = () => {
    const content = draft.trim();
    if (!content) return;
    void run("prompt", async () => {
      const isShort = content.length <= toolWordsMax;
      const isMeantAsTool = kind === "app" && !isPlanFirst && made.current === undefined && isShort;
      const { isTool } = isMeantAsTool
        ? await utils.toolVersions.suits.fetch({ sentence: content })
        : { isTool: false };
      if (kind === "tool" || isTool) {
        const { appId } = await compose.mutateAsync({ sentence: content });
        setDraft("");
        if (isTool)
          notify("Made as a tool: a form that answers at once. Say what an app should keep to get one with tables.");
        return appId;
      }
      const appId = (made.current ??= (await create.mutateAsync({ request: content })).appId);
      await send.mutateAsync({ appId, content, ...(isPlanFirst && { isPlanFirst }) });
      setDraft("");
      return appId;
    });
  };
  const open = (starterId: string) =>
    void run(starterId, async () => (await openStarter.mutateAsync({ starterId })).appId);

  const [begin, starter] = [search.get("begin"), search.get("starter")];
  const goOn = useEffectEvent(() => {
    // Once: a reload, or the way back, does not make a second app.
    window.history.replaceState(null, "", "/home");
    if (starter) open(starter);
    else start();
  });
  useEffect(() => {
    if (begin || starter) goOn();
  }, [begin, starter]);

  return {
    draft,
    setDraft,
    kind,
    setKind: (next: StartKind) => changeKind(() => next),
    isPlanFirst,
    setIsPlanFirst,
    start,
    open,
    isStarting: busy === "prompt",
    openingId: busy === "prompt" ? undefined : busy,
  };
}
