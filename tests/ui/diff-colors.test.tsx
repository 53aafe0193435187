import { describe, expect, it } from "vitest";
import { diffTokens } from "@/features/versions/ui/diff-styles";
import { contrast } from "@/offline/language/colors";

// The viewer's backgrounds: unchanged, added and removed lines; added and removed words. Those in the dark are mixed
// with the surface behind them.
const backgrounds = {
  light: ["#ffffff", "#e6ffed", "#ffeef0", "#acf2bd", "#fdb8c0"],
  dark: ["#242424", "#26372a", "#392929", "#28562f", "#793735"],
};

describe.each(["light", "dark"] as const)("Code in a diff, %s", (scheme) => {
  it.each(Object.entries(diffTokens[scheme]))("shows %s with a contrast of 4.5 at least", (_token, color) => {
    for (const background of backgrounds[scheme]) expect(contrast(color, background)).toBeGreaterThanOrEqual(4.5);
  });
});
