import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit } from "@/engines/protocol/apply";

const block = (search: string, replace: string) => `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE`;

const page = `import { useState } from "react";
import { Button } from "@/components/ui/button";

export default function Home() {
  const [count, setCount] = useState(0);

  return (
    <div className="p-4">
      <h1>Welcome, friend — today</h1>
      <Button onClick={() => setCount(count + 1)}>Add</Button>
      <p>{count}</p>
    </div>
  );
}
`;

function apply(content: string, ...blocks: string[]): string {
  const result = applyEdit(content, blocks.join("\n"));
  if (!result.ok) throw new Error(`${result.reason}: ${result.message}`);
  return result.content;
}
function refusal(content: string, ...blocks: string[]) {
  const result = applyEdit(content, blocks.join("\n"));
  return result.ok ? "applied" : result.reason;
}

describe("a partial edit", () => {
  it("changes the lines that differ and nothing else", () => {
    const result = applyEdit(
      page,
      block("      <p>{count}</p>\n    </div>", "      <p>{count} clicks</p>\n      <hr />\n    </div>"),
    );
    expect(result).toEqual({
      ok: true,
      content: page.replace("<p>{count}</p>", "<p>{count} clicks</p>\n      <hr />"),
      changed: [{ start: 11, end: 13 }],
    });
  });

  it("says where lines went", () => {
    expect(applyEdit("a\nb\nc\n", block("a\nb\nc", "a\nc"))).toMatchObject({
      ok: true,
      content: "a\nc\n",
      changed: [{ start: 2, end: 2 }],
    });
  });

  it("keeps the file's line breaks and a missing last line break", () => {
    expect(apply("a\r\nb\r\nc", block("b\nc", "b\nx\nd"))).toBe("a\r\nb\r\nx\r\nd");
    expect(apply("a\nb", block("b", "b\nc"))).toBe("a\nb\nc");
    expect(apply("a\nb\n", block("b", "b\nc"))).toBe("a\nb\nc\n");
    expect(apply("a\nb", block("a\nb", "a"))).toBe("a");
  });

  it("keeps trailing white space of lines that it does not change", () => {
    expect(apply("a  \nb\nc\t\n", block("a\nb\nc", "a\nB\nc"))).toBe("a  \nB\nc\t\n");
  });

  it("writes new lines with the file's indentation when the model's is shallower", () => {
    const edited = apply(
      page,
      block(
        "<h1>Welcome, friend — today</h1>\n<Button onClick={() => setCount(count + 1)}>Add</Button>",
        "<h1>Welcome, friend — today</h1>\n<div>\n  <b>New</b>\n</div>\n<Button onClick={() => setCount(count + 1)}>Add</Button>",
      ),
    );
    expect(edited).toContain(
      "      <h1>Welcome, friend — today</h1>\n      <div>\n        <b>New</b>\n      </div>\n      <Button",
    );
  });

  it("writes tabs where the file has tabs", () => {
    const tabs = "function a() {\n\tif (b) {\n\t\tc();\n\t}\n}\n";
    expect(
      apply(tabs, block("  if (b) {\n    c();\n  }", "  if (b) {\n    c();\n    for (;;) {\n      d();\n    }\n  }")),
    ).toBe("function a() {\n\tif (b) {\n\t\tc();\n\t\tfor (;;) {\n\t\t\td();\n\t\t}\n\t}\n}\n");
  });

  it("keeps the model's own re-indentation of lines that it wraps", () => {
    expect(apply("<a>\n  <b/>\n</a>\n", block("<a>\n  <b/>\n</a>", "<a>\n  <c>\n    <b/>\n  </c>\n</a>"))).toBe(
      "<a>\n  <c>\n    <b/>\n  </c>\n</a>\n",
    );
  });

  it("does not let typographic quotes or dashes of the model into the file", () => {
    const edited = apply(
      page,
      block(
        "    <div className=“p-4”>\n      <h1>Welcome, friend - today</h1>",
        "    <div className=“p-8”>\n      <h1>Welcome, friend - today</h1>\n      <i title=“new”/>",
      ),
    );
    expect(edited).toBe(page.replace('"p-4"', '"p-8"').replace("today</h1>", 'today</h1>\n      <i title="new"/>'));
  });

  it("does not let a misspelt context line into the file", () => {
    const edited = apply(
      page,
      block(
        "      <h1>Welcom, friend — today</h1>\n      <Button onClick={() => setCount(count + 1)}>Add</Button>\n      <p>{count}</p>",
        "      <h1>Welcom, friend — today</h1>\n      <Button onClick={() => setCount(count + 2)}>Add</Button>\n      <p>{count}</p>",
      ),
    );
    expect(edited).toBe(page.replace("count + 1", "count + 2"));
  });

  it("passes over blank lines that the model left out or added", () => {
    expect(
      apply(
        page,
        block(
          'import { Button } from "@/components/ui/button";\nexport default function Home() {',
          'import { Button } from "@/components/ui/button";\nimport x from "x";\nexport default function Home() {',
        ),
      ),
    ).toBe(page.replace('button";\n', 'button";\nimport x from "x";\n'));
    expect(apply("a();\nb();\n", block("a();\n\nb();", "a();\n\nc();"))).toBe("a();\nc();\n");
  });

  it("finds a search text that leaves code out, and keeps what it leaves out", () => {
    const edited = apply(
      page,
      block(
        "export default function Home() {\n  // ... existing code ...\n      <p>{count}</p>",
        "export default function Home() {\n  const a = 1;\n  // ... existing code ...\n      <p>{count}!</p>",
      ),
    );
    expect(edited).toBe(
      page.replace("Home() {\n", "Home() {\n  const a = 1;\n").replace("<p>{count}</p>", "<p>{count}!</p>"),
    );
  });

  it("finds a search text into which the file has grown a line, away from what changes", () => {
    expect(apply("a1\nb1\nnew\nc1\nd1\ne1\n", block("a1\nb1\nc1\nd1\ne1", "a1\nb1\nc1\nD1\ne1"))).toBe(
      "a1\nb1\nnew\nc1\nD1\ne1\n",
    );
    expect(refusal("a1\nb1\nnew\nc1\nd1\ne1\n", block("a1\nb1\nc1\nd1\ne1", "a1\nb1\nx\nc1\nd1\ne1"))).toBe(
      "ambiguous",
    );
  });

  it("refuses a block whose search text stands in two places", () => {
    expect(refusal("a\nb\na\nb\n", block("a\nb", "a\nc"))).toBe("ambiguous");
    expect(refusal("  a();\n    a();\n", block("a();", "b();"))).toBe("ambiguous");
  });

  it("takes the place that fits exactly over one that fits but for white space", () => {
    expect(apply("  a();\n    a();\n", block("    a();", "    b();"))).toBe("  a();\n    b();\n");
  });

  it("refuses a search text of another state of the file and shows the nearest lines", () => {
    const result = applyEdit(
      page,
      block("  const [total, setTotal] = useState(5);", "  const [total, setTotal] = useState(6);"),
    );
    expect(result).toMatchObject({
      ok: false,
      reason: "not-found",
      block: 1,
      nearest: [{ line: 5, text: "  const [count, setCount] = useState(0);" }],
    });
    expect(refusal("const limit = 20;\nb\nc\n", block("const limit = 10;\nb\nc", "const limit = 30;\nb\nc"))).toBe(
      "not-found",
    );
  });

  it.each([
    ["no block", "just text"],
    ["a block without its end", "<<<<<<< SEARCH\na\n=======\nb"],
    ["a block without its divider", "<<<<<<< SEARCH\na\n>>>>>>> REPLACE"],
    ["two dividers", "<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE"],
    ["a search inside a search", "<<<<<<< SEARCH\na\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE"],
    ["an empty search in a file with text", block("", "b")],
    ["a replacement that leaves code out", block("a", "// ... rest of the code ...")],
    ["a deletion of code left out", block("a\n// ... existing code ...", "a")],
  ])("refuses %s", (_name, body) => {
    expect(refusal("a\n", body)).toBe("malformed");
  });

  it("writes an empty file from a block with an empty search", () => {
    expect(apply("", block("", "a\nb"))).toBe("a\nb");
  });

  it("takes a spread for code and not for code left out", () => {
    expect(apply("f({\n  a,\n});\n", block("  a,", "  a,\n  ...rest,\n  // ...and done"))).toBe(
      "f({\n  a,\n  ...rest,\n  // ...and done\n});\n",
    );
  });

  it("applies all blocks or none", () => {
    const result = applyEdit("a\nb\n", `${block("a", "A")}\n${block("x", "y")}`);
    expect(result).toMatchObject({ ok: false, reason: "not-found", block: 2 });
  });

  it("looks each block up in the file as it stood, and else as the blocks before it left it", () => {
    expect(apply("a\nb\n", block("b", "a\nb"), block("a", "c"))).toBe("c\na\nb\n");
    expect(apply("a\nb\n", block("a", "new"), block("new", "newer"))).toBe("newer\nb\n");
    expect(apply("a\nb\nc\n", block("b", "B"), block("a\nb\nc", "a\nb\nC"))).toBe("a\nB\nC\n");
  });

  it("refuses a block that changes what an earlier one changed", () => {
    expect(refusal("a\nb\nc\n", block("b", "x"), block("b", "y"))).toBe("overlap");
  });

  it("passes over fences and prose around the blocks", () => {
    expect(apply("a\n", `Here:\n\`\`\`jsx\n${block("a", "b")}\n\`\`\``)).toBe("b\n");
    expect(apply("a\n", block("```js\na\n```", "```js\nb\n```"))).toBe("b\n");
  });

  it("turns any file into any other by one exact block", () => {
    const lines = fc.array(fc.constantFrom("", "a", "b", "  a", "c  ", "…", "'x'", "{", "\t}"), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(lines, lines, fc.constantFrom("\n", "\r\n"), (before, after, lineBreak) => {
        fc.pre(
          before.some((line) => line.trim() !== "") &&
            before.every((line) => line !== "…") &&
            after.every((line) => line !== "…"),
        );
        const body = `<<<<<<< SEARCH\n${before.join("\n")}\n=======\n${after.join("\n")}\n>>>>>>> REPLACE`;
        const result = applyEdit(before.join(lineBreak), body);
        expect(
          result.ok && result.content.split(before.length > 1 ? lineBreak : "\n").map((line) => line.trimEnd()),
        ).toEqual(after.map((line) => line.trimEnd()));
      }),
      { numRuns: 500 },
    );
  });

  it("puts several insertions of a block where REPLACE has them, in its order", () => {
    expect(apply("a=1\n\nb=2\n", block("\na=1\n\nb=2", "\na=1\nx=3\n\ny=4\nb=2"))).toBe("a=1\nx=3\n\ny=4\nb=2\n");
    expect(apply("a=1\nb=2\n", block("a=1\n\nb=2", "a=1\nx=3\n\ny=4\nb=2"))).toBe("a=1\nx=3\ny=4\nb=2\n");
    expect(apply("a\n\nb\n", block("a  \n\nb", "a  \nx\n\ny\nb"))).toBe("a\nx\n\ny\nb\n");
  });

  it("keeps what two blocks write between the same lines in the order of the blocks", () => {
    expect(apply("a\nb\n", block("a", "a\nx"), block("b", "y\nb"))).toBe("a\nx\ny\nb\n");
    expect(apply("a\nb\n", block("a", "a\nx"), block("b", "c"))).toBe("a\nx\nc\n");
    expect(apply("a\nb\n", block("a", "a\nx"), block("a\nb", "a\ny\nb"))).toBe("a\nx\ny\nb\n");
    expect(apply("a\nb\n", block("a", "c"), block("b", "y\nb"))).toBe("c\ny\nb\n");
  });

  it("takes away the blank line that a block takes away", () => {
    expect(apply("a\n\nb\n", block("a \n\nb", "a \nb"))).toBe("a\nb\n");
  });

  it("never respells new text", () => {
    const edited = apply(
      page,
      block(
        "    <div className=“p-4”>\n      <h1>Welcome, friend - today</h1>",
        "    <div className=“p-4”>\n      <p>“Ada” — the first… it’s true</p>\n      <h1>Welcome, friend - today</h1>",
      ),
    );
    expect(edited).toBe(page.replace("      <h1>", "      <p>“Ada” — the first… it’s true</p>\n      <h1>"));
  });

  it.each([
    ["12 | code", (line: string, at: number) => `${at} | ${line}`],
    ["12: code", (line: string, at: number) => `${at}: ${line}`],
    ["a tab", (line: string, at: number) => `${at}\t${line}`],
  ])("takes the line numbers off a block that has them on every line (%s)", (_, number) => {
    const search = ["  return (", '    <div className="p-4">', "      <h1>Welcome, friend — today</h1>"];
    const replace = [...search.slice(0, 2), "      <hr />", search[2]!];
    const numbered = (lines: string[]) => lines.map((line, at) => number(line, at + 7)).join("\n");
    const wanted = page.replace("      <h1>", "      <hr />\n      <h1>");
    expect(apply(page, block(numbered(search), numbered(replace)))).toBe(wanted);
    expect(apply(page, block(numbered(search), replace.join("\n")))).toBe(wanted);
    expect(apply("x = {\n  7: a,\n  8: b,\n};", block("  7: a,\n  8: b,", "  7: a,\n  8: c,"))).toContain("8: c,");
    expect(refusal(page, block(numbered(search), [number(replace[0]!, 7), ...replace.slice(1)].join("\n")))).toBe(
      "not-found",
    );
  });

  const list = `export function total(rows) {
  const limit = 20;
  let sum = 0;
  for (const row of rows.slice(0, limit)) {
    sum += row.amount * row.count;
  }
  return Math.round(sum / 100);
}
`;
  const lines = list.split("\n").slice(0, -1);
  const edit = (said: string[], from: string, to: string) =>
    block(said.join("\n"), said.map((line) => line.replace(from, to)).join("\n"));
  const wanted = list.replace("row.count", "row.pieces");

  it.each([
    ["two misspelt lines", lines.map((line) => line.replace("total", "totl").replace("Math.round", "Math.rond"))],
    ["another digit", lines.map((line) => line.replace("20", "25"))],
    ["another sign", lines.map((line) => line.replace("/ 100", "* 100"))],
    ["a line lost", lines.filter((_, at) => at !== 2)],
    ["a line doubled", lines.flatMap((line, at) => (at === 2 ? [line, line] : [line]))],
  ])("places a block whose context has %s, and keeps the file's own", (_, said) => {
    expect(apply(list, edit(said, "row.count", "row.pieces"))).toBe(wanted);
  });

  it("refuses a block whose changed lines are not what the file has, however little differs", () => {
    for (const [is, was] of [
      ["row.count", "row.coun"],
      ["row.amount", "row.amount2"],
      ["+=", "-="],
    ])
      expect(
        refusal(
          list,
          edit(
            lines.map((line) => line.replace(is!, was!)),
            "row",
            "item",
          ),
        ),
      ).toBe("not-found");
  });

  it("refuses a block with more lines of context than a slip or two that the file does not have", () => {
    const said = lines.toSpliced(2, 0, "  first(alpha);", "  second(beta);", "  third(gamma);");
    expect(refusal(list, edit(said, "row.count", "row.pieces"))).toBe("not-found");
    expect(apply(list, edit(said.toSpliced(4, 1), "row.count", "row.pieces"))).toBe(wanted);
  });

  it("never puts a block at a second copy that differs", () => {
    const copy = list.replace("total", "average").replace("20", "30");
    const said = lines.map((line) => line.replace("rows)", "rws)"));
    expect(refusal(list.replace("* row.count", "* row.size") + copy, edit(said, "row.count", "row.pieces"))).toBe(
      "not-found",
    );
    expect(refusal(list + list.replace("20", "30"), edit(said, "row.count", "row.pieces"))).toBe("ambiguous");
    expect(refusal(list + list, edit(lines, "row.count", "row.pieces"))).toBe("ambiguous");
  });

  it("does not take a stale place for fitting because an old copy of it stands close by", () => {
    const now = [
      "});",
      "export type Entry = z.infer<typeof entry>;",
      "",
      "/** A line that was changed since. */",
      "export type View = { key: string; createdAt: string };",
      "",
    ];
    const copy = [
      "});",
      "exort type Entry = z.infer<typeof entry>;",
      "",
      "/** A line as it was before. */",
      "exort type View = { key: string; createdAt: string };",
      "",
    ];
    const said = now.with(3, copy[3]!).join("\n");
    expect(refusal([...now, ...copy].join("\n"), block(said, said.replace("as it was before", "as wanted")))).toBe(
      "not-found",
    );
  });

  it("takes the place where all lines are but a misspelt one, though a copy has the others but one", () => {
    const story = (name: string) =>
      `export const ${name} = () => (\n  <Admin dataProvider={dataProvider}>\n    <Resource name="books" />\n  </Admin>\n);\n`;
    const edited = apply(
      story("Title") + story("FiltersOfBooks"),
      edit(story("FiltersOfBooks").replace("Resource", "Reource").trimEnd().split("\n"), "{dataProvider}", "{other}"),
    );
    expect(edited).toBe(story("Title") + story("FiltersOfBooks").replace("{dataProvider}", "{other}"));
  });

  it("puts nothing next to a line that the file lacks", () => {
    expect(
      refusal(
        "first(1);\nsecond(2);\nthird(3);\nfourth(4);\n",
        block("first(1);\nsecond(2);\nthird(3);\nmissing();", "first(1);\nsecond(2);\nthird(3);\nmissing();\nnew();"),
      ),
    ).toBe("ambiguous");
  });

  it("keeps the model's spaces where nothing says that it indents otherwise than the file", () => {
    const file = "/**\n * - a list\n *   deeper\n */\nfunction a() {\n    b();\n}\n\nexport const c = {};\n";
    const more = "\nfunction d() {\n    if (e) {\n        f();\n    }\n}";
    expect(apply(file, block("export const c = {};", `export const c = {};\n${more}`))).toBe(
      `${file.trimEnd()}\n${more}\n`,
    );
  });

  it("steps as the file does, whatever the step of the model", () => {
    const file = "function a() {\n    if (b) {\n        c();\n    }\n}\n";
    const said = (unit: string) => [`${unit}if (b) {`, `${unit.repeat(2)}c();`, `${unit}}`].join("\n");
    const wanted = file.replace(
      "c();\n",
      "c();\n        for (;;) {\n            d(\n                e,\n            );\n        }\n",
    );
    for (const unit of ["  ", "\t", "\t\t", "   "])
      expect(
        apply(
          file,
          block(
            said(unit),
            said(unit).replace(
              "c();",
              `c();\n${unit.repeat(2)}for (;;) {\n${unit.repeat(3)}d(\n${unit.repeat(4)}e,\n${unit.repeat(3)});\n${unit.repeat(2)}}`,
            ),
          ),
        ),
      ).toBe(wanted);
  });

  it("writes out markup that the model escaped in the whole of a block", () => {
    expect(
      apply(page, block("      &lt;p&gt;{count}&lt;/p&gt;", "      &lt;p&gt;{count} &amp;amp; more&lt;/p&gt;")),
    ).toBe(page.replace("<p>{count}</p>", "<p>{count} &amp; more</p>"));
    expect(apply("a = '&lt;'\n", block("a = '&lt;'", "a = '&gt;'"))).toBe("a = '&gt;'\n");
    expect(refusal(page, block("      &lt;p&gt;{count}&lt;/p&gt;", "      <p>{count}!</p>"))).toBe("not-found");
  });

  /**
   * An edit of a random file, the window of it that a model would show, and what models do to a window: white space at line ends
   * and inside lines, a blank line too many, the whole of it deeper. REPLACE repeats the context as SEARCH has it.
   */
  const noisyEdit = fc
    .record({
      file: fc.array(fc.constantFrom("", "a();", "b = 1", "  c();", "  d = 2", "{", "}", "e();", "  f, g"), {
        minLength: 2,
        maxLength: 14,
      }),
      start: fc.nat(12),
      size: fc.integer({ min: 1, max: 8 }),
      steps: fc.array(
        fc.record({
          insert: fc.array(fc.constantFrom("x();", "  y();", "z = 3"), { maxLength: 2 }),
          isRemoved: fc.boolean(),
          noise: fc.constantFrom("", "", "end", "inside", "blank"),
        }),
        { minLength: 8, maxLength: 8 },
      ),
      deeper: fc.constantFrom("", "", "  "),
    })
    .map(({ file, start, size, steps, deeper }) => {
      const from = Math.min(start, file.length - 1);
      const window = file.slice(from, from + size);
      const search: string[] = [];
      const replace: string[] = [];
      const edited: string[] = [];
      for (const [at, line] of window.entries()) {
        const { insert, isRemoved, noise } = steps[at]!;
        const shifted = line.trim() ? deeper + line : line;
        const said =
          noise === "end" ? `${shifted}  ` : noise === "inside" ? shifted.replace(/(?<=\S)(?=[(=,])/, "  ") : shifted;
        search.push(said);
        replace.push(...(isRemoved ? [] : [said]), ...insert.map((text) => deeper + text));
        edited.push(...(isRemoved ? [] : [line]), ...insert);
        const isCalm = !isRemoved && insert.length === 0 && line.trim() && file[from + at + 1]?.trim();
        if (noise !== "blank" || !isCalm || at === window.length - 1 || steps[at + 1]!.isRemoved) continue;
        search.push("");
        replace.push("");
      }
      const isAt = (place: number) => search.every((line, at) => file[place + at]?.trimEnd() === line.trimEnd());
      // Noise may spell another place of the file, but for white space at line ends, which is then the one that is meant.
      const isElsewhere = !isAt(from) && file.some((_line, place) => isAt(place));
      const around = (lines: string[]) => [...file.slice(0, from), ...lines, ...file.slice(from + size)].join("\n");
      const isBlankGone = window.some((line, at) => line === "" && steps[at]!.isRemoved);
      return { file, search, replace, wanted: around(edited), literal: around(replace), isBlankGone, isElsewhere };
    });
  type NoisyEdit = typeof noisyEdit extends fc.Arbitrary<infer One> ? One : never;
  const bodyOf = ({ search, replace }: Pick<NoisyEdit, "search" | "replace">) =>
    ["<<<<<<< SEARCH", ...search, "=======", ...replace, ">>>>>>> REPLACE"].join("\n");

  /** How many blank lines stand before each other line, and behind the last. */
  function gapsOf(text: string): number[] {
    const gaps = [0];
    for (const line of text.split("\n"))
      if (line.trim() === "") gaps[gaps.length - 1]! += 1;
      else gaps.push(0);
    return gaps;
  }
  const withoutBlanks = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

  /**
   * Who deletes a blank line of the file and shows another one too many may write the same SEARCH and REPLACE as who
   * keeps the first: then the blank lines of REPLACE are as right as the file's own.
   */
  function expectEdited(content: string, { wanted, literal, isBlankGone }: Omit<NoisyEdit, "isElsewhere">) {
    if (!isBlankGone) return expect(content).toBe(wanted);
    expect(withoutBlanks(content)).toEqual(withoutBlanks(wanted));
    const [own, said] = [gapsOf(wanted), gapsOf(literal)];
    for (const [at, gap] of gapsOf(content).entries()) expect([own[at], said[at]]).toContain(gap);
  }

  it("leaves what REPLACE says where SEARCH has a blank line too many, and which of the two is deleted is open", () => {
    const file = ["", "", "", "  d = 2", "  f, g", "", "  f, g"].join("\n");
    const [search, replace] = [
      ["", "  d = 2", "", "  f, g", "", "  f, g"],
      ["", "x();", "  d = 2", "", "  f, g"],
    ];
    expect(applyEdit(file, bodyOf({ search, replace }))).toMatchObject({
      content: ["", "", ...replace].join("\n"),
    });
  });

  it("gives REPLACE with the file's own context put back, or is refused, whatever the white space", () => {
    const counts = { applied: 0, refused: 0 };
    fc.assert(
      fc.property(noisyEdit, ({ isElsewhere, ...edit }) => {
        fc.pre(!isElsewhere && edit.search.some((line) => line.trim() !== ""));
        const result = applyEdit(edit.file.join("\n"), bodyOf(edit));
        counts[result.ok ? "applied" : "refused"]++;
        if (result.ok) expectEdited(result.content, edit);
      }),
      { numRuns: 3000 },
    );
    expect(counts.applied).toBeGreaterThan(counts.refused / 2);
  });
});
