import "server-only";
import { plural, singular } from "../../language/inflect";
import { loadWords } from "../../words/load";
import { wordKey } from "../../words/word-key";
import { isPerson } from "../plan/happenings";
import { centralOf, type Plan, type PlannedTable } from "../plan/plan";

/** "payments", "rating": named as a table or a field of its own already. */
const isNamed = ({ tables, pending }: Plan, phrase: string): boolean => {
  const noun = singular(wordKey(phrase));
  const fields = [...pending, ...tables.flatMap(({ said }) => said)];
  // "budget items" are rows of their own, and no budget of the tasks.
  return (
    tables.some((table) => table.noun === noun || table.noun.startsWith(`${noun} `)) ||
    fields.some((field) => singular(wordKey(field)).includes(noun))
  );
};

const isKindredWord = (phrase: string, noun: string) =>
  singular(wordKey(phrase)).split(" ").at(-1) === noun.split(" ").at(-1);
/** The table that was named last before a phrase: "invoices with line items". */
const namedBefore = ({ tables }: Plan, key: string, phrase: string): PlannedTable | undefined => {
  const before = key.slice(0, key.indexOf(` ${wordKey(phrase)} `) + 1);
  return (
    tables
      .map((table) => ({
        table,
        at: Math.max(before.lastIndexOf(` ${table.noun} `), before.lastIndexOf(` ${plural(table.noun)} `)),
      }))
      .filter(({ table, at }) => at >= 0 && !isKindredWord(phrase, table.noun))
      // "a teacher has to approve": what was asked for is approved, and not the teacher.
      .sort((left, right) => Number(isPerson(left.table)) - Number(isPerson(right.table)) || right.at - left.at)[0]
      ?.table
  );
};

/** Features by their phrases, for the table that the app or the sentence is about. */
export function noteFeatures(plan: Plan, sentence: string): void {
  // Nobody follows a "follow-up call".
  const key = ` ${wordKey(sentence)} `.replaceAll(" follow up", " followup");
  const central = centralOf(plan);
  for (const feature of loadWords().features) {
    const phrase = feature.phrases.find((text) => key.includes(` ${wordKey(text)} `));
    if (phrase === undefined || ((!feature.child || feature.name === "ratings") && isNamed(plan, phrase))) continue;
    // "rent payments" are rows, and no flat is paid.
    if (feature.name === "payments" && plan.tables.some(({ noun }) => noun.endsWith(" payment"))) continue;
    const isOf = (table: PlannedTable) => !feature.child || !isKindredWord(phrase, table.noun);
    const before = namedBefore(plan, key, phrase);
    const at =
      before ??
      plan.tables.find(({ thing }) => thing !== undefined && thing.name === central?.name) ??
      (plan.owner && isOf(plan.owner) ? plan.owner : undefined) ??
      plan.tables.find(isOf);
    if (feature.child && feature.name !== "ratings")
      plan.pending = plan.pending.filter((field) => singular(wordKey(field)) !== singular(wordKey(phrase)));
    if (at && !at.features.includes(feature)) at.features.push(feature);
  }
}
