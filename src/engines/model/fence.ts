import "server-only";
import { sha256 } from "@/engines/blobs";

/**
 * Prompt-injection guard: delimits untrusted text. The delimiter's key is a hash of the text, so that no text can close
 * its own fence, and prompts stay identical for the provider's cache.
 */
export function fence(name: "app" | "attachment" | "csv" | "source" | "visitor", text: string, label = ""): string {
  const key = sha256(text).slice(0, 12);
  return `<${name} key="${key}"${label && ` name="${label}"`}>\n${text}\n</${name} key="${key}">`;
}
