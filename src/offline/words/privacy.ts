import "server-only";
import { z } from "zod";
import { wordsOf } from "../language/inflect";
import { endsInOne, nameList } from "./name-list";
import { read } from "./read-data";

/** Which tables, fields and options strangers do not see, or only in part, as in `privacy.json`. */
const schema = z.strictObject({
  tables: z.strictObject({
    /** Whom a business serves, those who come to one, and those who belong to one. */
    served: nameList,
    received: nameList,
    enrolled: nameList,
    /** What stands for one of them. */
    joined: nameList,
    belonging: nameList,
    /** People who are not there to be chosen by visitors. */
    team: nameList,
    /** What those who run a place note for themselves: who is on duty, which table is free, when an animal was vaccinated. */
    house: nameList,
    /** Whom to call about a member, what they suffer from, what they pay. */
    lives: nameList,
    /** What each member of a community brings in, and nobody else rewrites. */
    brought: nameList,
    posts: nameList,
    /** What a place tells or offers to those whom it serves. */
    told: nameList,
    /** What was agreed with one of those whom a place serves, or found out about them. */
    agreed: nameList,
    /** What people hand in. */
    papers: nameList,
  }),
  fields: z.strictObject({
    /** How to reach those of the tables above: "customer_email". */
    reach: nameList,
    /** Who is served, in words. */
    served: nameList,
    /** What is told of a life, wherever it stands in a name. */
    lives: nameList,
    home: nameList,
    /** What opens a door, and what something cost, at the end of a name. */
    codes: nameList,
    paid: nameList,
    /** Where something stands, and what its owner notes of it. */
    kept: nameList,
    /** What was agreed with whom. */
    terms: nameList,
  }),
  options: z.strictObject({
    /** How far the owner has come with something. */
    own: nameList,
    drafts: nameList,
    unseen: nameList,
  }),
});

type Privacy = z.infer<typeof schema>;
let loaded: Privacy | undefined;
const load = (): Privacy => (loaded ??= read(schema, "privacy.json"));

type Tables = keyof Privacy["tables"];
/** Whether a table's name is of a sort: the whole name. */
export const isTable = (sort: Tables, name: string): boolean => load().tables[sort].has(wordsOf(name).join(" "));
/** Whether its last words are: a "NightShift" is a shift. */
export const endsInTable = (sort: Tables, name: string): boolean => endsInOne(wordsOf(name), load().tables[sort]);
/** Whether any of its words is. */
export const hasTableWord = (sort: Tables, name: string): boolean =>
  wordsOf(name).some((word) => load().tables[sort].has(word));

type Fields = keyof Privacy["fields"];
/** The same of a field. */
export const isField = (sort: Fields, name: string): boolean => load().fields[sort].has(wordsOf(name).join(" "));
export const endsInField = (sort: Fields, name: string): boolean => endsInOne(wordsOf(name), load().fields[sort]);
/** Whether some words of its name are, wherever they stand. */
export const tellsField = (sort: Fields, name: string): boolean =>
  [...load().fields[sort]].some((listed) => ` ${wordsOf(name).join(" ")} `.includes(` ${listed} `));

export const isOptionOf = (sort: keyof Privacy["options"], option: string): boolean => load().options[sort].has(option);
