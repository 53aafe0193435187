import { typeOfBytes } from "@/engines/file-type";
import { type ItemType, typeOfExtension } from "./schema";

const packed: [part: string, type: ItemType][] = [
  ["word/document", "doc"],
  ["xl/workbook", "xlsx"],
  ["ppt/presentation", "pptx"],
  ["application/epub+zip", "epub"],
];

const startsWith = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes.subarray(0, text.length)).equals(Buffer.from(text, "latin1"));

/** What a file is: by its content where that says so, else by its name; text without either is text. */
export function detectType(name: string, bytes: Uint8Array): ItemType {
  if (startsWith(bytes, "%PDF-")) return "pdf";
  if (typeOfBytes(bytes).startsWith("image/")) return "image";
  const named = typeOfExtension[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ""];
  if (startsWith(bytes, "PK")) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const found = packed.find(([part]) => buffer.includes(part))?.[1];
    return found ?? (named && packed.some(([, type]) => type === named) ? named : "unrecognized");
  }
  if (named) return named;
  const head = Buffer.from(bytes.subarray(0, 1_000)).toString("latin1");
  if (/^\s*(<!doctype html|<html)/i.test(head)) return "html";
  return head.includes("\0") && !/^(\xff\xfe|\xfe\xff)/.test(head) ? "unrecognized" : "txt";
}
