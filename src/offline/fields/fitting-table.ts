import "server-only";
import type { Entity } from "../model/app-model";
import { type Draft, titleOf } from "../draft/draft";
import { findField } from "../draft/resolve";
import { singular } from "../language/inflect";
import { type Clause, entitiesIn, textBetween } from "../request/meaning/clause";
import { thingOf } from "../words/find";
import type { Place } from "./placing";
import { wantedIn } from "./wanted";

/** Fields that rows of any table may have: they say nothing of which one is meant. */
const anywhere =
  /^(?:(?:full |first |last )?name|title|label|notes?|comments?|remarks?|descriptions?|dates?|days?|times?|e-?mails?(?: address)?|phones?(?: number)?|mobile|photos?|pictures?|images?|files?|attachments?|links?|url|website|address|city|status|state|stage|price|cost|amount|total|category|type|kind|tags?|rating|priority|colou?r|number|location|place|quantity|author|owner)$/i;

/** How many of the nouns are fields of a table, or what rows of its sort usually have. */
function fitOf(entity: Entity, nouns: readonly string[]): number {
  const thing = thingOf(singular(entity.title ?? entity.name)) ?? thingOf(singular(entity.name));
  const usual = new Set(thing?.fields.map(({ label }) => label.toLowerCase()));
  return nouns.filter((noun) => usual.has(noun) || findField(entity, noun).kind === "one").length;
}

/**
 * The table that a field is for where none is named: "add isbn" is for the books, whatever was spoken of last. The one
 * spoken of last where no other fits better.
 */
function fittingTable(draft: Draft, last: Entity, said: readonly string[]): Entity {
  // "age in months": what it is measured in says nothing of whose it is.
  const nouns = said
    .map((noun) => noun.toLowerCase().replace(/ in \p{L}+$/u, ""))
    .filter((noun) => !anywhere.test(noun));
  if (nouns.length === 0) return last;
  const fits = draft.model.entities.map((entity) => ({ entity, fit: fitOf(entity, nouns) }));
  const most = Math.max(...fits.map(({ fit }) => fit));
  const best = fits.filter(({ fit }) => fit === most);
  if (most === 0 || best.length > 1 || best[0]!.entity === last || fitOf(last, nouns) === most) return last;
  const { entity } = best[0]!;
  draft.assumed = draft.assumed.map((line) =>
    line.startsWith("You did not say where")
      ? `You did not say where, so I took ${titleOf(entity).toLowerCase()}.`
      : line,
  );
  return entity;
}

/** The table that is named, or the one that the fields fit. */
export const likelyOwner = (clause: Clause, { owner, from, to }: Place): Entity =>
  entitiesIn(clause).length > 0
    ? owner
    : fittingTable(
        clause.draft,
        owner,
        wantedIn(textBetween(clause, from, to)).map(({ noun }) => noun),
      );
