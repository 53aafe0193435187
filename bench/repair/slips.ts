import { alignLists } from "@/engines/protocol/delta";
import type { SourceFile } from "@/shipped/contract";
import type { AppEdit } from "./edits";

type Random = (limit: number) => number;
/** The files after an edit with a slip in it; null where this edit has no place for it. */
export type Slip = (edit: AppEdit & { random: Random }) => SourceFile[] | null;
type Place = { content: string; before: string; random: Random; files: SourceFile[]; path: string };

const pick = <T>(list: T[], random: Random): T | undefined => list[random(list.length)];

/** A slip in one component that the edit has changed. */
function changed(slip: (place: Place) => string | null, which = /^(?:pages|components)\/.*\.jsx$/): Slip {
  return ({ before, after, random }) => {
    const old = new Map(before.map(({ path, content }) => [path, content]));
    const own = after.filter(({ path, content }) => which.test(path) && old.has(path) && old.get(path) !== content);
    const file = pick(own, random);
    if (!file) return null;
    const content = slip({ ...file, before: old.get(file.path)!, random, files: after });
    if (content === null || content === file.content) return null;
    return after.map((one) => (one === file ? { path: one.path, content } : one));
  };
}

/** A slip in one of the lines that the edit brought, or up to so many lines around. */
const inNewLine = (slip: (line: string, random: Random) => string[] | null, around = 3): Slip =>
  changed(({ content, before, random }) => {
    const lines = content.split("\n");
    const steps = alignLists(before.split("\n"), lines);
    const fresh = steps.flatMap(({ search, replace }) => (search < 0 ? [replace] : []));
    const near = lines.map((_, at) => at).filter((at) => fresh.some((one) => Math.abs(one - at) <= around));
    const able = near.filter((at) => slip(lines[at]!, () => 0) !== null);
    const at = pick(able, random);
    return at === undefined ? null : lines.toSpliced(at, 1, ...slip(lines[at]!, random)!).join("\n");
  });

/** Takes the match of a pattern out of a file, when what it names is used elsewhere in it. */
const forgotten = (pattern: RegExp, isEnough: (match: RegExpExecArray, rest: string) => boolean): Slip =>
  changed(({ content, random }) => {
    const found = [...content.matchAll(pattern)].filter((match) => {
      const rest = content.slice(0, match.index) + content.slice(match.index + match[0].length);
      return isEnough(match, rest);
    });
    const match = pick(found, random);
    return match ? content.slice(0, match.index) + content.slice(match.index + match[0].length) : null;
  });
const isUsed = (name: string | undefined, rest: string) => name !== undefined && new RegExp(`\\b${name}\\b`).test(rest);

const misspell = (word: string) => word.slice(0, 3) + word.slice(4);
const respelt = (pattern: RegExp, spell: (word: string) => string): Slip =>
  changed(({ content, random }) => {
    const match = pick([...content.matchAll(pattern)], random);
    if (!match) return null;
    const at = match.index + match[0].indexOf(match[1]!);
    return content.slice(0, at) + spell(match[1]!) + content.slice(at + match[1]!.length);
  });

const words = `# What changed\n\nThe page now shows the new field.\n\n- It is sorted by date\n- It can be filtered\n\nUse it like this:\n\n\`\`\`jsx\nimport Card from "@/components/Card";\n\`\`\`\n`;

/** Of 178 natural faults: 53 undefined name, 51 syntax (16 of them documents), 30 import, 21 field, 10 hook, 8 import twice, 5 other. */
export const slips: Record<string, { share: number; slip: Slip }> = {
  "import taken away": {
    share: 20,
    slip: forgotten(/^import \{?\s*(\w+)[^;]*;\n/gm, (match, rest) => isUsed(match[1], rest)),
  },
  "one imported name taken away": {
    share: 10,
    slip: changed(({ content, random }) => {
      const found = [...content.matchAll(/^import \{([^}]*,[^}]*)\} from/gm)];
      const match = pick(found, random);
      const names = match?.[1]!.split(",").filter((name) => name.trim() !== "") ?? [];
      const gone = pick(names, random);
      return match && gone ? content.replace(match[1]!, names.filter((name) => name !== gone).join(",")) : null;
    }),
  },
  "state or constant taken away": {
    share: 13,
    slip: forgotten(/^ {2}const (?:\[(\w+)[^\n]*|(\w+) = [^\n]*);\n/gm, (match, rest) =>
      isUsed(match[1] ?? match[2], rest),
    ),
  },
  "helper taken away": {
    share: 5,
    slip: forgotten(/^(?:const (\w+) = [^\n]*;|function (\w+)\([^\n]*\{\n(?: [^\n]*\n|\n)*\})\n/gm, (match, rest) =>
      isUsed(match[1] ?? match[2], rest),
    ),
  },
  "prop taken away": {
    share: 5,
    slip: changed(({ content, random }) => {
      const found = [...content.matchAll(/function \w+\(\{ ([^}]*,[^}]*) \}\)/g)];
      const match = pick(found, random);
      const names = match?.[1]!.split(",").map((name) => name.trim()) ?? [];
      const gone = pick(
        names.filter((name) => /^\w+$/.test(name)),
        random,
      );
      return match && gone ? content.replace(match[1]!, names.filter((name) => name !== gone).join(", ")) : null;
    }),
  },
  "closing tag lost": { share: 6, slip: inNewLine((line) => (/^\s*<\/[\w.]+>$/.test(line) ? [] : null), 6) },
  "tag left open": {
    share: 3,
    slip: inNewLine((line) => (/ \/>/.test(line) ? [line.replace(" />", ">")] : null), 6),
  },
  "brace lost": { share: 6, slip: inNewLine((line) => (/^\s*[)}\]]+[;,]?$/.test(line) ? [] : null), 8) },
  "brace doubled": { share: 4, slip: inNewLine((line) => (/^\s*[)}\]]+[;,]?$/.test(line) ? [line, line] : null), 8) },
  "old lines left behind": {
    // Half of an edit: what it replaced still stands beside it.
    share: 6,
    slip: changed(({ content, before, random }) => {
      const [a, b] = [before.split("\n"), content.split("\n")];
      const steps = alignLists(a, b);
      const gone = steps.flatMap(({ search, replace }, at) => (replace < 0 && a[search]!.trim() !== "" ? [at] : []));
      const at = pick(gone, random);
      if (at === undefined) return null;
      const next = steps.slice(at).find(({ replace }) => replace >= 0)?.replace ?? b.length;
      return b.toSpliced(next, 0, a[steps[at]!.search]!).join("\n");
    }),
  },
  "file cut short": {
    share: 10,
    slip: changed(({ content, random }) => content.slice(0, Math.floor(content.length * (0.5 + random(40) / 100)))),
  },
  "document over a component": { share: 6, slip: changed(() => words) },
  "document as a new component": {
    share: 10,
    slip: ({ after, random }) => [
      ...after,
      { path: `${pick(["components", "pages"], random)}/README.jsx`, content: words },
    ],
  },
  "import misspelt": { share: 12, slip: respelt(/from "@\/components\/(?!ui\/)(?:\w+\/)*(\w{5,})"/g, misspell) },
  "import from another folder": {
    share: 8,
    slip: respelt(/from "(@\/components\/)(?!ui\/)\w+/g, () => "@/components/shared/"),
  },
  "component that was never written": {
    share: 10,
    slip: changed(({ content }) =>
      content.replace(/^(import [^\n]*\n)/, '$1import { NeverWritten } from "@/components/NeverWritten";\n'),
    ),
  },
  "field misspelt": {
    share: 11,
    slip: respelt(/\.(?:list|filter|create|update)\([^)]*?["{ -](\w{5,})(?:"|:)/g, misspell),
  },
  "field that nobody has": {
    share: 10,
    slip: respelt(/\.(?:list|filter|create|update)\([^)]*?["{ -](\w{5,})(?:"|:)/g, () => "favouriteColour"),
  },
  "hook behind a condition": {
    share: 10,
    slip: changed(({ content }) =>
      content.replace(/^( {2}const [^\n]*use[A-Z]\w*\([^\n]*\n)/m, "  if (!window.name) return null;\n$1"),
    ),
  },
  "import twice": {
    share: 8,
    slip: changed(({ content, random }) => {
      const match = pick([...content.matchAll(/^import [^;]*;\n/gm)], random);
      return match ? content.slice(0, match.index) + match[0] + content.slice(match.index) : null;
    }),
  },
};
