import { unzipSync } from "fflate";
import { typeOfBytes } from "@/engines/file-type";
import { type ItemType, typeOfExtension } from "./schema";

/** The part that each kind of packed document begins with. */
const packed: [part: RegExp, type: ItemType][] = [
  [/^word\/document\d*\.xml$/, "doc"],
  [/^xl\/workbook\d*\.(xml|bin)$/, "xlsx"],
  [/^ppt\/presentation\d*\.xml$/, "pptx"],
  [/^META-INF\/container\.xml$/, "epub"],
];

/** By the file's own list of parts: the text of a whole workbook may lie in the slides that show its chart. */
function typeOfParts(bytes: Uint8Array): ItemType | undefined {
  let found: ItemType | undefined;
  try {
    unzipSync(bytes, {
      filter: ({ name }) => {
        found ??= packed.find(([part]) => part.test(name))?.[1];
        return false;
      },
    });
  } catch {
    // A zip without its list of parts: its name says what it was meant to be.
  }
  return found;
}

const startsWith = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes.subarray(0, text.length)).equals(Buffer.from(text, "latin1"));

/** What a file is: by its content where that says so, else by its name; text without either is text. */
export function detectType(name: string, bytes: Uint8Array): ItemType {
  if (startsWith(bytes, "%PDF-")) return "pdf";
  if (typeOfBytes(bytes).startsWith("image/")) return "image";
  const named = typeOfExtension[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ""];
  if (startsWith(bytes, "PK"))
    return typeOfParts(bytes) ?? (named && packed.some(([, type]) => type === named) ? named : "unrecognized");
  if (named) return named;
  const head = Buffer.from(bytes.subarray(0, 1_000)).toString("latin1");
  if (/^\s*(<!doctype html|<html)/i.test(head)) return "html";
  return head.includes("\0") && !/^(\xff\xfe|\xfe\xff)/.test(head) ? "unrecognized" : "txt";
}
