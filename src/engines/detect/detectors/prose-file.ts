import "server-only";
import type { Detector } from "../detector";
import { isProse } from "./syntax-error";

/** A document stored as a component: it can never run. */
export const proseFile: Detector = {
  name: "prose-file",
  severity: "error",
  detect: ({ codes }) =>
    codes
      .filter((code) => code.isBroken && isProse(code.content))
      .map(({ path }) => ({ path, start: 0, message: "This file holds a document, not code" })),
};
