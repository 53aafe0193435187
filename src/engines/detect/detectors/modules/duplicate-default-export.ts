import "server-only";
import { inEachFile, type Detector } from "../../detector";

/**
 * More than one default export: the file does not load. Remove the second when it only repeats a name, else only its
 * `export default`.
 */
export const duplicateDefaultExport: Detector = {
  name: "duplicate-default-export",
  severity: "error",
  detect: inEachFile((code) => {
    const defaults = code.exports.filter(({ name }) => name === "default");
    return defaults.slice(1, 2).map(({ start, end }) => ({
      path: code.path,
      start,
      message: "The file has more than one default export",
      fixes: () =>
        [...defaults].reverse().map((one) => {
          const text = code.text(one);
          const isName = /^export\s+default\s+[\w$]+\s*;?$/.test(text);
          const head = /^export\s+default\s+/.exec(text)![0].length;
          const isDeclared = /^export\s+default\s+(?:async\s+)?(?:function|class)\b\s*\*?\s*[\w$]+/.test(text);
          const edit = isName
            ? { start: one.start, end: one.end }
            : { start: one.start, end: one.start + (isDeclared ? head : end - start) };
          return { description: "Removed the second default export", edits: [{ path: code.path, ...edit, text: "" }] };
        }),
    }));
  }),
};
