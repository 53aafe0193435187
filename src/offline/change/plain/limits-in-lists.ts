import "server-only";
import { type Draft, manyOf } from "../../draft/draft";
import { tableIn } from "./told-of-tables";

const most = "at most|max\\.?|maximum|no more than|up to";
const least = "at least|min\\.?|minimum";
const alone = new RegExp(`^(${most}|${least})(?: of)? (\\d+(?:\\.\\d+)?)$`, "i");
const bracketed = new RegExp(`^(.+?) \\((${most}|${least})(?: of)? (\\d+(?:\\.\\d+)?)\\)$`, "i");
const wordFor = (said: string): string => (new RegExp(`^(?:${most})$`, "i").test(said) ? "at most" : "at least");

/** "booking: number of people, at most 6, dog yes/no": what a number in a list of fields may be is a request of its own. */
export function limitsInList(text: string, { model }: Draft): string {
  const [, table = "", list = ""] = /^(?:the |each |every |all )?([\p{L} -]+?): (.+)$/u.exec(text) ?? [];
  const entity = table === "" ? undefined : tableIn(table, model);
  if (!entity) return text;
  const fields: string[] = [];
  const limits: string[] = [];
  const limit = (field: string, said: string, amount: string) =>
    limits.push(`${field} of ${manyOf(entity)} must be ${wordFor(said)} ${amount}`);
  for (const part of list.split(/, ?(?:and )?(?![^(]*\))/)) {
    const [, said, amount] = alone.exec(part) ?? [];
    const [, field, inner, number] = bracketed.exec(part) ?? [];
    if (said && fields.length > 0) limit(fields.at(-1)!, said, amount!);
    else if (field) {
      fields.push(field);
      limit(field, inner!, number!);
    } else fields.push(part);
  }
  return limits.length > 0 ? [`${table}: ${fields.join(", ")}`, ...limits].join(", ") : text;
}
