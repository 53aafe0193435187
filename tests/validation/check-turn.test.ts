import { describe, expect, it } from "vitest";
import { checkTurn } from "@/features/validation/check-turn";

const page = (body: string) => `export default function Home() {\n  ${body}\n}\n`;
const file = (body: string, path = "pages/Home.jsx") => ({ path, content: page(body) });

describe("the check after a turn", () => {
  it("mends what the turn broke", () => {
    const { files, fixed, issues } = checkTurn([], [file("const [a] = useState(1);\n  return <p>{a}</p>;")]);
    expect(files[0]!.content).toBe(
      `import { useState } from "react";\n${page("const [a] = useState(1);\n  return <p>{a}</p>;")}`,
    );
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

  it("puts back what the assistant left out, from the version before", () => {
    const before = [file("const a = 1;\n  const b = 2;\n  const c = 3;\n  return <p>{a + b + c}</p>;")];
    const left = [file("const a = 1;\n  // ... rest of the code\n  return <p>{a + b + c}</p>;")];
    expect(checkTurn(before, left).files).toEqual(before);
    const toTheEnd = [file("const a = 10;\n  const b = 2;\n  // ... existing code ...")];
    expect(checkTurn(before, toTheEnd).files[0]!.content).toBe(before[0]!.content.replace("a = 1;", "a = 10;"));
  });

  it("does not guess what was left out when the place is not certain", () => {
    const before = [file("log();\n  const b = 2;\n  log();\n  return <p>{b}</p>;")];
    const { files, issues } = checkTurn(before, [
      file("log();\n  // ... rest of the code\n  const c = 3;\n  return <p>{c}</p>;"),
    ]);
    expect(files[0]!.content).toContain("// ... rest of the code");
    expect(issues.map(({ detectorId }) => detectorId)).toEqual(["elided-code"]);
  });

  it("gives the very files of a turn without faults", () => {
    const after = [file("return <p>a</p>;")];
    expect(checkTurn([], after).files).toBe(after);
  });
});
