import "server-only";
import { wordsOf } from "../inflect";
import { wordKey } from "../words/load";
import { type Kind, knownNamed } from "./known";

/** The kind of app that a text speaks of. A trade after "for" is where the app is used, and decides only where nothing else does. */
export function kindOf(text: string, kinds: { kind: Kind; phrase: string; at: number }[]): Kind | undefined {
  const key = ` ${wordKey(text)} `;
  const audience =
    / for (?:my |our |a |an |the |your |small |local |little )+| of (?:my |our |a |an |the )+| (?:in|about) (?:my |our |a |an |the )+/.exec(
      key,
    )?.index ?? key.length;
  const before = kinds.filter(({ at }) => at <= audience);
  const likely = before.length > 0 ? before : kinds;
  // "an inventory for my bakery" is a bakery inventory; a contact form is a page of most sites.
  const chosen = likely.find(({ kind }) => kind.purpose !== "form") ?? likely[0];
  const both = kinds.find(
    ({ kind, phrase }) => phrase !== chosen?.phrase && wordsOf(kind.name).join(" ") === `${phrase} ${chosen?.phrase}`,
  );
  return (both ?? chosen)?.kind;
}

/** The names of a kind's things, as the kind and as the data have them. */
export const amongOf = (kind: Kind | undefined): string[] =>
  kind ? [...new Set(kind.things.flatMap((name) => [name, knownNamed(name)?.name ?? name]))] : [];
