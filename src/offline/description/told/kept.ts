import "server-only";
import { singular } from "../../language/inflect";
import { knownAs, namesThing } from "../../lexicon/known";
import { briefs } from "../../words/briefs";
import { typeOf } from "../../words/load";
import { tasks } from "../../words/tasks";
import { isDealt } from "../brief/heard";
import { fieldKey, type ToldField } from "./fields";

/** A table that tasks have named. `verbs`: what was done with its rows as functions of the app. */
export type Kept = {
  noun: string;
  fields: ToldField[];
  to: Set<Kept>;
  verbs: Set<string>;
  isDeed: boolean;
  isPerson: boolean;
};

/** What the tasks read so far keep. `topic`: what was spoken of last. */
export type Told = {
  tables: Kept[];
  topic: Kept | undefined;
  /** What tables are listed with, once all are known: "report a count with date, species". */
  later: (() => void)[];
  /** What somebody entered last with its fields, which "it" is: "create a lesson with a date, note mistakes, and set it to held". */
  entered: Kept | undefined;
  /** Rows that were listed as parts of others, whose fields may follow: "players and their nicknames". */
  owned: { of: Kept; after: string } | undefined;
  /** Whether functions of the app are read. */
  isFunction: boolean;
  /** What was picked before something is done: "choose a barber, book a time". */
  chosen: Kept[];
  /** Whether reports are spoken of as rows: "set a report to open". */
  hasReports: boolean;
};

const twinsOf = (noun: string) => briefs().twins.filter((same) => same.has(noun) || same.has(`${noun}s`));

const isAdjective = (word: string): boolean =>
  briefs().told.has(word) ||
  /(?:ed|ing|al|ous|ful|ic|ble|ly|y)$/.test(word) ||
  /^(?:rare|used|new|old|own|free)$/.test(word);

/** The table that a noun means: "requests" are the booking requests. */
export function tableOf({ tables }: Told, noun: string): Kept | undefined {
  const one = singular(noun);
  const exact = tables.find((table) => table.noun === one);
  if (exact) return exact;
  const shorter = tables.filter((table) => table.noun.endsWith(` ${one}`));
  if (shorter.length === 1) return shorter[0];
  const longer = tables.filter(
    (table) => one.endsWith(` ${table.noun}`) && (table.fields.length === 0 || isAdjective(one.split(" ")[0]!)),
  );
  if (longer.length === 1) {
    // "budget items" are the items that were named; "rare parts" are parts as well.
    const before = one.slice(0, one.length - longer[0]!.noun.length).trim();
    if (!longer[0]!.isPerson && namesThing(before)) longer[0]!.noun = one;
    return longer[0];
  }
  const known = knownAs(one);
  // "tastings" beside "tasting notes": two tables.
  const same =
    known &&
    tables.find(
      (table) =>
        knownAs(table.noun)?.name === known.name &&
        !table.noun.startsWith(`${one} `) &&
        !one.startsWith(`${table.noun} `),
    );
  if (same) return same;
  const twins = twinsOf(one);
  return tables.find((table) => twins.some((set) => set.has(table.noun) || set.has(`${table.noun}s`)));
}

export function keep(told: Told, noun: string, more: Partial<Pick<Kept, "isDeed" | "isPerson">> = {}): Kept {
  const one = singular(noun);
  const found = tableOf(told, noun);
  const isOther = more.isDeed && found && !found.isDeed && found.noun !== one;
  if (found && !isOther) return found;
  // "browsing products", "filter teas": what the products are.
  const about = told.tables.find((table) => tasks().general.has(table.noun));
  // "filter listings, look at photos": what each of them shows.
  if (about && /^(?:image|file)$/.test(typeOf(one).type)) {
    give(about, { text: one, options: [] });
    return about;
  }
  const general = told.tables.find((table) => tasks().general.has(table.noun) && table.fields.length === 0);
  const first = told.tables.find(({ isDeed, isPerson }) => !isDeed && !isPerson);
  if (tasks().general.has(one) && first?.fields.length === 0 && !told.isFunction) return first;
  if (general && !more.isDeed && !more.isPerson && /^(?:item|product)?$/.test(knownAs(one)?.kind ?? "")) {
    general.noun = one;
    return general;
  }
  const table: Kept = {
    noun: one,
    fields: [],
    to: new Set(),
    verbs: new Set(),
    isPerson: false,
    ...more,
    isDeed: more.isDeed ?? isDealt(one),
  };
  told.tables.push(table);
  return table;
}

export function give(table: Kept, field: ToldField | null): void {
  if (!field) return;
  const key = fieldKey(field.text);
  const same = table.fields.find((one) => fieldKey(one.text) === key);
  if (!same) table.fields.push(field);
  else {
    if (same.options.length === 0) same.options = field.options;
    if (!field.isCriterion) delete same.isCriterion;
  }
}

export function link(from: Kept | undefined, to: Kept | undefined): void {
  if (from && to && from !== to && !to.to.has(from)) from.to.add(to);
}
