"use client";
import { useEffect, useRef, useState } from "react";
import { trpc } from "@/api/client";
import { offerUpgrade } from "@/api/offer-upgrade";
import { notifyFailure } from "@/ui/notify";
import { tooBigWords } from "../rules";
import { sendFile } from "./send-file";

/** A file on its way. It leaves the list when its item is there. */
export type Upload = { id: number; name: string; fraction: number; error?: string };

/** Said of files beyond what the plan takes at a time. */
export const tooManyWords = (filesMax: number) => `${filesMax} files can be added at a time`;

const atOnce = 2;
let nextId = 0;

/** Files that are being sent to an app, a few at a time, each with its progress. */
export function useUploads(appId: string) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const running = useRef<Promise<unknown>[]>([]);
  const cancels = useRef(new Map<number, AbortController>());
  const isShown = useRef(true);
  const limits = trpc.sources.limits.useQuery({ appId });
  const utils = trpc.useUtils();
  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));
  /** Dismisses a failed one, and ends one that is on its way. */
  const remove = (id: number) => {
    cancels.current.get(id)?.abort();
    setUploads((all) => all.filter((one) => one.id !== id));
  };

  const isSending = uploads.some(({ error }) => error === undefined);
  useEffect(() => {
    if (!isSending) return;
    // A file that is half sent is lost with its page. Browsers ask in words of their own.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isSending]);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);

  async function send(id: number, file: File, replaceItemId: string | undefined): Promise<void> {
    const { signal } = cancels.current.get(id)!;
    if (signal.aborted) return;
    const onProgress = (fraction: number) => change(id, { fraction });
    const sent = await sendFile(appId, file, { replaceItemId, onProgress, signal });
    cancels.current.delete(id);
    if (sent.ok) {
      await utils.sources.list.invalidate({ appId });
      return remove(id);
    }
    if (sent.reason === "cancelled") return;
    if (sent.reason !== "upgrade-required") {
      // Another panel is open: the failure is told there.
      if (!isShown.current) notifyFailure(`${file.name}: ${sent.message}`);
      return change(id, { error: sent.message });
    }
    remove(id);
    offerUpgrade("data-items");
  }

  /** Begins to send files. More than the plan takes at a time are left out, and that is said. */
  function add(files: File[], replaceItemId?: string): void {
    const { filesMax = 5, fileBytesMax = Infinity } = limits.data ?? {};
    if (files.length > filesMax) {
      if (filesMax === 1) return offerUpgrade("files");
      notifyFailure(`${tooManyWords(filesMax)}. The first ${filesMax} were taken.`);
    }
    for (const file of files.slice(0, filesMax)) {
      const id = (nextId += 1);
      const isBig = file.size > fileBytesMax;
      setUploads((all) => [
        ...all,
        { id, name: file.name, fraction: 0, ...(isBig && { error: tooBigWords(fileBytesMax) }) },
      ]);
      if (isBig) continue;
      cancels.current.set(id, new AbortController());
      const before = running.current.at(-atOnce);
      running.current.push((before ?? Promise.resolve()).then(() => send(id, file, replaceItemId)));
    }
  }

  return { uploads, add, remove, limits: limits.data };
}
