import "server-only";
import { plural, singular } from "../../language/inflect";
import { wordKey } from "../../words/load";
import { isPerson } from "./happenings";
import type { Plan, PlannedTable } from "./plan";

/** Nouns for one and the same doing. */
const families = [
  /\b(?:booking|reservation|rental|hire|appointment|stay)$/,
  /\b(?:request|report|complaint|ticket|issue|fault|damage|incident|violation|inquiry|absence)$/,
  /\b(?:application|registration|sign ?up|enrolment|enrollment|rsvp)$/,
  /\b(?:order|preorder|purchase)$/,
  /\b(?:rating|review|score|vote)$/,
  /\b(?:loan|checkout|check out|sign out|handover)$/,
  /\b(?:repair|maintenance)$/,
];
export const familyOf = ({ noun, thing }: Pick<PlannedTable, "noun" | "thing">): RegExp | undefined =>
  families.find((family) => family.test(noun) || family.test(wordKey(thing?.name ?? "")));

function remove(plan: Plan, gone: PlannedTable, into?: PlannedTable): void {
  plan.tables = plan.tables.filter((table) => table !== gone);
  for (const table of plan.tables) {
    const isLinked = table.links.some(({ to }) => to === gone);
    table.links = table.links.filter(({ to }) => to !== gone);
    if (isLinked && into && into !== table && !table.links.some(({ to }) => to === into))
      table.links.push({ to: into });
  }
}

/** "appointments: patients book one", "repair requests: students report": what a verb makes is what stands there by a noun. */
export function mergeKindred(plan: Plan): void {
  const isNamed = ({ noun }: PlannedTable) =>
    plan.text.includes(` ${noun} `) || plan.text.includes(` ${plural(noun)} `);
  for (const made of plan.tables.slice()) {
    // "track vacations. Vacation requests have …".
    const request = plan.tables.find(({ noun }) => new RegExp(`^${made.noun} (?:request|entry|record)$`).test(noun));
    if (request && made.said.length === 0 && !made.isExact) {
      mergeInto(plan, made, request);
      continue;
    }
    const family = familyOf(made);
    if (!family || isNamed(made) || made.said.length > 0 || made.isExact) continue;
    const same = plan.tables.find(
      (other) =>
        other !== made && familyOf(other) === family && (isNamed(other) || other.thing?.name === plan.kind?.central),
    );
    if (same) mergeInto(plan, made, same);
  }
}

function mergeInto(plan: Plan, made: PlannedTable, same: PlannedTable): void {
  remove(plan, made, same);
  for (const link of made.links)
    if (link.to !== same && !same.links.some(({ to }) => to === link.to)) same.links.push(link);
}

const about =
  / (?:complaints?|questions?|feedback|reports?|suggestions?|messages?|tips|tickets?|requests?) (?:(?:from|of|by) (?:[a-z]+ ){1,2})?about ((?:(?!with |where |and (?:their|who|we|a) )[a-z]+ ){1,6})/;

/** "complaints about potholes and street lights": what they are about is told in each, and has no table. */
export function dropTopics(plan: Plan): void {
  const topics = ` ${about.exec(plan.text)?.[1] ?? ""}`;
  for (const table of plan.tables.slice())
    if (topics.includes(` ${plural(table.noun)} `) && plan.text.split(` ${plural(table.noun)} `).length === 2)
      remove(plan, table);
}

/** Nobody's rows: pronouns, amounts, and words that only fill a sentence. */
const noThing =
  /(?:^| )(?:\d+|themsel(?:f|ves)|(?:him|her|it|my|your)self|ourselves|each other|(?:some|any|every|no)(?:one|body|thing)|what(?:ever|soever)|whoever|regard|etwas|brauche?|ich|wir|bitte)(?: |$)/;
/** When something is: rows only where the message says what they hold ("evenings with who came"). */
const time =
  /^(?:rota )?(?:morning|afternoon|evening|noon|midday|weekday|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/;

/** Drops what a sentence was misread for, as long as something else is left. */
export function dropNoThings(plan: Plan): void {
  for (const table of plan.tables.slice())
    if ((noThing.test(table.noun) || (time.test(table.noun) && table.said.length === 0)) && plan.tables.length > 1)
      remove(plan, table);
}

const roles =
  /^(?:owner|manager|boss|admin(?:istrator)?|coordinator|board|office|secretary|treasurer|organi[sz]er|moderator|editor|chief|leader|supervisor|caretaker|janitor)$/;
const deciding =
  /(?:confirms?|approves?|accepts?|declines?|rejects?|decides?|picks?|sees?|checks?|marks?|assigns?|closes?|handles?|answers?|replies|gets?|can|reviews?|chooses?|manages?)/;

/** The platform's own word for who may do everything. */
const ownRole = /^admin(?:istrator)?$/;

/** "owner accepts or declines": whose part it is in the app, of whom there are no rows. */
export function dropRoles(plan: Plan): void {
  for (const table of plan.tables.slice()) {
    const noun = table.noun.split(" ").at(-1)!;
    if (!roles.test(noun) || table.said.length > 0 || plan.tables.length < 2) continue;
    const isOnlyDoing =
      new RegExp(` ${noun} ${deciding.source} `).test(plan.text) && !plan.text.includes(` ${plural(noun)} `);
    if (isOnlyDoing || ownRole.test(noun)) remove(plan, table);
  }
}

const site =
  /\b(?:board|market ?place|forum|portal|website|web site|site|blog|shop|store|platform|network|community|app|page|newsletter|magazine|crm|software|hub|directory|catalog(?:ue)?)$/;
const forWhom =
  /^ ((?:[a-z-]+ ){1,5})for ((?:[a-z-]+ ){0,2}[a-z]+) (?=$|with |where |to |that |so |in |who |which |and )/;

/** "visitors book a tour": of those who use a site there are no rows, unless something is said of them. */
function dropVisitors(plan: Plan): void {
  const visitors = plan.tables.find(({ noun, said }) => /^(?:visitor|user)$/.test(noun) && said.length === 0);
  if (visitors && plan.tables.length > 1 && / (?:web ?site|website|site|home ?page|web ?page) /.test(plan.text))
    remove(plan, visitors);
}

/** "job board for nurses": who uses a site is no table of it. */
export function dropAudience(plan: Plan, first: string): void {
  dropVisitors(plan);
  const match = forWhom.exec(` ${wordKey(first.replace(/[,:;.(].*$/s, ""))} `);
  if (!match || !site.test(match[1]!.trim())) return;
  const noun = singular(match[2]!).split(" ").at(-1)!;
  const gone = plan.tables.find(
    (table) =>
      isPerson(table) &&
      (table.noun === noun || table.noun.endsWith(` ${noun}`)) &&
      table.said.length === 0 &&
      plan.text.split(new RegExp(` ${noun}| ${plural(noun)}`)).length === 2,
  );
  if (gone && (plan.kind !== undefined || plan.tables.length > 1)) remove(plan, gone);
}
