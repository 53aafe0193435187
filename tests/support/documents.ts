import type { Parts } from "./zip";

const relations = (targets: [id: string, target: string][]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([id, target]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/part" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
export const wordParagraph = (text: string, style?: string) =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ""}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
export const wordTable = (rows: string[][]) =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`;

export function docxParts(body: string): Parts {
  return {
    "[Content_Types].xml": `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels": `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<?xml version="1.0"?><w:document ${w}><w:body>${body}</w:body></w:document>`,
    "word/styles.xml": `<?xml version="1.0"?><w:styles ${w}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/></w:style></w:styles>`,
    "word/_rels/document.xml.rels": `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  };
}

type Cell = string | number | { date: number };
const letters = "ABCDEFGHIJ";

export function xlsxParts(sheets: { name: string; rows: Cell[][] }[]): Parts {
  const strings: string[] = [];
  const cell = (value: Cell, at: string) => {
    if (typeof value === "number") return `<c r="${at}"><v>${value}</v></c>`;
    if (typeof value === "object") return `<c r="${at}" s="1"><v>${value.date}</v></c>`;
    strings.push(value);
    return `<c r="${at}" t="s"><v>${strings.length - 1}</v></c>`;
  };
  const parts: Parts = {
    "xl/workbook.xml": `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${sheets.map(({ name }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="r${index}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      sheets.map((_, index) => [`r${index}`, `worksheets/sheet${index + 1}.xml`]),
    ),
    "xl/styles.xml": `<?xml version="1.0"?><styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
  };
  for (const [index, { rows }] of sheets.entries())
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `<?xml version="1.0"?><worksheet><sheetData>${rows.map((row, y) => `<row r="${y + 1}">${row.map((value, x) => cell(value, `${letters[x]}${y + 1}`)).join("")}</row>`).join("")}</sheetData></worksheet>`;
  parts["xl/sharedStrings.xml"] =
    `<?xml version="1.0"?><sst>${strings.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`;
  return parts;
}

export function pptxParts(slides: { title: string; lines: string[] }[]): Parts {
  const shape = (lines: string[], type = "") =>
    `<p:sp><p:nvSpPr><p:nvPr>${type && `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join("")}</p:txBody></p:sp>`;
  return {
    "ppt/presentation.xml": `<?xml version="1.0"?><p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${index}" r:id="r${index}"/>`).join("")}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relations(
      slides.map((_, index) => [`r${index}`, `slides/slide${index + 1}.xml`]),
    ),
    ...Object.fromEntries(
      slides.map(({ title, lines }, index) => [
        `ppt/slides/slide${index + 1}.xml`,
        `<?xml version="1.0"?><p:sld xmlns:p="p" xmlns:a="a">${shape([title], "title")}${shape(lines)}</p:sld>`,
      ]),
    ),
  };
}

export function epubParts(title: string, chapters: string[]): Parts {
  return {
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `<?xml version="1.0"?><container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
    "OEBPS/book.opf": `<?xml version="1.0"?><package><metadata xmlns:dc="dc"><dc:title>${title}</dc:title></metadata><manifest>${chapters.map((_, index) => `<item id="c${index}" href="c${index}.xhtml"/>`).join("")}</manifest><spine>${chapters.map((_, index) => `<itemref idref="c${index}"/>`).join("")}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((body, index) => [`OEBPS/c${index}.xhtml`, `<html><body>${body}</body></html>`]),
    ),
  };
}

/** A PDF of one page with this content, as it is packed. */
export function packedPdf(content: Uint8Array, filter: string): Uint8Array {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`;
  const head = `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n${page}\nendobj\n4 0 obj\n<< /Length ${content.length} ${filter} >>\nstream\n`;
  return Buffer.concat([
    Buffer.from(head),
    content,
    Buffer.from("\nendstream\nendobj\ntrailer << /Size 5 /Root 1 0 R >>\n%%EOF\n"),
  ]);
}

/** A PDF of pages with lines of text and their font sizes in points. */
export function pdf(pages: [text: string, size: number][][]): Uint8Array {
  const objects: string[] = ["", ""];
  const kids = pages.map((lines) => {
    let y = 800;
    const content = lines
      .map(
        ([text, size]) => `BT /F1 ${size} Tf 50 ${(y -= size * 1.4)} Td (${text.replaceAll(/[()\\]/g, "\\$&")}) Tj ET`,
      )
      .join("\n");
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${objects.length} 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
    );
    return `${objects.length} 0 R`;
  });
  objects[0] = "<< /Type /Catalog /Pages 2 0 R >>";
  objects[1] = `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${kids.length} >>`;
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const xref = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("")}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}
