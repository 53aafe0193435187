import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { continuationRequest, mergeContinuation } from "@/engines/protocol/resume";
import { ActionParser, collect, parseReply } from "@/engines/protocol/parse";

const body = `export default function Page() {
  const rows = [
    { id: 1, name: "Olá 👩‍👩‍👧" },
    { id: 2, name: "b" },
  ];
\treturn (
    <div>
      <p>“quoted”</p>
    </div>
  );
}
`;

/** Where a model that follows our request goes on: at the start of the last line that is not empty. */
const repeatedFrom = (cut: string) => cut.trimEnd().lastIndexOf("\n") + 1;

describe("'Let's keep going'", () => {
  it("continues a file exactly when the continuation goes on where the text was cut, at every place", () => {
    for (let at = 0; at <= body.length; at++) expect(mergeContinuation(body.slice(0, at), body.slice(at))).toBe(body);
  });

  it("takes the last line that is not empty once when the continuation repeats it, at every place", () => {
    for (let at = 1; at <= body.length; at++) {
      expect(mergeContinuation(body.slice(0, at), body.slice(repeatedFrom(body.slice(0, at))))).toBe(body);
    }
  });

  it("takes any number of repeated whole lines once", () => {
    const distinct = fc
      .array(fc.integer({ min: 0, max: 1e9 }), { minLength: 3, maxLength: 30 })
      .map((numbers) => numbers.map((number, at) => `${" ".repeat(at % 5)}line ${at} ${number}`).join("\n"));
    fc.assert(
      fc.property(distinct, fc.nat(), fc.nat(), (text, cut, back) => {
        const at = 1 + (cut % text.length);
        const starts = [0, ...[...text.matchAll(/\n/g)].map((found) => found.index + 1)].filter(
          (start) => text.slice(start, at).trim() !== "",
        );
        const from = starts[back % starts.length]!;
        expect(mergeContinuation(text.slice(0, at), text.slice(from))).toBe(text);
      }),
    );
  });

  it("finds the repeated line when the model drops its indentation or begins with an empty line", () => {
    expect(mergeContinuation("a\n    const total = su", "const total = sum(rows);\n")).toBe(
      "a\n    const total = sum(rows);\n",
    );
    expect(mergeContinuation("a\n  const b", "\n\n  const b = 2;")).toBe("a\n  const b = 2;");
  });

  it("does not take a chance likeness for a repetition", () => {
    expect(mergeContinuation("foo", "o();")).toBe("fooo();");
    expect(mergeContinuation("a\n\n", "\n\nb")).toBe("a\n\n\n\nb");
  });

  it("restores a reply that was cut anywhere inside its file, by the parser that resumes inside the action", () => {
    const reply = `Text\n<action type="add_file" file="pages/Page.jsx" id="p1">\n${body}\n</action id="p1">\nDone`;
    const start = reply.indexOf("export");
    for (let at = start + 1; at < start + body.length; at++) {
      const cut = parseReply(reply.slice(0, at), "length").actions[0]!;
      expect(cut.isTruncated).toBe(true);
      const parser = new ActionParser(cut);
      const repeated = start + repeatedFrom(cut.content);
      const events = [...parser.push(reply.slice(repeated)), ...parser.end("stop")];
      const [resumed] = collect([{ kind: "open", action: { ...cut } }, ...events]).actions;
      expect(resumed!.isComplete).toBe(true);
      expect(mergeContinuation(cut.content, resumed!.content)).toBe(body);
    }
  });

  it("shows the model how the file began and how it ends", () => {
    const content = Array.from({ length: 100 }, (_, at) => `line ${at}`).join("\n");
    const request = continuationRequest({ id: "x", type: "add_file", file: "pages/A.jsx", content });
    expect(request).toContain("line 0\n");
    expect(request).toContain("line 99\n");
    expect(request).not.toContain("line 40\n");
    expect(request).toContain('</action id="x">');
  });
});
