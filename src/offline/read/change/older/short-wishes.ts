import "server-only";

import { type Reader } from "../../draft/draft";

const bare =
  /^(?:please\s+)?(?:add|create|make|insert|include|(?:i|we) (?:want|need))\s+(?:an?\s+|another\s+|one\s+|some\s+|more\s+)*(?:new\s+|extra\s+|further\s+)*(tables?|fields?|columns?|pages?|filters?|options?|views?|forms?)$/i;
const examples: [RegExp, string][] = [
  [/^table/i, "add a table for invoices with number, date and amount"],
  [/^(?:field|column)/i, "add a phone number to contacts"],
  [/^(?:page|view|form)/i, "add an about page that says who we are"],
  [/^filter/i, "filter deals by stage"],
  [/^option/i, "the stage can also be on hold"],
];

/** "add a table": of what, nobody can know. */
export const readBare: Reader = (clause, draft) => {
  const what = bare.exec(clause)?.[1];
  if (!what) return false;
  const example = examples.find(([pattern]) => pattern.test(what))![1];
  draft.skipped.push(`“${clause}”: please say which, for example “${example}”.`);
  return true;
};
