import { describe, expect, it } from "vitest";
import { checkTurn } from "@/features/validation/check-turn";

const path = "pages/Home.jsx";
const before = `import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Plus } from "lucide-react";

// Cents.
const unit = 100;

function round(amount) {
  return Math.round(amount * unit) / unit;
}

function Row({ title, amount, onRemove }) {
  return (
    <p onClick={onRemove}>
      {title}: {round(amount)}
    </p>
  );
}

export default function Home() {
  const [rows, setRows] = useState([]);
  const total = rows.length;

  return (
    <main>
      <h1>{total} rows</h1>
      <Button onClick={() => setRows([])}>
        <Plus /> Clear
      </Button>
      <Row title="a" amount={1} onRemove={() => setRows([])} />
    </main>
  );
}
`;
/** What a turn that wrote the file so comes to. */
const after = (content: string) => checkTurn([{ path, content: before }], [{ path, content }]);
const without = (...lines: string[]) => lines.reduce((text, line) => text.replace(line, ""), before);

describe("what an edit took away and the file still uses", () => {
  it.each([
    ["an import", 'import { Plus } from "lucide-react";\n'],
    ["a constant with its comment", "// Cents.\nconst unit = 100;\n\n"],
    ["a helper", "function round(amount) {\n  return Math.round(amount * unit) / unit;\n}\n\n"],
    ["state", "  const [rows, setRows] = useState([]);\n"],
    ["a line of a component", "  const total = rows.length;\n"],
    ["a prop", ", onRemove"],
    ["half of a state", ", setRows"],
  ])("comes back: %s", (_, gone) => {
    const { files, issues, fixed } = after(without(gone).replace("Clear", "Remove all"));
    const wanted = before.replace("Clear", "Remove all");
    expect(files[0]!.content.replace(/\n{3,}/g, "\n\n")).toBe(wanted);
    expect([issues, fixed.length]).toEqual([[], 1]);
  });

  it("brings with it what it needs from there", () => {
    const { files, issues } = after(
      without(
        "// Cents.\nconst unit = 100;\n\n",
        "function round(amount) {\n  return Math.round(amount * unit) / unit;\n}\n\n",
      ),
    );
    expect(issues).toEqual([]);
    expect(files[0]!.content).toContain("const unit = 100;");
    expect(files[0]!.content).toContain("return Math.round(amount * unit) / unit;");
  });

  it("stays away when nothing uses it any more", () => {
    const less = without(
      'import { Plus } from "lucide-react";\n',
      "        <Plus /> Clear\n",
      "function round(amount) {\n  return Math.round(amount * unit) / unit;\n}\n\n",
    ).replace("round(amount)", "amount");
    expect(after(less).files[0]!.content).toBe(less);
  });

  it("is not guessed from a function of another name", () => {
    const { files, issues } = after(
      `${without("  const total = rows.length;\n").replace("<h1>{total} rows</h1>", "<Sum />")}\nfunction Sum() {\n  return <b>{total}</b>;\n}\n`,
    );
    expect(files[0]!.content).not.toContain("const total");
    expect(issues.map(({ message }) => message)).toEqual(["total is neither declared nor imported"]);
  });
});

describe("an edit that broke a file", () => {
  it("is taken back only where it broke it", () => {
    const edited = before
      .replace("{total} rows", "{total} lines")
      .replace("        <Plus /> Clear\n", "        <Plus /> {rows.map((row => <b key={row}>\n")
      .replace('title="a"', 'title="b"');
    const { files, issues, fixed } = after(edited);
    expect(issues).toEqual([]);
    expect(files[0]!.content).toBe(before.replace("{total} rows", "{total} lines").replace('title="a"', 'title="b"'));
    expect(fixed.map(({ description }) => description)).toEqual(["Took back the part of the edit that broke the file"]);
  });

  it("gives the end of a file back that was cut, and keeps what came before", () => {
    const edited = before.replace("{total} rows", "{total} lines");
    const { files, issues } = after(edited.slice(0, edited.indexOf("<Plus /> Clear") + 8));
    expect([files[0]!.content, issues]).toEqual([edited, []]);
  });

  it("stays as it is when the file was broken before it", () => {
    const broken = before.replace("export default function Home() {", "export default function Home() {{(");
    const edited = broken.replace("{total} rows", "{total} lines");
    expect(checkTurn([{ path, content: broken }], [{ path, content: edited }]).files[0]!.content).toBe(edited);
  });
});
