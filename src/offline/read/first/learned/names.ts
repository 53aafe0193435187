import "server-only";
import { singular } from "../../../language/inflect";
import { deedAt, isVerbal } from "./deeds";
import type { Scene } from "./features";
import type { Span } from "./tags";
import type { Token } from "../../language/message-tokens";

export const lemmas = (tokens: readonly Token[], { from, to }: Span) =>
  tokens
    .slice(from, to)
    .map(({ lemma }) => lemma)
    .join(" ");

/** By what a name was learned: the words in the singular, a verb told from a noun. */
export const namingKey = (scene: Scene, span: Span): string =>
  `${isVerbal(scene, span) ? "~" : ""}${lemmas(scene.tokens, span)}`;

/** The name of a table for the words that stand for it. */
export function nameFor(scene: Scene, span: Span, names: ReadonlyMap<string, string>): string {
  const key = namingKey(scene, span);
  const learned = names.get(key);
  if (learned) return learned;
  const made = deedAt(scene, span)?.makes;
  if (made && !made.includes("{")) return made;
  const verb = key.startsWith("~") ? key.split(" ")[0]! : "";
  return names.get(verb) ?? singular(lemmas(scene.tokens, span));
}
