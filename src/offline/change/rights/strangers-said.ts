import "server-only";
import { type AppModel, type Entity, entityOf } from "../../model/app-model";
import type { Draft } from "../../draft/draft";
import { findEntity } from "../../draft/resolve";
import { isDealing, isLeft } from "../../model/columns";
import { openAdding, openReading } from "./strangers-add";
import type { Rule } from "../../request/meaning/clause";

const who = "(?:anyone|anybody|visitors?|customers?|clients?|guests?|strangers?|the public|patients?|shoppers)";
const said = [
  new RegExp(`^(?:let|allow) (?:the |our |my )?${who} (?:to )?(.+)$`, "i"),
  new RegExp(`^(?:the |our |my )?${who} (?:can|may|should|should be able to|must be able to) (.+)$`, "i"),
];
const freely =
  /,? (?:without (?:an? |any )?(?:account|login|log in|signing (?:in|up)|registration|registering)|online|themselves)$/i;
const sees = /^(?:see|view|browse|look at|read) (?:all )?(?:the |our |my )?([\w -]+)$/i;
const books =
  /^(?:book|reserve|order|place|submit|send in|send|leave|request|rent|hire|sign up for|register for|apply for|add|make)(?: (?:an? |the |our |their |one of the )?([\w -]+))?$/i;

/** "book a court": the bookings of courts, where one table alone keeps them. */
function bookingOf(thing: Entity, { entities }: AppModel): Entity | undefined {
  const bookings = entities.filter(
    (one) => isDealing(one) && Object.values(one.properties).some((value) => value["x-reference"] === thing.name),
  );
  return bookings.length === 1 ? bookings[0] : undefined;
}

/** The tables that strangers see and book by what a sentence says; null where it says anything else. */
function deedsIn(text: string, { model }: Draft): { seen: Entity[]; booked: Entity[] } | null {
  const rest = said.map((pattern) => pattern.exec(text.replace(freely, ""))?.[1]).find((one) => one !== undefined);
  const deeds = rest?.split(/,? and |, /) ?? [];
  const slots = model.pages.find(({ form }) => form === "slots")?.entity;
  const found = { seen: [] as Entity[], booked: [] as Entity[] };
  for (const deed of deeds) {
    const [, seen] = sees.exec(deed) ?? [];
    const booked = books.exec(deed);
    const named = seen ?? booked?.[1];
    const table = named === undefined ? undefined : findEntity(model, named);
    const told = table?.kind === "one" ? table.value : named === undefined ? entityOf(model, slots) : undefined;
    const entity = told && booked && !isLeft(model, told) ? bookingOf(told, model) : told;
    // "anyone can add recipes" says nothing of bookings.
    if (!entity || (!seen && !(booked && isLeft(model, entity)))) return null;
    (seen ? found.seen : found.booked).push(entity);
  }
  return found.booked.length > 0 ? found : null;
}

/** "anyone can book appointments": strangers add rows of their own, and neither see nor change those of others. */
export const readStrangers: Rule = ({ text, draft }) => {
  const deeds = deedsIn(text, draft);
  if (!deeds) return false;
  for (const entity of deeds.booked) openAdding(draft, entity);
  for (const entity of deeds.seen.filter((one) => !deeds.booked.includes(one))) openReading(entity);
  return true;
};
