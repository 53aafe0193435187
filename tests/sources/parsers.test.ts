import { describe, expect, it } from "vitest";
import { zipSync } from "fflate";
import { detectType } from "@/features/sources/detect-type";
import { makeChunks } from "@/features/sources/make-chunks";
import { parseDocument } from "@/features/sources/parse-document";
import type { Block } from "@/features/sources/schema";
import { docxParts, epubParts, pdf, pptxParts, wordParagraph, wordTable, xlsxParts } from "../support/documents";
import { zip } from "../support/zip";

const read = (type: string, content: string | Uint8Array) =>
  parseDocument({ type, name: "file", bytes: new Uint8Array(Buffer.from(content)) }, new AbortController().signal);

describe("A document keeps its headings, pages and tables", () => {
  it("of Word", async () => {
    const body = `${wordParagraph("Prices", "Heading1")}${wordParagraph("All with tax.")}${wordParagraph("Drinks", "Heading2")}${wordTable(
      [
        ["Drink", "Price"],
        ["Tea", "3"],
        ["Coffee", "4"],
      ],
    )}`;
    expect((await read("doc", zip(docxParts(body)))).blocks).toEqual([
      { text: "All with tax.", heading: ["Prices"] },
      { text: "| Tea | 3 |", heading: ["Prices", "Drinks"], head: "| Drink | Price |" },
      { text: "| Coffee | 4 |", heading: ["Prices", "Drinks"], head: "| Drink | Price |" },
    ]);
  });

  it("of Excel: a row by its columns' names, dates as dates, a sheet as a heading", async () => {
    const file = xlsxParts([
      {
        name: "Staff",
        rows: [
          ["Name", "Since"],
          ["Ada", { date: 45_000 }],
          ["Bo", { date: 45_000.5 }],
        ],
      },
      { name: "Sums", rows: [[1, 2.5]] },
    ]);
    expect((await read("xlsx", zip(file))).blocks).toEqual([
      { text: "Name: Ada\nSince: 2023-03-15", heading: ["Staff"], head: "" },
      { text: "Name: Bo\nSince: 2023-03-15 12:00", heading: ["Staff"], head: "" },
      { text: "1\n2.5", heading: ["Sums"], head: "" },
    ]);
  });

  it("of PowerPoint: a slide's title and number", async () => {
    const file = pptxParts([
      { title: "Plan", lines: ["First", "Second"] },
      { title: "End", lines: [] },
    ]);
    expect((await read("pptx", zip(file))).blocks).toEqual([
      { text: "First\nSecond", heading: ["Plan"], page: 1 },
      { text: "End", heading: ["End"], page: 2 },
    ]);
  });

  it("of a book: its title, chapters in order", async () => {
    const file = epubParts("Tea", [
      "<h1>Black</h1><p>Strong.</p>",
      "<h1>Green</h1><ul><li>Sencha</li><li>Matcha</li></ul>",
    ]);
    expect(await read("epub", zip(file))).toEqual({
      title: "Tea",
      blocks: [
        { text: "Strong.", heading: ["Black"] },
        { text: "- Sencha\n- Matcha", heading: ["Green"] },
      ],
    });
  });

  it("of PDF: larger lines are headings, each passage knows its page", async () => {
    const file = pdf([
      [
        ["Report", 24],
        ["The year was good.", 11],
        ["Sales rose.", 11],
      ],
      [
        ["Costs", 24],
        ["Rent (all of it) rose.", 11],
      ],
    ]);
    expect((await read("pdf", file)).blocks).toEqual([
      { text: "The year was good.\nSales rose.", heading: ["Report"], page: 1 },
      { text: "Rent (all of it) rose.", heading: ["Costs"], page: 2 },
    ]);
  });

  it("of Markdown", async () => {
    expect((await read("markdown", "# A\n\ntext\n\n## B\n\n| x | y |\n|---|---|\n| 1 | 2 |\n")).blocks).toEqual([
      { text: "text", heading: ["A"] },
      { text: "| 1 | 2 |", heading: ["A", "B"], head: "| x | y |" },
    ]);
  });

  it("of Markdown in a paragraph of any length: marks end where they do, and without an end are text", async () => {
    const words = "a **bold** and _slanted_ word, ~~no~~ 5 * 3, ".repeat(2_000).trim();
    expect((await read("markdown", words)).blocks.map(({ text }) => text)).toEqual([
      words.replace(/[*_~]+\b|\b[*_~]+/g, ""),
    ]);
    expect((await read("markdown", "*a ".repeat(9_000).trim())).blocks[0]?.text).toBe("*a ".repeat(9_000).trim());
  });

  it("of a web page, without its menu and scripts", async () => {
    const page = `<html><head><title>Shop</title></head><body><nav>Home About</nav><script>alert(1)</script><main><h1>Hours</h1><p>Open from nine to five, on every day of the week but Sunday.</p></main></body></html>`;
    const { title, blocks } = await read("html", page);
    expect(title).toBe("Shop");
    expect(blocks).toEqual([
      { text: "Open from nine to five, on every day of the week but Sunday.", heading: ["Hours"] },
    ]);
  });

  it.each([
    ["UTF-16 with its mark", Buffer.from("\ufeffGrüße", "utf16le")],
    ["Windows", Buffer.from("Grüße", "latin1")],
    ["UTF-8 with its mark", Buffer.from("\ufeffGrüße")],
  ])("of text in %s", async (_name, bytes) => {
    expect((await read("txt", bytes)).blocks.map(({ text }) => text)).toEqual(["Grüße"]);
  });
});

describe("Chunks", () => {
  const words = (count: number, word = "word") =>
    Array.from({ length: count }, (_, index) => `${word}${index}`).join(" ");
  const block = (text: string, more: Partial<Block> = {}): Block => ({ text, heading: [], ...more });

  it("have about 1,000 tokens and repeat about 200 of the one before", () => {
    const text = words(4_000);
    const chunks = makeChunks("Doc", [block(text)]);
    for (const { text: one } of chunks) expect(one.length).toBeLessThanOrEqual(4_100);
    for (const [index, { text: one }] of chunks.slice(1).entries()) {
      const overlap = one.slice(0, 600);
      expect(chunks[index]!.text).toContain(overlap);
    }
    for (const word of text.split(" ")) expect(chunks.some(({ text: one }) => one.includes(word))).toBe(true);
  });

  it("name the document, the headings and the page", () => {
    const [chunk] = makeChunks("Manual", [block("text", { heading: ["Setup", "Cables"], page: 7 })]);
    expect(chunk).toMatchObject({ heading: "Manual › Setup › Cables (page 7)", text: "text" });
  });

  it("begin at a heading once there is a quarter of one, and share short sections", () => {
    const long = makeChunks("D", [block(words(400), { heading: ["A"] }), block("b", { heading: ["B"] })]);
    expect(long.map(({ heading }) => heading)).toEqual(["D › A", "D › B"]);
    const short = makeChunks("D", [block("a", { heading: ["A"] }), block("b", { heading: ["B"] })]);
    expect(short).toMatchObject([{ heading: "D › A", text: "a\n\nB:\n\nb" }]);
  });

  it("cut no row, and say in each which columns there are", () => {
    const rows = Array.from({ length: 400 }, (_, index) =>
      block(`| item ${index} | ${words(5)} |`, { head: "| Name | Words |" }),
    );
    const chunks = makeChunks("List", rows);
    expect(chunks.length).toBeGreaterThan(3);
    for (const { text } of chunks) {
      expect(text.startsWith("| Name | Words |\n")).toBe(true);
      for (const line of text.split("\n")) expect(line).toMatch(/^\| .* \|$/);
    }
    expect(chunks.flatMap(({ text }) => text.split("\n").slice(1))).toHaveLength(400);
  });

  it("of a text without any space end too, and split no character", () => {
    const chunks = makeChunks("D", [block("🙂".repeat(10_000)), block("漢".repeat(5_000))]);
    for (const { text } of chunks) expect(text.isWellFormed()).toBe(true);
    expect(chunks.length).toBeGreaterThan(5);
  });
});

describe("What a file is, its content says before its name", () => {
  const workbook = zip(xlsxParts([{ name: "Chart", rows: [["a"]] }]));
  const stored = (parts: Record<string, string | Uint8Array>, level: 0 | 9) =>
    zipSync(
      Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, new Uint8Array(Buffer.from(part))])),
      { level },
    );
  const slides = pptxParts([{ title: "Sales", lines: ["Up"] }]);

  it.each([
    [
      "slides with a workbook behind their chart",
      "talk.pptx",
      stored({ "ppt/embeddings/a.xlsx": workbook, ...slides }, 0),
      "pptx",
    ],
    [
      "a Word document with slides in it",
      "x.docx",
      stored({ "word/embeddings/a.pptx": stored(slides, 0), ...docxParts("") }, 0),
      "doc",
    ],
    ["a book that tells of Word documents", "x.epub", zip(epubParts("word/document.xml", ["xl/workbook.xml"])), "epub"],
    ["a PDF with a wrong name", "x.docx", pdf([[["A", 10]]]), "pdf"],
    ["a workbook with a wrong name", "x.txt", workbook, "xlsx"],
    ["a workbook without an extension", "Prices", workbook, "xlsx"],
    ["a Word document that lost its end", "x.docx", zip(docxParts("")).subarray(0, 300), "doc"],
    ["a zip of anything", "x.zip", zip({ "a.txt": "x" }), "unrecognized"],
    ["a picture with a wrong name", "x.pdf", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), "image"],
  ])("%s", (_what, name, content, type) => {
    expect(detectType(name, new Uint8Array(content))).toBe(type);
  });
});
