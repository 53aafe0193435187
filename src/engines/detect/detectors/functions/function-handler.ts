import "server-only";
import { inEachFile, type Detector } from "../../detector";

/** A function's file without a handler. */
export const functionHandler: Detector = {
  name: "function-handler",
  severity: "error",
  detect: inEachFile(
    (code) =>
      /\bDeno\.serve\s*\(|\bserve\s*\(/.test(code.content) || code.exports.length > 0 || code.stars.length > 0
        ? []
        : [
            {
              path: code.path,
              start: 0,
              message: "The function answers no call: it has neither Deno.serve nor an export",
            },
          ],
    (path) => path.startsWith("functions/"),
  ),
};
