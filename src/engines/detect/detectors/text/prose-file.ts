import "server-only";
import { fileName } from "@/shipped/contract";
import type { Bundle } from "../../facts/bundle";
import type { Code } from "../../facts/code";
import { replaceWith, type Detector, type Fix } from "../../detector";
import { isProse } from "./prose";

/** A document stored as a component: it can never run. */
export const proseFile: Detector = {
  name: "prose-file",
  severity: "error",
  detect: ({ codes }) =>
    codes
      .filter((code) => code.isBroken && isProse(code.content))
      .map((code) => ({
        path: code.path,
        start: 0,
        message: "This file holds a document, not code",
        fixes: (bundle) => fixesOf(bundle, code),
      })),
};

const commentOf = (content: string) =>
  `/*\n${content.trim().replaceAll("*/", "* /").replaceAll(/^/gm, " * ").replaceAll(/ +$/gm, "")}\n */\n`;

/** The code that the words replaced, or the words as a comment among the components. */
function fixesOf(bundle: Bundle, { path, content }: Code): Fix[] {
  const whole = { start: 0, end: content.length };
  const before = bundle.previous.get(path);
  const to = `components/${fileName(path)}.js`;
  const isPlaced = /^(?:components|services)\//.test(path);
  return [
    ...(before === undefined || isProse(before)
      ? []
      : [replaceWith(path, whole, before, "Put back the code that a document had replaced")]),
    ...(isPlaced || !bundle.paths.has(to)
      ? [
          {
            ...replaceWith(
              path,
              whole,
              commentOf(content),
              isPlaced ? "Kept the document as a comment" : `Moved the document out of the code, to ${to}`,
            ),
            ...(isPlaced ? {} : { moves: [{ from: path, to }] }),
          },
        ]
      : []),
  ];
}
