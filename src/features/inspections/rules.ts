import { normalizePath, type SourceFile } from "@/shipped/contract";
import { type Seen } from "./schema";
import { hitLineMax, hitsMax, listedFilesMax, readLinesMax, sampleValueMax } from "./limits";

/** What a tool cannot answer, in words for the model. */
export type Unseen = { fault: string };

const counted = (count: number, noun: string) => `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
const linesOf = (content: string): string[] => content.replace(/\n$/, "").split("\n");
const within = (files: SourceFile[], folder: string | undefined): SourceFile[] => {
  const start = folder?.replace(/^(\.?\/)*(src\/)?|\/+$/g, "");
  return start ? files.filter(({ path }) => path === start || path.startsWith(`${start}/`)) : files;
};
const inFolder = (folder: string | undefined) => (folder ? ` in ${folder}` : "");

export function listFiles(files: SourceFile[], folder?: string): Seen {
  const found = within(files, folder);
  const lines = found
    .slice(0, listedFilesMax)
    .map(({ path, content }) => `${path} (${counted(linesOf(content).length, "line")})`);
  const more = found.length > listedFilesMax ? [`… and ${found.length - listedFilesMax} more: name a folder`] : [];
  return {
    summary: `Listed ${counted(found.length, "file")}${inFolder(folder)}`,
    text: [...lines, ...more].join("\n") || "There are no files",
  };
}

type Hit = { path: string; line: number; text: string };

function findLines(files: SourceFile[], isHit: (line: string) => boolean): Hit[] {
  return files.flatMap(({ path, content }) =>
    linesOf(content).flatMap((text, index) => (isHit(text) ? [{ path, line: index + 1, text }] : [])),
  );
}

const place = ({ path, line, text }: Hit) => `${path}:${line}: ${text.trim().slice(0, hitLineMax)}`;
const places = (hits: Hit[]) =>
  `${counted(hits.length, "place")} in ${counted(new Set(hits.map(({ path }) => path)).size, "file")}`;
const listed = (hits: Hit[]): string[] => [
  ...hits.slice(0, hitsMax).map(place),
  ...(hits.length > hitsMax ? [`… and ${hits.length - hitsMax} more`] : []),
];

export function searchFiles(files: SourceFile[], text: string, folder?: string): Seen {
  const wanted = text.toLowerCase();
  const hits = findLines(within(files, folder), (line) => line.toLowerCase().includes(wanted));
  return {
    summary: `Searched for “${text}”${inFolder(folder)}: ${hits.length > 0 ? places(hits) : "nothing found"}`,
    text: listed(hits).join("\n") || "Nothing found",
  };
}

/** Lines `from` to `to`, counted from 1; what lies beyond the limit is named, not cut in silence. */
export function readFile(files: SourceFile[], path: string, from = 1, to = Infinity): Seen | Unseen {
  const wanted = normalizePath(path) ?? path;
  const file = files.find((one) => one.path === wanted);
  if (!file) return { fault: notThere(files, wanted) };
  const lines = linesOf(file.content);
  if (from > lines.length) return { fault: `${wanted} has only ${counted(lines.length, "line")}` };
  const last = Math.min(lines.length, Math.max(from, to), from + readLinesMax - 1);
  const isWhole = from === 1 && last === lines.length;
  const range = isWhole ? counted(last, "line") : `lines ${from}–${last} of ${lines.length}`;
  return {
    summary: `Read ${wanted}, ${range}`,
    text: `${wanted}, ${range}:\n${lines.slice(from - 1, last).join("\n")}`,
  };
}

function notThere(files: SourceFile[], path: string): string {
  const name = path
    .split("/")
    .pop()!
    .toLowerCase()
    .replace(/\.\w+$/, "");
  const near = files.filter((file) => file.path.toLowerCase().includes(name)).slice(0, 5);
  return `There is no file ${path}${near.length > 0 ? `. Similar: ${near.map((file) => file.path).join(", ")}` : ""}`;
}

/** Works on text, so that a file which cannot be parsed is found too. */
export function findReferences(files: SourceFile[], name: string): Seen {
  const own = name.replace(/[.$*+?^{}()|[\]\\-]/g, String.raw`\$&`);
  const word = new RegExp(String.raw`(?<![\p{L}\p{N}_$])${own}(?![\p{L}\p{N}_$])`, "u");
  const defining = new RegExp(
    String.raw`\b(?:function|const|let|var|class|interface|type)\s+${own}(?![\p{L}\p{N}_$])`,
    "u",
  );
  const hits = findLines(files, (line) => word.test(line));
  const isImport = ({ text }: Hit) => /^\s*(?:import\b|export\b.*\bfrom\b)/.test(text);
  const isEntity = ({ path, line }: Hit) => line === 1 && path === `entities/${name}.json`;
  const entity = files.filter(({ path }) => path === `entities/${name}.json`).map(({ path }) => `${path}: the table`);
  const defined = hits.filter((hit) => defining.test(hit.text));
  const imported = hits.filter((hit) => !defined.includes(hit) && isImport(hit));
  const used = hits.filter((hit) => !defined.includes(hit) && !imported.includes(hit) && !isEntity(hit));
  const part = (title: string, lines: string[]) => (lines.length > 0 ? [`${title}:\n${lines.join("\n")}`] : []);
  const text = [
    ...part("Defined", [...entity, ...listed(defined)]),
    ...part("Imported", listed(imported)),
    ...part("Used", listed(used)),
  ].join("\n\n");
  return {
    summary: `Looked for uses of ${name}: ${hits.length > 0 ? places(hits) : "nothing found"}`,
    text: text || "Nothing found",
  };
}

const isSecret = (name: string) => /pass(?:word|wd)|secret|token|api.?key/i.test(name);

/** A row as one line of JSON: long values are cut, and what looks like a secret is left out. */
export function sampleOf(row: Record<string, unknown>): string {
  const shown = Object.entries(row).map(([name, value]) => {
    if (isSecret(name) && value) return [name, "(not shown)"];
    const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
    return [name, text.length > sampleValueMax ? `${text.slice(0, sampleValueMax).toWellFormed()}…` : value];
  });
  return JSON.stringify(Object.fromEntries(shown));
}

/** Lines around a change that are shown with it. */
const contextLines = 2;

/** What differs between two texts, as one window: lines taken away with "-", new ones with "+". */
export function changedLines(before: string, after: string): string {
  const [was, is] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < was.length && head < is.length && was[head] === is[head]) head += 1;
  let foot = 0;
  while (foot < was.length - head && foot < is.length - head && was.at(-1 - foot) === is.at(-1 - foot)) foot += 1;
  const marked = (sign: string, lines: string[]) => lines.map((line) => `${sign} ${line}`);
  return [
    ...marked(" ", was.slice(Math.max(0, head - contextLines), head)),
    ...marked("-", was.slice(head, was.length - foot)),
    ...marked("+", is.slice(head, is.length - foot)),
    ...marked(" ", was.slice(was.length - foot, was.length - foot + contextLines)),
  ].join("\n");
}

const doing: Record<string, (input: Record<string, string | undefined>) => string> = {
  list_files: ({ folder }) => `Listing the files${inFolder(folder)}`,
  search_files: ({ text }) => `Searching for “${text ?? ""}”`,
  read_file: ({ path }) => `Reading ${path ?? "a file"}`,
  find_references: ({ name }) => `Looking for uses of ${name ?? "a name"}`,
  read_table: ({ table }) => `Looking at the table ${table ?? ""}`,
  list_exports: ({ module }) => `Looking at what ${module ?? "a module"} offers`,
  open_page: ({ page }) => `Opening the page ${page ?? ""}`,
  see_page: ({ page }) => `Taking a picture of the page ${page ?? ""}`,
  check_app: () => "Checking the app",
  recent_errors: () => "Looking at the last errors",
  recent_changes: ({ path }) => `Looking at the last changes${path ? ` of ${path}` : ""}`,
};

/** What a tool does, for people; undefined for a tool that is none of ours. */
export function lookLabel(name: string, input: unknown): string | undefined {
  const texts = Object.entries(typeof input === "object" && input !== null ? input : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.hasOwn(doing, name) ? doing[name]!(Object.fromEntries(texts)) : undefined;
}
