import "server-only";
import { cssHex } from "../../../../language/css-colors";
import { setCondition } from "../../../draft/compose";
import { type Draft } from "../../../draft/draft";
import { fontIn } from "../../../look/roles";
import { isDate, isNumber, kindOfRef } from "../../meaning/clause";
import { comparisonOf } from "../../meaning/comparison";
import { type Meaning } from "../meaning";
import { already } from "./carry";

/** By which values of a field rows are coloured, in the notation of conditions. */
function reasonOf({ field, option, all, detail }: Meaning): string | undefined {
  if (!field) return undefined;
  if (isDate(field)) return detail("overdue") === "yes" ? "overdue" : undefined;
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

export function colourRows(meaning: Meaning, draft: Draft): boolean {
  const { field, all } = meaning;
  const colors = all.flatMap(({ color }) => color ?? []);
  const is = reasonOf(meaning);
  if (!field || is === undefined || colors.length > 1) return false;
  const condition = {
    entity: field.entity.name,
    field: field.name,
    is,
    color: (colors[0] && (cssHex(colors[0].name) ?? colors[0].hex)) ?? alarm,
  };
  if (!colors[0]) draft.assumed.push("No colour was named, so I took red.");
  setCondition(draft.model, condition);
  return true;
}

export function setFont({ said, names }: Meaning, draft: Draft): boolean {
  const font = fontIn(`${said} font ${names.join(" ")}`);
  if (!font) return false;
  if (draft.model.look.font === font) return already(draft, "That is the font");
  draft.model.look.font = font;
  return true;
}
