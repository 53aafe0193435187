import "server-only";
import { inEachFile, type Detector } from "../detector";

const elision = /^[ \t]*(?:\/\/|\/\*|\{\s*\/\*)\s*(?:\.{3}|…)\s*(?:\(?\s*(?:the\s+)?(?:rest|remaining|existing|other|previous|same|unchanged|keep)\b[^\n]*)(?:\*\/\s*\}?)?[ \t]*$|^[ \t]*(?:\/\/|\{?\s*\/\*)\s*(?:the\s+)?(?:rest of (?:the|your) (?:code|component|file|imports|function)|existing code|(?:code|rest) (?:remains|stays) (?:the same|unchanged))\b[^\n]*$/gim;

/** "// ... rest of the code": the assistant left out what it should have written. */
export const elidedCode: Detector = {
  name: "elided-code",
  severity: "error",
  detect: inEachFile(({ path, content }) => [...content.matchAll(elision)].map((found) => ({ path, start: found.index, message: `Code is left out here: "${found[0].trim().slice(0, 80)}"` }))),
};
