import "server-only";
import { replaceWith, type Detector, type Finding } from "../../detector";
import { fencedModule, isProse } from "./prose";

const markers: { pattern: RegExp; name: string }[] = [
  { pattern: /^<{7} (?:SEARCH|HEAD)\b[^\n]*$/, name: "an edit marker" },
  { pattern: /^={7}\s*$/, name: "an edit marker" },
  { pattern: /^>{7} (?:REPLACE|[\w/-]+)\b[^\n]*$/, name: "an edit marker" },
  { pattern: /^<action\s+type="[^\n]*>\s*$|^<\/action(?:\s+id="[^"]*")?>\s*$/, name: "an action tag" },
  { pattern: /^```[\w-]*\s*$/, name: "a code fence" },
];

/** Leftovers of the assistant's protocol in a file: edit markers, action tags, Markdown fences. */
export const leftoverMarker: Detector = {
  name: "leftover-marker",
  severity: "error",
  detect: ({ files }) =>
    files.flatMap(({ path, content }) => {
      const isMarked = /^(?:[<>=]{7}|<\/?action|```)/m.test(content);
      // The fences of a document are its own.
      return isMarked && !(/\.[jt]sx?$/.test(path) && isProse(content)) ? findIn(path, content) : [];
    }),
};

function findIn(path: string, content: string): Finding[] {
  const lines: { start: number; end: number; name: string }[] = [];
  let isInText = false;
  for (const found of content.matchAll(/[^\n]*(?:\n|$)/g)) {
    const marker = markers.find(({ pattern }) => pattern.test(found[0].trimEnd()));
    // Inside a template literal a marker is text, for instance in a page about Markdown.
    if (marker && !isInText) lines.push({ start: found.index, end: found.index + found[0].length, name: marker.name });
    if (!marker && (found[0].match(/(?<!\\)`/g)?.length ?? 0) % 2 === 1) isInText = !isInText;
  }
  const inner = /\.[jt]sx?$/.test(path) ? fencedModule(content) : undefined;
  const edits = lines.map(({ start, end }) => ({ path, start, end, text: "" }));
  return lines.slice(0, 1).map(({ start, name }) => ({
    path,
    start,
    message: `The file holds ${name} of the assistant's protocol`,
    fixes: () => [
      ...(inner === undefined
        ? []
        : [replaceWith(path, { start: 0, end: content.length }, inner, "Took the code out of the words around it")]),
      {
        description: "Removed the assistant's markers",
        edits: [...withoutOldHalves(path, content), ...edits].filter(isOutermost),
      },
      { description: "Removed the assistant's markers", edits },
    ],
  }));
}

/** Of an edit block that was stored unapplied, remove the SEARCH half with the markers. */
function withoutOldHalves(path: string, content: string) {
  return [...content.matchAll(/^<{7} SEARCH[^\n]*\n[\s\S]*?^={7}\s*\n/gm)].map((found) => ({
    path,
    start: found.index,
    end: found.index + found[0].length,
    text: "",
  }));
}

const isOutermost = (edit: { start: number; end: number }, at: number, all: { start: number; end: number }[]) =>
  !all.some(
    (other, index) =>
      index !== at &&
      other.start <= edit.start &&
      other.end >= edit.end &&
      (other.end - other.start > edit.end - edit.start || index < at),
  );
