import "server-only";
import { sha256 } from "@/engines/blobs";

/**
 * Marks off text that is data. The key is made of the text, so that no text can close its own fence and speak as
 * somebody else; the same text has the same fence, which keeps a prompt the same for a provider's cache.
 */
export function fence(name: "app" | "attachment" | "csv" | "source" | "visitor", text: string, label = ""): string {
  const key = sha256(text).slice(0, 12);
  return `<${name} key="${key}"${label && ` name="${label}"`}>\n${text}\n</${name} key="${key}">`;
}
