import { applyEdit } from "@/engines/protocol/apply";
import { changesOfHistory, type Change, type DiffLine } from "./history";

/**
 * Correctness of the applier on edits of this repository's own history, written as a model's blocks and corrupted the
 * way models corrupt them. What must apply has one right result (trailing white space aside); the rest must be refused.
 * `tsx bench/applier.ts [seed] [class]`: with a class, prints its first failing case.
 */
let seed = Number(process.argv[2] ?? 7);
const random = (limit: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
};
const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;

type Case = { before: string; body: string; expected: string | null };
type Spoil = (change: Change) => Case | null;

const casesMax = 400;
const words = (line: string) => line.match(/[A-Za-z]{4,}/g) ?? [];

function body(window: DiffLine[]): string {
  const of = (sign: "-" | "+") =>
    window.flatMap((line) => (line.sign === " " || line.sign === sign ? [line.text] : []));
  return ["<<<<<<< SEARCH", ...of("-"), "=======", ...of("+"), ">>>>>>> REPLACE"].join("\n");
}
const said = ({ before, after }: Change, window: DiffLine[]): Case => ({ before, body: body(window), expected: after });
const refused = (before: string, text: string): Case => ({ before, body: text, expected: null });
const every =
  (change: (line: string) => string): Spoil =>
  (edit) =>
    said(
      edit,
      edit.window.map(({ sign, text }) => ({ sign, text: change(text) })),
    );

/** Corrupts this many lines of the context (or, for "-", of the deletions); null where too few can be. */
function lines(
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
const typo = (text: string) => {
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

const fits: Record<string, Spoil> = {
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

const refusals: Record<string, Spoil> = {
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

const changes = changesOfHistory(250);
const isUnique = ({ before, window }: Change) => {
  const squeeze = (text: string) => text.replace(/\s+/g, "");
  const wanted = squeeze(window.flatMap(({ sign, text }) => (sign === "+" ? [] : [text])).join(""));
  return wanted.length > 8 && squeeze(before).indexOf(wanted) === squeeze(before).lastIndexOf(wanted);
};
const trimmed = (text: string) => text.replace(/[ \t]+(?=\r?$)/gm, "");
let [spent, timed] = [0, 0];

function measure(spoils: Record<string, Spoil>) {
  const sum = { cases: 0, right: 0, refused: 0, wrong: 0 };
  for (const [name, spoil] of Object.entries(spoils)) {
    const counts = { cases: 0, right: 0, refused: 0, wrong: 0 };
    for (let tries = 0; counts.cases < casesMax && tries < 10 * casesMax; tries++) {
      const change = pick(changes);
      const edit = isUnique(change) ? spoil(change) : null;
      if (!edit) continue;
      counts.cases++;
      const started = performance.now();
      const result = applyEdit(edit.before, edit.body);
      spent += performance.now() - started;
      timed++;
      const isRight = result.ok
        ? edit.expected !== null && trimmed(result.content) === trimmed(edit.expected)
        : edit.expected === null;
      if (isRight) counts.right++;
      else if (result.ok) counts.wrong++;
      else counts.refused++;
      if (!isRight && process.argv[3] === name) {
        console.log(edit.body, "\n→", result.ok ? result.changed : result);
        process.exit();
      }
    }
    for (const key of ["cases", "right", "refused", "wrong"] as const) sum[key] += counts[key];
    print(name, counts);
  }
  print("all", sum);
}

function print(
  name: string,
  { cases, right, refused, wrong }: { cases: number; right: number; refused: number; wrong: number },
) {
  const share = (count: number) => ((100 * count) / cases).toFixed(1).padStart(8);
  console.log(`${name.padEnd(28)}${String(cases).padStart(7)}${share(right)}${share(wrong)}${share(refused)}`);
}

console.log(`Applier on ${changes.length} changes of this repository's history, seed ${process.argv[2] ?? 7}\n`);
console.log("what must fit                cases right % wrong % refused %");
measure(fits);
console.log("\nwhat must be refused         cases right % wrong %");
measure(refusals);
console.log(`\n${(spent / timed).toFixed(3)} ms per edit`);
