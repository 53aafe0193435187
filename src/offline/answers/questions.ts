import "server-only";
import { accessOf, type Entity } from "../model/app-model";
import { describeAccess } from "../draft/compose";
import { type Draft, manyOf, pickEntity, titleOf } from "../draft/draft";
import { editHint, modelHint } from "../draft/person";
import { kindOf, labelFor } from "../model/field-kinds";
import { unansweredWords } from "../request/gate";
import { automatic } from "../request/meaning/texts";
import type { Rule } from "../request/meaning/clause";
import { colorsIn } from "../language/colors";
import { listed, wordsOf } from "../language/inflect";
import { loadWords } from "../words/load";

const question =
  /\?$|^(?:whats|what's|what|which|how|why|where|who|when|is|are|does|do|did|can (?:i|my|people|users|it|this|the)|could i|should i|tell me|explain|describe|list|help)\b/i;
/** "list view of the rentals compact", "where it says guest": these ask for nothing that could be told. */
const noQuestion =
  /^(?:list (?:view|page|of)|where (?:it|the app) (?:says|reads)|when (?:i|we|somebody|someone) )\b(?!.*\?$)/i;
/** "how full is each course": that is a matter of the rows. */
const ofAmounts = /^how (?:full|busy|often|long|big|large|old|far|well|good|fast|soon|late|near|popular|successful)\b/i;
const abilities = ({ person }: Draft) =>
  `I build without an AI model: I read plain sentences by fixed rules. I can make tables with fields, link them, add pages, dashboards, charts, boards and calendars, change dropdowns, colours, names and texts, add sample rows, and set who may see and edit what. For anything else ${modelHint(person)}${editHint(person)}.`;

/** "thanks, that looks great", "ok": words that ask for nothing. "no borders" and "nice round corners" do. */
export const readCourtesy: Rule = ({ text: clause, draft }) => {
  const known = loadWords().said.get("courtesy") ?? [];
  const words = wordsOf(clause.toLowerCase().replaceAll(/['’]/g, ""));
  if (words.length === 0 || words.length > 8 || !words.every((word) => known.includes(word))) return false;
  draft.answers.push(courtesies[/^(?:hello|hi|hey)\b/i.test(clause) ? 0 : 1]!);
  return true;
};

const courtesies = ["Hello. Describe the app you want, or the change to make.", "Good. Tell me what to change next."];
/** Whether an answer says nothing beside what was done. */
export const isCourtesy = (answer: string): boolean => courtesies.includes(answer);

/** Answers what can be read off the app; says plainly what it cannot know. */
export const readQuestion: Rule = ({ text: clause, draft }) => {
  if (!question.test(clause.trim()) || noQuestion.test(clause.trim()) || automatic.test(clause.trim())) return false;
  // "who has not paid in yellow" asks for a colour.
  if (!clause.trim().endsWith("?") && colorsIn(clause).length > 0 && /^who\b/i.test(clause)) return false;
  // "who is missing most often? a chart please".
  if (/\b(?:as )?an? (?:\w+ )?(?:chart|graph|diagram)(?: please)?$/i.test(clause.trim())) return false;
  draft.answers.push(answer(clause, draft));
  return true;
};

/** "which volunteer did the most shifts?" */
const ofRows =
  /^(?:so )?(?:which|who|whose|what)\b.*\b(?:the most|most often|the least|the fewest|best|highest|lowest|biggest|longest|cheapest|today|tomorrow|this week|overdue|late)\b/i;

function answer(clause: string, draft: Draft): string {
  const { model } = draft;
  if (
    /\b(?:what can you do|who are you|what are you|are you (?:an )?(?:ai|bot|real)|help|how do (?:you|i) (?:work|use)|which model|what model)\b/i.test(
      clause,
    )
  )
    return abilities(draft);
  if (
    /\b(?:admins?|members?|roles?)\b/i.test(clause) &&
    /\b(?:difference|mean|means|what(?:'?s| is| are) (?:an? |the )?(?:admins?|members?|roles?))\b/i.test(clause)
  )
    return "Whoever signs in on the published app is a member. An admin is a member who may see and change everything that a right leaves to admins. A role is a name that you give to members on the Members page, as in “only editors can change orders”.";
  if (model.entities.length === 0) return `There is nothing in the app yet. ${abilities(draft)}`;
  if (/\bpublish|\blive\b|\bshare\b|\bdeploy/i.test(clause))
    return "Press Publish at the top of the editor: the app then has its own address, and each later change goes live when you publish again.";
  if (/\bimport|\bcsv|\bexcel|\bspreadsheet/i.test(clause))
    return "Open the Database panel, choose a table and then Import: it takes a CSV file and lets you match the columns.";
  if (/\bexport|\bdownload/i.test(clause))
    return `The Database panel exports each table as CSV${draft.person.isAdmin ? ", and Download Code under Edit Code gives you the whole app as a project that runs elsewhere" : ""}.`;
  if (
    /^what (?:can|may|are) [\w ]{2,30} (?:allowed to )?(?:see|view|edit|change|do|delete|access)\??$|\bwho (?:can|may|could|is|has (?=(?:access|rights?|the right|permissions?)\b)|sees?|edits?|reads?|changes?|owns?)\b(?!.*\b(?:often|most|least|missing|late)\b)|\bpermission|\baccess\b|\ballowed\b/i.test(
      clause,
    )
  )
    return `Who may do what: ${listed(model.entities.map((entity) => `${titleOf(entity)}: ${describeAccess(accessOf(entity))}`))}. Say “only admins can edit contacts” to change it.`;
  // "who has which toy right now": rows that are still open.
  if (/^who (?:has|have|got|borrowed|took|is using) (?!(?:access|the right|rights|permission)\b)/i.test(clause))
    return `I see the app's code and tables, not its rows. ${outNow(draft)}`;
  const entity =
    model.entities.find((candidate) =>
      new RegExp(`\\b(?:${manyOf(candidate)}|${candidate.name})\\b`, "i").test(clause),
    ) ?? (/\bit\b|\bthis table\b/i.test(clause) ? pickEntity(draft, "it") : undefined);
  if (/\bhow many\b|\bcount\b/i.test(clause))
    return "I see the app's code and tables, not its rows. The list page and the Database panel show how many there are.";
  if (ofRows.test(clause) || ofAmounts.test(clause))
    return "I see the app's code and tables, not its rows. A list sorts by a press on a column's title, and a chart counts, as in “add a chart of deals per contact”.";
  const strange = isOfFields.test(clause) ? [] : unansweredWords(clause, [], [model]);
  if (entity && strange.length > 0)
    return `I did not understand ${listed(strange.map((word) => `“${word}”`))} here, so I changed nothing. ${titleOf(entity)} hold ${fieldsSaid(entity)}; “add … to ${manyOf(entity)}” gives them another field.`;
  if (entity)
    return `${titleOf(entity)} hold ${fieldsSaid(entity)}. ${describeAccess(accessOf(entity)).replace(/^./, (letter) => letter.toUpperCase())}.`;
  if (/\bpages?\b|\bscreens?\b/i.test(clause))
    return `The app has these pages: ${listed(model.pages.map((page) => page.title))}.`;
  if (/\btables?\b|\bentit|\bdata\b|\bapp\b|\bfields?\b|\bhave\b/i.test(clause))
    return `The app “${model.name}” has the tables ${listed(model.entities.map(titleOf))} and the pages ${listed(model.pages.map((page) => page.title))}.`;
  return `I can only answer what stands in the app's tables and pages, and this I do not know. ${abilities(draft)}`;
}

/** Where it stands who has something: the list of rows that are not returned yet, where the app has such a box. */
function outNow({ model }: Draft): string {
  const found = model.entities.flatMap((entity) =>
    Object.entries(entity.properties).flatMap(([name, value]) =>
      /^(?:returned|given_back|back|brought_back)$/.test(name) && value.type === "boolean"
        ? [{ entity, name, value }]
        : [],
    ),
  )[0];
  return found
    ? `The list of ${manyOf(found.entity)} shows it: “filter ${manyOf(found.entity)} by ${labelFor(found.name, found.value).toLowerCase()}” puts a filter above it that leaves those that are still out.`
    : "A list shows it: its search and its filters leave the rows that you look for.";
}

/** What a question about the fields of a table asks with. */
const isOfFields = /\b(?:fields?|columns?|hold|keep|kept|store|stored|know|contain|consist|look like|structure)\b/i;

const fieldsSaid = ({ properties }: Entity): string =>
  listed(
    Object.entries(properties).map(([name, value]) => `${labelFor(name, value).toLowerCase()}${describe(name, value)}`),
  );

function describe(name: string, value: Parameters<typeof kindOf>[1]): string {
  if (value.enum) return ` (${value.enum.join(", ")})`;
  if (value["x-reference"]) return ` (a link to ${value["x-reference"]})`;
  return "";
}

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
export const readBare: Rule = ({ text: clause, draft }) => {
  const what = bare.exec(clause)?.[1];
  if (!what) return false;
  const example = examples.find(([pattern]) => pattern.test(what))![1];
  draft.skipped.push(`“${clause}”: please say which, for example “${example}”.`);
  return true;
};
