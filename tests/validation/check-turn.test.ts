import { describe, expect, it } from "vitest";
import { checkTurn } from "@/features/validation/check-turn";

const page = (body: string) => `export default function Home() {\n  ${body}\n}\n`;
const file = (body: string, path = "pages/Home.jsx") => ({ path, content: page(body) });

describe("the check after a turn", () => {
  it("mends what the turn broke", () => {
    const { files, fixed, issues } = checkTurn([], [file("const [a] = useState(1);\n  return <p>{a}</p>;")]);
    expect(files[0]!.content).toBe(`import { useState } from "react";\n${page("const [a] = useState(1);\n  return <p>{a}</p>;")}`);
    expect(fixed.map(({ description }) => description)).toEqual(['Imported useState from "react"']);
    expect(issues).toEqual([]);
  });

  it("leaves what was there before alone, and does not report it", () => {
    const before = [file('return <p class="a">a</p>;')];
    const after = [...before, file("return <button>Go</button>;", "pages/Other.jsx")];
    const { files, fixed, issues } = checkTurn(before, after);
    expect([files, fixed]).toEqual([after, []]);
    expect(issues.map(({ path, detectorId }) => [path, detectorId])).toEqual([["pages/Other.jsx", "dead-control"]]);
  });

  it("gives the very files of a turn without faults", () => {
    const after = [file("return <p>a</p>;")];
    expect(checkTurn([], after).files).toBe(after);
  });
});
