import { describe, expect, it } from "vitest";
import { canFormat, changedPiece, formatFile, FormatFailure } from "@/features/files/format-file";

describe("Format on demand", () => {
  it.each([
    [
      "pages/Home.jsx",
      "export default function Home( ){return <p   className='a'>Hi</p>}",
      'export default function Home() {\n  return <p className="a">Hi</p>;\n}\n',
    ],
    [
      "functions/send.ts",
      "const n:number=1\nexport default ()=>new Response(`${n}`)",
      "const n: number = 1;\nexport default () => new Response(`${n}`);\n",
    ],
    ["globals.css", "a{color:red}", "a {\n  color: red;\n}\n"],
    ["entities/Task.json", '{"type":"object","properties":{}}', '{ "type": "object", "properties": {} }\n'],
  ])("puts %s into one style", async (path, before, after) => {
    expect((await formatFile(path, before)).text).toBe(after);
    expect((await formatFile(path, after)).text).toBe(after);
  });

  it("keeps the cursor at its word", async () => {
    const before = "const   one=1;const two  =  2";
    const { text, cursor } = await formatFile("services/a.js", before, before.indexOf("two"));
    expect(text.slice(cursor, cursor + 3)).toBe("two");
  });

  it("says where a file cannot be read, and changes nothing", async () => {
    await expect(formatFile("pages/Home.jsx", "const = 1")).rejects.toThrow(FormatFailure);
    await expect(formatFile("pages/Home.jsx", "const = 1")).rejects.toThrow(/\(1:7\)/);
  });

  it("leaves what it does not know", async () => {
    expect(canFormat("readme.txt")).toBe(false);
    expect(await formatFile("readme.txt", "a  b")).toMatchObject({ text: "a  b" });
  });

  it.each([
    ["abc", "abc", { from: 3, to: 3, insert: "" }],
    ["a  b c", "a b c", { from: 2, to: 3, insert: "" }],
    ["aaa", "aaaa", { from: 3, to: 3, insert: "a" }],
    ["", "x", { from: 0, to: 0, insert: "x" }],
  ])("changes no more of %j than differs from %j", (before, after, piece) => {
    const found = changedPiece(before, after);
    expect(found).toEqual(piece);
    expect(before.slice(0, found.from) + found.insert + before.slice(found.to)).toBe(after);
  });
});
