import "server-only";
import { SourceMap, type SourceMapPayload } from "node:module";
import type { FunctionCode } from "./schema";

/** How a bundle ends whose source map is inline. */
const inlineMap = /\n\/\/# sourceMappingURL=data:application\/json;base64,([\w+/=]+)\s*$/;

/** Files of the platform that every stack ends in: nothing there is the author's. */
const platformFrame = /\n\s+at (?:async )?(?:[^\n(]*\()?(?:main|host|deno)\.js:\d+:\d+\)?/g;

/** esbuild names a module by its namespace and path. */
const appFile = /^app:(.*)$/;

/** Tells the lines of the app's files for those of the bundles that run: functions are bundled, with code of ours before theirs. */
export class StackLines {
  #codes = new Map<string, string>();
  #maps = new Map<string, SourceMap | undefined>();

  /** The functions that a process runs from now on. */
  follow(functions: FunctionCode[]): void {
    this.#codes = new Map(functions.map(({ name, code }) => [name, code]));
    this.#maps.clear();
  }

  /** A text in which "function-name.js:8:11" is "functions/name.ts:4:11". */
  tell(text: string): string {
    return text
      .replaceAll(/\bfunction-([\w-]+)\.js:(\d+):(\d+)/g, (place, name: string, line: string, column: string) => {
        const entry = this.#mapOf(name)?.findEntry(Number(line) - 1, Number(column) - 1);
        if (!entry || !("originalSource" in entry)) return place;
        const [, file] = appFile.exec(entry.originalSource) ?? [];
        return file ? `${file}:${entry.originalLine + 1}:${entry.originalColumn + 1}` : place;
      })
      .replaceAll(platformFrame, "");
  }

  /** Parsed when a stack is told, not at each start. */
  #mapOf(name: string): SourceMap | undefined {
    if (!this.#maps.has(name)) {
      const [, encoded] = inlineMap.exec(this.#codes.get(name) ?? "") ?? [];
      const map =
        encoded && new SourceMap(JSON.parse(Buffer.from(encoded, "base64").toString("utf8")) as SourceMapPayload);
      this.#maps.set(name, map || undefined);
    }
    return this.#maps.get(name);
  }
}
