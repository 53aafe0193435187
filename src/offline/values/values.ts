import "server-only";
import { unitIn } from "../request/meaning/units";
import type { FieldKind } from "../model/app-model";
import { inferProperty, labelFor, titleField } from "../model/field-kinds";
import { listed, sentence, wordsOf } from "../language/inflect";
import { setRequired } from "../draft/compose";
import { unquote } from "../language/normalize";
import { currencyIn } from "../look/look";
import {
  asks,
  type Clause,
  entitiesIn,
  fieldsIn,
  isAll,
  isDate,
  isNumber,
  kindOfRef,
  pickRef,
  pickState,
  refsOf,
  type Rule,
  stateOf,
  tableOf,
} from "../request/meaning/clause";
import { type FieldRef, has, type Mark, marksOf } from "../request/meaning/marks";
import { rangeOf } from "./range";

/** "quantity starts at 1", "opened on is today by default", "medium is the standard priority". */
export const readDefaults: Rule = (clause) => {
  const { draft, marks } = clause;
  if (readTextDefault(clause) || readStart(clause)) return true;
  if (!asks(clause, "default") || asks(clause, "add", "field", "sort")) return false;
  const knows = (mark: Mark) =>
    mark.entities.length + mark.fields.length + mark.states.length > 0 ||
    mark.number !== undefined ||
    mark.kind !== undefined ||
    mark.quoted !== undefined ||
    mark.words[0] === "set" ||
    has(mark, "default", "become", "have", "today", "yes", "no", "option", "first", "can");
  // "at most 12, normally 10": each number has a meaning of its own.
  if (!isAll(clause, knows) || marks.filter((mark) => mark.number !== undefined).length > 1) return false;
  const state =
    marks.find((mark) => mark.states.length > 0 && mark.words[0] !== "new") ??
    marks.find((mark) => mark.states.length > 0);
  const fields = fieldsIn(clause, (mark) => mark !== state);
  const isAdjective = state?.words[0] === "new" && (marks[marks.indexOf(state) + 1]?.entities.length ?? 0) > 0;
  const number = marks.find((mark) => mark.number !== undefined)?.number;
  const of = (name: string) => (one: FieldRef) => one.name === name;
  // "finished date default today" is about the date, and about no status.
  const chosen =
    !asks(clause, "today") &&
    state &&
    pickState(
      clause,
      state.states.filter((one) => fields.length === 0 || fields.some(of(one.name))),
    );
  // "orders start as new and quantity as 1" says two things.
  if (state && !isAdjective && number !== undefined && fields.length > 0) return false;
  if (chosen && kindOfRef(chosen) === "boolean")
    return setDefault(clause, chosen, (chosen.is === "true") !== isNo(marks));
  if (chosen) return setDefault(clause, chosen, chosen.is);
  // "entries today by default": of the one date that they have.
  const isOfDate = marks.some((mark) => mark.kind === "date" || mark.words[0] === "date");
  const isToday = asks(clause, "today") && (isOfDate || (fields.length === 0 && entitiesIn(clause).length === 1));
  // "lessons cost 40 by default" is about money, and not about the one number that lessons have.
  const isOfKind = (one: FieldRef) => marks.every(({ kind }) => kind === undefined || kind === kindOfRef(one));
  const isMeant = (one: FieldRef) =>
    isNumber(one) && isOfKind(one) && (!ofMoney.test(clause.text) || kindOfRef(one) === "money");
  const ref =
    fields[0] ?? (isToday ? lonely(clause, isDate) : number === undefined ? undefined : lonely(clause, isMeant));
  if (!ref || fields.length > 1) return false;
  const kind = kindOfRef(ref);
  if (asks(clause, "today") && (kind === "date" || kind === "datetime")) return setDefault(clause, ref, "today");
  if (number !== undefined && isNumber(ref)) return setNumber(clause, ref, number);
  if (kind === "boolean" && asks(clause, "yes", "no")) return setDefault(clause, ref, asks(clause, "yes"));
  const quoted = marks.find((mark) => mark.quoted !== undefined)?.quoted;
  if (quoted && ["text", "longtext"].includes(kind)) return setDefault(clause, ref, quoted);
  if (asks(clause, "today")) draft.skipped.push(`“${clause.text}”: only a date can start as today.`);
  return asks(clause, "today");
};

const ofMoney = /\b(?:costs?|price[ds]?|fees?|pays?|charge[ds]?|rates?)\b/i;

/** "done is no by default": the box starts empty. */
const isNo = (marks: Mark[]): boolean =>
  marks.some((mark) => has(mark, "no") || /^(?:no|false|off|unchecked|unticked)$/i.test(mark.quoted ?? ""));

/** "place default Church", "the default country is Austria": a field of text may start with whatever was said. */
function readTextDefault(clause: Clause): boolean {
  // "a lesson lasts 45 minutes by default": a verb is no value.
  if (/\b(?:lasts?|takes?|costs?|weighs?)\b/i.test(clause.text)) return false;
  const match =
    /^(?:the )?([\w ]+?)(?:,? (?:should |must )?(?:defaults? to|defaults?(?: is| should be)?|(?:is )?by default|starts? (?:as|with)))\s*:?\s+("?[\p{L}\d][\p{L}\d .'-]{0,40}"?)$/iu.exec(
      clause.text,
    ) ?? /^(?:the )?default ([\w ]+?) (?:is|should be)\s+("?[\p{L}\d][\p{L}\d .'-]{0,40}"?)$/iu.exec(clause.text);
  const subject = match ? marksOf(match[1]!, clause.draft.model).filter((mark) => mark.fields.length > 0) : [];
  const isMore = match && marksOf(match[1]!, clause.draft.model).some((mark) => mark.number !== undefined);
  const ref = subject.length === 1 && !isMore ? pickRef(clause, subject[0]!.fields) : undefined;
  if (!match || !ref || !["text", "longtext"].includes(kindOfRef(ref))) return false;
  const value = marksOf(match[2]!, clause.draft.model);
  if (value.some((mark) => has(mark, "required", "optional", "today", "become", "field", "remove", "default")))
    return false;
  return setDefault(clause, ref, unquote(match[2]!));
}

const starting =
  /^(?:all |every |each |an? |the )?new (.+?) (?:should |must |shall |always )?(?:starts?|begins?|opens?)(?: out)? (?:as|with|in|at) (?:the )?(?:status |stage |state )?"?([\w ]+?)"?(?: by default| at first| initially)?$/i;

/** "new tickets start as open": the option is added where the dropdown lacks it. */
function readStart(clause: Clause): boolean {
  const match = starting.exec(clause.text);
  const subject = match ? marksOf(match[1]!, clause.draft.model) : [];
  const entity = subject.length === 1 ? subject[0]!.entities[0] : undefined;
  const ref = entity && stateOf(entity);
  if (!match || !ref || wordsOf(match[2]!).length > 3) return false;
  const value = ref.entity.properties[ref.name]!;
  const options = (value.enum ?? []).map(String);
  const option = options.find((one) => one.toLowerCase() === match[2]!.toLowerCase()) ?? match[2]!;
  if (!options.includes(option)) ref.entity.properties[ref.name] = { ...value, enum: [...options, option] };
  return setDefault(clause, ref, option);
}

/** The one number or date that a table has, where only a number or "the date" was said. */
function lonely(clause: Clause, isOne: (ref: FieldRef) => boolean): FieldRef | undefined {
  const { model, touched } = clause.draft;
  // "default 2", where several tables have numbers and none is named: a guess.
  const isGuess = touched === undefined && entitiesIn(clause).length === 0 && model.entities.length > 1;
  const entity = isGuess ? undefined : tableOf(clause);
  const refs = entity ? refsOf(entity).filter(isOne) : [];
  return refs.length === 1 ? refs[0] : undefined;
}

/** A number that the field does not allow is no default: each new row would be refused. */
function setNumber(clause: Clause, ref: FieldRef, number: number): boolean {
  const { minimum = -Infinity, maximum = Infinity } = ref.entity.properties[ref.name]!;
  if (number >= minimum && number <= maximum) return setDefault(clause, ref, number);
  clause.draft.skipped.push(`“${clause.text}”: ${rangeOf(ref)}, so no row can start with ${number}.`);
  return true;
}

function setDefault({ draft }: Clause, { entity, name }: FieldRef, value: unknown): boolean {
  entity.properties[name] = { ...entity.properties[name]!, default: value };
  draft.touched = entity.name;
  return true;
}

/** "producer and vintage required", "a bug has to have a title and a severity", "the note may be empty". */
export const readDuties: Rule = (clause) => {
  const { draft, marks } = clause;
  const isFree = asks(clause, "optional");
  const isDuty = !isFree && asks(clause, "required");
  const must = marks.some((mark) =>
    /^(?:must have|has to have|have to have|needs to have)$/.test(mark.words.join(" ")),
  );
  // "phone is a must, birthday not" and "title mandatory, price optional" say two things.
  if (isDuty && /,.*\b(?:not|isn't|aren't)$/i.test(clause.text)) return false;
  if ((!isFree && !isDuty && !must) || (isFree && asks(clause, "required"))) return false;
  const knows = (mark: Mark) =>
    mark.entities.length + mark.fields.length > 0 ||
    /^(?:mark|set)$/.test(mark.words[0]!) ||
    has(mark, "required", "optional", "become", "have", "field", "table", "can", "no");
  if (!isAll(clause, knows)) return false;
  const fields = fieldsIn(clause, (mark) => mark.entities.length === 0 || marks.indexOf(mark) > 0);
  const own = fields.length > 0 ? fields : fieldsIn(clause);
  if (own.length === 0) return false;
  const already = own.filter(({ entity, name }) => (entity.required?.includes(name) ?? false) !== isFree);
  if (already.length > 0)
    draft.already.push(
      `${sentence(listed(already.map(({ entity, name }) => labelFor(name, entity.properties[name]!).toLowerCase())))} ${isFree ? "may stay empty" : "must be filled in"} already.`,
    );
  for (const { entity, name } of own) {
    const others = (entity.required ?? []).filter((other) => other !== name);
    setRequired(entity, isFree ? others : [...others, name]);
    // Rows must be told apart by something; a title that may be empty is still the title.
    if (isFree && titleField(entity) === name && others.length === 0) setRequired(entity, []);
    draft.touched = entity.name;
  }
  return true;
};

/** "total is a sum of money", "due date needs time as well", "the fee is money, in swiss francs". */
export const readTypes: Rule = (clause) => {
  const { draft, marks, text } = clause;
  const typed = marks.filter((mark) => mark.kind !== undefined);
  const isTimed = marks.length === 1 && typed[0]?.kind === "datetime";
  if (
    typed.length === 0 ||
    !(
      isTimed ||
      asks(clause, "become", "have", "option") ||
      marks.some(({ words }) => words[0] === "should" || isTypeVerb(words[0]!))
    )
  )
    return false;
  if (asks(clause, "add", "chart", "remove", "rename", "sort", "several")) return false;
  // "room is a link to rooms": rows of a table, and no web address.
  if (/\blinks? to \w/i.test(text)) return false;
  if (asks(clause, "field") && !/\bto (?:an? )?[\w ]+ (?:field|column)$/i.test(text)) return false;
  if (marks.length === 1 && typed[0]!.kind === "datetime") return readTimed(clause);
  const subject = marks.findIndex((mark) => mark.fields.length > 0);
  const isBefore = /^use\b/i.test(text);
  const kind = typed.find((mark) => isBefore || marks.indexOf(mark) > subject)?.kind;
  const ref = subject >= 0 ? pickRef(clause, marks[subject]!.fields) : undefined;
  // "the mechanic gets an email" is no type of the mechanic.
  const isSaid = asks(clause, "become") || marks.some(({ words }) => isTypeVerb(words[0]!));
  if (!isSaid && kind !== "datetime" && !/\bshould\b/i.test(text)) return false;
  const knows = (mark: Mark) =>
    mark.entities.length + mark.fields.length > 0 ||
    mark.kind !== undefined ||
    mark.words.every((word) => isTypeVerb(word) || word === "type") ||
    has(mark, "become", "have", "also", "option", "currency", "field");
  if (!ref || !kind || !isAll(clause, knows)) return false;
  if (fieldsIn(clause, (mark) => mark.kind === undefined).length > 1) return false;
  if (asks(clause, "currency")) {
    const currency = currencyIn(text);
    if (!currency) return false;
    draft.model.look.currency = currency;
  }
  if (kindOfRef(ref) !== kind)
    draft.assumed.push("Values that are already stored stay as they are; check rows that do not fit the new kind.");
  retype(ref, kind);
  draft.touched = ref.entity.name;
  return true;
};

const isTypeVerb = (word: string) => /^(?:change|set|store|save|treat|keep|use|switch)$/.test(word);

/** "date with time": the one date of the table that is spoken of. */
function readTimed(clause: Clause): boolean {
  const isDay = (ref: FieldRef) => kindOfRef(ref) === "date";
  const entity = tableOf(clause, (one) => refsOf(one).some(isDay));
  const dates = entity ? refsOf(entity).filter(isDay) : [];
  const ref = dates.length === 1 ? dates[0] : dates.find(({ name }) => name === "date");
  if (!ref || !entity) return false;
  retype(ref, "datetime");
  clause.draft.touched = entity.name;
  return true;
}

/** "weight in kg": a unit stands behind the field's name. */
export const readUnits: Rule = (clause) => {
  const { draft, text } = clause;
  const match = unitIn(text);
  const subject =
    match && marksOf(match.name.replace(/^the /i, "").replace(/ (?:be|is|are|should be|must be)$/i, ""), draft.model);
  const ref =
    subject?.length === 1
      ? pickRef(
          clause,
          subject[0]!.fields.filter((one) => kindOfRef(one) === "number"),
        )
      : undefined;
  if (!match || !ref) return false;
  const value = ref.entity.properties[ref.name]!;
  const plain = labelFor(ref.name, value).replace(/ \(.+\)$/, "");
  ref.entity.properties[ref.name] = { ...value, title: `${plain} (${match.unit})` };
  draft.touched = ref.entity.name;
  return true;
};
function retype(ref: FieldRef, kind: FieldKind): void {
  if (kindOfRef(ref) === kind) return;
  const value = ref.entity.properties[ref.name]!;
  ref.entity.properties[ref.name] = {
    ...(kind === "enum" ? value : inferProperty(ref.name, kind)),
    ...(value.title ? { title: value.title } : {}),
  };
}
