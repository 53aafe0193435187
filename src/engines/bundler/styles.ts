import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "tailwindcss";
import { fontStylesheet } from "./fonts";
import type { SourceFile } from "@/shipped/contract";

/** Stylesheets that an app may import by package name. */
const stylesheets: Record<string, string> = {
  tailwindcss: join(process.cwd(), "node_modules/tailwindcss/index.css"),
  "tw-animate-css": join(process.cwd(), "node_modules/tw-animate-css/dist/tw-animate.css"),
};

/**
 * Candidate class names in code. Tailwind ignores false positives, so only misses matter: split at every quote, and
 * again at double quotes and spaces only, since `[&_svg:not([class*='size-'])]:size-4` contains quotes.
 */
export function candidatesIn(content: string): string[] {
  const narrow = content.match(/[^\s"'`<>{}=;\\]+/g) ?? [];
  const wide = content.match(/[^\s"`]+/g) ?? [];
  return [...narrow, ...wide].flatMap((word) => (word.length > 120 ? [] : [word, word.replace(/[),.]+$/, "")]));
}

const kitCandidates = new Map<string, string[]>();

type Compiled = { css: string; compiler: Awaited<ReturnType<typeof compile>> };

/** Incremental stylesheet: the same globals.css is compiled once, and each build adds new rules only. */
export class Styles {
  #compiled: Compiled | undefined;
  #seen = new Map<string, string[]>();

  /** The app's CSS. @throws Tailwind's message when globals.css is broken */
  async build(globals: string, files: SourceFile[], kitFiles: SourceFile[]): Promise<string> {
    if (this.#compiled?.css !== globals) {
      this.#compiled = {
        css: globals,
        compiler: await compile(globals, {
          base: "/",
          loadStylesheet: (id, base) => Promise.resolve(loadStylesheet(id, base)),
        }),
      };
    }
    const words = new Set<string>();
    for (const file of kitFiles) for (const word of remember(kitCandidates, file)) words.add(word);
    for (const file of files) for (const word of remember(this.#seen, file)) words.add(word);
    return this.#compiled.compiler.build([...words]);
  }
}

function remember(seen: Map<string, string[]>, { content }: SourceFile): string[] {
  const words = seen.get(content) ?? candidatesIn(content);
  if (seen.size > 2_000) seen.clear();
  seen.set(content, words);
  return words;
}

function loadStylesheet(id: string, base: string): { path: string; base: string; content: string } {
  const font = fontStylesheet(id);
  if (font !== undefined) return { path: id, base, content: font };
  const path = Object.hasOwn(stylesheets, id) ? stylesheets[id] : undefined;
  if (!path) throw new Error(`globals.css cannot import "${id}"`);
  return { path, base, content: readFileSync(path, "utf8") };
}
