import type { SourceFile } from "@/shipped/contract";
import { stemsOf, termsOf } from "./words";

/** Methods by explicit mention: a path, parts of a file's name, an entity, an error's component, text on the screen. */

const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1).replace(/\.[a-z.]+$/i, "");
const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const isWord = (name: string, text: string) => new RegExp(`(?<![\\w$])${escapeRegExp(name)}(?![\\w$])`).test(text);
const scored = (files: SourceFile[], score: (file: SourceFile) => number) =>
  new Map(files.map((file) => [file.path, score(file)] as const).filter(([, value]) => value > 0));

/** Terms in a file's path, weighted by rarity, and higher in its name than in its folders. */
export function scorePaths(text: string, files: SourceFile[]): Map<string, number> {
  const { single, joined } = termsOf(text);
  const terms = new Set([...single, ...joined]);
  const parts = files.map(({ path }) => new Set(stemsOf(path)));
  const holding = new Map<string, number>();
  for (const words of parts) for (const word of words) holding.set(word, (holding.get(word) ?? 0) + 1);
  const weight = (word: string) => Math.log(1 + files.length / (holding.get(word) ?? 1));
  const own = (path: string) => stemsOf(baseName(path));
  return new Map(
    files.flatMap(({ path }, index) => {
      const name = own(path);
      const hit = [...parts[index]!]
        .filter((word) => terms.has(word))
        .reduce((sum, word) => sum + weight(word) * (name.includes(word) ? 1.5 : 1), 0);
      return hit > 0 ? [[path, hit / (2 + name.reduce((sum, word) => sum + weight(word), 0))] as const] : [];
    }),
  );
}

/** Exact mention of a path, a file name, or an identifier like `PriceTag`. */
export function scoreMentions(text: string, files: SourceFile[]): Map<string, number> {
  return scored(files, ({ path }) => {
    if (text.includes(path)) return 1;
    const file = path.slice(path.lastIndexOf("/") + 1);
    if (isWord(file, text)) return 0.9;
    return /^[A-Z]\w*[a-z][A-Z]/.test(file) && isWord(baseName(path), text) ? 0.8 : 0;
  });
}

/** A mentioned entity brings its schema and the files that use it. */
export function scoreEntities(text: string, files: SourceFile[]): Map<string, number> {
  const words = new Set(stemsOf(text));
  const titles = (content: string) => /"title"\s*:\s*"([^"]+)"/.exec(content.slice(0, 400))?.[1] ?? "";
  const isNamed = (name: string) =>
    name !== "" && stemsOf(name).length > 0 && stemsOf(name).every((word) => words.has(word));
  const names = files.flatMap(({ path, content }) =>
    path.startsWith("entities/") && (isNamed(baseName(path)) || isNamed(titles(content))) ? [baseName(path)] : [],
  );
  if (names.length === 0) return new Map();
  const used = names.map((name) => new RegExp(`\\b${escapeRegExp(name)}\\b`));
  return scored(files, ({ path, content }) =>
    names.some((name) => path === `entities/${name}.json`) ? 1 : used.some((name) => name.test(content)) ? 0.5 : 0,
  );
}

/** "The following errors happened in the app" names components; a stack trace names paths. */
export function scoreErrors(text: string, files: SourceFile[]): Map<string, number> {
  if (!/error|exception|not defined|undefined|cannot read|failed|crash/i.test(text)) return new Map();
  return scored(files, ({ path }) =>
    text.includes(path) ? 1 : /[A-Z]/.test(baseName(path)) && isWord(baseName(path), text) ? 0.8 : 0,
  );
}

/** Quoted text is what the person reads on the screen. */
export function scoreQuotes(text: string, files: SourceFile[]): Map<string, number> {
  const quotes = [
    ...text.matchAll(
      /"([^"\n]{2,80})"|“([^”\n]{2,80})”|„([^“”\n]{2,80})[“”]|‘([^’\n]{2,80})’|`([^`\n]{2,80})`|(?<!\w)'([^'\n]{2,80})'(?!\w)/g,
    ),
  ].map((match) => match.slice(1).find(Boolean)!.toLowerCase());
  if (quotes.length === 0) return new Map();
  return scored(files, ({ content }) => {
    const lower = content.toLowerCase();
    return quotes.filter((quote) => lower.includes(quote)).length / quotes.length;
  });
}
