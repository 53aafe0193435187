import "server-only";
import { isPlural, plural } from "../../../language/inflect";
import { optionsOf } from "../../../model/field-kinds";
import { knownAs } from "../../../lexicon/known";
import { isAttribute } from "../../../lexicon/lexicon";
import { choiceNoun } from "../../../lexicon/nouns";
import { isDate, isNumber, kindOfRef, refsOf } from "../../../request/meaning/clause";
import { has, isFiller, isUnknown, type Mark, marksOf } from "../../../request/meaning/marks";
import { certainty } from "./certainty";
import { changeModel } from "../reading/load-model";
import { asked, type Meaning } from "../grounds/meaning";

/** Sorts of request that are about a field which is there. */
const ofField = /^(?:-field|rename-field|kind|required|optional|unique|default|[+-]option|sort|filter|hide|condition)$/;

/** "take sold boats out of the list" is about rows, and "title and year are enough" about the other fields. */
const isOfRows = ({ field, all, said }: Meaning): boolean =>
  / (?:enough|only|just)\b/i.test(said) ||
  (all.some(({ states }) => states.length > 0) &&
    !all.some(({ fields }) => fields.some((ref) => ref.entity === field?.entity && ref.name === field?.name)));

/** "in the hosts list": no word of it stands for the field that would be hidden. */
const isNameless = ({ field, all }: Meaning): boolean =>
  field !== undefined &&
  !all.some(
    (mark) => isUnknown(mark) || mark.fields.some((ref) => ref.entity === field.entity && ref.name === field.name),
  );

/** "newest on top and photo first": pictures have no order. */
const isOfPicture = ({ field }: Meaning): boolean =>
  field !== undefined && ["image", "file", "longtext"].includes(kindOfRef(field));

/** "sort the pieces by date", which have none: what stands behind "by" is no word for the field. */
function isByOther({ field, all }: Meaning): boolean {
  const by = all.findIndex(({ words }) => words.at(-1) === "by");
  const behind = by < 0 ? undefined : all.slice(by + 1).find((mark) => !isFiller(mark));
  const isField = (ref: { entity: unknown; name: string }) => ref.entity === field?.entity && ref.name === field?.name;
  return behind !== undefined && !has(behind, "asc", "desc") && ![...behind.fields, ...behind.states].some(isField);
}

/** "movies with most points first", where only votes have points. */
const isOfOtherTable = ({ table, all }: Meaning): boolean =>
  all.some(({ entities }) => entities.some((one) => one === table)) &&
  all.some(
    ({ fields, entities, words }) =>
      // "whose inspection date has passed", where another table has a date.
      !/^(?:dates?|days?|times?)$/.test(words.join(" ")) &&
      fields.length > 0 &&
      entities.length === 0 &&
      !fields.some(({ entity }) => entity === table),
  );

/** "group orders by status", where only invoices have one: other rows than those that are named. */
const isOfUnnamed = ({ table, all }: Meaning): boolean => {
  const named = all.filter(({ entities, fields }) => entities.length > 0 && fields.length === 0);
  return named.length > 0 && !named.some(({ entities }) => entities.some((one) => one === table));
};

/** "tours that are full should be grey": a date was learned for it, and no word is about one. */
const isOfNoDate = ({ field, all }: Meaning): boolean =>
  field !== undefined &&
  isDate(field) &&
  !all.some(
    (mark) =>
      has(mark, "overdue", "today", "time") ||
      mark.fields.some((ref) => ref.entity === field.entity && ref.name === field.name),
  );

/** "weight and width in cm": no word of the message is for the field or one of its options, and there are others. */
const isUnsaid = ({ field, sureness, model }: Meaning, message: readonly Mark[]): boolean =>
  field !== undefined &&
  sureness < certainty.sure &&
  !message.some(({ fields, states }) =>
    [...fields, ...states].some((ref) => ref.entity === field.entity && ref.name === field.name),
  ) &&
  model.entities.flatMap(({ properties }) => Object.values(properties)).filter((one) => optionsOf(one).length > 0)
    .length > 1;

/** "name, species and owner" of a table that is there: no new table of names. */
const isOfFields = ({ names: [name = ""], model }: Meaning): boolean =>
  !isPlural(name) &&
  marksOf(name, model).some(
    (mark) => mark.words.join(" ") === name.toLowerCase() && mark.fields.length > 0 && mark.entities.length === 0,
  ) &&
  isAttribute(name);

/** "a gender: women, men, kids": what a field may be. Of a table some field is known, or it is called one. */
const isOfChoices = ({ names: [table = "", ...fields], said, model }: Meaning): boolean =>
  fields.length > 1 &&
  !/\b(?:tables?|lists?|entit(?:y|ies)|records?|rows|track|log|register)\b/i.test(said) &&
  (choiceNoun.test(plural(table.split(" ").at(-1)!)) ||
    choiceNoun.test(table.split(" ").at(-1)!) ||
    /\b(?:turn|change|make|convert) (?:it|that|this) into\b/i.test(said) ||
    fields.every(
      (name) =>
        !isAttribute(name) &&
        (!isPlural(table) || knownAs(name) === null) &&
        !marksOf(name, model).some((mark) => mark.fields.length + mark.entities.length > 0),
    ));

const isDuty = /^(?:required|optional|unique|repeatable)$/;
/** "one chip number that must be unique", where no field is called that. */
const isOfStranger = ({ field, all }: Meaning): boolean =>
  field !== undefined &&
  all.some(isUnknown) &&
  !all.some(
    (mark, at) =>
      [...mark.entities, ...mark.fields.map(({ entity }) => entity)].includes(field.entity) ||
      (/^(?:it|this|that|they|them)$/.test(mark.words[0]!) && !isNoun(all[at - 1])),
  );
/** "the price per stem must be there", where flowers have stems in stock and no price. */
const isOfOtherNoun = ({ all }: Meaning): boolean => all.some((mark) => isUnknown(mark) && isAttribute(mark.text));
/** "a chip number that must be …": a pronoun behind a noun means that. */
const isNoun = (mark: Mark | undefined) => mark !== undefined && (isUnknown(mark) || mark.kind !== undefined);

/** A right to rows that are no more named than by "them" or "everything". */
const isPointed = ({ said }: Meaning): boolean =>
  /\b(?:it|them|those|these|this|that|everything|anything|all|data|rows?|records?|entries|own)\b/i.test(said);

/** "weight in kg with decimals", where animals have a weight: no field of the first table. */
const isThere = ({ names, model }: Meaning): boolean =>
  names.length === 1 &&
  marksOf(names[0]!, model).some(
    (mark) => mark.fields.length > 0 && names[0]!.toLowerCase().startsWith(mark.words[0]!),
  );

/** "and goal a long text": a name that is another field of the table. */
const bringsOther = ({ names, table, field, model }: Meaning): boolean =>
  names.some((name) =>
    marksOf(name, model).some(
      (mark) =>
        mark.words.join(" ") === name.toLowerCase() &&
        mark.fields.some((ref) => ref.entity === table && ref.name !== field?.name) &&
        !mark.fields.some((ref) => ref.entity === table && ref.name === field?.name),
    ),
  );

/** "lesson types: city, highway": what stands before the options is called otherwise than the field that was learned. */
function isOfOtherName({ field, names, said, model }: Meaning): boolean {
  const [head = "", list] = said.split(/:\s+/);
  if (field === undefined || list === undefined || names.length < 2) return false;
  const isNamed = marksOf(head, model).some(({ fields }) =>
    fields.some((ref) => ref.entity === field.entity && ref.name === field.name),
  );
  return !isNamed && !/\b(?:it|this|that|these|them)\b/i.test(head);
}

/**
 * Whether what a request is about is only guessed: no word names it, or its words name something else.
 * @param message the marks of all of the message
 */
export function isGuess(sort: string, meaning: Meaning, message: readonly Mark[]): boolean {
  const { table, to, all, sureness } = meaning;
  if (sort === "+table") return isOfFields(meaning) || isOfChoices(meaning);
  // "persons should be 95" names nothing.
  if (sort.startsWith("rename-") && sort !== "rename-option" && /^[\d.,]+$/.test(meaning.names.at(-1) ?? ""))
    return true;
  if (!table) return false;
  const isNamed = all.some(
    ({ entities, fields }) => entities.some((one) => one === table) || fields.some(({ entity }) => entity === table),
  );
  const least = !isNamed ? certainty.unnamed : to ? certainty.linked : 0;
  return (
    sureness < least ||
    (/^(?:group|board)$/.test(sort) && isOfUnnamed(meaning)) ||
    (sort === "hide" && (isNameless(meaning) || isOfRows(meaning))) ||
    (sort === "sort" &&
      (isOfPicture(meaning) || isByOther(meaning) || isOfOtherTable(meaning) || asked(meaning, "today"))) ||
    (isDuty.test(sort) && (isOfStranger(meaning) || isOfOtherNoun(meaning))) ||
    (sort === "+option" && isUnsaid(meaning, message)) ||
    (sort === "condition" && isOfNoDate(meaning)) ||
    (sort === "+field" && !isNamed && isThere(meaning)) ||
    (ofField.test(sort) && bringsOther(meaning)) ||
    (sort === "access" && !isNamed && meaning.detail("only") === "yes" && !isPointed(meaning)) ||
    (sort === "chart" && (addsUnnamed(meaning) || isPerStranger(meaning) || isNoMoney(meaning))) ||
    (isDuty.test(sort) && isOneName(meaning)) ||
    (/^(?:required|optional|unique|default|kind)$/.test(sort) && isTornName(meaning)) ||
    (/^(?:required|optional|unique|default|kind|rename-field|-field)$/.test(sort) && isNameless(meaning)) ||
    (sort === "condition" && (isOfUnsaidNumber(meaning) || isOfSeveralNumbers(meaning) || isOfOtherTable(meaning))) ||
    (sort === "kind" && isOfOtherName(meaning)) ||
    (ofField.test(sort) && namesOther(meaning))
  );
}

/**
 * "how much workhours did each member do": a strange word, and neither the rows nor the number that would be added up.
 * "earn" and "money" are none.
 */
function addsUnnamed({ table, amount, all, detail }: Meaning): boolean {
  const isStrange = all.some((mark) => isUnknown(mark) && mark.words.some((word) => !changeModel().words.has(word)));
  if (!amount || !isStrange || detail("measure") === "count") return false;
  return !all.some(
    ({ entities, fields }) =>
      entities.some((one) => one === table) || fields.some((ref) => ref.entity === table && ref.name === amount),
  );
}

/** "revenue per dish" of orders that only have a quantity: that is no money. */
const isNoMoney = ({ table, amount, said, all }: Meaning): boolean =>
  table !== undefined &&
  typeof amount === "string" &&
  !all.some(({ fields }) => fields.some((ref) => ref.entity === table && ref.name === amount)) &&
  /\b(?:revenue|turnover|income|earnings?|takings|profit)\b/i.test(said) &&
  kindOfRef({ entity: table, name: amount }) !== "money";

/** "cars with mileage over 100000": a number that another noun was said of. */
const isOfUnsaidNumber = ({ field, all, said }: Meaning): boolean =>
  field !== undefined &&
  all.some(({ number }) => number !== undefined) &&
  all.every(({ states }) => states.length === 0) &&
  !all.some(({ fields }) => fields.some((ref) => ref.entity === field.entity && ref.name === field.name)) &&
  all.some((mark) => {
    const word = mark.words.at(-1)!;
    // "fewer than 2 of a frame left" is about the stock.
    const isStrange = !changeModel().words.has(word) && !/\b(?:left|remain\w*|stock|available)\b/i.test(said);
    return isUnknown(mark) && (isAttribute(word) || knownAs(word) !== null || isStrange);
  });

/** "products under 10", which have several numbers. */
const isOfSeveralNumbers = ({ table, all, said }: Meaning): boolean =>
  table !== undefined &&
  // "fewer than 2 of a frame left" is about the stock.
  !/\b(?:left|remain\w*|stock|available)\b/i.test(said) &&
  all.some(({ number }) => number !== undefined) &&
  all.every(({ states, fields }) => states.length === 0 && !fields.some(({ entity }) => entity === table)) &&
  refsOf(table).filter(isNumber).length > 1;

/** "spending per category", where no table has a category: another field would be no answer. */
function isPerStranger({ all, table }: Meaning): boolean {
  const at = all.findIndex((mark) => has(mark, "per"));
  const next = at < 0 ? undefined : all[at + 1];
  return next !== undefined && isUnknown(next) && table !== undefined && !changeModel().words.has(next.words[0]!);
}

/** "price per person 25 by default": two names in a row of different tables, of which neither is meant. */
const isTornName = ({ all }: Meaning): boolean =>
  all.some((mark, at) => {
    const next = all[at + 1];
    const isField = (one: Mark | undefined) =>
      one !== undefined && one.fields.length > 0 && one.entities.length + one.states.length === 0;
    return (
      isField(mark) &&
      isField(next) &&
      !mark.fields.some(({ entity }) => next!.fields.some((ref) => ref.entity === entity))
    );
  });

/** "owners phone is required": two names in a row are one, that nothing goes by. */
const isOneName = ({ fields, all, said }: Meaning): boolean =>
  fields.length > 1 && !/[,&/+]|\b(?:and|or|plus|both|all|with)\b/i.test(said) && all.length > 1;

/** "vehicles whose inspection has passed" is about no other table, and "wines under 50 bottles" about no other field. */
function namesOther({ table, field, marks, all }: Meaning): boolean {
  const tables = marks.flatMap(({ entities, fields, words }) =>
    fields.length === 0 || isPlural(words.at(-1)!) ? entities : [],
  );
  if (tables.length > 0 && table && !all.some(({ entities }) => entities.includes(table))) return true;
  const isOf = (one: { entity: unknown; name: string }) => one.entity === table && one.name === field?.name;
  const own = marks.filter(
    ({ entities, fields }) => entities.length === 0 && fields.some(({ entity }) => entity === table),
  );
  return own.length > 0 && field !== undefined && !all.some(({ fields, states }) => [...fields, ...states].some(isOf));
}

/** "a table with text, answer and which quiz": between and behind the fields of a table nothing may be left that was no field. */
export function leavesOut({ tails, marks }: Meaning): boolean {
  const behind = tails.slice(1).join(" ");
  return marks.some(
    (mark) => (isUnknown(mark) || mark.fields.length + mark.entities.length > 0) && behind.includes(mark.text),
  );
}
