import type { Change, DiffLine } from "../history";
import { pick, random } from "./random";

/** `expected` null: the edit must be refused. */
export type Case = { before: string; body: string; expected: string | null };
export type Spoil = (change: Change) => Case | null;

const words = (line: string) => line.match(/[A-Za-z]{4,}/g) ?? [];

export function body(window: DiffLine[]): string {
  const of = (sign: "-" | "+") =>
    window.flatMap((line) => (line.sign === " " || line.sign === sign ? [line.text] : []));
  return ["<<<<<<< SEARCH", ...of("-"), "=======", ...of("+"), ">>>>>>> REPLACE"].join("\n");
}
export const said = ({ before, after }: Change, window: DiffLine[]): Case => ({
  before,
  body: body(window),
  expected: after,
});
export const refused = (before: string, text: string): Case => ({ before, body: text, expected: null });
const every =
  (change: (line: string) => string): Spoil =>
  (edit) =>
    said(
      edit,
      edit.window.map(({ sign, text }) => ({ sign, text: change(text) })),
    );

/** Corrupts this many lines of the context (or, for "-", of the deletions); null where too few can be. */
export function lines(
  change: Change,
  spoil: (text: string) => string[],
  count = 1,
  sign: DiffLine["sign"] = " ",
): DiffLine[] | null {
  const able = change.window.flatMap((line, at) => {
    const now = spoil(line.text);
    return line.sign === sign && line.text.trim() !== "" && (now.length !== 1 || now[0] !== line.text) ? [at] : [];
  });
  if (able.length < count) return null;
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(pick(able));
  return change.window.flatMap((line, at) =>
    chosen.has(at) ? spoil(line.text).map((text) => ({ sign: line.sign, text })) : [line],
  );
}
const context =
  (spoil: (text: string) => string[], count = 1): Spoil =>
  (change) => {
    const window = lines(change, spoil, count);
    return window && said(change, window);
  };
export const typo = (text: string) => {
  const word = words(text)[0];
  return [word ? text.replace(word, word.slice(0, 2) + word.slice(3)) : text];
};
const stale = (text: string) => [text.replace(/[A-Za-z]{2,}|\d+/, (word) => `${word}Old9`)];

function numbered(number: (at: number, line: string) => string): Spoil {
  return (change) => {
    let [old, fresh] = [change.start, change.start];
    const search: string[] = [];
    const replace: string[] = [];
    for (const { sign, text } of change.window) {
      if (sign !== "+") search.push(number(++old, text));
      if (sign !== "-") replace.push(number(++fresh, text));
    }
    const text = ["<<<<<<< SEARCH", ...search, "=======", ...replace, ">>>>>>> REPLACE"].join("\n");
    return { before: change.before, body: text, expected: change.after };
  };
}

export const fits: Record<string, Spoil> = {
  clean: every((line) => line),
  "spaces at line ends": every((line) => (line.length % 2 ? `${line}  ` : line)),
  "indentation lost": (change) => {
    const widths = change.window.filter(({ text }) => text.trim()).map(({ text }) => /^ */.exec(text)![0].length);
    const least = Math.min(...widths);
    return least === 0 || !Number.isFinite(least) ? null : every((line) => line.slice(least))(change);
  },
  "indentation deeper": every((line) => (line.trim() ? `  ${line}` : line)),
  "tabs for spaces": every((line) => line.replace(/^(?: {2})+/, (indent) => "\t".repeat(indent.length / 2))),
  "windows line ends": ({ before, after, window }) => ({
    before: before.replaceAll("\n", "\r\n"),
    body: body(window),
    expected: after.replaceAll("\n", "\r\n"),
  }),
  "smart quotes in context": context((text) => [text.replaceAll('"', "”").replaceAll("'", "’")]),
  "typo in context": context(typo),
  "two typos in context": context(typo, 2),
  "digit in context": context((text) => [text.replace(/\d/, (digit) => String((Number(digit) + 3) % 10))]),
  "sign in context": context((text) => [text.replace(/[+*<>!?]|&&/, "-")]),
  "context line lost": (change) => {
    // Next to a change, the insertion point would be ambiguous.
    const at = change.window.findIndex((_, index) => {
      const around = change.window.slice(Math.max(0, index - 1), index + 2);
      return around.length === 3 && around.every(({ sign, text }) => sign === " " && text.trim() !== "");
    });
    return at < 0
      ? null
      : said(
          change,
          change.window.filter((_, index) => index !== at),
        );
  },
  "context line doubled": context((text) => [text, text]),
  "code left out": (change) => {
    const all = change.before.split("\n");
    const head = all[change.start - 6];
    if (!head || head.trim().length < 12 || all.filter((line) => line.trim() === head.trim()).length > 1) return null;
    const lead = [head, "  // ... existing code ..."].map((text): DiffLine => ({ sign: " ", text }));
    return said(change, [...lead, ...change.window]);
  },
  "numbered 12 |": numbered((at, line) => `${String(at).padStart(4)} | ${line}`),
  "numbered 12:": numbered((at, line) => `${at}: ${line}`),
  "numbered, tab": numbered((at, line) => `${at}\t${line}`),
};

export const refusals: Record<string, Spoil> = {
  truncated: ({ before, window }) => {
    const whole = body(window);
    return refused(before, whole.slice(0, whole.length - ">>>>>>> REPLACE".length - random(20)));
  },
  "stale line": (change) => {
    const window = lines(change, stale, 1, "-");
    return window && refused(change.before, body(window));
  },
  "stale line and a typo": (change) => {
    const window = lines(change, stale, 1, "-");
    const both = window && lines({ ...change, window }, typo);
    return both && refused(change.before, body(both));
  },
  "two identical targets": ({ before, window }) => {
    const old = window.filter(({ sign }) => sign !== "+").map(({ text }) => text);
    return refused(`${before}\n${old.join("\n")}\n`, body(window));
  },
  "stale, beside a copy": (change) => {
    const copy = lines(change, typo, 2);
    const now = lines(change, stale, 1, "-");
    if (!copy || !now) return null;
    const old = (window: DiffLine[]) => window.filter(({ sign }) => sign !== "+").map(({ text }) => text);
    const all = change.before.split("\n");
    const file = [
      ...all.slice(0, change.start),
      ...old(now),
      ...all.slice(change.start + old(now).length),
      ...old(copy),
    ];
    return refused(file.join("\n"), body(change.window));
  },
};
