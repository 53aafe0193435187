import { describe, expect, it } from "vitest";
import { newPath, normalizePath } from "@/shipped/contract";

describe("The path of a file", () => {
  it.each([
    ["pages/A.jsx", "pages/A.jsx"],
    ["./src/pages/A.jsx", "pages/A.jsx"],
    ["/Layout.jsx", "layout.jsx"],
    ["globals.css", "globals.css"],
    ["components/deep/er/A.tsx", "components/deep/er/A.tsx"],
    ["../pages/A.jsx", null],
    ["pages/../../A.jsx", null],
    ["pages/..", null],
    ["pages\\A.jsx", null],
    ["pages/A.jsx\u0000", null],
    ["pages//A.jsx", null],
    ["C:/pages/A.jsx", null],
    ["components/__proto__/A.jsx", null],
    ["__proto__/A.jsx", null],
    ["pages/.hidden.jsx", null],
    ["pages/A.html", null],
    ["entities/a/B.json", null],
    ["node_modules/a.js", null],
    ["package.json", null],
    ["pages/\u202eA.jsx", null],
    [`pages/${"a".repeat(200)}.jsx`, null],
  ])("%j is %j", (raw, path) => expect(normalizePath(raw)).toBe(path));

  it.each([
    ["components/Con.jsx", null],
    ["components/nul.min.js", null],
    ["components/com1/A.jsx", null],
    ["components/a./A.jsx", null],
    ["components/Card.jsx/A.jsx", null],
    ["components/Console.jsx", "components/Console.jsx"],
  ])("a new one that not every system can unpack is refused: %j", (raw, path) => expect(newPath(raw)).toBe(path));
});
