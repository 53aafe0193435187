import "server-only";
import { type Draft, manyOf } from "../../draft/draft";
import { listed } from "../../language/inflect";
import { splitList } from "../../language/normalize";
import { label } from "../../learned/requests/carry/carry";
import { isAttribute } from "../../lexicon/lexicon";
import { isDate, kindOfRef, refsOf } from "../../request/meaning/clause";
import { verbs } from "../../fields/names-of-fields";
import { has, isFiller, isUnknown, type Mark, marksOf } from "../../request/meaning/marks";
import type { AppModel, Entity } from "../../model/app-model";

/** The one table that words are a name for. */
export function tableIn(said: string, model: AppModel): Entity | undefined {
  const marks = marksOf(said, model).filter((mark) => !isFiller(mark));
  return marks.length === 1 && marks[0]!.entities.length === 1 ? marks[0]!.entities[0] : undefined;
}

/** Words that are a new field's name: they ask for nothing and name no table. */
export const isFieldName = (said: string, model: AppModel): boolean =>
  said.split(" ").length < 6 &&
  (isAttribute(said.replace(/^(?:an?|the) /i, "")) ||
    marksOf(said, model).every(
      (mark) =>
        isFiller(mark) ||
        has(mark, "count") ||
        ((isUnknown(mark) || mark.fields.length > 0 || mark.kind !== undefined) &&
          mark.entities.length + mark.states.length === 0 &&
          mark.color === undefined &&
          mark.asks.length === 0) ||
        // "the year of publication".
        (has(mark, "time") && mark.asks.length === 1),
    ));

const forEach =
  /^(?:(?:we|i) (?:also )?need |add |also )?(.+?),? (?:(?:for|on|with|to) (?:each|every|all(?: the| of the)?|any) |(?:both|all(?: of (?:them|these))?) (?:for|on|to|in|with|go (?:to|into|on)|belong to|of) (?:the |each |every )?)([\w -]+)$/i;

/** "how many dogs" is a number of them, and "arrives with a dog yes or no" a box. */
const plainMember = (said: string): string =>
  said
    .replace(/^how many /i, "number of ")
    .replace(
      /^(?:(?:comes?|arrives?|brings?|travels?|stays?|is|has|have) )?(?:along )?(?:with )?(?:an? |the )?(.+?) yes (?:or|\/) no$/i,
      "$1 (yes/no)",
    );

/** "alcohol, award and a label picture for each wine", "how many dogs, and a license plate, both on the stay": fields of that table. */
export function fieldsForEach(text: string, { model }: Draft): string {
  const [, list = "", table = ""] = forEach.exec(text) ?? [];
  const members = list === "" ? [] : splitList(list.replace(/\s*[-–]\s*$/, "")).map(plainMember);
  return members.length > 1 &&
    !verbs.test(members[0]!) &&
    tableIn(table, model) &&
    members.every((one) => isFieldName(one, model))
    ? `add ${members.slice(0, -1).join(", ")} and ${members.at(-1)!} to ${table}`
    : text;
}

const filledIn =
  /^(?:when(?:ever)?|if|each time|every time|as soon as) (?:someone|somebody|anyone|anybody|people|we|i|you|one|a \w+) (\w+) (?:an?|the|new|another) (?:new )?([\w -]+?),? (?:then )?(?:please )?(?:put|use|enter|fill|take|set|insert|write|note)(?: in| down)? (?:today'?s date|today|the current date|the date of today|the day's date)(?: in| there| automatically| by itself| for it)*$/i;

/** "when someone reports a repair, put today's date in": the date of such rows starts as today. */
export function todayFilledIn(text: string, { model }: Draft): string {
  const [, verb = "", table = ""] = filledIn.exec(text) ?? [];
  const entity = table === "" ? undefined : tableIn(table, model);
  const dates = entity ? refsOf(entity).filter(isDate) : [];
  const stem = verb.toLowerCase().replace(/(?:e?s|ed)$/, "");
  const ref =
    dates.find((one) => stem.length > 2 && label(one).includes(stem)) ?? (dates.length === 1 ? dates[0] : undefined);
  return entity && ref ? `the ${label(ref)} of ${manyOf(entity)} is today by default` : text;
}

/** "damaged boats in red": rows are coloured by what is said of them. */
export function rowsInColor(text: string, { model }: Draft): string {
  const [, rows = ""] =
    /^(?:all )?(?:the )?([\w -]+?) (?:in|are|as) (?:a )?(?:bright |dark |light )?\w+$/i.exec(text) ?? [];
  const marks = rows === "" ? [] : marksOf(text, model);
  const color = marks.at(-1);
  const told = marks.slice(0, -1);
  const isRows =
    told.some(({ entities }) => entities.length > 0) &&
    told.some(
      (mark) => mark.entities.length === 0 && (mark.states.length + mark.fields.length > 0 || has(mark, "overdue")),
    ) &&
    told.every(
      (mark) =>
        isFiller(mark) || mark.entities.length + mark.states.length + mark.fields.length > 0 || has(mark, "overdue"),
    );
  return color?.color && isRows && !told.some(({ role }) => role)
    ? `colour ${text.replace(/ are (?=\S+$)/i, " in ")}`
    : text;
}

/** "jobs need a link to the paper they use": each row picks one of the other table. */
export function linkNeeded(text: string, { model }: Draft): string {
  const [, one = "", other = ""] =
    /^(?:the |each |every |all )?([\w -]+?) (?:needs?|gets?|have|has|should have|must have|wants?) (?:also )?an? (?:link|reference|connection|relation) to (?:the |an? |their |its |one )?([\w-]+)(?: (?:they|that|which|it|he|she|we)\b.*)?$/i.exec(
      text,
    ) ?? [];
  const [from, to] = [tableIn(one, model), tableIn(other, model)];
  return from && to && from !== to ? `link ${manyOf(from)} to ${manyOf(to)}` : text;
}

/** "examinations are medical data: only admins can read them": whom a pronoun behind a colon or a dash means. */
export function aboutThem(text: string, { model }: Draft): string {
  const [, table = "", right = "", rest = ""] =
    /^(?:the |our )?([\w-]+)(?: (?:are|is|contain|have)\b[^:,;-]*)?\s*(?::|;|,| -) ?((?:only|nobody|no ?one|everybody|everyone|visitors|members|admins?)\b.+?\b(?:see|view|read|edit|change|add|delete)) (?:them|it|those)( too| please)?$/i.exec(
      text,
    ) ?? [];
  const entity = table === "" ? undefined : tableIn(table, model);
  return entity ? `${right} ${manyOf(entity)}${rest}` : text;
}

const beside =
  /^(?:the |all |show (?:the |all )?)?([\w -]+?) with (?:their|its|the) ([\w-]+?)s? (?:next to (?:each other|one another)|side by side|beside each other|in a row|in rows|as tiles|in a grid|big)$/i;

/** "releases with their covers next to each other": pictures beside each other are a gallery. */
export function besideEachOther(text: string, { model }: Draft): string {
  const [, table = "", picture = ""] = beside.exec(text) ?? [];
  const entity = table === "" ? undefined : tableIn(table, model);
  const isPicture = entity && refsOf(entity).some((ref) => kindOfRef(ref) === "image");
  const isNamed = (mark: Mark) => mark.kind === "image" || mark.fields.some((ref) => kindOfRef(ref) === "image");
  return entity && isPicture && marksOf(picture, model).some(isNamed) ? `show ${manyOf(entity)} as a gallery` : text;
}

/** "remove the description, we have the poster": what is there instead is told, and not to be deleted. */
export const isTheReason = (part: string): boolean =>
  /^(?:because |as |since )?(?:we|i|they|people|everybody|it) (?:already |still |now |do )*(?:have|has|got|keep|use|know|see) (?:the|an?|our|their|that|it)\b[^,;:]*$/i.test(
    part,
  );

const bothSaid = /,?\s*\(?\b(?:both|all)(?: of (?:them|those))?\)?(?=\s*(?:,|$))/i;

/** "points can't be negative (both of them)": every field of one table that ends in the word. */
export function bothFields(text: string, { model }: Draft): string {
  if (!bothSaid.test(text)) return text;
  const mark = marksOf(text, model).find(({ fields }) => fields.length > 0);
  const said = mark?.text.toLowerCase() ?? "";
  const { entity } = mark?.fields[0] ?? {};
  const labels = entity ? refsOf(entity).map(label) : [];
  const ends = labels.filter((one) => one.endsWith(` ${said}`));
  return mark && !labels.includes(said) && ends.length > 1
    ? `${text.slice(0, mark.at)}${listed(ends)}${text.slice(mark.end)}`.replace(bothSaid, "")
    : text;
}

/** ""day" in the absences: Missing on": what a field in quotes is to be called. */
export function calledBehind(text: string, { model }: Draft): string {
  const [, field = "", table = "", name = ""] =
    /^(?:and )?("[^"]+") (?:in|of|on) (?:the )?([\w ]+?): ?("[^"]+"|[\p{L}]+(?: [\p{L}]+){0,3})$/iu.exec(text) ?? [];
  const owners = marksOf(table, model).flatMap(({ entities }) => entities);
  const isField = marksOf(field.slice(1, -1), model).some(({ fields }) =>
    fields.some(({ entity }) => owners.includes(entity)),
  );
  return isField ? `rename ${field.slice(1, -1)} of ${table} to ${name}` : text;
}
