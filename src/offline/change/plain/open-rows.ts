import "server-only";
import { type Draft, manyOf, oneOf } from "../../draft/draft";
import { entityOf } from "../../model/app-model";
import { optionsOf } from "../../model/field-kinds";
import { stateOf } from "../../request/meaning/clause";
import { marksOf } from "../../request/meaning/marks";
import { stateTimeOf } from "../../words/days";

/** What rows are called that are not at the end of their way, where no option is called so. */
const unfinished = "open|unfinished|undone|incomplete|outstanding|unresolved|uncompleted|not finished|not done";
const still = "(?:(?:that|which|who) )?(?:are|is|were) (?:still |yet )?";

/** "how many tasks are open", "unpaid invoices first", where they have a status with done or paid: those that are not. */
export function openRows(text: string, { model, touched }: Draft): string {
  const found = model.entities.flatMap((entity) => {
    const ref = stateOf(entity);
    const options = ref ? optionsOf(entity.properties[ref.name]!) : [];
    const ends = options.filter((option) => stateTimeOf(option) === "finished");
    if (ends.length !== 1 || /[^\p{L} ]/u.test(ends[0]!)) return [];
    const isOwn = (word: string) =>
      marksOf(word, model).some(({ states }) => states.some((state) => state.entity === entity));
    const words = `${unfinished}|un${ends[0]!}|not(?: yet)? ${ends[0]!}`
      .split("|")
      .filter((word) => word.startsWith("not") || !isOwn(word));
    return [{ entity, end: ends[0]!, words: words.join("|") }];
  });
  const last = entityOf(model, touched);
  for (const { entity, end, words } of found) {
    const isMeant = entity === last || found.length === 1;
    const rows = `${manyOf(entity)}|${oneOf(entity)}`;
    const not = `${manyOf(entity)} that are not ${end}`;
    const plain = text
      .replace(
        new RegExp(`\\b(?:${words}) (?:${rows}${isMeant ? "|ones" : ""})\\b`, "iu"),
        `not ${end} ${manyOf(entity)}`,
      )
      .replace(new RegExp(`\\b(?:${rows}) ${still}(?:${words})\\b(?! ${manyOf(entity)})`, "iu"), not);
    if (plain !== text) return plain;
  }
  return text;
}
