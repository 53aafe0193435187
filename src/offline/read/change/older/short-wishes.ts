import "server-only";
import { labelFor } from "../../../fields";
import { manyOf, oneOf, pickEntity, type Reader } from "../../draft";

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

const starting =
  /^(?:an?\s+|all\s+|every\s+)?(?:new\s+)?([\w ]+?)\s+(?:should\s+|must\s+|always\s+)?(?:starts?|begins?)\s+(?:out\s+)?(?:as|with|in)\s+(?:an?\s+|the\s+)?(.+)$/i;

/** "deals start as proposal": the dropdown that offers it begins there. */
export const readStartsAs: Reader = (clause, draft) => {
  const match = starting.exec(clause);
  const entity = match && pickEntity(draft, match[1]!);
  if (!match || !entity) return false;
  const wanted = match[2]!.toLowerCase().replaceAll(/["“”]/g, "");
  for (const [name, property] of Object.entries(entity.properties)) {
    const option = property.enum?.find((value) => String(value).toLowerCase() === wanted);
    if (option === undefined) continue;
    const label = labelFor(name, property).toLowerCase();
    if (property.default === option) draft.answers.push(`New ${manyOf(entity)} already start with ${label} ${option}.`);
    else draft.done.push(`A new ${oneOf(entity)} starts with ${label} ${option}.`);
    property.default = option;
    return true;
  }
  return false;
};

const placed =
  /^(?:put|move|show|have|place|i want|we want)?\s*(?:the\s+|my\s+|our\s+)?(?:menu|navigation|nav|nav ?bar)\s+(?:should be\s+|goes\s+|to be\s+)?(?:on|at|to|across)\s+(?:the\s+)?(top|left|side)(?:\s+(?:side\s+)?(?:instead|of the page|please)\b.*)?$/i;

/** "menu on top", "put the menu on the left". */
export const readMenuPlace: Reader = (clause, draft) => {
  const place = placed.exec(clause)?.[1]?.toLowerCase();
  if (!place) return false;
  const layout = place === "top" ? "top" : "sidebar";
  if (draft.model.look.layout === layout) draft.answers.push("The menu is there already.");
  else draft.done.push(layout === "top" ? "The menu is at the top now." : "The menu is on the left now.");
  draft.model.look.layout = layout;
  return true;
};
