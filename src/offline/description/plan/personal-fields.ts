import "server-only";
import { endsAs } from "../../words/happenings";
import { isEvent, isPerson } from "./happenings";
import type { Plan } from "./plan";

/** What only somebody has. */
const personal =
  /\b(?:(?:jersey|shirt|t-shirt|shoe|clothing) size|birth ?(?:day|date)|date of birth|allerg\w+|emergency contact|phone(?: number)?|e-?mail(?: address)?|parents? (?:phone|contact|e-?mail))\b/i;
const signUp = /\b(?:registration|sign up|signup|rsvp|enrolment|application|guest|participant)$/;

/** Loose fields that an event has by its place in the sentence, and only a person can have: they go to whoever comes. */
export function giveToPeople({ tables }: Plan): void {
  const [person, ...others] = tables.filter(isPerson);
  const owner = others.length === 0 ? (person ?? tables.find(({ noun }) => signUp.test(noun))) : undefined;
  if (!owner) return;
  for (const table of tables) {
    if (table === owner || isPerson(table) || !isEvent(table) || table.isExact || signUp.test(table.noun)) continue;
    const theirs = table.said.filter((phrase) => personal.test(phrase));
    table.said = table.said.filter((phrase) => !theirs.includes(phrase));
    owner.said.push(...theirs.filter((phrase) => !owner.said.includes(phrase)));
    // "how many people are coming": with whoever signs up.
    if (!signUp.test(owner.noun)) continue;
    const counts = table.asked?.filter(({ name }) => /people|guests|persons|coming/.test(name)) ?? [];
    table.asked = table.asked?.filter((one) => !counts.includes(one));
    if (counts.length > 0) owner.asked = [...(owner.asked ?? []), ...counts];
  }
}

/** "appointments, designs with photo, deposit paid, price": from the first on what is agreed with somebody, and no trait of a thing. */
const agreed = /^(?:deposit|down payment|consent|waiver)\b/i;

/** Such fields behind the last thing of a list go to the one kind of dealing that the app keeps. */
export function giveToDealings({ tables }: Plan): void {
  const [dealing, ...others] = tables.filter((table) => endsAs("dealt", table.noun) && !isPerson(table));
  if (!dealing || others.length > 0 || dealing.isExact) return;
  for (const table of tables) {
    const from = table.said.findIndex((phrase) => agreed.test(phrase));
    if (table === dealing || isPerson(table) || isEvent(table) || from < 1) continue;
    dealing.said.push(...table.said.splice(from));
  }
}
