import "server-only";
import { isPlural, singular } from "../../language/inflect";
import { knownAs, namesThing } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { screenWord } from "../../lexicon/nouns";
import { tasks } from "../../words/tasks";
import { isDealt } from "../brief/heard";
import { hasField } from "../brief/kept-rows";
import { fieldOf } from "./fields";
import { give, keep, type Kept, link, tableOf, type Told } from "./kept";
import { isField, isPersonNoun, type Phrase, rowNoun } from "./nouns";
import type { Done } from "./object";
import type { Task } from "./phrases";

export type Doing = Task & { who: string | null };
/** How rows are spoken of: looked at, by a function of the app, with a list of fields. */
export type Manner = { isShown: boolean; isFunction: boolean; isTold: boolean; isOwn?: boolean };

export const picture = /^(?:photo|picture|image|video|file|document|scan|clip)s?$/;
export const pronoun = /^(?:it|them|one|both|those|these)\b/i;
const counted = /^(?:(?:maximum |minimum )?number|maximum|minimum)$/;

/** The first table that no deed makes: what the app is about. */
export const mainOf = ({ tables }: Told): Kept | undefined =>
  tables.find(({ isDeed, isPerson }) => !isDeed && !isPerson) ?? tables.find(({ isDeed }) => !isDeed) ?? tables[0];

export const spoken = (told: Told): Kept | undefined => told.topic ?? mainOf(told);

/** "them", "it": what was spoken of last; behind a deed what it was done to. */
export const meant = (told: Told): Kept[] => {
  const one = told.topic?.isDeed && told.entered ? told.entered : told.topic;
  return one ? [one] : [];
};

/** The tables that phrases name; those of what rows have are none. */
export function tablesFor(told: Told, phrases: readonly Phrase[], manner: Manner): Kept[] {
  const { isShown, isFunction, isTold, isOwn = false } = manner;
  // "enter the rainfall, the wind direction and a remark": fields, all of them.
  const areFields = !isFunction && !isTold && phrases.length > 1 && phrases.some(({ head }) => isField(head));
  return phrases.flatMap(({ head, isMany, isOne, of }): Kept[] => {
    if (pronoun.test(head)) return meant(told);
    // "managing cancellations", "follow the results": what becomes of rows.
    if (
      /^(?:average|total|overall|number) |^(?:cancellations?|returns? policy)$/.test(head) ||
      (isShown && /^results? /.test(head))
    )
      return [];
    const known = tableOf(told, head);
    if (known && (!isField(head) || isMany || isOne)) return [known];
    const isNamed = isFunction ? namesThing(head) : knownAs(head) !== null && isOne && isTold;
    if (isField(head) && !isDealt(head) && !isNamed) return [];
    if (areFields && (isOwn || !isMany || !namesThing(head))) return [];
    const noun =
      rowNoun(head, isShown && !isOne && !isTold) ??
      (isShown && isTold && isMany && /^[a-z]+$/.test(head) && !isField(head) && !screenWord.test(head)
        ? singular(head)
        : null);
    const isThe = isShown
      ? isTold
      : isFunction ||
        knownAs(noun ?? "") !== null ||
        isTold ||
        (/^(?:of|to|about)$/.test(of[0]?.word ?? "") && !isField(of[0]!.noun));
    if (!noun || !(isMany || isOne || isThe)) return [];
    const isPerson = isPersonNoun(noun);
    const isKnown = namesThing(noun);
    if (isPerson && isShown && !isFunction && !knownAs(noun)) return [];
    if (
      isShown &&
      !isFunction &&
      !isPerson &&
      !isTold &&
      (!isKnown || (!knownAs(noun) && !isMany) || head.endsWith("notes"))
    )
      return [];
    // "add a child seat or a second driver": things of which nothing is told.
    if (!isFunction && !isShown && isOne && !isKnown && !isTold && !isDealt(noun) && phrases.length > 1) return [];
    return [keep(told, noun, { isPerson })];
  });
}

/** Works fields into a table; those that are rows of their own are linked once all tables are known. */
export function tell(told: Told, table: Kept, said: readonly string[], isCriterion = false): void {
  for (const text of said) {
    const many = /^(?:several|multiple|one or more|any number of) ([a-z ]+s)$/i.exec(text)?.[1];
    if (many) {
      link(keep(told, singular(many)), table);
      continue;
    }
    const field = fieldOf(text);
    if (!field) continue;
    const noun = field.text.toLowerCase();
    const isRows =
      !isCriterion &&
      field.options.length === 0 &&
      isPlural(noun) &&
      namesThing(noun) &&
      !isAttribute(noun) &&
      !picture.test(noun);
    // "a team with players and their nicknames".
    const isOwner = said.some((one) => /^their /i.test(one)) && isPlural(noun);
    if ((isRows || isOwner) && !isCriterion && knownAs(noun)?.kind === "person") {
      const part = keep(told, singular(noun), { isPerson: true });
      link(part, table);
      told.owned = { of: part, after: text };
      continue;
    }
    if (/^their /i.test(text) && told.owned && said.includes(told.owned.after)) {
      give(told.owned.of, field);
      continue;
    }
    told.later.push(() => {
      const other = told.tables.find((one) => one.noun === singular(noun));
      if (other && other !== table && field.options.length === 0 && !picture.test(noun))
        link(isRows ? other : table, isRows ? table : other);
      else give(table, { ...field, ...(isCriterion ? { isCriterion } : {}) });
    });
  }
}

/** Whose field it is: of what it is said of, else of what such verbs make, else of what was spoken of last. */
export function ownerOf(told: Told, { head, of }: Phrase, { verb, who, object }: Doing): Kept | undefined {
  for (const { word, noun } of of) {
    const table = noun === "" ? undefined : tableOf(told, noun);
    if (table && (!counted.test(head) || of[0]!.noun !== noun)) return table;
    const named = word === "of" && isField(head) && !counted.test(head) && !isField(noun) ? rowNoun(noun, false) : null;
    if (named && namesThing(named)) return keep(told, named, { isPerson: isPersonNoun(named) });
  }
  const isHeld = tasks().held.has(head) || (counted.test(head) && of.length > 0);
  const deed = told.tables.findLast(({ isDeed, noun }) => isDeed && !noun.endsWith(" item"));
  const isOwn = /^(?:update|edit|change|describe)$/.test(verb);
  if (isHeld && deed && !isOwn) return deed;
  const doer = /^their /i.test(object) && who ? told.tables.find((one) => one.isPerson && one.noun === who) : undefined;
  const family = /^their /i.test(object) && who ? tableOf(told, who) : undefined;
  if (doer ?? family) return doer ?? family;
  const byVerb = told.tables.filter(({ verbs }) => verbs.has(verb));
  const about = spoken(told);
  const known =
    /^their /i.test(object) && about && !hasField(about.noun, head)
      ? told.tables.find((one) => one !== about && !one.isDeed && head !== "" && hasField(one.noun, head))
      : undefined;
  return (byVerb.length === 1 ? byVerb[0] : undefined) ?? known ?? about;
}

/** Fields that are looked at or entered for themselves: "enter a shipping address", "see the dosage and price". */
export function tellFields(told: Told, done: Done, task: Doing, rows: readonly Kept[]): void {
  const areFields = done.phrases.length > 1 && done.phrases.some(({ head }) => isField(head));
  const whose = ({ head, of }: Phrase) => of.length > 0 && /^(?:of|for|on)$/.test(of[0]!.word) && !counted.test(head);
  for (const [at, phrase] of done.phrases.entries()) {
    const { head, of, isMany } = phrase;
    if (pronoun.test(head) || tableOf(told, head)) continue;
    const isLoose = rows.length === 0 && (!isMany || areFields) && head.split(" ").length < 4;
    const isSaid = isField(head) || (isLoose && (areFields || rowNoun(head, true) === null));
    if (!isSaid || /^(?:what|which|who|how|when|all|somebody|someone|progress|result|time slot|slot)/.test(head))
      continue;
    const last = done.phrases.slice(at).find(whose) ?? done.phrases.slice(0, at).findLast(whose);
    const isCount = of[0]?.word === "of" && counted.test(head);
    const owner = ownerOf(told, of.length > 0 ? phrase : { ...phrase, of: last?.of ?? [] }, task);
    if (owner) tell(told, owner, [isCount ? `${head} of ${of[0]!.noun}` : head]);
  }
}
