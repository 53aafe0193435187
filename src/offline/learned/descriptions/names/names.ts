import "server-only";
import { singular } from "../../../language/inflect";
import { knownAs } from "../../../lexicon/known";
import { arrangedAs } from "./arranged";
import { deedAt, isVerbal } from "./deeds";
import type { Scene } from "../tagging/features";
import type { Span } from "../tagging/tags";
import type { Token } from "../../../lexicon/message-tokens";

export const lemmas = (tokens: readonly Token[], { from, to }: Span) =>
  tokens
    .slice(from, to)
    .map(({ lemma }) => lemma)
    .join(" ");

/** By what a name was learned: the words in the singular, a verb told from a noun. */
export const namingKey = (scene: Scene, span: Span): string =>
  `${isVerbal(scene, span) ? "~" : ""}${lemmas(scene.tokens, span)}`;

/** Whether a noun alone was learned to mean a thing that it is only a part of, while it is a thing itself. */
const isOtherThing = (noun: string, name: string): boolean =>
  !noun.includes(" ") && name.toLowerCase().startsWith(`${noun} `) && knownAs(noun) !== null;

/** "log of layers": layers. */
const shelfOf = /^(?:log|list|register|record|history) of (?:the |all |our |my )?/;

/** The name of a table for the words that stand for it. */
export function nameFor(scene: Scene, span: Span, names: ReadonlyMap<string, string>): string {
  const key = namingKey(scene, span);
  const learned = names.get(key);
  // "flowers" are flowers, though one message had only a "flower duty" in mind.
  if (learned && !isOtherThing(key, learned)) return learned;
  const made = deedAt(scene, span)?.makes;
  if (made && !made.includes("{")) return made;
  const arranged = arrangedAs(scene, span);
  if (arranged) return arranged;
  const verb = key.startsWith("~") ? key.split(" ")[0]! : "";
  return names.get(verb) ?? singular(lemmas(scene.tokens, span).replace(shelfOf, ""));
}
