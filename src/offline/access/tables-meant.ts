import "server-only";
import type { AppModel, Entity } from "../model/app-model";
import { isDealing } from "../model/columns";
import { findEntity } from "../draft/resolve";
import { sentence, singular, snake, wordsOf } from "../language/inflect";
import { isPersonTable } from "../lexicon/known";
import { accessWords } from "../words/access";
import type { Statement } from "./statement";

/** Whether somebody gets fewer rights by it, and nobody more. */
export const isLimiting = ({ isOnly, isNot, isAll, limit }: Statement): boolean =>
  isOnly || isNot || isAll || limit !== null;

const bare = (word: string) => word.toLowerCase().replace(/(?:e?n|e|s)$/, "");
/** German rows by what their table is shown as: "Geräte". */
const ownName = (entity: Entity, noun: string) =>
  [entity.title, entity["x-plural"]].some((name) => name && bare(name).endsWith(bare(noun)));

function namedBy(model: AppModel, noun: string, mayGuess: boolean): Entity[] {
  for (const said of mayGuess ? [noun, ...noun.split(" ").toReversed()] : [noun]) {
    const found = findEntity(model, said);
    const isWhole = (entity: Entity) => wordsOf(noun).length <= wordsOf(sentence(entity.name)).length;
    if (found.kind === "one" && (mayGuess || isWhole(found.value))) return [found.value];
    if (found.kind === "many") return found.values;
  }
  return model.entities.filter((entity) => ownName(entity, noun));
}

const hasWord = ({ name }: Entity, noun: string): boolean =>
  wordsOf(sentence(name).toLowerCase()).includes(singular(noun.split(" ").at(-1)!));

/** "only HR sees the reason", "phone numbers": the fields that a noun names, where they are no links. */
export const fieldsMeant = (model: AppModel, noun: string): { entity: Entity; name: string }[] =>
  model.entities.flatMap((entity) => {
    const wanted = [noun, noun.replace(/ (?:numbers?|address(?:es)?)$/, "")].map((one) => snake(singular(one)));
    return Object.entries(entity.properties).flatMap(([name, property]) =>
      wanted.includes(name) && !property["x-reference"] ? [{ entity, name }] : [],
    );
  });

/** What an app is about: the table of its name ("Employee Directory"), or its first that is no list of people. */
const mainOf = ({ name, entities }: AppModel): Entity[] => {
  const words = wordsOf(name.toLowerCase()).map(singular);
  const named = entities.filter((one) => words.includes(singular(wordsOf(sentence(one.name)).at(-1)!.toLowerCase())));
  return [...named, ...entities.filter((one) => !isPersonTable(one)), ...entities].slice(0, 1);
};

/** "sign up for a shift", "book a court": what is added is a row about it. */
function leftAbout(model: AppModel, thing: Entity): Entity[] {
  if (isDealing(thing)) return [thing];
  return model.entities.filter(
    (one) => isDealing(one) && Object.values(one.properties).some((value) => value["x-reference"] === thing.name),
  );
}

/** The tables whose rows a statement is about; null where a noun is none of them. */
export function tablesMeant(model: AppModel, statement: Statement, isOfAll: boolean): Entity[] | null {
  const { rows } = statement;
  if (rows === "all") return model.entities;
  // "only admins can edit": all of it, while nobody gets more than the rows that the app is about.
  if (rows === "before")
    return isOfAll || (isLimiting(statement) && statement.limit === null) ? model.entities : mainOf(model);
  const found = rows.nouns.map((noun, at) => {
    // "look at the exhibitions and buy tickets": the second noun is none of what is seen.
    const named = namedBy(model, noun, at === 0 || isLimiting(statement));
    if (named.length > 0) return named;
    if (statement.isOnly && fieldsMeant(model, noun).length > 0) return [];
    // Nobody gets more by a word that no table has; whoever is kept out of something is so of what the app is about.
    return model.entities.length === 1 || accessWords().sent.has(noun) || isLimiting(statement) ? mainOf(model) : [];
  });
  // "add recipes and rate them": a verb that is none of rights names no table.
  const tables = [...new Set(found.flat())];
  if (tables.length === 0) return rows.nouns.some((noun) => fieldsMeant(model, noun).length > 0) ? [] : null;
  // Two tables of the word: nobody gets more by a guess.
  if (found.some(({ length }) => length > 1) && !isLimiting(statement)) return null;
  // "only HR may see salaries": neither those paid nor those agreed.
  const isHidden = statement.isOnly && statement.may.includes("read");
  const alike = isHidden ? model.entities.filter((one) => rows.nouns.some((noun) => hasWord(one, noun))) : [];
  if (alike.length > 0) return [...new Set([...tables, ...alike])];
  return statement.isTaking ? [...new Set(tables.flatMap((table) => leftAbout(model, table)))] : tables;
}

export const isForm = ({ pages }: AppModel, { name }: Entity): boolean =>
  pages.some(({ kind, entity }) => kind === "form" && entity === name);
