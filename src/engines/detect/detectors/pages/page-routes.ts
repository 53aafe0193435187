import "server-only";
import { fileName } from "@/shipped/contract";
import type { Detector, Finding } from "../../detector";

/** Unreachable pages: two of one name, or a layout that does not render them. */
export const pageRoutes: Detector = {
  name: "page-routes",
  severity: "error",
  detect: ({ codes }) => {
    const seen = new Map<string, string>();
    const findings: Finding[] = [];
    for (const { path } of codes.filter((code) => code.path.startsWith("pages/"))) {
      const name = fileName(path).toLowerCase();
      const first = seen.get(name);
      if (first) findings.push({ path, start: 0, message: `${path} and ${first} have the same address` });
      else seen.set(name, path);
    }
    const layout = codes.find(({ path }) => path === "layout.jsx");
    if (layout && !layout.isBroken && !/\bchildren\b|\bOutlet\b|\.\.\.\s*props|\bprops\b/.test(layout.content))
      findings.push({
        path: layout.path,
        start: 0,
        message: "The layout does not show its page: it never uses children",
      });
    return findings;
  },
};
