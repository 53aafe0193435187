import { composeReply } from "@/offline/provider";
import { parseReply } from "@/engines/protocol/parse";
import { stageActions } from "@/features/turns/stage";
import type { PastChange } from "@/features/context/history";
import type { SourceFile } from "@/shipped/contract";
import { type Case, changedMax } from "./case";
import { conversations } from "./requests";

const day = new Date("2026-11-21T09:00:00Z");
/** The offline builder's own index of pages. No other assistant writes it, so it is excluded. */
const bookkeeping = "services/app.js";

/**
 * The task: whole apps of 50 to 70 files, built and edited by the offline builder through the real parser and stage. It
 * edits by rules over its own model and never uses retrieval, so that its changes are an independent ground truth.
 */
export function casesOfApps(): Case[] {
  return conversations.flatMap(({ start, requests }) => {
    let files: SourceFile[] = [];
    const history: PastChange[] = [];
    return [start, ...requests].flatMap((text): Case[] => {
      const before = files;
      const { actions } = parseReply(
        composeReply({ messages: [{ role: "user", content: text }], workspace: { files, appName: "Untitled" } }, day),
      );
      files = stageActions(files, actions).files;
      const contents = new Map(files.map(({ path, content }) => [path, content]));
      const truth = before
        .filter(({ path, content }) => path !== bookkeeping && contents.get(path) !== content)
        .map(({ path }) => path);
      const earlier = [...history];
      const known = new Set(before.map(({ path }) => path));
      history.unshift({
        request: text,
        paths: [...truth, ...files.filter(({ path }) => !known.has(path)).map(({ path }) => path)],
      });
      return truth.length === 0 || truth.length > changedMax ? [] : [{ text, files: before, history: earlier, truth }];
    });
  });
}
