import { editDistance, nearest } from "@/engines/detect/fixes/nearest";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clampIterations, isImprovement } from "@/features/validation/rules";
import { repairBundle } from "@/features/validation/repair";
import { repairWith } from "@/features/validation/repair-with";
import { validateBundle } from "@/engines/detect/check";
import type { Issue } from "@/engines/detect/schema";

const faulty = [
  {
    path: "pages/Home.jsx",
    content:
      'import { Plus, Trahs } from "lucide-react";\r\n\r\nexport default function Home() {\r\n\tconst [a] = useState(1);\r\n\treturn <div class="p-4"><Plus /><Trahs />{a}</div>;\r\n}\r\n',
  },
  {
    path: "pages/Other.jsx",
    content: "export default function Other() {\n  // ... rest of the code\n  return <button>Export</button>;\n}\n",
  },
];

describe("a repair", () => {
  it("names the fixer, the file and the lines of each step, and what it came to", () => {
    const repair = repairBundle(faulty);
    expect(
      repair.repairProcessDetails.map(({ fixer, path, lines, isAccepted }) => [fixer, path, lines.start, isAccepted]),
    ).toEqual([
      ["missing-export", "pages/Home.jsx", 1, true],
      ["undefined-name", "pages/Home.jsx", 1, true],
      ["dom-attribute", "pages/Home.jsx", 6, true],
    ]);
    expect(repair.repairedFiles.map(({ path }) => path)).toEqual(["pages/Home.jsx"]);
    expect(repair.unresolvedIssues.map(({ detectorId }) => detectorId)).toEqual(["elided-code", "dead-control"]);
    expect(repair.initialIssues).toHaveLength(5);
    expect(repair.timingBreakdown.totalMs).toBeGreaterThanOrEqual(repair.timingBreakdown.repairMs);
  });

  it("leaves a clean app alone", () => {
    const clean = [{ path: "pages/Home.jsx", content: "export default function Home() {\n  return <p>a</p>;\n}\n" }];
    expect(repairBundle(clean)).toMatchObject({ repairedFiles: [], iterationsPerformed: 0, repairProcessDetails: [] });
  });

  it("keeps every character that it does not mend", () => {
    const after = repairBundle(faulty).appBundle.files[0]!.content;
    expect(after).toContain('\r\n\treturn <div className="p-4"><Plus /><Trahs />{a}</div>;\r\n}\r\n');
  });

  it("takes a model's repair only when issues go and none comes", async () => {
    const worse = await repairWith(
      faulty,
      (files) =>
        Promise.resolve({
          fixer: "model",
          description: "x",
          files: [...files, { path: "pages/Third.jsx", content: "broken(" }],
        }),
      { iterations: 3 },
    );
    expect(worse.unresolvedIssues).toHaveLength(2);
    expect(worse.repairProcessDetails.at(-1)).toMatchObject({ fixer: "model", isAccepted: false });
    const better = await repairWith(
      faulty,
      (files) =>
        Promise.resolve({
          fixer: "model",
          description: "x",
          files: files.map((file) =>
            file.path === "pages/Other.jsx"
              ? { ...file, content: "export default function Other() {\n  return <p>a</p>;\n}\n" }
              : file,
          ),
        }),
      { iterations: 3 },
    );
    expect(better.unresolvedIssues).toEqual([]);
  });

  it("stops when nothing changes, however many iterations are allowed", async () => {
    let calls = 0;
    const repair = await repairWith(
      faulty,
      (files) => Promise.resolve((calls++, { fixer: "model", description: "x", files })),
      { iterations: 5 },
    );
    expect([calls, repair.iterationsPerformed]).toEqual([2, 2]);
  });

  it("never adds an issue, whatever is cut out of an app", () => {
    const whole =
      'import { useState } from "react";\nimport { Card } from "@/components/ui/card";\n\nexport default function Home() {\n  const [rows, setRows] = useState([]);\n  return (\n    <Card onClick={() => setRows([1])}>\n      {rows.map((row) => <p key={row}>{row}</p>)}\n    </Card>\n  );\n}\n';
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 12 }), (start, length) => {
        const files = [{ path: "pages/Home.jsx", content: whole.slice(0, start) + whole.slice(start + length) }];
        const repair = repairBundle(files);
        const wasBroken = repair.initialIssues.some(({ detectorId }) => detectorId === "syntax-error");
        expect(repair.unresolvedIssues.length).toBeLessThanOrEqual(wasBroken ? 12 : repair.initialIssues.length);
        expect(validateBundle(repair.appBundle.files)).toEqual(repair.unresolvedIssues);
      }),
      { numRuns: 60 },
    );
  });
});

describe("the rules of repair", () => {
  const issue = (message: string): Issue => ({
    message,
    componentName: "A",
    detectorId: "d",
    severity: "error",
    line: 1,
    path: "pages/A.jsx",
  });

  it.each([
    ["3", 3],
    [0, 1],
    [9, 5],
    ["", 1],
    ["x", 1],
    [Number.NaN, 1],
    [undefined, 1],
    [2.9, 2],
  ])("clamps the iterations %s to %s", (value, expected) => {
    expect(clampIterations(value)).toBe(expected);
  });

  it("calls it better only when there are fewer issues and no other ones", () => {
    expect(isImprovement([issue("a"), issue("b")], [issue("a")])).toBe(true);
    expect(isImprovement([issue("a"), issue("b")], [issue("c")])).toBe(false);
    expect(isImprovement([issue("a"), issue("b")], [issue("a"), issue("b")])).toBe(false);
    expect(isImprovement([issue("a"), issue("b"), issue("c")], [issue("a"), issue("a")])).toBe(false);
  });

  it("takes the one near name and refuses two that are as near", () => {
    expect(nearest("titel", ["title", "amount"])).toBe("title");
    expect(nearest("contacts", ["Contact", "Deal"])).toBe("Contact");
    expect(nearest("card1", ["card2", "card3"])).toBeUndefined();
    expect(nearest("id", ["it", "ok"])).toBeUndefined();
    expect(editDistance("abcd", "acbd", 2)).toBe(1);
    expect(editDistance("abcd", "wxyz", 2)).toBe(3);
  });
});
