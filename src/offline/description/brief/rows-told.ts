import "server-only";
import { isPlural, singular } from "../../language/inflect";
import { knownAs } from "../../lexicon/known";
import { briefs } from "../../words/briefs";
import { type Heard, isDealt } from "./heard";
import { keptIn } from "./kept-rows";
import { isPerson } from "./sentences";

/** "used items" beside "listings": no other rows. */
const withoutGeneral = (rows: string[]): string[] => {
  // "adding products, tracking stock levels": the stock of each product.
  const isStocked = rows.some((noun) => /\b(?:products|items|materials|parts|books|goods)$/.test(noun));
  // "tracking income and expenses, adding transactions": either of them.
  const isBooked = rows.some((noun) => /^(?:expenses|incomes?|spendings?)$/.test(noun));
  const special = rows.filter(
    (noun) =>
      !(isBooked && noun === "transactions") &&
      !/^(?:(?:used|second.hand|old|different|own) )?(?:items|things|goods|stuff|contents?)$/.test(noun) &&
      !(isStocked && /^(?:stocks?|stock items|inventor(?:y|ies))$/.test(noun)),
  );
  // "receiving goods, picking orders": what is ordered is the goods.
  return special.some(
    (noun) =>
      !isPerson(noun) &&
      !/^(?:dashboard|calendar|kanban|board)$/.test(noun) &&
      (knownAs(singular(noun))?.kind ?? "item") === "item",
  )
    ? special
    : rows;
};

const anybody =
  /^(?:users?|visitors?|admins?|administrators?|staff|guests?|customers?|managers?|organi[sz]ers?|everyone|people|fans?|listeners?|readers?|creators?|sellers?|buyers?|owners?|authors?|editors?|moderators?|employees|members|colleagues|team members)$/;

/** Patients, teachers and drivers: an app that they use keeps them, too. */
const isOwnSort = (noun: string): boolean =>
  isPlural(noun) && !anybody.test(noun) && knownAs(singular(noun))?.kind === "person";

/** "shipments" and "packages" are the same rows. */
const withoutTwins = (rows: string[]): string[] =>
  rows.filter(
    (one, at) => !briefs().twins.some((same) => same.has(one) && rows.slice(0, at).some((row) => same.has(row))),
  );

/** "news articles" and "articles" are the same rows. */
const inFullNames = (rows: string[]): string[] =>
  rows.filter((one) => !rows.some((other) => other !== one && other.endsWith(` ${one}`)));

/** How much of a brief was heard before what an app is for was read to its end. */
export type Purpose = { statements: number; rows: number };

/** "Users can pay online": done beside what a site is for. */
const isBeside = / can (?:pay|comment|review|rate|subscribe|log|vote|like)\b/;

/** "a website for buying and renting homes": where it is told further on what people do there, the homes. */
function withoutPurpose({ rows, statements }: Heard, purpose: Purpose): { rows: string[]; statements: string[] } {
  const told = statements.slice(purpose.statements);
  const isTold =
    told.some((one) => !isBeside.test(one)) || rows.slice(purpose.rows).some((noun) => isDealt(singular(noun)));
  if (!isTold) return { rows, statements };
  const idle = statements.slice(0, purpose.statements);
  return {
    rows: [...rows, ...idle.flatMap((one) => keptIn(one.replace(/^.*? can \S+ /, ""), true))],
    // "and donate": nothing tells of it further on.
    statements: [...idle.filter((one) => !/ can \S+ ./.test(one)), ...told],
  };
}

/**
 * The rows that a brief told of, each once and by its full name, and what people do that leaves others.
 * @param isForAll a site that everybody comes to: who uses it is no list that it keeps
 */
export function keptOf(heard: Heard, purpose: Purpose, isForAll: boolean): { rows: string[]; statements: string[] } {
  const { rows, statements } = withoutPurpose(heard, purpose);
  const all = [...rows, ...(isForAll ? [] : heard.people.filter(isOwnSort))];
  return { rows: withoutTwins(withoutGeneral(inFullNames([...new Set(all)]))), statements };
}
