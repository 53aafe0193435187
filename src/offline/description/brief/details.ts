import "server-only";
import { splitList } from "../../language/normalize";
import { knownAs, namesThing } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { briefs } from "../../words/briefs";
import { wordKey } from "../../words/word-key";
import { isPlural, singular } from "../../language/inflect";

/**
 * What is done to rows, without what tells more of them: `fields` that they have ("with a goal amount"), other `rows` that
 * belong to them ("with questions"), what is told `per` what ("per category"), and a condition that nothing is made of.
 */
export type Details = { object: string; fields: string[]; rows: string[]; left: string | null };

/** Amounts, names, lists of fields and states, which the readers of sentences know better. */
export const isExact = (text: string): boolean =>
  /[()\d"]|\b(?:set|move|change|mark|switch)\b.* (?:to|as|between) [\w -]+, .+ or /i.test(text);

/** More than which rows there are: fields, conditions and amounts. */
export const isDetailed = (text: string): boolean =>
  isExact(text) || example.test(text) || condition.test(text) || per.test(text) || / with /i.test(text);

const example = /^(.*?),? (?:such as|like|including|e\.?g\.?,?|for example) (.+)$/i;
const condition =
  /(?:^| )(?:whether|if|when(?:ever)?|while|so(?: that)?|which|that|who|where|whose|after|before|until|without|at least|at most|how|as soon as|in case|not|only)\b.*$/i;
const per = /(?:^| )(?:per|for each|for every|by each|each|every) (?!other\b)(.+)$/i;
const article = /^(?:(?:an?|the|its|their|his|her|all|any|own|other|relevant|basic) )+/i;
/** "questions with different types": each has one. */
const several = /^(?:different|various|several|multiple) /i;

/** "car details such as model and price": what is told of the rows. */
const isFacts = (noun: string): boolean => briefs().shelves.has(singular(wordKey(noun).split(" ").at(-1)!));

/**
 * "questions" of quizzes with questions, and no field.
 * @param isPaused behind a comma ("publishing episodes, with show notes, guests, listener comments and a newsletter signup")
 */
function isRowsBeside(noun: string, among: readonly string[], isPaused: boolean): boolean {
  if (isPlural(noun) && namesThing(noun) && !isAttribute(noun)) return true;
  const head = noun.split(" ").at(-1)!;
  const known = knownAs(noun, among);
  if (!isPaused) return false;
  return (
    (known !== null && (among.includes(known.name) || !isAttribute(noun))) ||
    (noun.includes(" ") && isPlural(noun) && namesThing(head) && (!isAttribute(head) || briefs().voices.has(head)))
  );
}

/**
 * Takes apart what is done to rows.
 * @param isJoined by a verb that takes "with": "share albums with friends"
 * @param among things that nouns mean in this message before others
 */
export function withoutDetails(object: string, isJoined: boolean, among: readonly string[] = []): Details {
  const details: Details = { object, fields: [], rows: [], left: null };
  const told = condition.exec(details.object)?.[0];
  if (told) {
    details.object = details.object.slice(0, -told.length);
    details.left = told.trim();
  }
  const [, some, examples] = example.exec(details.object) ?? [];
  if (some !== undefined && examples) {
    details.object = some;
    if (isFacts(some)) details.fields.push(...splitList(examples));
  }
  const parts: string[] = [];
  const [, whose, pause, list] = /^(.+?)(,?)(?: each| all)? with (.+)$/i.exec(details.object) ?? [];
  if (whose && list && !isJoined && !/^(?:charts?|graphs?|maps?)\b|\b(?:pages|sections|tabs|views)$/i.test(list)) {
    details.object = whose;
    const isPaused = pause !== "" && splitList(list).length > 2;
    const members = splitList(list).map((said) =>
      several.test(said) ? singular(said.replace(several, "")) : said.replace(article, ""),
    );
    for (const one of members)
      if (isRowsBeside(one, among, isPaused)) details.rows.push(one);
      // "with an interactive map, a trip planner": parts of a site, and no fields of what it shows.
      else if (isPaused && !isAttribute(one) && !isAttribute(one.split(" ").at(-1)!)) parts.push(one);
      else details.fields.push(one);
    if (parts.length > 0) details.left = [details.left, ...parts].filter(Boolean).join(", ");
  }
  const by = per.exec(details.object);
  if (by) {
    details.object = details.object.slice(0, by.index);
    details.fields.push(...splitList(by[1]!));
  }
  return details;
}
