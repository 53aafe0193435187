import type { Options, Plugin } from "prettier";

/** Syntax error; the message says where. */
export class FormatFailure extends Error {}

type Format = { parser: string; plugins: () => Promise<{ default: Plugin }[]> };

const estree = () => import("prettier/plugins/estree") as Promise<{ default: Plugin }>;
const formats: [RegExp, Format][] = [
  [/\.tsx?$/, { parser: "typescript", plugins: () => Promise.all([import("prettier/plugins/typescript"), estree()]) }],
  [/\.jsx?$/, { parser: "babel", plugins: () => Promise.all([import("prettier/plugins/babel"), estree()]) }],
  [/\.json$/, { parser: "json", plugins: () => Promise.all([import("prettier/plugins/babel"), estree()]) }],
  [/\.css$/, { parser: "css", plugins: async () => [await import("prettier/plugins/postcss")] }],
];

const formatOf = (path: string) => formats.find(([pattern]) => pattern.test(path))?.[1];

export const canFormat = (path: string): boolean => formatOf(path) !== undefined;

/**
 * Formats a file with Prettier at the assistant's line width. Prettier is loaded lazily.
 * @param cursor offset in UTF-16 code units; the result has its new position
 * @throws FormatFailure for invalid code
 */
export async function formatFile(path: string, text: string, cursor = 0): Promise<{ text: string; cursor: number }> {
  const format = formatOf(path);
  if (!format) return { text, cursor };
  const [{ formatWithCursor }, plugins] = await Promise.all([import("prettier/standalone"), format.plugins()]);
  const options: Options = { parser: format.parser, plugins: plugins.map((plugin) => plugin.default), printWidth: 120 };
  try {
    const { formatted, cursorOffset } = await formatWithCursor(text, { ...options, cursorOffset: cursor });
    return { text: formatted, cursor: Math.max(0, cursorOffset) };
  } catch (error) {
    throw new FormatFailure(
      `This file cannot be formatted: ${error instanceof Error ? error.message.split("\n")[0]! : String(error)}`,
    );
  }
}

/** The minimal replacement between two texts, so that an editor keeps folds, marks and history elsewhere. */
export function changedPiece(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0;
  while (from < Math.min(before.length, after.length) && before[from] === after[from]) from += 1;
  let end = 0;
  while (
    end < Math.min(before.length, after.length) - from &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end += 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}
