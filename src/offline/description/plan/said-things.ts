import "server-only";
import { plural } from "../../language/inflect";
import type { Known } from "../../lexicon/known";
import { wordKey } from "../../words/word-key";
import type { Plan, PlannedTable } from "./plan";

/** What people call by a plainer name: the pets of a shelter, the cars of a dealer. */
export const alike: Record<string, readonly string[]> = {
  "Shelter animal": ["Pet"],
  "Rental vehicle": ["Vehicle"],
  "Hotel room": ["Room"],
  "Gym class": ["Course", "Lesson"],
  "Gym member": ["Member"],
  Property: ["Classified ad"],
  "Vehicle for sale": ["Vehicle", "Classified ad"],
  "Job opening": ["Classified ad"],
  "Restaurant listing": ["Restaurant"],
  "Music piece": ["Song"],
  "Shared expense": ["Bill"],
  Hike: ["Trail"],
  "Poll answer": ["Vote"],
  Aquarium: ["Tank"],
  Parcel: ["Package"],
  "House viewing": ["Flat", "Apartment", "House", "Property"],
  "Canteen meal": ["Dish", "Menu item"],
  Announcement: ["News"],
  Debt: ["Loan"],
  "Doctor appointment": ["Visit"],
  "Portfolio project": ["Project"],
};

/** What is the central thing of an app already, where it is named: an inventory of products has no stock items beside them. */
export const standsFor: Record<string, readonly string[]> = {
  "Stock item": ["Product"],
  "Classified ad": ["Product"],
  "Family member": ["Child", "Kid"],
  "Rental vehicle": ["Bike", "Kayak", "Boat", "Ski", "Scooter", "Motorcycle"],
};

/** What each row of the central thing has, whatever more is told of it: employees hand in receipts, and a claim is for one. */
export const hasOne: Record<string, readonly string[]> = { "Expense claim": ["Receipt"] };

/** Nouns for whatever is kept. */
export const anything = /^(?:item|article|object|entry|record|piece|thing)$/;

/** "job applications I sent": the applications that such an app keeps. "Lost and found: items": lost ones. */
export const isShortFor = ({ text }: Plan, { noun, thing }: PlannedTable, { name, kind }: Known): boolean =>
  // "museum collection with objects": its exhibits.
  (kind === "item" && (!thing || thing.name === "Item") && /^(?:item|object|piece|listing)$/.test(noun)) ||
  (wordKey(name).endsWith(` ${noun}`) &&
    (anything.test(noun) || [name, plural(name)].some((one) => text.includes(` ${wordKey(one)} `))));

/** Things that apps are about under a name of their own. */
export const general =
  /^(?:Classified ad|Collection item|Stock item|Asset|Business listing|Service profile|Product|Rental vehicle|Lost item)$/;
