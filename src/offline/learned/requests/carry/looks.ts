import "server-only";
import { cssHex } from "../../../language/css-colors";
import { setCondition } from "../../../draft/compose";
import { type Draft, manyOf } from "../../../draft/draft";
import { currencyCodes, currencyIn } from "../../../look/look";
import { fontIn, fontsOffered, styleIn } from "../../../look/roles";
import { presets, type Reason } from "../../../model/look";
import { listed } from "../../../language/inflect";
import { isDate, isNumber, kindOfRef } from "../../../request/meaning/clause";
import { daysSaid } from "../../../request/meaning/days-said";
import { has, type Mark } from "../../../request/meaning/marks";
import { comparisonOf } from "../../../request/meaning/comparison";
import { mayBeLate } from "../../../words/days";
import { type Meaning } from "../grounds/meaning";
import { already, label } from "./carry";

/** "overdue repairs", which only have the day on which they were reported: that is no due date, unless it is named. */
export const isLate = ({ field, all }: Meaning): boolean =>
  field !== undefined &&
  (mayBeLate(field.name) || all.some(({ fields }) => fields.some(({ name }) => name === field.name)));

/** By which values of a field rows are coloured, in the notation of conditions. */
function reasonOf(meaning: Meaning): string | undefined {
  const { field, option, all, detail } = meaning;
  if (!field) return undefined;
  const days = daysSaid({ text: meaning.said })?.is;
  if (days) return isDate(field) ? days : undefined;
  if (isDate(field)) return detail("overdue") === "yes" && isLate(meaning) ? "overdue" : undefined;
  const number = all.find((mark) => mark.number !== undefined);
  if (isNumber(field)) return number && `${comparisonOf(all, number)}${number.number}`;
  // "unpaid" is an answer of its own; "not paid" may be one, too.
  const isDenied = all.some(
    ({ states, words }) => states.length === 0 && /^(?:no|not|isn'?t|aren'?t|without|never)$/.test(words[0]!),
  );
  if (kindOfRef(field) === "boolean") return option && (isDenied ? String(option !== "true") : option);
  return kindOfRef(field) === "enum" && !isDenied ? option : undefined;
}

/** What stands out where nobody names a colour: red. */
const alarm = "#ff0000";

/** "past their date and not done yet": a second reason. */
const otherReason = ({ field, marks }: Meaning) =>
  marks.find(
    ({ states, fields, entities, words }) =>
      states.length > 0 &&
      fields.length + entities.length === 0 &&
      words[0] !== "new" &&
      !states.some((state) => state.entity === field?.entity && state.name === field.name),
  );

const halfSaid =
  /\b(?:and|but) (?:(?:is|are|still|yet|they|it) )*((?:not (?:yet )?|isn't |aren't |un)[\p{L}-]+(?: back| out| up)?)/iu;

/** The second reason, where it is of the same table: an option, a box, or that it is not so. */
function secondOf({ field, all }: Meaning, other: Mark): Reason | undefined {
  const state = other.states.find(({ entity }) => entity === field?.entity);
  if (!state) return undefined;
  const before = all[all.indexOf(other) - 1]?.words.at(-1) ?? "";
  if (!/^(?:not|isn'?t|aren'?t|yet|no|unless|except)$/.test(before)) return { field: state.name, is: state.is };
  return /^(?:true|false)$/.test(state.is)
    ? { field: state.name, is: String(state.is !== "true") }
    : { field: state.name, is: state.is, isNot: true };
}

export function colourRows(meaning: Meaning, draft: Draft): boolean | string {
  const { field, all } = meaning;
  const half = halfSaid.exec(meaning.said)?.[1];
  const other = otherReason(meaning);
  if (field && half && !other)
    return `rows of ${manyOf(field.entity)} have no option and no box that tells what is “${half}”; nothing was changed.`;
  const also = other && secondOf(meaning, other);
  if (field && other && !also)
    return `I did not understand “${other.text}” beside ${label(field)} here; nothing was changed.`;
  const exception = also ? undefined : /\b(?:unless|except|but not|as long as)\b.*/i.exec(meaning.said)?.[0];
  if (field && exception)
    return `I did not understand “${exception}” beside ${label(field)}; “red when …, and not …” takes two reasons that must both hold. Nothing was changed.`;
  const limit = /\b(?:older|newer|younger|more|less|fewer|higher|lower|over|under|above|below)\b.*/i.exec(
    meaning.said,
  )?.[0];
  // "unpaid and older than 30 days".
  if (field && limit && !isNumber(field) && !isDate(field) && /\d/.test(limit))
    return `rows are coloured once a date has passed, and not “${limit}”; nothing was changed.`;
  const day = all.find((mark) => has(mark, "today"));
  if (field && day && !isDate(field))
    return `rows are coloured once a date has passed, and not on “${day.text}”; nothing was changed.`;
  // "stays that end today": on the day itself, and not once it has passed.
  if (
    field &&
    day &&
    isDate(field) &&
    !/\b(?:over|past|passed|before|late|overdue|earlier|expired|gone)\b/i.test(meaning.said)
  )
    return "rows are coloured once a date has passed, and not on the day itself; nothing was changed.";
  const colors = all.flatMap(({ color }) => color ?? []);
  const is = reasonOf(meaning);
  if (!field || is === undefined || colors.length > 1) return false;
  const condition = {
    entity: field.entity.name,
    field: field.name,
    is,
    color: (colors[0] && (cssHex(colors[0].name) ?? colors[0].hex)) ?? alarm,
    ...(also && { and: [also] }),
  };
  if (!colors[0]) draft.assumed.push("No colour was named, so I took red.");
  setCondition(draft.model, condition);
  return true;
}

export function setFont({ said, names }: Meaning, draft: Draft): boolean | string {
  const font = fontIn(`${said} font ${names.join(" ")}`);
  if (!font) return fontsOffered;
  if (draft.model.look.font === font) return already(draft, "That is the font");
  draft.model.look.font = font;
  return true;
}

/** A style by a word for it. */
export function setStyle({ said, names }: Meaning, draft: Draft): boolean | string {
  const preset = styleIn(names.join(" ")) ?? styleIn(said);
  if (!preset)
    return `the styles that apps come in are ${listed([...presets])}; name one, as in “use the ${presets[0]} style”.`;
  if (draft.model.look.preset === preset) return already(draft, `The style is ${preset}`);
  draft.model.look.preset = preset;
  return true;
}

export function setCurrency({ said, names }: Meaning, draft: Draft): boolean | string {
  const currency = currencyIn(names.join(" ")) ?? currencyIn(said);
  if (!currency) return `amounts can be shown in ${listed(currencyCodes, "or")}; name one of these.`;
  if (draft.model.look.currency === currency) return already(draft, `Amounts are in ${currency}`);
  draft.model.look.currency = currency;
  return true;
}
