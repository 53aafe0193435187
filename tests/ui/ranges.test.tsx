import { describe, expect, it } from "vitest";
import { columnsOf } from "@/features/entities/columns";
import { copiedText, pastedValue, readPaste, refusalWords } from "@/features/grid/ui/ranges";
import { fitTo, readTsv, writeTsv } from "@/features/grid/ui/tsv";

describe("Cells of a spreadsheet", () => {
  it.each([
    [
      "plain cells",
      "a\tb\nc\td",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["a last line break", "a\tb\r\n", [["a", "b"]]],
    ["line breaks, tabs and quotes in quotes", 'a\t"one\r\ntwo\t""three"""\nz', [["a", 'one\ntwo\t"three"'], ["z"]]],
    ["quotes that are part of the text", '5" pipe\t"half" done\n"open', [['5" pipe', '"half" done'], ['"open']]],
    ["empty cells and rows", "\t\n\n\tx", [["", ""], [""], ["", "x"]]],
    ["characters of any plane", '😀\t"𝒳\n😀"\tb', [["😀", "𝒳\n😀", "b"]]],
  ])("are read: %s", (_name, text, cells) => expect(readTsv(text)).toEqual(cells));

  it("come back as they were", () => {
    const cells = [
      ["a\tb", "c\nd", '"e"', 'f "g"'],
      ["", "h", "😀", " i "],
    ];
    expect(readTsv(writeTsv(cells))).toEqual(cells);
  });

  it("fill a larger range when they fit it a whole number of times", () => {
    expect(fitTo([["x"]], 2, 2)).toEqual([
      ["x", "x"],
      ["x", "x"],
    ]);
    expect(fitTo([["a"], ["b"]], 1, 4)).toEqual([["a"], ["b"], ["a"], ["b"]]);
    expect(fitTo([["a"], ["b"]], 1, 3)).toEqual([["a"], ["b"]]);
    expect(fitTo([["a", "b"], ["c"]], 1, 1)).toEqual([
      ["a", "b"],
      ["c", ""],
    ]);
  });
});

const columns = columnsOf({
  name: "Task",
  type: "object",
  properties: {
    title: { type: "string" },
    amount: { type: "number" },
    done: { type: "boolean" },
    due: { type: "string", format: "date-time" },
    tags: { type: "array", items: { type: "string", enum: ["red", "Red, dark", "blue"] } },
    place: { type: "object" },
    helpers: { type: "array", items: { type: "string", "x-reference": "Person" } },
    owner: { type: "string", "x-reference": "Person" },
  },
});
const column = (id: string) => columns.find((one) => one.id === id)!;
const people = new Map([
  ["r1", "Ada"],
  ["r2", "Grace"],
  ["r3", "Grace"],
  ["r4", "Ada, Countess"],
]);
const names = { owner: people, helpers: people };

describe("Values between the table and a spreadsheet", () => {
  it.each([
    ["title", "two\nlines", "two\nlines"],
    ["amount", 1250.5, "1250.5"],
    ["done", false, "false"],
    ["tags", ["Red, dark", "blue"], "Red, dark, blue"],
    ["place", { city: "Oslo" }, '{"city":"Oslo"}'],
    ["owner", "r1", "Ada"],
    ["helpers", ["r4", "r1"], "Ada, Countess, Ada"],
    ["helpers", ["r1"], "Ada"],
    ["due", "2026-11-21T10:00:05.120Z", expect.stringMatching(/^2026-11-2\d \d\d:\d\d:05\.120$/)],
    ["title", null, ""],
  ])("%s %j is copied, and pasted back is the same", (id, value, text) => {
    const copied = copiedText(column(id), value, names);
    expect(copied).toEqual(text);
    expect(pastedValue(column(id), copied, names)).toEqual({ ok: true, value });
  });

  it("are coerced to the column's kind, and what does not fit is told without losing the rest", () => {
    const { cells, refused } = readPaste(
      [
        ["Plan", "$1,250", "TRUE", "2026-11-21 10:00"],
        ["Build", "many", "yes", "soon"],
      ],
      columns,
      0,
      names,
    );
    expect(cells.map(({ row, column: { id }, value }) => [row, id, value])).toEqual([
      [0, "title", "Plan"],
      [0, "amount", 1250],
      [0, "done", true],
      [0, "due", new Date("2026-11-21 10:00").toISOString()],
      [1, "title", "Build"],
    ]);
    expect(refused.map(({ row }) => row)).toEqual([1, 1, 1]);
    expect(refusalWords(refused.map(({ message }) => ({ message })))).toBe(
      "Amount must be a number. Done must be true or false. Due must be a date",
    );
  });

  it.each([
    [[2], "Row 2: Due must be a date"],
    [[3, 2, 3], "Rows 2 and 3: Due must be a date"],
    [[9, 2, 3, 5, 7], "Rows 2, 3, 5 and 2 more: Due must be a date"],
  ])("that did not fit in the rows %j name them", (rows, words) => {
    expect(refusalWords(rows.map((row) => ({ row, message: "Due must be a date" })))).toBe(words);
  });

  it("do not reach read-only columns or beyond the last one", () => {
    const { cells, refused } = readPaste(
      [["Ada", "1999-01-01", "me", "more"]],
      columns,
      columns.indexOf(column("owner")),
      names,
    );
    expect(cells.map(({ value }) => value)).toEqual(["r1"]);
    expect(refused).toEqual([]);
  });

  it("name a row that is unknown or not the only one of its name", () => {
    expect(pastedValue(column("owner"), "Bob", names)).toEqual({ ok: false, message: 'Owner has no row called "Bob"' });
    expect(pastedValue(column("owner"), "grace", names)).toMatchObject({
      message: 'Owner has several rows called "grace"',
    });
    expect(pastedValue(column("owner"), "r2", names)).toEqual({ ok: true, value: "r2" });
    expect(pastedValue(column("helpers"), "Ada, Bob", names)).toEqual({
      ok: false,
      message: 'Helpers has no row called "Bob"',
    });
    expect(pastedValue(column("helpers"), "ada; grace", names)).toMatchObject({
      message: 'Helpers has several rows called "Grace"',
    });
    expect(pastedValue(column("helpers"), '["r2","r1","r2"]', names)).toEqual({ ok: true, value: ["r2", "r1"] });
  });
});
