import type { Change, DiffLine } from "../history";
import { pick, random } from "./random";
import { body, fits, lines, refused, said, type Spoil, typo } from "./spoils";

/**
 * Further corruptions, written after the applier was last changed for those in `spoils.ts`: shapes of whole edits, and
 * two corruptions at a time.
 */

const isChanged = ({ sign }: DiffLine) => sign !== " ";

/** The window with at most so many lines of context around its changes; null where SEARCH would not be unique. */
function narrow({ window }: Change, count: number): DiffLine[] | null {
  const first = window.findIndex(isChanged);
  const last = window.findLastIndex(isChanged);
  const slice = window.slice(Math.max(0, first - count), last + 1 + count);
  return slice.some(({ sign, text }) => sign !== "+" && text.trim().length > 8) ? slice : null;
}
const squeeze = (text: string) => text.replace(/\s+/g, "");
const isUnique = (before: string, window: DiffLine[]) => {
  const wanted = squeeze(window.flatMap(({ sign, text }) => (sign === "+" ? [] : [text])).join(""));
  return squeeze(before).indexOf(wanted) === squeeze(before).lastIndexOf(wanted);
};
const narrowed =
  (count: number): Spoil =>
  (change) => {
    const window = narrow(change, count);
    return window && isUnique(change.before, window) ? said(change, window) : null;
  };

/** The window between so many of the file's lines before it and after it. */
function widened(change: Change, count: number): DiffLine[] {
  const all = change.before.split("\n");
  const old = change.window.filter(({ sign }) => sign !== "+").length;
  const plain = (texts: string[]) => texts.map((text): DiffLine => ({ sign: " ", text }));
  return [
    ...plain(all.slice(Math.max(0, change.start - count), change.start)),
    ...change.window,
    ...plain(all.slice(change.start + old, change.start + old + count)),
  ];
}

/** Corrupts a corrupted window once more, by two of the plain corruptions of context. */
const both =
  (first: (text: string) => string[], second: (text: string) => string[]): Spoil =>
  (change) => {
    const once = lines(change, first);
    const twice = once && lines({ ...change, window: once }, second);
    return twice && said(change, twice);
  };

const swapQuotes = (text: string) => [
  text.includes('"') ? text.replaceAll('"', "'") : text.includes("'") ? text.replaceAll("'", '"') : text,
];
const noEnd = (text: string) => [text.replace(/[,;]\s*$/, "")];
const noSpaces = (text: string) => [text.replace(/ ?([=+*({]) ?/g, "$1")];
const wrapped = (text: string) => {
  const at = text.indexOf(" ", Math.floor(text.length / 2));
  return text.length > 60 && at > 0 ? [text.slice(0, at), `${/^\s*/.exec(text)![0]}  ${text.slice(at + 1)}`] : [text];
};
const isComment = (text: string) => /^\s*(?:\/\/|\*|\/\*)/.test(text);
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const context =
  (spoil: (text: string) => string[], count = 1): Spoil =>
  (change) => {
    const window = lines(change, spoil, count);
    return window && said(change, window);
  };

export const moreFits: Record<string, Spoil> = {
  "one line of context": narrowed(1),
  "no context": narrowed(0),
  "forty lines of context": (change) => said(change, widened(change, 20)),
  "forty lines and three typos": (change) => {
    const window = lines({ ...change, window: widened(change, 20) }, typo, 3);
    return window && said(change, window);
  },
  "whole file in SEARCH": (change) => {
    const window = widened(change, 1_000);
    return window.length <= 400 ? said(change, window) : null;
  },
  "blank lines dropped": (change) => {
    // Next to a change, its place would be ambiguous.
    const isCalm = (at: number) => [-1, 0, 1].every((step) => (change.window[at + step]?.sign ?? " ") === " ");
    const window = change.window.filter(({ text }, at) => text.trim() !== "" || !isCalm(at));
    return window.length < change.window.length ? said(change, window) : null;
  },
  "other quotes in context": context(swapQuotes),
  "line ends in context": context(noEnd),
  "spaces in context": context(noSpaces),
  "context line wrapped": context(wrapped),
  "comment left out": (change) => {
    const at = change.window.findIndex((line, index) => {
      const [above, below] = [change.window[index - 1], change.window[index + 1]];
      return line.sign === " " && isComment(line.text) && above?.sign === " " && below?.sign === " ";
    });
    return at < 0
      ? null
      : said(
          change,
          change.window.filter((_, index) => index !== at),
        );
  },
  "escaped markup": (change) =>
    change.window.some(({ sign, text }) => sign === "-" && /[<>]/.test(text))
      ? said(
          change,
          change.window.map(({ sign, text }) => ({ sign, text: escaped(text) })),
        )
      : null,
  "typo and smart quotes": both(typo, (text) => [text.replaceAll('"', "”").replaceAll("'", "’")]),
  "typo, and indentation lost": (change) => {
    const window = lines(change, typo);
    return window && fits["indentation lost"]!({ ...change, window });
  },
  "typo, and numbered": (change) => {
    const window = lines(change, typo);
    return window && fits["numbered 12 |"]!({ ...change, window });
  },
  "line ends and spaces": both(noEnd, noSpaces),
  "file grew a line": (change) => {
    // A line of the file that the model has not seen, away from the change.
    const at = change.window.findIndex((_, index) => {
      const around = change.window.slice(Math.max(0, index - 1), index + 3);
      return around.length === 4 && around.every(({ sign, text }) => sign === " " && text.trim() !== "");
    });
    if (at < 0) return null;
    const seen = change.window.slice(0, at + 1).filter(({ sign }) => sign !== "+").length;
    const fresh = change.window.slice(0, at + 1).filter(({ sign }) => sign !== "-").length;
    const grow = (text: string, line: number) =>
      text.split("\n").toSpliced(line, 0, "  const grownMeanwhile = 1;").join("\n");
    return {
      before: grow(change.before, change.start + seen),
      body: body(change.window),
      expected: grow(change.after, change.start + fresh),
    };
  },
};

/** Corrupts a line that the block changes, so that it says something else than the file. */
const changed =
  (spoil: (text: string) => string): Spoil =>
  (change) => {
    const window = lines(change, (text) => [spoil(text)], 1, "-");
    if (!window) return null;
    // A line that is now as in REPLACE, or elsewhere in the file, would be another edit.
    const texts = new Set(change.before.split("\n").map(squeeze));
    const said = window.find((line, at) => line !== change.window[at] && line.text !== change.window[at]?.text);
    const isOther = said && !texts.has(squeeze(said.text)) && !change.after.includes(said.text.trim());
    return isOther ? refused(change.before, body(window)) : null;
  };

export const moreRefusals: Record<string, Spoil> = {
  "typo in a changed line": changed((text) => typo(text)[0]!),
  "digit in a changed line": changed((text) => text.replace(/\d/, (digit) => String((Number(digit) + 3) % 10))),
  "sign in a changed line": changed((text) => text.replace(/(?<=\s)[+*<>!?-](?=\s)|&&|===/, "%")),
  "word in a changed line": changed((text) => text.replace(/\b(?:true|false|const|let|await|return|null)\b/, "void")),
  "changed line that is not there": (change) => {
    const at = change.window.findIndex(({ sign }) => sign === "-");
    if (at < 0) return null;
    const extra: DiffLine = { sign: "-", text: `  const neverThere${random(99)} = compute(${random(99)});` };
    return refused(change.before, body(change.window.toSpliced(at, 0, extra)));
  },
  "half of it elsewhere": (change) => {
    // SEARCH joins lines of two places of the file.
    const all = change.before.split("\n");
    const far = pick(all.map((_, at) => at).filter((at) => Math.abs(at - change.start) > 80));
    const foreign =
      far === undefined
        ? []
        : all
            .slice(far, far + 4)
            .filter((text) => text.trim().length > 12 && all.filter((other) => other === text).length === 1);
    if (foreign.length < 3 || !change.window.some(({ sign }) => sign === "-")) return null;
    return refused(change.before, body([...change.window, ...foreign.map((text): DiffLine => ({ sign: "-", text }))]));
  },
  "code left out of REPLACE": (change) => {
    const { window } = change;
    const last = window.findLastIndex(({ sign }) => sign === "+");
    if (last < 0) return null;
    return refused(
      change.before,
      body(window.toSpliced(last, 1, { sign: "+", text: "  // ... rest of the code ..." })),
    );
  },
};
