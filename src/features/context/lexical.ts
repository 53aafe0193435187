import type { SourceFile } from "@/shipped/contract";
import { stem, stemsOf, termsOf } from "./words";

/** Okapi BM25's k1 and b; a word of the path or a declared name counts as several of the text. */
const [saturation, lengthShare] = [1.2, 0.6];
const pathWeight = 6;
const declaredWeight = 3;
const joinedWeight = 0.5;

const isLower = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
const isUpper = (code: number) => code >= 65 && code <= 90;
const isLetter = (code: number) => isLower(code) || isUpper(code);

/** Whether a word begins here: after a non-letter, or at a camelCase boundary. */
function isStart(text: string, at: number): boolean {
  if (at === 0) return true;
  const [before, here] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  if (!isLetter(before)) return true;
  return isUpper(here) && (!isUpper(before) || (at + 1 < text.length && isLower(text.charCodeAt(at + 1))));
}

/** End of the word that begins at `start`, at least `least` characters long: "IDs" is ID, "CSVImport" is CSV. */
function endOf(text: string, start: number, least: number): number {
  let end = start + least;
  const isShouted = isUpper(text.charCodeAt(start)) && isUpper(text.charCodeAt(end - 1));
  const goesOn = (code: number, next: number) =>
    isShouted ? isUpper(code) && !(next >= 97 && next <= 122) : isLower(code);
  while (end < text.length && goesOn(text.charCodeAt(end), text.charCodeAt(end + 1))) end += 1;
  return end;
}

const declaration = /(?:function|class|const|type|interface)\s+$/;

/** `ContactForm` counts as declared when `function` precedes the whole name, also for the term "form". */
function isDeclared(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && isLetter(text.charCodeAt(start - 1))) start -= 1;
  return text.charCodeAt(start - 1) === 32 && declaration.test(text.slice(Math.max(0, start - 12), start));
}

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Term frequencies by file. Scans texts for the request's few terms instead of tokenizing them: a few milliseconds for
 * hundreds of files, without an index to keep up to date.
 */
function countTerms(files: SourceFile[], terms: Set<string>): Map<string, number>[] {
  const literals = [...terms].map((term) => escapeRegExp(term.replace(/y$/, ""))).filter(Boolean);
  const pattern = new RegExp(`(?:${literals.sort((a, b) => b.length - a.length).join("|")})`, "gi");
  // Cache: few distinct words occur in many places.
  const stems = new Map<string, string>();
  const stemOf = (word: string): string => {
    const found = stems.get(word) ?? stem(word.toLowerCase());
    stems.set(word, found);
    return found;
  };
  return files.map(({ path, content }) => {
    const counts = new Map<string, number>();
    const add = (term: string, weight: number) => counts.set(term, (counts.get(term) ?? 0) + weight);
    pattern.lastIndex = 0;
    for (let match = pattern.exec(content); match; match = pattern.exec(content)) {
      if (!isStart(content, match.index)) continue;
      const end = endOf(content, match.index, match[0].length);
      const term = stemOf(content.slice(match.index, end));
      if (terms.has(term)) add(term, isDeclared(content, match.index) ? declaredWeight : 1);
    }
    for (const term of stemsOf(path)) if (terms.has(term)) add(term, pathWeight);
    return counts;
  });
}

/** BM25 of each file over path, declared names and text. Files without a match are left out. */
export function scoreWords(text: string, files: SourceFile[]): Map<string, number> {
  const { single, joined } = termsOf(text);
  const terms = new Set([...single, ...joined]);
  if (terms.size === 0 || files.length === 0) return new Map();
  const counts = countTerms(files, terms);
  const average = files.reduce((sum, { content }) => sum + content.length, 0) / files.length || 1;
  const weights = new Map(
    [...terms].map((term) => {
      const holding = counts.filter((count) => count.has(term)).length;
      return [
        term,
        (single.includes(term) ? 1 : joinedWeight) * Math.log(1 + (files.length - holding + 0.5) / (holding + 0.5)),
      ];
    }),
  );
  const scores = files.map(({ path, content }, index) => {
    const norm = saturation * (1 - lengthShare + (lengthShare * content.length) / average);
    const score = [...counts[index]!].reduce(
      (sum, [term, count]) => sum + (weights.get(term)! * count * (saturation + 1)) / (count + norm),
      0,
    );
    return [path, score] as const;
  });
  return new Map(scores.filter(([, score]) => score > 0));
}
