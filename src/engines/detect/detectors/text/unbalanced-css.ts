import "server-only";
import { replaceWith, type Detector, type Finding } from "../../detector";

/** CSS whose braces or comments do not close: the rest of the file is ignored. */
export const unbalancedCss: Detector = {
  name: "unbalanced-css",
  severity: "error",
  detect: ({ files }) =>
    files.filter(({ path }) => path.endsWith(".css")).flatMap(({ path, content }) => inspect(path, content)),
};

function inspect(path: string, content: string): Finding[] {
  const blank = (text: string) => text.replace(/[^\n]/g, " ");
  const code = content.replace(/\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, blank);
  const comment = code.indexOf("/*");
  if (comment >= 0)
    return [
      {
        path,
        start: comment,
        message: "A comment of the styles does not end",
        fixes: () => [endOfLine(path, content, comment, " */", "Ended the comment")],
      },
    ];
  const open: number[] = [];
  for (const { 0: sign, index } of code.matchAll(/[{}]/g)) {
    if (sign === "{") open.push(index);
    else if (open.pop() === undefined)
      return [
        {
          path,
          start: index,
          message: "A } of the styles closes nothing",
          fixes: () => [replaceWith(path, { start: index, end: index + 1 }, "", "Removed the }")],
        },
      ];
  }
  if (open.length === 0) return [];
  const at = open.at(-1)!;
  // A rule that starts at column 0 inside an open one shows where the missing brace belongs.
  const next = /\n[ \t]*\n?(?=[.#@:*a-zA-Z][^;{}\n]*\{)/.exec(code.slice(at));
  const end = next ? at + next.index : content.trimEnd().length;
  return [
    {
      path,
      start: at,
      message: "A { of the styles is not closed",
      fixes: () => [
        replaceWith(path, { start: end, end }, "\n}", "Closed the rule"),
        replaceWith(
          path,
          { start: content.trimEnd().length, end: content.trimEnd().length },
          `\n${"}".repeat(open.length)}`,
          "Closed the rules",
        ),
      ],
    },
  ];
}

function endOfLine(path: string, content: string, from: number, text: string, description: string) {
  const line = content.indexOf("\n", from);
  const end = line < 0 ? content.length : line;
  return replaceWith(path, { start: end, end }, text, description);
}
