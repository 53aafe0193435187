import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { applyEdit } from "@/engines/protocol/apply";

/**
 * Correctness of the applier on edits generated from this repository's own sources: a random change to a random file, written as
 * the block a model would write, then spoiled in the ways models spoil it. What must fit has one right answer, byte for byte;
 * what must be refused has none.
 */
let seed = Number(process.argv[2] ?? 7);
const random = (limit: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
};
const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;

type Case = { before: string; search: string[]; replace: string[]; after: string };
type Spoil = (edit: Case) => { before: string; body: string; expected: string } | null;

const files = execFileSync("git", ["ls-files", "src", "tests"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.(ts|tsx|css|mjs)$/.test(path))
  .map((path) => readFileSync(path, "utf8"))
  .filter((text) => text.split("\n").length > 15);
const body = (search: string[], replace: string[]) =>
  ["<<<<<<< SEARCH", ...search, "=======", ...replace, ">>>>>>> REPLACE"].join("\n");
const isUnique = (text: string, search: string[]) => {
  const squeezed = text.replace(/\s+/g, "");
  const wanted = search.join("").replace(/\s+/g, "");
  return wanted.length > 8 && squeezed.indexOf(wanted) === squeezed.lastIndexOf(wanted);
};

/** A window of a file with one to three changed lines in its middle. */
function makeCase(): Case {
  for (;;) {
    const before = pick(files);
    const lines = before.split("\n");
    const size = 5 + random(6);
    const start = random(lines.length - size);
    const search = lines.slice(start, start + size);
    const at = 2 + random(size - 4);
    const target = search[at]!;
    if (target.trim().length < 4 || !isUnique(before, search)) continue;
    const indent = /^\s*/.exec(target)![0];
    const added = `${indent}added_${random(1e6)}(${random(100)});`;
    const replace = pick([
      () => [
        ...search.slice(0, at),
        target.replace(/[A-Za-z]{2,}/, (word) => `${word}Changed`),
        ...search.slice(at + 1),
      ],
      () => [...search.slice(0, at + 1), added, `${indent}second();`, ...search.slice(at + 1)],
      () => [...search.slice(0, at), ...search.slice(at + 1)],
      () => [
        ...search.slice(0, at),
        `${indent}if (ready) {`,
        `${indent}  ${target.trim()}`,
        `${indent}}`,
        ...search.slice(at + 1),
      ],
    ])();
    if (replace.join("\n") === search.join("\n")) continue;
    return {
      before,
      search,
      replace,
      after: [...lines.slice(0, start), ...replace, ...lines.slice(start + size)].join("\n"),
    };
  }
}

const both = (edit: Case, change: (line: string, at: number) => string) => ({
  before: edit.before,
  body: body(edit.search.map(change), edit.replace.map(change)),
  expected: edit.after,
});

const spoils: Record<string, Spoil> = {
  exact: (edit) => both(edit, (line) => line),
  "trailing spaces": (edit) => both(edit, (line) => (line.length % 2 ? `${line}  ` : line)),
  "indentation lost": (edit) => {
    const least = Math.min(
      ...[...edit.search, ...edit.replace].filter((line) => line.trim()).map((line) => /^\s*/.exec(line)![0].length),
    );
    return least === 0 ? null : both(edit, (line) => line.slice(least));
  },
  "indentation deeper": (edit) => both(edit, (line) => (line.trim() ? `  ${line}` : line)),
  "tabs for spaces": (edit) =>
    both(edit, (line) => line.replace(/^(?: {2})+/, (indent) => "\t".repeat(indent.length / 2))),
  "windows line ends": (edit) => ({
    before: edit.before.replaceAll("\n", "\r\n"),
    body: body(edit.search, edit.replace),
    expected: edit.after.replaceAll("\n", "\r\n"),
  }),
  "typographic quotes": (edit) => {
    if (!/["']/.test(edit.search.join("")) || edit.before.includes("“")) return null;
    return both(edit, (line) => line.replaceAll('"', "”").replaceAll("'", "’"));
  },
  "blank lines lost": (edit) => {
    if (edit.search.slice(1, -1).every((line) => line.trim()) || edit.replace.length !== edit.search.length)
      return null;
    return {
      before: edit.before,
      body: body(
        edit.search.filter((line) => line.trim()),
        edit.replace.filter((line) => line.trim()),
      ),
      expected: edit.after,
    };
  },
  "letter lost in context": (edit) => {
    const [first] = edit.search;
    const at = first!.search(/(?<=\p{L}{3})\p{L}/u);
    if (at < 0 || first!.trim().length < 16 || edit.replace[0] !== first) return null;
    return both(edit, (line, index) => (index === 0 ? line.slice(0, at) + line.slice(at + 1) : line));
  },
  "context left out": (edit) => {
    const lines = edit.before.split("\n");
    const start = lines.findIndex((_, at) => edit.search.every((line, offset) => lines[at + offset] === line));
    const head = start - 6;
    if (
      head < 0 ||
      lines[head]!.trim().length < 12 ||
      lines.filter((line) => line.trim() === lines[head]!.trim()).length > 1
    )
      return null;
    const lead = [lines[head]!, "  // ... existing code ..."];
    return {
      before: edit.before,
      body: body([...lead, ...edit.search], [...lead, ...edit.replace]),
      expected: edit.after,
    };
  },
  "two blocks": (edit) => {
    const lines = edit.before.split("\n");
    const last = lines.findLastIndex(
      (line) => line.trim().length > 10 && edit.before.split(line).length === 2 && !edit.search.includes(line),
    );
    if (last < 0) return null;
    const added = `${lines[last]!} // second`;
    return {
      before: edit.before,
      body: `${body(edit.search, edit.replace)}\n${body([lines[last]!], [added])}`,
      expected: edit.after.replace(lines[last]!, () => added),
    };
  },
  "ambiguous target": (edit) => ({
    before: `${edit.before}\n${edit.search.join("\n")}\n`,
    body: body(edit.search, edit.replace),
    expected: "refused",
  }),
  "stale line": (edit) => {
    const at = edit.search.findIndex(
      (line, index) => index > 0 && line.trim().length > 6 && edit.replace.indexOf(line) < 0,
    );
    if (at < 0) return null;
    const stale = edit.search.map((line, index) =>
      index === at ? line.replace(/[A-Za-z]+|\d+/, (word) => `${word}Old9`) : line,
    );
    return stale.join("\n") === edit.search.join("\n")
      ? null
      : { before: edit.before, body: body(stale, edit.replace), expected: "refused" };
  },
  "cut in the middle": (edit) => {
    const whole = body(edit.search, edit.replace);
    return {
      before: edit.before,
      body: whole.slice(0, whole.length - ">>>>>>> REPLACE".length - random(20)),
      expected: "refused",
    };
  },
  "code left out of the replacement": (edit) => ({
    before: edit.before,
    body: body(edit.search, [edit.search[0]!, "// ... rest of the code ...", edit.search.at(-1)!]),
    expected: "refused",
  }),
};

console.log(`Applier on ${files.length} real files, seed ${process.argv[2] ?? 7}\n`);
console.log("variant                            cases   right  refused   wrong   right %");
let [rightAll, wrongAll, all, spent] = [0, 0, 0, 0];
for (const [name, spoil] of Object.entries(spoils)) {
  const counts = { cases: 0, right: 0, refused: 0, wrong: 0 };
  for (let tries = 0; counts.cases < 400 && tries < 20_000; tries++) {
    const edit = spoil(makeCase());
    if (!edit) continue;
    counts.cases++;
    const started = performance.now();
    const result = applyEdit(edit.before, edit.body);
    spent += performance.now() - started;
    const isRight = result.ok ? result.content === edit.expected : edit.expected === "refused";
    if (isRight) counts.right++;
    else if (result.ok) counts.wrong++;
    else counts.refused++;
    if (!isRight && process.argv[3] === name)
      console.log(edit.body, "\n→", result.ok ? result.content.slice(0, 3000) : result);
    if (!isRight && process.argv[3] === name) process.exit();
  }
  all += counts.cases;
  rightAll += counts.right;
  wrongAll += counts.wrong;
  const numbers = [counts.cases, counts.right, counts.refused, counts.wrong]
    .map((number) => String(number).padStart(8))
    .join("");
  console.log(`${name.padEnd(32)}${numbers}  ${((100 * counts.right) / counts.cases).toFixed(1).padStart(7)}`);
}
console.log(
  `\nright ${((100 * rightAll) / all).toFixed(2)} %, wrong output ${((100 * wrongAll) / all).toFixed(2)} %, ${(spent / all).toFixed(3)} ms per edit`,
);
