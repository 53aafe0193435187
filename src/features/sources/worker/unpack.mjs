import { unzipSync } from "fflate";
import { Unreadable } from "./failure.mjs";

/** What a packed document may hold. A larger part is inflated no further than it says, and nothing before all are counted. */
const limits = { entries: 20_000, bytes: 150_000_000, xmlBytes: 60_000_000, ratio: 250, ratioFromBytes: 5_000_000 };

/**
 * The parts of a packed document (DOCX, XLSX, PPTX, EPUB) by their names.
 *
 * @param {Uint8Array} bytes
 * @param {(name: string) => boolean} isWanted
 * @returns {Map<string, Uint8Array>}
 */
export function unpack(bytes, isWanted) {
  let entries = 0;
  let total = 0;
  const files = unzipSync(bytes, {
    filter: ({ name, size, originalSize }) => {
      entries += 1;
      if (entries > limits.entries) throw new Unreadable("This file holds too many parts to be a document.");
      if (!isWanted(name) || name.endsWith("/") || name.includes("__proto__")) return false;
      total += originalSize;
      const isInflated = originalSize > limits.ratioFromBytes && originalSize > size * limits.ratio;
      if (total > limits.bytes || isInflated || (/\.(xml|rels|x?html?)$/i.test(name) && originalSize > limits.xmlBytes))
        throw new Unreadable("This file unpacks to far more than a document holds, so it was not read.");
      return true;
    },
  });
  return new Map(Object.entries(files));
}

/**
 * Text of a part, or "" where there is none.
 *
 * @param {Map<string, Uint8Array>} files
 * @param {string} name
 */
export const textOf = (files, name) => new TextDecoder().decode(files.get(name) ?? new Uint8Array());

/**
 * The targets of a part's relations by their ids, as paths from the root.
 *
 * @param {Map<string, Uint8Array>} files
 * @param {string} name such as "ppt/presentation.xml"
 * @returns {Map<string, string>}
 */
export function relationsOf(files, name) {
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const text = textOf(files, `${folder}_rels/${name.slice(folder.length)}.rels`);
  const targets = new Map();
  for (const [tag] of text.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)) {
    const id = /\bId="([^"]*)"/.exec(tag)?.[1];
    const target = /\bTarget="([^"]*)"/.exec(tag)?.[1];
    if (id && target) targets.set(id, new URL(target, `http://x/${folder}`).pathname.slice(1));
  }
  return targets;
}
