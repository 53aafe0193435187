import "server-only";
import type { Scene, Word } from "./scene";

/** How a token belongs to a request: outside of all, the first of one, inside of one, or part of a name that it brings. */
export const tags = ["O", "S", "I", "SN", "N", "M"] as const;
export type Tag = (typeof tags)[number];

/** Whether a tag may follow another; "" is before the first token. */
export function follows(before: Tag | "", tag: Tag): boolean {
  if (tag === "I" || tag === "N") return before !== "" && before !== "O";
  if (tag === "M") return before === "N" || before === "SN" || before === "M";
  return true;
}

const none = "^";
const shape = (word: Word | undefined): string =>
  !word ? none : !word.isWord ? word.text : /\d/.test(word.text) ? "#" : /^\p{Lu}/u.test(word.text) ? "Aa" : "aa";

/** What each token of a message looks like. */
export function tokenFeatures({ words }: Scene): string[][] {
  return words.map((word, at) => {
    const near = (by: number) => words[at + by];
    const said = (by: number) => near(by)?.word ?? none;
    const kind = (by: number) => near(by)?.kind ?? none;
    const asks = (by: number) => near(by)?.mark?.asks.join("+") ?? "";
    return [
      "b",
      `w=${said(0)}`,
      `l=${word.lemma}`,
      `w-1=${said(-1)}`,
      `w+1=${said(1)}`,
      `w-2=${said(-2)}`,
      `w+2=${said(2)}`,
      `ww-=${said(-1)} ${said(0)}`,
      `ww+=${said(0)} ${said(1)}`,
      `w-1+1=${said(-1)} ${said(1)}`,
      `ww--=${said(-2)} ${said(-1)}`,
      `k=${kind(0)}`,
      `k-1=${kind(-1)}`,
      `k+1=${kind(1)}`,
      `k-2=${kind(-2)}`,
      `k+2=${kind(2)}`,
      `kk-=${kind(-1)} ${kind(0)}`,
      `kk+=${kind(0)} ${kind(1)}`,
      `kkk=${kind(-1)} ${kind(0)} ${kind(1)}`,
      `k-2-1=${kind(-2)} ${kind(-1)} ${kind(0)}`,
      `w-1k=${said(-1)} ${kind(0)}`,
      `kw+1=${kind(0)} ${said(1)}`,
      `a=${asks(0)}`,
      `a-1=${asks(-1)}`,
      `a+1=${asks(1)}`,
      `ak=${asks(-1)} ${kind(0)}`,
      `s=${shape(word)}`,
      `s-1=${shape(near(-1))}`,
      `s+1=${shape(near(1))}`,
      `x=${word.word.slice(-3)}`,
      `d=${Math.min(2, word.depth)}`,
      `at=${Math.min(3, at)}`,
      `left=${Math.min(3, words.length - at)}`,
    ];
  });
}

/** What a request looks like: its words, and what they are in the app. */
export function requestFeatures({ words }: Scene, from: number, to: number, row: readonly Tag[]): string[] {
  const features = new Set<string>(["b"]);
  const isName = (at: number) => row[at] === "N" || row[at] === "SN" || row[at] === "M";
  const plain: string[] = [];
  for (let at = from; at < to; at++) {
    if (isName(at)) {
      if (row[at] !== "M") plain.push("<N>");
      continue;
    }
    const { word, kind, mark } = words[at]!;
    const isKnown = /[TFOPCR#Q]/.test(kind);
    plain.push(isKnown ? `<${kind}>` : word);
    features.add(`w=${word}`);
    features.add(`k=${kind}`);
    for (const ask of mark?.asks ?? []) features.add(`a=${ask}`);
  }
  for (let at = 0; at <= plain.length; at++) {
    features.add(`p2=${plain[at - 1] ?? none} ${plain[at] ?? none}`);
    if (at > 0) features.add(`p3=${plain[at - 2] ?? none} ${plain[at - 1] ?? none} ${plain[at] ?? none}`);
  }
  const kinds = [...features].filter((one) => one.startsWith("k="));
  for (const ask of [...features].filter((one) => one.startsWith("a=")))
    for (const kind of kinds) features.add(`${ask} ${kind}`);
  const names = plain.filter((one) => one === "<N>").length;
  features.add(`n=${Math.min(3, names)}`);
  features.add(`first=${plain[0]} n${Math.min(2, names)}`);
  features.add(`last=${plain.at(-1)} n${Math.min(2, names)}`);
  features.add(`size=${Math.min(6, plain.length)}`);
  return [...features];
}
