import "server-only";
import { type Draft, manyOf } from "../../draft/draft";
import { label } from "../../learned/requests/carry/carry";
import { recordVerbOf } from "../../lexicon/lexicon";
import { isPersonLike } from "../../lexicon/nouns";
import { kindOfRef, refsOf } from "../../request/meaning/clause";
import { isPerson } from "../../rights/who";
import { unitIn } from "../../request/meaning/units";
import { type FieldRef, isFiller, type Mark, marksOf } from "../../request/meaning/marks";
import { isFieldName, tableIn } from "./told-of-tables";

const hidden =
  /^(?:hide|do not show|don['’]?t show|never show) (?:the )?([\w' -]+?) (?:from|for|to) (?:the |all )?((?:normal|regular|ordinary|other|simple|non-admin) )?([\w-]+)(?: (?:but|except) (?:for )?(?:the )?(?:admins?|me|us|boss))?$/i;
const strangers = /^(?:everyone|everybody|anyone|others|people|users|members|visitors|non-?admins|staff|employees)$/i;

/** "hide phone numbers from normal members": who may see them, and no column of a list. */
export function hiddenFrom(text: string, { model }: Draft): string {
  const [, what = "", adjective, who = ""] = hidden.exec(text) ?? [];
  const isPeople = adjective !== undefined || (strangers.test(who) && tableIn(who, model) === undefined);
  const isField = what !== "" && marksOf(what, model).some(({ fields }) => fields.length > 0);
  if (isField && isPeople) return `only admins can see the ${what}`;
  // "hide the allergies of pets from owners": who may not see it, and no column of theirs.
  const isTo = / to (?:the |all )?[\w-]+$/i.test(text);
  const told = tableIn(who, model);
  const isOthers =
    told !== undefined &&
    isPerson(told.name.toLowerCase()) &&
    marksOf(what, model).every(({ fields }) => fields.every(({ entity }) => entity !== told));
  if (isField && (isTo || isOthers)) return `${who} cannot see the ${what}`;
  // "hide invoices from teachers": a whole table.
  const people = tableIn(who, model);
  const isTable = tableIn(what, model) !== undefined && (isPeople || (people && isPerson(people.name.toLowerCase())));
  return isTable ? `${who} cannot see ${what}` : text;
}

/** "show upcoming courses only", "done orders should disappear from the list": rows that a list would have to leave out. */
export function onlySome(text: string, { model }: Draft): string {
  const shown = /^(?:show|list|display) (?:me |us )?(?:the )?([\w' -]+?) only$/i.exec(text)?.[1];
  const gone =
    /^(?:hide|don't show|dont show|do not show) (?:the |all )?([\w' -]+?)(?: (?:in|from|on) (?:the|this|that) list)?$/i.exec(
      text,
    )?.[1] ??
    /^(?:the |all )?([\w' -]+?) (?:should|must|can) (?:disappear|vanish|go away|be hidden|not be shown|not show up)(?: (?:in|from|on) (?:the|this|that|my) [\w ]+)?$/i.exec(
      text,
    )?.[1];
  const rows = shown ?? gone;
  if (rows === undefined) return text;
  const marks = marksOf(rows, model).filter((mark) => !isFiller(mark));
  const last = marks.at(-1);
  const isState = (mark: Mark) => mark.states.length > 0 && mark.entities.length === 0;
  // "hide rejected", "hide cancelled ones".
  const isOnes = / ones$/i.test(rows);
  if (
    shown === undefined &&
    (isOnes ? marks.some(isState) : marks.length === 1 && isState(marks[0]!) && marks[0]!.fields.length === 0)
  )
    return `show only rows that are not ${rows}`;
  const isRows = marks.length > 1 && marks.some(({ entities }) => entities.length > 0);
  const isSome = shown !== undefined ? last?.entities.length === 1 : marks.some(isState);
  const named = new Set(marks.flatMap(({ entities }) => entities));
  // "hide the notes of contacts": a column, though another table has such an option.
  const isColumn = marks.some(
    (mark) =>
      mark.entities.length === 0 &&
      (mark.states.length === 0
        ? mark.fields.length > 0
        : mark.fields.some(({ entity }) => named.has(entity)) && !mark.states.some(({ entity }) => named.has(entity))),
  );
  return isRows && isSome && !isColumn ? `show only ${shown === undefined ? "rows that are not " : ""}${rows}` : text;
}

/** "put the email in the members list": a field of the app is shown there, and none is added. */
export function shownInList(text: string, { model }: Draft): string {
  const [, what = "", table = ""] =
    /^(?:put|include|add|have|show) (?:the )?([\w -]+?) (?:in|into|to) the (?:list of )?([\w -]+?)(?: list| table| overview)?$/i.exec(
      text,
    ) ?? [];
  const entity = /\b(?:list|table|overview)\b/i.test(text) ? tableIn(table, model) : undefined;
  const isField = entity && marksOf(what, model).some(({ fields }) => fields.some((ref) => ref.entity === entity));
  return isField && !/\bonly\b/i.test(what) ? `show ${what} in the ${manyOf(entity)} list again` : text;
}

const unitBehind =
  /^((?:please )?(?:(?:add|include|put) )?.+?) (to|for|on) ((?:the |all |each |every |our )?[\w-]+) (in [\p{L}€$%²]+(?: meters| metres)?)$/iu;

/** "add weight to products in kg": what it is measured in, and no field of its own. */
export function unitOfNew(text: string, { model }: Draft): string {
  const [, what = "", to = "", table = "", unit = ""] = unitBehind.exec(text) ?? [];
  const isUnit =
    unitIn(`x ${unit}`) !== undefined ||
    marksOf(unit, model).some(({ kind }) => kind === "money" || kind === "percent");
  if (!isUnit || !tableIn(table, model)) return text;
  const verb = /^(?:please )?(?:add|include|put) /i.test(what) ? "" : "add ";
  return verb === "" || isFieldName(what, model) ? `${verb}${what} ${unit} ${to} ${table}` : text;
}

/** "a student can have several instruments", where the instrument is picked from a list: several of it can be ticked. */
export function severalOfChoice(text: string, { model }: Draft): string {
  const [, table = "", field = ""] =
    /^(?:an? |each |every |one |the )?([\w-]+) (?:can|may|should|could|must be able to) (?:have|play|speak|be|choose|pick|take) (?:more than one|several|many|multiple) (?:different )?([\w -]+)$/i.exec(
      text,
    ) ??
    /^each ([\w-]+) has many ([\w -]+)$/i.exec(text) ??
    [];
  const entity = table === "" ? undefined : tableIn(table, model);
  const ref = marksOf(field, model)
    .flatMap(({ fields }) => fields)
    .find((one) => one.entity === entity && kindOfRef(one) === "enum");
  return entity && ref ? `make ${label(ref)} of ${manyOf(entity)} a multi choice` : text;
}

/** "delete the notes everywhere": of each table that has such a field. */
export function removedEverywhere(text: string, { model }: Draft): string {
  const [, what = ""] =
    /^(?:please )?(?:remove|delete|drop|take out) (?:the )?(?:fields? |columns? )?['"]?([\w -]+?)['"]? (?:everywhere|from (?:everything|everywhere|all (?:the )?tables|every table))$/i.exec(
      text,
    ) ?? [];
  const owners = marksOf(what, model).flatMap(({ fields }) => fields.map((ref) => ref.entity));
  return owners.length > 1 ? [...new Set(owners)].map((one) => `remove ${what} from ${manyOf(one)}`).join(", ") : text;
}

const whoHowMany =
  /^(?:(?:please )?(?:show|tell|give)(?: me| us)? |(?:i|we) (?:want|need) to (?:know|see) |(?:add )?(?:a )?chart:? )?(?:which|what) ([\w ]+?) (?:has |have |had )?([\w]+) how many ([\w ]+?)(?:,? (?:as |in )?(?:an? )?(?:bar |pie )?(?:chart|graph|diagram))?$/i;

/** "which guide led how many tours": tours by their guide, or what is between them, "which member borrowed how many tools". */
export function whoDidHowMany(text: string, { model }: Draft): string {
  const [, who = "", verb = "", what = ""] = whoHowMany.exec(text) ?? [];
  const counted = what === "" ? undefined : tableIn(what, model);
  if (!counted) return text;
  const keys = marksOf(who, model).flatMap(({ fields, entities }) => [
    ...fields,
    ...entities.flatMap((one) => model.entities.flatMap(refsOf).filter((ref) => targetOf(ref) === one.name)),
  ]);
  const made = recordVerbOf(verb.toLowerCase())?.makes;
  const between = model.entities.filter((one) => refsOf(one).some((ref) => targetOf(ref) === counted.name));
  const owners = [counted, ...between.filter(({ name }) => name === made), ...between];
  // "which person": whoever the rows name.
  const anyone = /^(?:persons?|people|one|body)$/i.test(who)
    ? owners
        .filter((owner) => owner !== counted)
        .flatMap(refsOf)
        .filter(isOfPerson)
    : [];
  const found = [...owners.flatMap((owner) => keys.filter(({ entity }) => entity === owner)), ...anyone][0];
  return found ? `add a chart of the number of ${manyOf(found.entity)} per ${label(found)}` : text;
}
const isOfPerson = (ref: FieldRef) =>
  isPersonLike(targetOf(ref)?.toLowerCase() ?? (["text", "longtext"].includes(kindOfRef(ref)) ? label(ref) : ""));
const targetOf = ({ entity, name }: FieldRef) => entity.properties[name]?.["x-reference"];

/** "instead of the venue we want an address": one field goes, and another comes. */
export function insteadOf(text: string, { model }: Draft): string {
  const [, old = "", fresh = ""] =
    /^(?:replace|swap|exchange) (?:the |an? )?([\w ]+?) (?:with|by|for) (?:an? |the )?(?!own\b)([\w -]+)$/i.exec(
      text,
    ) ??
    /^instead of (?:the |an? )?([\w ]+?),? (?:i|we)(?:'d| would)? (?:also |rather )?(?:want|need|like|prefer)(?: to have)? (?:an? |the )?([\w -]+)$/i.exec(
      text,
    ) ??
    [];
  const marks = (said: string) => marksOf(said, model).filter((mark) => !isFiller(mark));
  const [gone, come] = [marks(old), marks(fresh)];
  const ref = gone.find(({ fields }) => fields.length > 0)?.fields[0];
  const isField = gone.length > 0 && gone.every((mark) => mark.fields.length + mark.entities.length > 0);
  const isNew =
    come.length > 1
      ? come.every(({ entities, states }) => entities.length + states.length === 0)
      : come.every((mark) => mark.fields.length + mark.entities.length + mark.states.length === 0);
  const owners = [...new Set(gone.flatMap(({ fields }) => fields.map(({ entity }) => entity)))];
  if (!ref || !isField || !isNew || (owners.length > 1 && gone.length < 2)) return text;
  const owner = gone.find(({ entities }) => entities.length === 1)?.entities[0] ?? ref.entity;
  return `remove the ${label({ entity: owner, name: ref.name })} from ${manyOf(owner)}, add ${fresh} to ${manyOf(owner)}`;
}
