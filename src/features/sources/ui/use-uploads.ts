"use client";
import { useRef, useState } from "react";
import { trpc } from "@/api/client";
import { offerUpgrade } from "@/api/offer-upgrade";
import { notifyFailure } from "@/ui/notify";
import { tooBigWords } from "../rules";
import { sendFile } from "./send-file";

/** A file on its way. It leaves the list when its item is there. */
export type Upload = { id: number; name: string; fraction: number; error?: string };

const atOnce = 2;
let nextId = 0;

/** Files that are being sent to an app, a few at a time, each with its progress. */
export function useUploads(appId: string) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const running = useRef<Promise<unknown>[]>([]);
  const limits = trpc.sources.limits.useQuery();
  const utils = trpc.useUtils();
  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const remove = (id: number) => setUploads((all) => all.filter((one) => one.id !== id));

  async function send(id: number, file: File, replaceItemId: string | undefined): Promise<void> {
    const sent = await sendFile(appId, file, { replaceItemId, onProgress: (fraction) => change(id, { fraction }) });
    if (sent.ok) {
      await utils.sources.list.invalidate({ appId });
      return remove(id);
    }
    if (sent.reason !== "upgrade-required") return change(id, { error: sent.message });
    remove(id);
    offerUpgrade("data-items");
  }

  /** Begins to send files. More than the plan takes at a time are left out, and that is said. */
  function add(files: File[], replaceItemId?: string): void {
    const { filesMax = 5, fileBytesMax = Infinity } = limits.data ?? {};
    if (files.length > filesMax) {
      if (filesMax === 1) return offerUpgrade("files");
      notifyFailure(`${filesMax} files can be added at a time. The first ${filesMax} were taken.`);
    }
    for (const file of files.slice(0, filesMax)) {
      const id = (nextId += 1);
      const isBig = file.size > fileBytesMax;
      setUploads((all) => [
        ...all,
        { id, name: file.name, fraction: 0, ...(isBig && { error: tooBigWords(fileBytesMax) }) },
      ]);
      if (isBig) continue;
      const before = running.current.at(-atOnce);
      running.current.push((before ?? Promise.resolve()).then(() => send(id, file, replaceItemId)));
    }
  }

  return { uploads, add, remove, limits: limits.data };
}
