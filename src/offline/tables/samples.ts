import "server-only";
import type { Entity } from "../model/app-model";
import { listed } from "../language/inflect";
import { counts } from "../words/counts";
import { type Draft, manyOf, pickEntity } from "../draft/draft";
import { noSeeds } from "../draft/sample-rows";
import { asks, isAll, type Rule, tableOf } from "../request/meaning/clause";
import { has } from "../request/meaning/marks";

/** A turn adds at most this many rows to a table, so that one sentence cannot flood an app. */
const rowsMax = 200;

/** "add 12 dogs as examples": rows in a table that is named. */
export const readSamples: Rule = (clause) => {
  const { draft, marks } = clause;
  const count = marks.find((mark) => mark.number !== undefined)?.number;
  if (!asks(clause, "sample") || count === undefined) return false;
  if (
    !isAll(
      clause,
      (mark) =>
        mark.entities.length > 0 || mark.number !== undefined || has(mark, "sample", "add", "have", "also", "show"),
    )
  )
    return false;
  // "3 sample fines and 10 plots": a number goes with the table behind it.
  const numbered = marks.flatMap((mark, at) => {
    if (mark.number === undefined) return [];
    const next = marks.findIndex(({ number }, index) => index > at && number !== undefined);
    const behind = marks.slice(at, next < 0 ? undefined : next).find(({ entities }) => entities.length === 1);
    return [{ rows: mark.number, entity: behind?.entities[0] }];
  });
  const wanted = numbered.length > 1 ? numbered : [{ rows: count, entity: tableOf(clause) }];
  if (wanted.some(({ rows, entity }) => !entity || rows < 1)) return false;
  for (const { rows, entity } of wanted) if (entity) addRows(draft, entity, rows);
  return true;
};

function addRows(draft: Draft, entity: Entity, said: number): void {
  const count = Math.min(said, rowsMax);
  const planned = draft.seeds.find((seed) => seed.entity === entity.name && !seed.rows);
  if (planned) planned.count = count;
  else draft.seeds.push({ entity: entity.name, count });
  draft.done.push(`Added ${count} sample rows to ${manyOf(entity)}.`);
  if (said > rowsMax) draft.assumed.push(`${said} rows are more than I add at once, so I added ${rowsMax}.`);
  draft.touched = entity.name;
}

const numbers: Record<string, number> = {
  one: 1,
  ...counts,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  fifty: 50,
  hundred: 100,
  "a dozen": 12,
  "a couple of": 2,
  "a few": 5,
  some: 8,
  several: 8,
  "a bunch of": 12,
  "lots of": 30,
  "a lot of": 30,
  many: 30,
  more: 8,
};
const amount = `(\\d{1,5}|${Object.keys(numbers).join("|")})`;
const adjective =
  "(?:(?:more|new|additional|extra|other|different|random|fake|dummy|sample|example|demo|test|realistic|placeholder|mock|made-up|pieces of|rows of|row of|records of|entries for|seed|starter|initial)\\s+)";
const verb =
  "(?:add|create|enter|invent|insert|generate|seed|put in|make|give me|include|fill in|populate with|i want|i need|need|want|throw in|show)";
const patterns = [
  new RegExp(
    `^${verb}\\s+(?:me\\s+|us\\s+|the app with\\s+)?${amount}\\s+${adjective}*(?:rows?|records?|entries|items?|data)?\\s*(?:of|to|for|in|into)?\\s*(?:the\\s+)?(.*?)(?:\\s+(?:rows?|records?|entries|table))?$`,
    "i",
  ),
  new RegExp(
    `^${verb}?\\s*(?:an?\\s+|some\\s+|the\\s+)?()${adjective}+(?:data|rows?|records?|entries|content|values)?\\s*(?:to|for|in|into|of)?\\s*(?:the\\s+|all\\s+)?(.*?)(?:\\s+table)?$`,
    "i",
  ),
  new RegExp(
    `^(?:fill|populate|seed|load|stock)\\s+()(?:the\\s+|my\\s+|all\\s+)?(.+?)(?:\\s+table)?(?:\\s+(?:with|by)\\s+(?:${amount}\\s+)?.*)?$`,
    "i",
  ),
];

/** "add 20 sample contacts", "with some sample data", "seed the deals table". */
export const readSeeds: Rule = ({ text: clause, draft }) => {
  for (const [index, pattern] of [...patterns.entries()].sort(
    ([left], [right]) => Number(right === 2) - Number(left === 2),
  )) {
    const match = pattern.exec(clause);
    if (
      !match ||
      (index === 1 &&
        !new RegExp(
          `\\b(?:sample|example|demo|dummy|fake|test|mock|random|realistic|placeholder|seed|starter|initial|made-up)\\b`,
          "i",
        ).test(clause))
    )
      continue;
    if (
      /\b(?:field|column|option|chart|page|star)s?\b/i.test(clause) ||
      (index === 2 && !/^(?:fill|populate|seed|load|stock)\b/i.test(clause))
    )
      continue;
    const said = (index === 2 ? match[3] : match[1])?.toLowerCase();
    const asked = said ? (numbers[said] ?? Number(said)) : 8;
    const count = Math.min(asked, rowsMax);
    const thing = (match[2] ?? "").replace(/\b(?:with|so (?:that )?i can)\b.*$/i, "").trim();
    // "3 fines, and 10 plots": the rows of the second would be left out.
    if (/(?:,|\band\b)\s*(?:and )?\d/.test(thing)) continue;
    if (seed(draft, thing, count, said === undefined)) {
      if (asked > rowsMax)
        draft.assumed.push(
          `${asked} rows are more than I add at once, so I added ${rowsMax}. The database panel imports CSV files of any length.`,
        );
      return true;
    }
  }
  return false;
};

function seed(draft: Draft, thing: string, count: number, isVague: boolean): boolean {
  const everything =
    /^(?:(?:the\s+)?(?:app|everything|database|data|tables?|each table|every table|all tables|all|it|them)?)$/i.test(
      thing,
    );
  // "fill it with data" means the app, unless the message has just spoken of a table.
  const isPointed = /^(?:it|them)$/i.test(thing) && (draft.done.length > 0 || !/^it$/i.test(thing));
  const entity = everything && !isPointed ? undefined : pickEntity(draft, thing);
  const entities = entity ? [entity] : everything ? draft.model.entities : [];
  if (entities.length === 0) return false;
  for (const one of entities) {
    const planned = draft.seeds.find((item) => item.entity === one.name && !item.rows);
    if (planned) planned.count = count;
    else draft.seeds.push({ entity: one.name, count });
  }
  draft.done.push(`Added ${count} sample rows to ${listed(entities.map(manyOf))}.`);
  if (isVague) draft.assumed.push(`You did not say how many, so each table gets ${count}.`);
  return true;
}

const aside =
  "(?:data|rows?|records?|entries|content|values|items?|please|thanks|for now|yet|at all|in (?:it|them|there)|to (?:it|them))";
const noSeedsClause = new RegExp(
  `^(?:and\\s+|but\\s+|please\\s+|with\\s+|it should\\s+)*${noSeeds}(?:\\s+${aside})*$`,
  "i",
);

/** "without sample data", "leave the tables empty": a new app is made without rows, and an app that stands gets none. */
export const readNoSeeds: Rule = ({ text: clause, draft }) => {
  if (!noSeedsClause.test(clause.trim())) return false;
  draft.done.push("Left the tables empty, as you asked.");
  return true;
};

/** What is told whoever asks to delete rows. */
export const rowsStay = "I do not delete rows. Open the Database panel, tick the rows and choose Delete there.";

/** Rows belong to people: nothing here deletes them. */
export const readDeleteRows: Rule = ({ text: clause, draft }) => {
  const all = /^(?:delete|remove|clear|wipe|empty|erase)\s+(?:all|every)\s+(?:the\s+|of the\s+)?([\w ]+)$/i.exec(
    clause,
  )?.[1];
  const isRows =
    /^(?:delete|remove|clear|wipe|empty|erase)\s+(?:all\s+|the\s+|every\s+|my\s+)*(?:(?:sample|test|demo|example|old|existing)\s+)?(?:(.+?)\s+)?(?:rows?|records?|data|entries)\b/i.test(
      clause,
    );
  if (!isRows && !(all && !/\b(?:tables?|entit(?:y|ies)|pages?|fields?|charts?)$/i.test(all) && pickEntity(draft, all)))
    return false;
  draft.skipped.push(rowsStay);
  return true;
};
