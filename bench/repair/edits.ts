import { validateBundle } from "@/engines/detect/check";
import { composeReply } from "@/offline/provider";
import { parseReply } from "@/engines/protocol/parse";
import { stageActions } from "@/features/turns/stage";
import type { SourceFile } from "@/shipped/contract";
import { conversations } from "../context/requests";
import { desk } from "../validation/desk";
import { studio } from "../validation/studio";

export type AppEdit = { before: SourceFile[]; after: SourceFile[] };

const day = new Date("2026-11-21T09:00:00Z");

/** Every version of some apps with the one before, in each of which code has changed. */
export function editsOfConversations(): AppEdit[] {
  return conversations.flatMap(({ start, requests }) => {
    let files: SourceFile[] = [];
    return [start, ...requests].flatMap((text): AppEdit[] => {
      const before = files;
      const workspace = { files, appName: "Untitled" };
      const { actions } = parseReply(composeReply({ messages: [{ role: "user", content: text }], workspace }, day));
      files = stageActions(files, actions).files;
      const old = new Map(before.map(({ path, content }) => [path, content]));
      const isCode = files.some(
        ({ path, content }) => path.endsWith(".jsx") && old.has(path) && old.get(path) !== content,
      );
      return isCode ? [{ before, after: files }] : [];
    });
  });
}

const element = /^\s*<(\w+)[^<>]*>[^<>]*<\/\1>$|^\s*<\w[^<>]*\/>$/;

/** Apps written by hand: each element on a line of its own as what an edit added. */
export function editsOfApps(): AppEdit[] {
  return [desk, studio].flatMap((after) =>
    after.flatMap((file) =>
      file.content.split("\n").flatMap((line, at, lines): AppEdit[] => {
        if (!element.test(line)) return [];
        const content = lines.toSpliced(at, 1).join("\n");
        const before = after.map((one) => (one === file ? { ...file, content } : one));
        return validateBundle(before).length === 0 ? [{ before, after }] : [];
      }),
    ),
  );
}
