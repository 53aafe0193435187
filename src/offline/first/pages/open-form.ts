import "server-only";
import { endsAs } from "../../words/happenings";
import { singular, wordsOf } from "../../language/inflect";
import { wordKey } from "../../words/word-key";

import { familyOf } from "../../description/plan/kindred";
import type { Plan, PlannedTable } from "../../description/plan/plan";

/** Forms that visitors fill in and only admins read. */
const openForm =
  /\b(?:sign-?up|wait(?:ing)? ?list|feedback|registration|application|rsvp|newsletter|subscription|inquiry|enquiry|booking|order|survey)(?: \w+)? form\b/i;

const page = "(?:page|form|site|website)";
const visitors =
  "(?:people|visitors|customers|guests|anyone|anybody|everyone|everybody|users|parents|members|clients|couples|donors|supporters|citizens|residents|neighbou?rs)";
const openPage = new RegExp(
  `\\b${page} (?:where|on which|so that|that lets?) ${visitors} (?:can )?(?:register|sign up|apply|enter|request|order|rsvp|submit|report|donate)\\b|\\b${page} (?:to|for) (?:report|donate)\\b|\\b(?:through|via|with|by|over) an? (?:online |web |public )?form\\b`,
  "i",
);

/** Whether an app is a form, or has one, that anybody may send in. */
export const isForm = (text: string): boolean => openForm.test(text) || openPage.test(text);

const reporting = new RegExp(
  `^(?:an? |our |my |the )?(?:\\w+ )?${page} (?:to|(?:where|on which|so that|that lets?) ${visitors}(?: can)?) report\\b`,
  "i",
);
/** "a page to report potholes": what its visitors come for is the form, and not what others reported. */
export const isForReports = (text: string): boolean => reporting.test(text.trim());

const giving = new RegExp(
  `\\b${page} (?:to|(?:where|on which|so that|that lets?) ${visitors}(?: can)?) donate\\b`,
  "i",
);
/** "a website where people can donate": it is for them, and not for the office of the charity. */
export const isForDonors = (text: string): boolean => giving.test(text);

/** What is sent in by those who do it. */
const sentBy: Record<string, string> = {
  register: "registration",
  enter: "registration",
  apply: "application",
  request: "request",
  order: "order",
  submit: "submission",
  report: "report",
  donate: "donation",
};

const isOfItsOwn = /^(?:register|apply|rsvp|donate)$/i;

/** Which table visitors send rows of: what the form is for, else what is done; a list of people or things only where there is nothing else, and none of several. */
export function sentIn({ tables }: Plan, text: string): number {
  const form = openForm.exec(text)?.[0].replace(/(?: \w+)? form$/i, "");
  const page = openPage.exec(text);
  const verb = page?.[0].split(" ").at(-1)!.toLowerCase();
  // "where people can submit prayer requests".
  const object = page
    ? wordsOf(text.slice(page.index + page[0].length).split(/[,.;:(]/)[0]!)
        .slice(0, 4)
        .map(singular)
    : [];
  const told = tables.findIndex((table) => object.includes(table.noun.split(" ").at(-1)!));
  // "apply for jobs", "donate to a project": what is sent in is the application, the donation.
  if (!form && told >= 0 && !isOfItsOwn.test(verb ?? "")) return told;
  const noun = form ? singular(wordKey(form)) : (sentBy[verb ?? ""] ?? "");
  const family = familyOf({ noun });
  const isNamed = (table: PlannedTable) =>
    noun !== "" && (table.noun.endsWith(noun) || (family !== undefined && familyOf(table) === family));
  const named = tables.findIndex(isNamed);
  const done = tables.findIndex((table) => table.act !== undefined || endsAs("dealt", table.noun));
  return [named, told, tables.length === 1 ? 0 : done].find((at) => at >= 0) ?? -1;
}
