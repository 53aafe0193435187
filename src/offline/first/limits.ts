import "server-only";
import type { Entity } from "../model/app-model";
import { type Draft, oneOf } from "../draft/draft";
import { knownAs, quietAs } from "../lexicon/known";
import { placeNouns } from "../lexicon/places";
import { endsAs } from "../words/happenings";

const limited = "(?:(?:is|are|be|being)\\s+)?(?:limited|restricted|capped)\\s+(?:to|at)";
const most = "(?:max(?:imum|\\.)?(?:\\s+of)?|at\\s+most|no\\s+more\\s+than|not\\s+more\\s+than|up\\s+to)";
const lead = "(?:\\s*[,;(-]\\s*|\\s+(?:and|but|with|where|for)\\s+|^|(?<!\\b(?:an?|the))\\s+)";
// "max 4 tickets per customer": what one of them may take, and not how many places there are.
const each =
  "(?!\\s+(?:per|for\\s+each|each)\\s+(?:person|customer|client|guest|user|member|order|family|household|day)\\b)(?:\\s+(?:each|per|in each|in every|for each)(?:\\s+[a-z]+)?)?\\)?";
/** "seats limited to 120", "max 8 people per class", "limited to 12 places", with what joins them to a sentence. */
const limits = [
  new RegExp(`${lead}${placeNouns}\\s+${limited}\\s+(\\d{1,5})(?:\\s+${placeNouns})?${each}(?=$|[\\s,.;])`, "i"),
  new RegExp(`${lead}${limited}\\s+(\\d{1,5})\\s+${placeNouns}${each}(?=$|[\\s,.;])`, "i"),
  new RegExp(`${lead}${most}\\s+(\\d{1,5})\\s+${placeNouns}${each}(?=$|[\\s,.;])`, "i"),
];

const amongFields = new RegExp(`\\ba max(?:imum)?(?: number)? of (\\d{1,5}) ${placeNouns}\\b`, "i");

/**
 * Takes out of a sentence for how many there is room: a rule for the events of the app, and no field or table of its words.
 * @returns the sentence without it, and the number, if one is said
 */
export function takeLimit(sentence: string): { rest: string; limit: number | null } {
  // "each tour has a date and a maximum of 20 people": among its fields.
  const told = amongFields.exec(sentence);
  if (told) return { rest: sentence.replace(told[0], "a capacity"), limit: Number(told[1]) };
  for (const pattern of limits) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const rest = `${sentence.slice(0, found.index)}${sentence.slice(found.index + found[0].length)}`.trim();
    // Nothing but the number is no app.
    if (rest.split(/\s+/).length > 1) return { rest, limit: Number(found[1]) };
  }
  return { rest: sentence, limit: null };
}

const room = /^(?:capacity|seats|places|spots)$/;
const roomOf = ({ properties }: Entity): string | undefined => Object.keys(properties).find((name) => room.test(name));

/** Gives the events of an app that many places: each row begins with the number, and none has more. */
export function limitPlaces(draft: Draft, limit: number): void {
  // People have a place by a booking, and no booking has places.
  const entities = draft.model.entities.filter(
    (entity) => !endsAs("meetings", oneOf(entity)) && !endsAs("joined", oneOf(entity)),
  );
  const isEvent = (entity: Entity) => (knownAs(oneOf(entity)) ?? quietAs(oneOf(entity)))?.kind === "event";
  const withRoom = entities.filter((entity) => roomOf(entity) !== undefined);
  const one = withRoom.find(isEvent) ?? withRoom[0] ?? entities.find(isEvent);
  if (!one) {
    draft.skipped.push(
      `I made nothing of the limit of ${limit}: nothing here has places. Name what has them, as in “add a capacity to rooms”.`,
    );
    return;
  }
  const name = roomOf(one) ?? "capacity";
  one.properties[name] = { ...one.properties[name], type: "integer", minimum: 0, maximum: limit, default: limit };
  draft.done.push(`Each new ${oneOf(one)} has room for ${limit}, and none for more.`);
}
