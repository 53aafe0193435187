import "server-only";
import type { Entity, Property } from "../../model/app-model";
import { enumProperty, inferProperty, labelFor } from "../../model/field-kinds";
import { splitOptions } from "../../language/normalize";
import { listed, wordsOf } from "../../language/inflect";
import { asks, type Clause, isAll, kindOfRef, pickRef, pickState, type Rule, stateOf, unknownIn } from "./clause";
import { type FieldRef, has, isUnknown, type Mark, marksOf } from "./marks";
import { listAfter } from "./texts";

const propertyOf = ({ entity, name }: FieldRef): Property => entity.properties[name]!;

const isChoice = (ref: FieldRef) => ["enum", "multi"].includes(kindOfRef(ref));
const optionsOf = (value: Property) => (value.enum ?? value.items?.enum ?? []).map(String);

/** A field with these options. A dropdown that was none before starts empty, as it did. */
export function choiceOf(before: Property, options: string[]): Property {
  const { default: first, ...choice } = enumProperty(options);
  if (options.includes(String(before.default))) return { ...choice, default: before.default };
  return before.enum ? { ...choice, default: first } : choice;
}

function setOptions({ draft }: Clause, { entity, name }: FieldRef, options: string[]): boolean {
  const value = entity.properties[name]!;
  entity.properties[name] = value.items
    ? { ...value, items: { ...value.items, enum: options } }
    : { ...value, enum: options };
  const fallback = value.default;
  if (typeof fallback === "string" && !options.includes(fallback)) entity.properties[name].default = options[0];
  draft.touched = entity.name;
  return true;
}

/** "status can be cancelled too", "voices: add mezzo and baritone", "add urgent to the priorities". */
export const readMoreOptions: Rule = (clause) => {
  const { marks } = clause;
  if (addState(clause)) return true;
  const isMore = asks(clause, "add", "also", "option") || marks.some(({ text }) => text === ":");
  if (
    !isMore ||
    asks(clause, "rename", "remove", "default", "chart", "sort", "filter", "hide", "several", "colour", "per") ||
    marks.some((mark, index) => has(mark, "field") && !marks[index - 1]?.fields.some(isChoice))
  )
    return false;
  const at = marks.findIndex((mark) => mark.fields.some(isChoice) && !mark.quoted);
  if (at >= 0 && addListed(clause, at)) return true;
  // "make status a dropdown: hot, cold" names all of its options.
  const isWhole =
    asks(clause, "become") &&
    marks.some((mark) =>
      /^(?:drop-?down|select|selection|picklist|(?:choice|selection|one|either) of|options are)\b/.test(
        mark.words.join(" "),
      ),
    );
  if (at < 0 || (isWhole && !asks(clause, "also"))) return false;
  const ref = pickRef(clause, marks[at]!.fields.filter(isChoice));
  const values = marks.flatMap((mark, index) => (index !== at && isValue(mark, ref?.entity) ? [index] : []));
  if (!ref || values.length === 0) return false;
  const knows = (mark: Mark) =>
    isValue(mark, ref.entity) ||
    mark.fields.some(isChoice) ||
    mark.states.some((state) => state.entity === ref.entity && state.name === ref.name) ||
    mark.entities.includes(ref.entity) ||
    has(mark, "add", "also", "option", "have", "can", "become", "show", "required", "field") ||
    mark.words[0] === "between";
  if (!isAll(clause, knows)) return false;
  const had = optionsOf(propertyOf(ref));
  const more = runsOf(clause, values).filter((text) => !had.some((one) => one.toLowerCase() === text.toLowerCase()));
  if (more.length === 0 || more.some((text) => wordsOf(text).length > 4)) return false;
  const place = placeBetween(clause, ref, had);
  return setOptions(clause, ref, [...had.slice(0, place), ...more, ...had.slice(place)]);
};

/** "deals can also be paused": one more option of what a table's rows go through. */
function addState(clause: Clause): boolean {
  const match =
    /^(?:the |all |an? )?(.+?) (?:should|can|may|could|might) also be (?:set to |marked (?:as )?)?"?([\w ]{2,24})"?$/i.exec(
      clause.text,
    );
  const subject = match ? marksOf(match[1]!, clause.draft.model) : [];
  const entity = subject.length === 1 && subject[0]!.fields.length === 0 ? subject[0]!.entities[0] : undefined;
  const ref = entity && stateOf(entity);
  if (!match || !ref || wordsOf(match[2]!).length > 2) return false;
  const had = optionsOf(propertyOf(ref));
  return !had.includes(match[2]!) && setOptions(clause, ref, [...had, match[2]!]);
}

/** "a contact can have several statuses at once", "make status multi select": a dropdown of which several may be chosen. */
export const readSeveral: Rule = (clause) => {
  const { draft, marks } = clause;
  const chosen = marks.flatMap(({ fields }) => fields.filter((ref) => kindOfRef(ref) === "enum"));
  const isNamedOrSo = (mark: Mark) =>
    mark.entities.length > 0 ||
    mark.fields.some(isChoice) ||
    /^(?:time|multi)$/.test(mark.words[0]!) ||
    has(mark, "several", "have", "can", "become", "option", "field");
  if (!/\b(?:several|multi\S*|multiple|many|more than one)\b/i.test(clause.text) || !isAll(clause, isNamedOrSo))
    return false;
  const ref = pickRef(clause, chosen);
  if (!ref) return false;
  const value = propertyOf(ref);
  ref.entity.properties[ref.name] = {
    type: "array",
    items: { type: "string", enum: optionsOf(value) },
    ...(value.title ? { title: value.title } : {}),
  };
  draft.assumed.push("Values that are already stored stay as they are; check rows that do not fit the new kind.");
  draft.touched = ref.entity.name;
  return true;
};

/** "status: no show as well": behind a colon stands what is to be added, word by word. */
function addListed(clause: Clause, at: number): boolean {
  const said = /^[^:]+:\s*(.+?)[,\s]+(?:as well|also|too|in addition)$/i.exec(clause.text)?.[1];
  const ref = pickRef(clause, clause.marks[at]!.fields.filter(isChoice));
  const head = clause.marks.slice(
    0,
    Math.max(
      0,
      clause.marks.findIndex(({ text }) => text === ":"),
    ),
  );
  if (!said || !ref || !head.every((mark) => !isUnknown(mark) && mark.role === undefined)) return false;
  const had = optionsOf(propertyOf(ref));
  const more = splitOptions(said).filter((text) => !had.some((one) => one.toLowerCase() === text.toLowerCase()));
  return (
    more.length > 0 && more.every((text) => wordsOf(text).length < 5) && setOptions(clause, ref, [...had, ...more])
  );
}

/** "reorder the status: done, doing, todo": the options that are named come first, in that order. */
export const readOptionOrder: Rule = (clause) => {
  const { marks } = clause;
  const stated = marks.flatMap(({ states }) => states.filter(isChoice));
  if (!asks(clause, "order") || asks(clause, "add", "remove", "rename", "filter") || stated.length < 2) return false;
  const ref =
    pickRef(
      clause,
      marks.flatMap(({ fields }) => fields.filter(isChoice)),
    ) ?? pickState(clause, [stated[0]!]);
  if (!ref || !isAll(clause, (mark) => isNamed(mark) || has(mark, "order", "sort", "option", "become", "show")))
    return false;
  const had = optionsOf(propertyOf(ref));
  const first = [
    ...new Set(stated.filter(({ entity, name }) => entity === ref.entity && name === ref.name).map(({ is }) => is)),
  ];
  return first.length > 1 && setOptions(clause, ref, [...first, ...had.filter((one) => !first.includes(one))]);
};
const isNamed = (mark: Mark) => mark.entities.length + mark.fields.length + mark.states.length > 0;

/** A new value: an unknown word, or one that only another table has a field of. */
const isValue = (mark: Mark, owner?: Entity) =>
  isUnknown(mark) ||
  // "team green too": a colour by name, where no part of the screen has it.
  (mark.color !== undefined && mark.states.length === 0 && mark.asks.length === 0) ||
  (mark.quoted !== undefined && mark.states.length === 0) ||
  (owner !== undefined &&
    mark.fields.length > 0 &&
    mark.entities.length + mark.states.length + mark.asks.length === 0 &&
    mark.fields.every(({ entity }) => entity !== owner));

/** "between active and closed", "after open": where a new option goes. */
function placeBetween({ marks }: Clause, ref: FieldRef, options: string[]): number {
  const word = marks.findIndex((mark) => /^(?:between|before|after)$/.test(mark.words[0]!));
  const state =
    word < 0
      ? undefined
      : marks
          .slice(word)
          .flatMap(({ states }) => states)
          .find(({ name }) => name === ref.name);
  const at = state ? options.indexOf(state.is) : -1;
  if (at < 0) return options.length;
  return marks[word]!.words[0] === "before" ? at : at + 1;
}

/** Runs of words that nothing is known of, with the small words between them: "wont fix" | "on hold". */
function runsOf({ text, marks }: Clause, values: number[]): string[] {
  const runs: string[] = [];
  let from = -1;
  let last = -1;
  const close = () => {
    if (from >= 0) runs.push(marks[last]!.quoted ?? text.slice(marks[from]!.at, marks[last]!.end));
    from = -1;
  };
  for (const at of values) {
    const between = from < 0 ? [] : marks.slice(last + 1, at);
    const isNext =
      from >= 0 &&
      marks[from]!.quoted === undefined &&
      marks[at]!.quoted === undefined &&
      between.every((mark) => !mark.isSign && !/^(?:and|or|also|too)$/.test(mark.words[0]!));
    if (!isNext) {
      close();
      from = at;
      while (
        from > 0 &&
        /^(?:on|in|out|not|no|under|off|up)$/.test(marks[from - 1]!.words[0]!) &&
        marks[at]!.quoted === undefined
      )
        from--;
    }
    last = at;
  }
  close();
  return runs.map((run) => run.trim());
}

/** "remove minor from severity". */
export const readFewerOptions: Rule = (clause) => {
  const { marks } = clause;
  if (!asks(clause, "remove")) return false;
  const stated = marks.filter((mark) => mark.states.some((state) => isChoice(state)));
  const isOfField = marks.some((mark) => mark.fields.some(isChoice)) || asks(clause, "option");
  if (stated.length === 0 || !isOfField) return false;
  const knows = (mark: Mark) =>
    mark.entities.length + mark.fields.length + mark.states.length > 0 ||
    has(mark, "remove", "option", "become", "have");
  if (!isAll(clause, knows) || unknownIn(clause).length > 0) return false;
  const ref =
    pickRef(
      clause,
      marks.flatMap(({ fields }) => fields.filter(isChoice)),
    ) ?? pickState(clause, stated[0]!.states);
  if (!ref) return false;
  const gone = stated.flatMap(({ states }) =>
    states.filter(({ name, entity }) => name === ref.name && entity === ref.entity).map(({ is }) => is),
  );
  const left = optionsOf(propertyOf(ref)).filter((option) => !gone.includes(option));
  return gone.length > 0 && left.length > 0 && setOptions(clause, ref, left);
};

/** The last mark of a field and the table that it is of: "status of tickets". */
function endOfField({ marks }: Clause, at: number): number {
  let end = at;
  while (marks[end + 1] && has(marks[end + 1]!, "field")) end++;
  if (!/^(?:of|in|on|for)$/.test(marks[end + 1]?.words[0] ?? "")) return end;
  const next = marks.findIndex((mark, index) => index > end + 1 && !/^(?:the|each|all|our)$/.test(mark.words[0]!));
  return next > 0 && marks[next]!.entities.length > 0 ? next : end;
}

const isChange = /^(?:change|set|update|replace)\b/i;

/** "make status a dropdown: hot, cold", "the options of status should be new, won, lost", "change the priorities to p1, p2, p3". */
export const readDropdown: Rule = (clause) => {
  const { draft, marks } = clause;
  if (
    asks(clause, "also", "remove", "rename", "chart", "several", "default", "filter", "sort", "colour", "required") ||
    marks.some((mark, at) => at === 0 && has(mark, "add"))
  )
    return false;
  const word = marks.findIndex((mark) => has(mark, "option"));
  const near = marks.findIndex((mark, at) => at > word && !/^(?:of|for|in|the)$/.test(mark.words[0]!));
  const isBehind =
    word >= 0 &&
    near > 0 &&
    marks[near]!.fields.length > 0 &&
    marks.slice(0, word).every(({ fields }) => fields.length === 0);
  const at = isBehind ? near : marks.findIndex(({ fields }) => fields.length > 0);
  if (at < 0) return false;
  const end = endOfField(clause, at);
  const from = isBehind ? end : Math.max(word, end);
  const isList = word >= 0 || (isChange.test(clause.text) && marks[at]!.fields.some(isChoice));
  const known = marks.slice(0, from + 1).every((mark) => !isUnknown(mark) || isChange.test(mark.words[0]!));
  if (!isList || !known) return false;
  const ref = pickRef(clause, marks[at]!.fields);
  if (!ref) return false;
  const said = listAfter(clause, from);
  const before = propertyOf(ref);
  const isDropdown = /\b(?:drop-?down|select|picklist)\b/i.test(clause.text);
  if (said.length < 2 && (!isDropdown || said.length > 0)) return false;
  const options = said.length > 1 ? said : (before.enum ?? inferProperty(ref.name).enum ?? []).map(String);
  if (options.length < 2) {
    const label = labelFor(ref.name, before).toLowerCase();
    draft.skipped.push(
      `A dropdown for ${label} needs at least two options: “make ${label} a dropdown with small, medium, large”.`,
    );
    return true;
  }
  const title = before.title ? { title: before.title } : {};
  ref.entity.properties[ref.name] = { ...choiceOf(before, options), ...title };
  const lost = (before.enum ?? []).map(String).filter((option) => !options.includes(option));
  if (lost.length > 0)
    draft.assumed.push(
      `Rows that say ${listed(lost, "or")} keep that value until someone changes it; new rows start as ${String(ref.entity.properties[ref.name]!.default)}.`,
    );
  draft.touched = ref.entity.name;
  return true;
};

/** "make court a choice of district, regional and supreme": the options of a field that is there. */
export const readOptions: Rule = (clause) => {
  const { marks } = clause;
  const at = marks.findIndex(
    (mark) => has(mark, "option", "several") && !/^(?:can|could|may) be$|^allows?$/.test(mark.words.join(" ")),
  );
  if (at < 0 || asks(clause, "also", "field", "remove", "rename", "chart")) return false;
  const before = marks.slice(0, at).flatMap(({ fields }) => fields);
  const ref = pickRef(clause, before);
  const options = listAfter(clause, at);
  if (!ref || options.length < 2) return false;
  if (
    !marks
      .slice(0, at)
      .every(
        (mark) =>
          mark.isSign ||
          mark.fields.length + mark.entities.length > 0 ||
          has(mark, "become", "have", "add") ||
          !isUnknown(mark),
      )
  )
    return false;
  const value = ref.entity.properties[ref.name]!;
  const title = value.title ? { title: value.title } : {};
  ref.entity.properties[ref.name] = asks(clause, "several")
    ? { type: "array", items: { type: "string", enum: options }, ...title }
    : { ...choiceOf(value, options), ...title };
  clause.draft.touched = ref.entity.name;
  return true;
};
