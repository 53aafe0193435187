import { Unreadable } from "./failure.mjs";

/** Control characters that no text has. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g;

/** @param {Uint8Array} bytes */
function encodingOf(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/**
 * A file as text: UTF-8, UTF-16 with its mark, or what Windows wrote before those.
 *
 * @param {Uint8Array} bytes
 */
export function decodeText(bytes) {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  const strange = text.slice(0, 100_000).match(control)?.length ?? 0;
  if (strange > Math.min(text.length, 100_000) / 200) throw new Unreadable("This file is not text.");
  return cleanText(text);
}

/**
 * Text that the database takes: without NUL and lone surrogates, with one kind of line end.
 *
 * @param {string} text
 */
export const cleanText = (text) => text.replace(control, "").replace(/\r\n?/g, "\n").toWellFormed();
