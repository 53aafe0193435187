import { beforeEach, describe, expect, it } from "vitest";
import { deflateSync } from "node:zlib";
import { docxParts, epubParts, packedPdf, pdf, pptxParts, wordParagraph, xlsxParts } from "../support/documents";
import { zip } from "../support/zip";
import { type SourcesScene, withSources } from "../support/sources";

let scene: SourcesScene;
withSources((next) => (scene = next));
beforeEach(() => scene.world.db.execute("update account set plan = 'monetizer'"));

type Content = string | Uint8Array;
const bytes = (content: Content) => new Uint8Array(Buffer.from(content));
const cut = (content: Content, share: number) => bytes(content).subarray(0, Math.floor(bytes(content).length * share));
/** Repeatable noise. */
function noise(length: number, seed = 1): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) >> 16);
}
/** Some bytes of a file replaced by others. */
function spoil(content: Content, seed: number): Uint8Array {
  const spoiled = Uint8Array.from(bytes(content));
  for (const [index, value] of noise(60, seed).entries())
    spoiled[(value * 7_919 * (index + 1)) % spoiled.length] = value;
  return spoiled;
}

const docx = zip(
  docxParts(wordParagraph("Hello", "Heading1") + wordParagraph("A sentence of some length. ".repeat(40))),
);
const xlsx = zip(xlsxParts([{ name: "One", rows: [["Name"], ["Ada"], ["Bo"]] }]));
const pptx = zip(pptxParts([{ title: "Plan", lines: ["First"] }]));
const epub = zip(epubParts("Tea", ["<p>Strong.</p>"]));
const goodPdf = pdf([[["A line of text", 11]]]);
const whole: [extension: string, content: Uint8Array][] = [
  ["docx", docx],
  ["xlsx", xlsx],
  ["pptx", pptx],
  ["epub", epub],
  ["pdf", goodPdf],
];
const spaces = (megabytes: number) => new Uint8Array(megabytes * 1_000_000).fill(0x20);
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const oldOffice = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), noise(4_000)]);
const encryptedOffice = Buffer.concat([oldOffice, Buffer.from("EncryptedPackage", "utf16le"), noise(2_000)]);
const encryptedPdf = Buffer.from(
  Buffer.from(goodPdf)
    .toString("latin1")
    .replace(
      "/Root 1 0 R",
      `/Root 1 0 R /Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O <${"ab".repeat(32)}> /U <${"cd".repeat(32)}> >> /ID [<00><00>]`,
    ),
  "latin1",
);
/** Spaces that are packed once, and again for a bomb in a bomb. */
const packedSpaces = deflateSync(spaces(900), { level: 1 });
const line = "BT /F1 9 Tf 50 50 Td (A line) Tj ET\n";
/** A zip whose list of parts says that each unpacks to ten bytes. */
function lying(content: Uint8Array): Uint8Array {
  const lie = Buffer.from(content);
  for (let at = lie.indexOf("PK\x01\x02", 0, "latin1"); at >= 0; at = lie.indexOf("PK\x01\x02", at + 4, "latin1"))
    lie.writeUInt32LE(10, at + 24);
  return lie;
}
/** A zip whose parts are said to be locked with a password. */
function locked(content: Uint8Array): Uint8Array {
  const file = Buffer.from(content);
  for (const [mark, flags] of [
    ["PK\x01\x02", 8],
    ["PK\x03\x04", 6],
  ] as const)
    for (let at = file.indexOf(mark, 0, "latin1"); at >= 0; at = file.indexOf(mark, at + 4, "latin1"))
      file.writeUInt16LE(1, at + flags);
  return file;
}
const climbing = "../../../../../../../../etc/passwd";
const withDocument = (xml: string | Uint8Array) => zip({ ...docxParts(""), "word/document.xml": xml });
const entities = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 12 }, (_, index) => `<!ENTITY ${"abcdefghijklm"[index + 1]} "${`&${"abcdefghijklm"[index]};`.repeat(10)}">`).join("")}]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&m;</w:t></w:r></w:p></w:body></w:document>`;
const outside = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:body></w:document>`;

/** What each of them does is said once it ended; what they have in common is that it does. */
const hostile: [name: string, content: Content][] = [
  ...whole.flatMap(([extension, content]): [string, Content][] => [
    [`cut to a tenth.${extension}`, cut(content, 0.1)],
    [`cut at the end.${extension}`, cut(content, 0.97)],
    [`noise.${extension}`, noise(5_000, extension.length)],
    [`text inside.${extension}`, "This is only text."],
    [`spoiled.${extension}`, spoil(content, 3)],
  ]),
  ["no parts.docx", zip({ "word/nothing.txt": "x" })],
  ["no parts.xlsx", zip({ "xl/nothing.txt": "x" })],
  ["no parts.pptx", zip({ "ppt/nothing.txt": "x" })],
  ["an archive.zip", zip({ "a.txt": "x" })],
  ["old.doc", oldOffice],
  ["old.xls", oldOffice],
  ["old.ppt", oldOffice],
  ["locked.docx", encryptedOffice],
  ["locked.xlsx", encryptedOffice],
  ["locked.pdf", encryptedPdf],
  ["bomb.docx", withDocument(spaces(120))],
  [
    "many parts bomb.docx",
    zip({
      ...docxParts(""),
      ...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`word/x${index}.bin`, spaces(4)])),
    }),
  ],
  [
    "bomb.xlsx",
    zip({
      ...xlsxParts([{ name: "One", rows: [["A"]] }]),
      "xl/worksheets/sheet1.xml": spaces(100),
    }),
  ],
  [
    "bomb.pptx",
    zip({
      ...pptxParts([{ title: "A", lines: [] }]),
      "ppt/slides/slide1.xml": spaces(100),
    }),
  ],
  ["bomb.epub", zip({ ...epubParts("A", [""]), "OEBPS/c0.xhtml": spaces(100) })],
  [
    "heavy.docx",
    withDocument(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${wordParagraph("x").repeat(700_000)}</w:body></w:document>`,
    ),
  ],
  [
    "deep.docx",
    withDocument(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${nested(50_000, "<w:sdt>", "</w:sdt>")}</w:body></w:document>`,
    ),
  ],
  ["entities.docx", withDocument(entities)],
  ["outside.docx", withDocument(outside)],
  [
    "__proto__.xlsx",
    zip({
      ...xlsxParts([{ name: "__proto__", rows: [["__proto__"], ["constructor"]] }]),
      __proto__: "x",
    }),
  ],
  ["no slides.pptx", zip(pptxParts([]))],
  ["no sheets.xlsx", zip(xlsxParts([]))],
  [
    "wild references.xlsx",
    zip({
      ...xlsxParts([{ name: "A", rows: [["x"]] }]),
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData><row><c r="ZZZZZZ9" t="s"><v>99999999</v></c><c r="" t="n"><v>1e999</v></c></row></sheetData></worksheet>`,
    }),
  ],
  [
    "climbing.epub",
    zip({
      ...epubParts("A", ["x"]),
      "META-INF/container.xml": `<rootfile full-path="../../../../etc/passwd"/>`,
    }),
  ],
  ["lying.docx", lying(withDocument(spaces(50)))],
  ["lying.xlsx", lying(xlsx)],
  ["lying.epub", lying(epub)],
  ["parts with a password.docx", locked(docx)],
  ["parts with a password.epub", locked(epub)],
  [
    "climbing.docx",
    zip({
      ...docxParts(wordParagraph("x")),
      [climbing]: "x",
      "/etc/shadow": "x",
    }),
  ],
  [
    "climbing.xlsx",
    zip({
      ...xlsxParts([{ name: "A", rows: [["x"]] }]),
      "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r0" Target="${climbing}"/></Relationships>`,
    }),
  ],
  [
    "outside.pptx",
    zip({
      ...pptxParts([{ title: "A", lines: [] }]),
      "ppt/slides/slide1.xml": `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><p:sld><a:t>&x;</a:t></p:sld>`,
    }),
  ],
  [
    "entities.xlsx",
    zip({
      ...xlsxParts([{ name: "A", rows: [["x"]] }]),
      "xl/sharedStrings.xml": entities.replaceAll("w:t", "t"),
    }),
  ],
  [
    "outside.epub",
    zip({
      ...epubParts("A", [""]),
      "OEBPS/c0.xhtml": outside.replace("<w:t>", "<p>").replace("</w:t>", "</p>"),
    }),
  ],
  [
    "one sheet five thousand times.xlsx",
    zip({
      ...xlsxParts([]),
      "xl/workbook.xml": `<workbook><sheets>${`<sheet name="A" r:id="r0"/>`.repeat(5_000)}</sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r0" Target="worksheets/sheet1.xml"/></Relationships>`,
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${"<row><c><v>1</v></c></row>".repeat(100_000)}</sheetData></worksheet>`,
    }),
  ],
  [
    "one chapter fifty thousand times.epub",
    zip({
      ...epubParts("A", [`<p>${"word ".repeat(100_000)}</p>`]),
      "OEBPS/book.opf": `<package><manifest><item id="c0" href="c0.xhtml"/></manifest><spine>${`<itemref idref="c0"/>`.repeat(50_000)}</spine></package>`,
    }),
  ],
  [
    "drm.epub",
    zip({
      ...epubParts("A", ["<p>x</p>"]),
      "META-INF/rights.xml": "<rights/>",
    }),
  ],
  ["no text.pdf", pdf([[["", 10]]])],
  ["header alone.pdf", "%PDF-1.7\n%%EOF"],
  ["its own parent.pdf", Buffer.from(goodPdf).toString("latin1").replace("/Kids [4 0 R]", "/Kids [2 0 R]")],
  ["a million pages.pdf", Buffer.from(goodPdf).toString("latin1").replace("/Count 1", "/Count 1000000")],
  ["deep arrays.pdf", `%PDF-1.4\n1 0 obj\n${nested(200_000, "[", "]")}\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF`],
  ["bomb.pdf", packedPdf(packedSpaces, "/Filter /FlateDecode")],
  ["bomb in a bomb.pdf", packedPdf(deflateSync(packedSpaces), "/Filter [/FlateDecode /FlateDecode]")],
  ["four million lines.pdf", packedPdf(deflateSync(line.repeat(4_000_000)), "/Filter /FlateDecode")],
  ["deep.html", nested(20_000, "<div>", "</div>")],
  ["deep list.md", Array.from({ length: 600 }, (_, depth) => `${" ".repeat(depth)}- x`).join("\n")],
  ["brackets.md", "[".repeat(100_000)],
  ["stars.md", "*a ".repeat(100_000)],
  ["tildes.md", "~~a ".repeat(120_000)],
  ["only scripts.html", `<script>${"x".repeat(10_000)}</script>`],
  ["no end.html", `<html><body><p>${"<b>".repeat(20_000)}`],
  ["attributes.html", `<p ${"a ".repeat(200_000)}>`],
  ["quotes.csv", `a,b\n${'"'.repeat(2_000_000)}`],
  ["never closed.csv", `a,b\n"${"x,\n".repeat(500_000)}`],
  ["columns.csv", `${"a,".repeat(200_000)}\n${"1,".repeat(200_000)}\n`],
  ["proto.csv", "__proto__,constructor\n1,2\n"],
  ["nul.txt", new Uint8Array(100_000)],
  ["noise.txt", noise(100_000)],
  ["blank.txt", " \n\n\t ".repeat(1_000)],
  [
    "surrogates.txt",
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from([0x00, 0xd8].flatMap((byte) => [byte, byte]))]),
  ],
  ["one line.txt", "x".repeat(9_000_000)],
  ["no extension", noise(500, 9)],
];

/** What some of them are told, word for word; null: they are read. */
const told: Record<string, string | null> = {
  "deep.html": "This file is nested too deeply to be read.",
  "no end.html": "This file is nested too deeply to be read.",
  "stars.md": null,
  "tildes.md": null,
  "locked.pdf": "This PDF is protected by a password. Remove the password and upload it again.",
  "locked.docx": "This file is protected by a password. Remove the password and upload it again.",
  "old.doc": "This file is of an old Office version. Save it as .docx and upload it again.",
  "bomb.docx": "This file unpacks to far more than a document holds, so it was not read.",
  "bomb.pdf": "Reading this file takes more memory than it may have.",
  "heavy.docx": "Reading this file takes more memory than it may have.",
  "bomb in a bomb.pdf": "Reading this file takes more memory than it may have.",
  "bomb.xlsx": "This file unpacks to far more than a document holds, so it was not read.",
  "bomb.pptx": "This file unpacks to far more than a document holds, so it was not read.",
  "bomb.epub": "This file unpacks to far more than a document holds, so it was not read.",
  "four million lines.pdf": "A page of this PDF holds more text than a page can show, so it was not read.",
  "no text.pdf": "This PDF has no text, only pictures of pages. Run text recognition (OCR) on it first.",
  "text inside.pdf": "This file is not a PDF, or it is damaged.",
  "noise.txt": "This file is not text.",
};

describe("Files that are broken or mean harm", () => {
  it("are at least sixty, and all different", () => {
    expect(hostile.length).toBeGreaterThanOrEqual(60);
    expect(new Set(hostile.map(([name]) => name)).size).toBe(hostile.length);
  });

  it("each end in a state with words, in bounded time, and leave no half of themselves", async () => {
    const wrong: string[] = [];
    const one = async ([name, content]: [string, Content]) => {
      const sent = await scene.upload(name, bytes(content));
      if (sent.status !== 200) {
        if (!sent.body.error?.message) wrong.push(`${name}: refused without words`);
        return;
      }
      const began = Date.now();
      await scene.sync(sent.body.contextItemId);
      const { status, error, numOfChunks } = await scene.item(sent.body.contextItemId);
      const chunks = await scene.chunks(sent.body.contextItemId);
      if (!["synced", "error"].includes(status)) wrong.push(`${name}: is ${status}: ${error}`);
      if (status === "error" && !/^[A-Z].*[.\w]$/.test(error ?? "")) wrong.push(`${name}: no words, but ${error}`);
      if (name in told && error !== told[name]) wrong.push(`${name}: ${error}`);
      if (chunks.length !== (status === "synced" ? numOfChunks : 0)) wrong.push(`${name}: ${chunks.length} chunks`);
      if (chunks.some(({ text }) => text.includes("root:"))) wrong.push(`${name}: read a file of the server`);
      if (Date.now() - began > 45_000) wrong.push(`${name}: took ${Date.now() - began} ms`);
    };
    const queue = [...hostile];
    await Promise.all(
      [0, 1].map(async () => {
        for (let next = queue.shift(); next; next = queue.shift()) await one(next);
      }),
    );
    expect(wrong.join("\n")).toBe("");
  }, 150_000);
});
