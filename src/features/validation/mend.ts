import "server-only";
import type { SourceFile } from "@/shipped/contract";
import { ModelError, type ModelProvider } from "@/engines/model/schema";
import { fileBytesMax } from "@/features/files/schema";
import type { Mender } from "./repair-with";
import type { Issue } from "@/engines/detect/schema";

/** Prompt limits of a repair: files, and text (about 30,000 tokens). */
const filesMax = 8;
const charactersMax = 120_000;

/** A file that shrinks below this share has lost features, whatever its issues. */
const keptMin = 0.5;

const instructions = [
  "You repair the code of a small React app. You are given its faulty files, their issues and the names of its other files.",
  "Answer with each file that you change, whole, between two lines of their own, and with nothing else:",
  '<file path="pages/Home.jsx">',
  "…the complete corrected text…",
  "</file>",
  "Change only what an issue needs. Keep formatting, behaviour and texts. Never remove a feature, never leave code out, never write a stub or a placeholder in place of what is missing.",
].join("\n");

/**
 * Repairs by a model, for what no fixer covers. The repair decides whether to accept the result.
 * @param request the person's request, which says what the code was meant to do
 */
export function modelMender(
  provider: ModelProvider,
  model: string | undefined,
  request: string,
  signal: AbortSignal,
): Mender {
  return async (files, issues) => {
    const shown = faultyFiles(files, issues);
    if (shown.length === 0) return undefined;
    const reply = await ask(provider, { model, prompt: promptOf(files, shown, issues, request), files, signal });
    const old = new Map(shown.map(({ path, content }) => [path, content]));
    const answered = readFiles(reply).map(({ path, content }) => ({
      path,
      content: withOldEnd(old.get(path), content),
    }));
    const changed = answered.filter(
      ({ path, content }) =>
        old.has(path) &&
        old.get(path) !== content &&
        content.length <= fileBytesMax &&
        content.length >= keptMin * old.get(path)!.length,
    );
    if (changed.length === 0) return undefined;
    const texts = new Map(changed.map(({ path, content }) => [path, content]));
    return {
      files: files.map((file) => ({ path: file.path, content: texts.get(file.path) ?? file.content })),
      fixer: `model:${model ?? provider.name}`,
      description: `Rewrote ${changed.map(({ path }) => path).join(", ")}`,
    };
  };
}

function faultyFiles(files: SourceFile[], issues: Issue[]): SourceFile[] {
  let left = charactersMax;
  const faulty = new Set(issues.map(({ path }) => path));
  return files.filter(({ path, content }) => faulty.has(path) && (left -= content.length) >= 0).slice(0, filesMax);
}

function promptOf(files: SourceFile[], shown: SourceFile[], issues: Issue[], request: string): string {
  const paths = new Set(shown.map(({ path }) => path));
  const list = issues
    .filter(({ path }) => paths.has(path))
    .map(({ path, line, detectorId, message }) => `- ${path}, line ${line} (${detectorId}): ${message}`);
  const entities = files
    .filter(({ path }) => path.startsWith("entities/") && !paths.has(path))
    .map(({ path, content }) => `${path}:\n${content}`);
  return [
    ...(request.trim()
      ? [`What the code is meant to do, from the conversation:\n${request.trim().slice(0, 4000)}`]
      : []),
    `Issues:\n${list.join("\n")}`,
    `All files of the app:\n${files.map(({ path }) => path).join("\n")}`,
    ...(entities.length > 0 ? [`Entities:\n${entities.join("\n").slice(0, 20_000)}`] : []),
    `Faulty files:\n${shown.map(({ path, content }) => `<file path="${path}">\n${content}\n</file>`).join("\n")}`,
  ].join("\n\n");
}

type Question = { model: string | undefined; prompt: string; files: SourceFile[]; signal: AbortSignal };

/** A complete answer, or "" when the model fails or is cut: the repair then changes nothing. */
async function ask(provider: ModelProvider, { model, prompt, files, signal }: Question): Promise<string> {
  let text = "";
  try {
    for await (const event of provider.stream({
      instructions,
      messages: [{ role: "user", content: prompt }],
      workspace: { files, appName: "" },
      ...(model === undefined ? {} : { model }),
      temperature: 0,
      signal,
    })) {
      if (event.kind === "text") text += event.text;
      if (event.kind === "finish" && event.reason !== "stop")
        return text.slice(0, text.lastIndexOf("</file>") + "</file>".length);
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return "";
  }
  return text;
}

/** Models are inconsistent about the final line break: keep the file's own. */
const withOldEnd = (old: string | undefined, content: string) =>
  content.trimEnd() + (/\s*$/.exec(old ?? "\n")?.[0] ?? "");

/** Complete files of an answer; a truncated one is dropped. */
export function readFiles(reply: string): SourceFile[] {
  const found = reply.matchAll(/^<file path="([^"\n]+)">[ \t]*\r?\n([\s\S]*?)\r?\n?^<\/file>[ \t]*\r?$/gm);
  return [...found].map(([, path, content]) => ({ path: path!, content: content! }));
}
