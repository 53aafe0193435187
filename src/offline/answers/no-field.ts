import "server-only";
import type { AppModel } from "../model/app-model";
import { knownAs } from "../lexicon/known";
import { keyOfFeature } from "../lexicon/no-fields";
import { isPersonLike } from "../lexicon/nouns";
import { isPlural, plural, singular } from "../language/inflect";
import { isUnknown, marksOf } from "../request/meaning/marks";

/** Why something is no field of a row, by the key of its words in `words/no-fields.json`. */
const reasons: Record<string, string> = {
  "own lists":
    "what each person keeps for themselves is no field of a row. A table can keep it: “add a table of favourites with person, item and date”.",
  shop: "carts, checkouts and codes need code of their own that I do not write; a table of orders can keep what was ordered.",
  ranking: "it is no field of a row. A list can be sorted by a number, as in “sort players by points, highest first”.",
  talk: "chats need code of their own that I do not write; “add comments” makes a table of comments.",
  mail: "mails need a function that runs on its own, which I do not write. “Add a table of subscribers with email” keeps who wants them.",
  screen: "pages are made of lists, boards, calendars, galleries, charts and texts; I add no other parts to them.",
  clock: "clocks that run need code of their own that I do not write; a number field can keep how long something took.",
  help: "I build no guided help; “add a page called Help that says …” makes a page of text.",
  undo: "earlier versions of the app, and of each row, are kept by the platform already.",
  device: "scanners and other devices need code of their own that I do not write.",
};

const adding =
  /^(?:please )?(?:(?:add|include|put|show|make|create|build|have|insert|give (?:me|us|it|them)|(?:i|we)(?:'d| would)? (?:also )?(?:like|need|want))(?: (?:to have|in|me))?|there (?:should|must) be) (?:an? |the |some |my |our )?([\p{L} -]+?)(?: (?:page|feature|function|system|section|option|functionality|field))?(?: (?:to|for|on|in|with|at|of) .*)?$/iu;

/** Why a feature that a clause asks for is not added: "add a wishlist". Nothing where the app has a part of that name. */
export function reasonOfFeature(clause: string, model: AppModel): string | undefined {
  const noun = adding.exec(clause)?.[1];
  const key = noun === undefined ? undefined : keyOfFeature(noun);
  const isPart =
    key !== undefined &&
    marksOf(noun!, model).some(({ entities, fields, pages }) => entities.length + fields.length + pages.length > 0);
  return key === undefined || isPart ? undefined : reasons[key];
}

const toTable =
  /^(?:please )?(?:add|include|put|append|attach|insert|give) .+ (?:to|into) (?:(?:the|each|every|all|our|my) )*([\p{L}-]+(?: [\p{L}-]+)?)$/iu;
const owner =
  /^(?:(?:each|every|the|all|our|my) )?([\p{L}-]+)(?: (?:should|must|also|need to|have to))* (?:have|has|needs?|gets?)\b(?! to be)/iu;

/** What people may do is for the readers of rights. */
const rights =
  /\b(?:access|accounts?|able|log ?ins?|permissions?|rights?|see|view|edit|admins?|users|visitors|people)\b/i;

/** The table that a clause wants something added to and that the app has not: "add a warranty to laptops", "stylists need a bio". */
export function missingOwner(clause: string, model: AppModel): string | undefined {
  const said = toTable.exec(clause)?.[1] ?? owner.exec(clause)?.[1];
  const last = said?.split(" ").at(-1);
  if (said === undefined || last === undefined || rights.test(clause)) return undefined;
  const isSingle = /^(?:each|every) /i.test(clause);
  const many = isSingle ? plural(last) : last;
  if (!isPlural(many) || !(knownAs(many) !== null || isPersonLike(singular(many)))) return undefined;
  return marksOf(said, model).every(isUnknown) ? plural(singular(said)) : undefined;
}
