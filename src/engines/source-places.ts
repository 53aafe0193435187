import "server-only";
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const maps = new Map<string, SourceMap | undefined>();

/** The source map beside a bundle, read once. */
function mapOf(bundle: string): SourceMap | undefined {
  if (!maps.has(bundle))
    try {
      maps.set(bundle, new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, "utf8")) as SourceMap["payload"]));
    } catch {
      maps.set(bundle, undefined);
    }
  return maps.get(bundle);
}

/**
 * A stack trace with the places in our bundles as places in their sources. Node's own --enable-source-maps would read
 * the maps of all files when they are loaded.
 */
export function inSources(stack: string): string {
  return stack.replaceAll(
    /(file:\/\/\S+\/\.next\/joinery\/\w+\.mjs):(\d+):(\d+)/g,
    (place, url: string, line: string, column: string) => {
      const bundle = fileURLToPath(url);
      const origin = mapOf(bundle)?.findOrigin(Number(line), Number(column));
      return origin && "fileName" in origin
        ? `${join(bundle, "..", origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`
        : place;
    },
  );
}
