import { zipSync } from "fflate";
import mammoth from "mammoth";
import { readHtml } from "./read-html.mjs";
import { checkOffice } from "./read-office.mjs";
import { unpack } from "./unpack.mjs";

/** @typedef {import("../schema").Block} Block */

/**
 * Headings, lists and tables of a Word document.
 *
 * @param {Uint8Array} bytes
 * @returns {Promise<{ blocks: Block[] }>}
 */
export async function readDocx(bytes) {
  checkOffice(bytes, "word/", "docx");
  const files = unpack(bytes, (name) => !name.startsWith("word/media/") && !name.startsWith("word/embeddings/"));
  // Packed anew, not compressed: what mammoth unpacks is no larger than what was counted.
  const buffer = Buffer.from(zipSync(Object.fromEntries(files), { level: 0 }));
  files.clear();
  const { value } = await mammoth.convertToHtml(
    { buffer },
    { convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: "" })), externalFileAccess: false },
  );
  return { blocks: readHtml(value) };
}
