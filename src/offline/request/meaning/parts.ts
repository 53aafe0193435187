import "server-only";
import type { ColorRole } from "../../model/look";
import { loadWords } from "../../words/load";
import { wordKey } from "../../words/word-key";

/** Parts of the screen that have no colour of their own, and the one whose colour they take. */
const shared: Record<string, ColorRole> = { sidebar: "header", menu: "header" };
const own = new Set<string>(["page", "components", "text", "accent", "header", "cards", "buttons"]);

/** The part of the screen that words name: "page background" → page. Undefined: none, or one without a colour. */
export function partRole(text: string): ColorRole | undefined {
  const role = loadWords().roles.get(wordKey(text));
  if (role === undefined) return undefined;
  return own.has(role) ? (role as ColorRole) : shared[role];
}
