import "server-only";
import { isNode } from "@/engines/syntax";
import { inEachFile, isClient, type Detector } from "../../detector";
import { importedFrom } from "../../facts/usage";
import { tagsIn } from "../../facts/tree";

const routers = new Set(["BrowserRouter", "HashRouter", "MemoryRouter", "RouterProvider"]);

/** A router inside the app's own: React Router throws. */
export const nestedRouter: Detector = {
  name: "nested-router",
  severity: "error",
  detect: inEachFile((code) => {
    const imported = importedFrom(code, "react-router-dom");
    return tagsIn(code)
      .filter(({ name }) => name !== undefined && routers.has(imported.get(name) ?? ""))
      .map(({ opening, element, name }) => {
        const closing = element.closingElement;
        const edits = isNode(closing)
          ? [
              { path: code.path, start: opening.start, end: opening.end, text: "<>" },
              { path: code.path, start: closing.start, end: closing.end, text: "</>" },
            ]
          : [];
        return {
          path: code.path,
          start: opening.start,
          message: `<${name}> stands inside the app's own router`,
          fixes: () => (edits.length > 0 ? [{ description: `Removed <${name}>`, edits }] : []),
        };
      });
  }, isClient),
};
