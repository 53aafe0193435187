import "server-only";
import { type Draft, manyOf } from "../../draft/draft";
import { isPlural, singular } from "../../language/inflect";
import { splitOptions } from "../../language/normalize";
import { isAttribute } from "../../lexicon/lexicon";
import { label } from "../../learned/requests/carry/carry";
import { kindOfRef, refsOf } from "../../request/meaning/clause";
import { marksOf } from "../../request/meaning/marks";
import { isFieldName, tableIn } from "./told-of-tables";

/** "allergens: tick several of gluten, egg, milk": a choice of several, and no table of what may be ticked. */
function tickedOf(text: string, { model }: Draft): string {
  const [, noun = "", list = "", place = ""] =
    /^(?:add )?(?:an? |the )?([\p{L} -]{2,40}?)[:,]? (?:where (?:you|we|i|people) )?(?:can )?(?:(?:tick|check|choose|pick|select) (?:several|many|any|multiple|more than one|one or more)(?: of| from| out of)?|(?:several|any|more than one) of):? ([^:()]+?)((?: (?:to|for|on) (?:the |each )?[\p{L}-]+)?)$/iu.exec(
      text,
    ) ?? [];
  const isThere = marksOf(noun, model).some(({ fields }) => fields.some((ref) => kindOfRef(ref) === "multi"));
  if (isThere) return `make ${noun}${place} a multi select with ${splitOptions(list).join(", ")}`;
  return noun !== "" && splitOptions(list).length > 1
    ? `add ${noun}: multi-select of ${splitOptions(list).join(", ")}${place}`
    : text;
}

/** "age from, age to", "price min and price max": two fields, and no new name of one. */
function bothEnds(text: string, { model, touched }: Draft): string {
  const [, noun = "", from = "", to = "", place = ""] =
    /^(?:add )?([\p{L}-]+) (from|min|minimum|start|low|least),? (?:and )?\1 (to|max|maximum|end|high|most)((?: (?:to|for|of|on) (?:the |each )?[\p{L}-]+)?)$/iu.exec(
      text,
    ) ?? [];
  if (noun === "") return text;
  const owners = model.entities.filter(({ properties }) =>
    Object.keys(properties).some((name) => name.startsWith(noun)),
  );
  const owner = owners.find(({ name }) => name === touched) ?? owners[0];
  const where = place || (owner ? ` to ${manyOf(owner)}` : "");
  return `add "${noun} ${from}" (number) and "${noun} ${to}" (number)${where}`;
}

/** "games min and max players": the least and the most of what is counted. */
function leastAndMost(text: string, { model }: Draft): string {
  const [, table = "", least = "", most = "", noun = ""] =
    /^(?:the |each |every )?([\p{L} -]+?):? (?:(?:have|has|need|needs|get|gets) )?(?:an? )?(min(?:imum)?) (?:and|\/|,) ?(?:an? )?(max(?:imum)?) ([\p{L}]+(?: [\p{L}]+)?)$/iu.exec(
      text,
    ) ?? [];
  const entity = table === "" ? undefined : tableIn(table, model);
  return entity ? `add "${least} ${noun}" (number) and "${most} ${noun}" (number) to ${manyOf(entity)}` : text;
}

/** "bookings have group size between 2 and 6": a new number, with its least and most. */
function newBetween(text: string, { model }: Draft): string {
  const [, table = "", noun = "", least = "", most = ""] =
    /^(?:add |the |each |every |all |an? )?([\p{L} -]+?)(?: (?:have|has|need|needs|get|gets|with))? (?:an? |the |their )?([\p{L}]+(?: [\p{L}]+)?),? (?:is |are |must be |should be )?(?:from |between )(\d+) (?:to|and|-) (\d+)$/iu.exec(
      text,
    ) ?? [];
  const entity = table === "" ? undefined : tableIn(table, model);
  const isOfTable = marksOf(noun, model).some(({ fields, entities }) =>
    [...fields.map((ref) => ref.entity), ...entities].some((one) => one === entity),
  );
  const isNew = noun !== "" && !isOfTable && (isFieldName(noun, model) || isAttribute(noun.split(" ").at(-1)!));
  return entity && isNew ? `add "${noun}" ${least}-${most} to ${manyOf(entity)}` : text;
}

/** "board of episodes by status planned, recorded, aired": the columns of the board are the options. */
function columnsOfBoard(text: string, { model }: Draft): string {
  const said = text.replace(/^show (?:me |us )?(?=an? |the )/i, "");
  const [, board = "", field = "", list = ""] =
    /^(.*\bboard\b.* by) (?:the |their )?([\p{L}]+):? ?\(?([\p{L}]+(?: [\p{L}]+)?(?:, ?(?:and )?[\p{L}]+(?: [\p{L}]+)?)+(?:,? and [\p{L}]+(?: [\p{L}]+)?)?)\)?$/iu.exec(
      said,
    ) ?? [];
  const entities = board === "" ? [] : [...new Set(marksOf(board, model).flatMap(({ entities: found }) => found))];
  const [entity] = entities;
  const ref = entity && refsOf(entity).find((one) => label(one) === field.toLowerCase() && kindOfRef(one) === "enum");
  return ref && entities.length === 1
    ? `${/^(?:add|make|create)\b/i.test(board) ? board : `add ${board}`} ${field}, make ${field} of ${manyOf(entity)} a dropdown with ${splitOptions(list).join("/")}`
    : text;
}

/** "color is a dropdown with black, white, other", where nothing goes by that yet. */
function newChoice(text: string, { model }: Draft): string {
  const [, noun = "", list = ""] =
    /^(?:the )?([\p{L}]+(?: [\p{L}]+)?) (?:is|as|should be|must be|has to be) (?:an? )?(?:drop-?down|choice|select(?:ion)?|pick ?list)(?: (?:with|of|from|between|out of))?:? ([^:()]+)$/iu.exec(
      text,
    ) ?? [];
  const isThere = marksOf(noun, model).some(({ fields, entities }) => fields.length + entities.length > 0);
  return noun !== "" && !isThere && splitOptions(list).length > 1
    ? `add ${noun} (${splitOptions(list).join("/")})`
    : text;
}

/** "only the teachers see the parents' phone numbers": what they see is what they can see. */
const seenOnly = (text: string): string =>
  text.replace(
    /^only (?:the |our )?((?!one\b|show\b|.*\b(?:can|may|could|should|must|to|who|whose|allowed|able)\b)[\p{L} ]+?) (sees?|views?|reads?|edits?|changes?|adds?|deletes?) (?=(?:the|all|their|our|my|and|or|\p{L}+(?:'|s\b))|\p{L}+$)/iu,
    (_, who: string, verb: string) => `only ${who} can ${singular(verb.toLowerCase())} `,
  );

/** "add priority after deadline": a new field, and where it stands. */
function addedBehind(text: string, { model, touched }: Draft): string {
  const [, noun = "", way = "", at = "", place = ""] =
    /^(?:please )?(?:add|insert|put) (?:an? |the )?(?:new )?([\p{L} ]+?) (after|before|behind|right after|right before) (?:the )?([\p{L} ]+?)((?: (?:in|to|of|for) (?:the |all )?[\p{L}-]+)?)$/iu.exec(
      text,
    ) ?? [];
  if (noun === "" || !isFieldName(noun, model)) return text;
  const owners = marksOf(at, model).flatMap(({ fields }) => fields.map(({ entity }) => entity));
  const named = place === "" ? undefined : tableIn(place.replace(/^ \S+ (?:the |all )?/, ""), model);
  const owner = named ?? owners.find(({ name }) => name === touched) ?? owners[0];
  const isThere = marksOf(noun, model).some(({ fields }) => fields.some(({ entity }) => entity === owner));
  return owner && owners.includes(owner) && !isThere
    ? `add ${noun} to ${manyOf(owner)}, put ${noun} ${way.replace("behind", "after")} ${at} in ${manyOf(owner)}`
    : text;
}

/** "plots area in m2, annual lease": a table and fields for it, with nothing between them. */
function fieldsBehind(text: string, { model }: Draft): string {
  if (/[:()"?]/.test(text) || !text.includes(",")) return text;
  const [first = "", ...others] = text.split(/, ?(?:and )?/);
  const words = first.split(" ");
  const size = [1, 2].find((count) => tableIn(words.slice(0, count).join(" "), model) !== undefined);
  const noun = size === undefined ? "" : words.slice(size).join(" ");
  const isField = (one: string) => {
    const name = one.replace(/ in [\p{L}\d%]+$/u, "");
    return isAttribute(name.split(" ").at(-1)!) && name.split(" ").length < 4;
  };
  return size !== undefined &&
    isPlural(words[size - 1]!) &&
    noun !== "" &&
    isField(noun) &&
    others.every((one) => isField(one) || isFieldName(one, model))
    ? `${words.slice(0, size).join(" ")}: ${[noun, ...others].join(", ")}`
    : text;
}

/** Lists and pairs that tell of fields, in the plain words. */
export const listsTold = [
  tickedOf,
  bothEnds,
  leastAndMost,
  newBetween,
  columnsOfBoard,
  newChoice,
  (text: string) => seenOnly(text),
  addedBehind,
  fieldsBehind,
];
