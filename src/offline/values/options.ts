import "server-only";
import type { Entity, Property } from "../model/app-model";
import { optionsOf } from "../model/field-kinds";
import { splitOptions } from "../language/normalize";
import { setChoices } from "../draft/compose";
import { wordsOf } from "../language/inflect";
import {
  asks,
  type Clause,
  entitiesIn,
  isAll,
  kindOfRef,
  pickRef,
  pickState,
  type Rule,
  stateOf,
} from "../request/meaning/clause";
import { isAttribute } from "../lexicon/lexicon";
import { type FieldRef, has, isFiller, isUnknown, type Mark, marksOf, type State } from "../request/meaning/marks";

export const propertyOf = ({ entity, name }: FieldRef): Property => entity.properties[name]!;

export const isChoice = (ref: FieldRef) => ["enum", "multi"].includes(kindOfRef(ref));

export function setOptions({ draft }: Clause, { entity, name }: FieldRef, options: string[]): boolean {
  setChoices(entity, name, options);
  draft.touched = entity.name;
  return true;
}

/** "status can be cancelled too", "voices: add mezzo and baritone", "add urgent to the priorities". */
export const readMoreOptions: Rule = (clause) => {
  const { marks } = clause;
  // "add a venue: home ground, away": a field of its own, though some field has such an option.
  const sign = marks.findIndex(({ text }) => text === ":");
  const isNew = /^(?:please )?add an? /i.test(clause.text) && sign > 0;
  if (isNew && !marks.slice(0, sign).some(({ fields, entities }) => fields.length + entities.length > 0)) return false;
  if (addState(clause) || addCalled(clause)) return true;
  // "purpose should have health": of a choice, what it should have is an option.
  const isChoiceFirst = marks.find((mark) => !isFiller(mark))?.fields.some(isChoice) && entitiesIn(clause).length === 0;
  const isMore =
    asks(clause, "add", "also", "option") ||
    marks.some(({ text }) => text === ":") ||
    (isChoiceFirst && asks(clause, "have"));
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
  // "paper sizes: add A2": what stands before the colon says which field.
  const colon = marks.findIndex(({ text }, index) => text === ":" && index > at);
  const values = marks.flatMap((mark, index) =>
    index !== at && index > colon && isValue(mark, ref?.entity) ? [index] : [],
  );
  if (!ref || values.length === 0) return false;
  const knows = (mark: Mark) =>
    isValue(mark, ref.entity) ||
    mark.fields.some(isChoice) ||
    mark.states.some((state) => state.entity === ref.entity && state.name === ref.name) ||
    mark.entities.includes(ref.entity) ||
    has(mark, "add", "also", "option", "have", "can", "become", "show", "required", "field") ||
    /^(?:between|must)$/.test(mark.words[0]!);
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

const more =
  /^(?:add )?(?:(?:an?|one|another|some) )*(?:(?:new|more|extra|additional|further|other) )*([\w ]+?)(?:\s*:\s*(.+)| ("[^"]+"|[\w-]+)(?: (?:for|of|in) (?:the |all |our )?([\w ]+))?)$/i;

/** "new size xl for cakes", "one more status: waiting for parts, between waiting and in progress": values by their word. */
function addCalled(clause: Clause): boolean {
  const { text, draft } = clause;
  if (!/^(?:add )?(?:an? )?(?:new|another|one more|extra|additional|more)\b/i.test(text)) return false;
  const [, name = "", list, one, of] = more.exec(text) ?? [];
  const refs = marksOf(name, draft.model).flatMap((mark) => (isFiller(mark) ? [] : [mark.fields.filter(isChoice)]));
  const isOfTable = of === undefined || marksOf(of, draft.model).every((mark) => mark.entities.length === 1);
  const ref = refs.length === 1 && isOfTable ? pickRef(clause, refs[0]!) : undefined;
  if (!ref) return false;
  const had = optionsOf(propertyOf(ref));
  const said = one
    ? [one.replaceAll('"', "")]
    : splitOptions((list ?? "").replace(/,?\s+(?:between|before|after) .*$/i, ""));
  const isName = (text: string) =>
    wordsOf(text).length < 5 &&
    (list !== undefined ||
      marksOf(text, draft.model).every((mark) => (isUnknown(mark) && !isAttribute(text)) || mark.quoted));
  const fresh = said.filter((text) => !had.some((other) => other.toLowerCase() === text.toLowerCase()));
  if (fresh.length === 0 || !fresh.every(isName)) return false;
  const place = placeBetween(clause, ref, had);
  return setOptions(clause, ref, [...had.slice(0, place), ...fresh, ...had.slice(place)]);
}

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
export const readOptionOrder: Rule = (whole) => {
  if (moveOption(whole)) return true;
  // "order the stages: …", in an app that has orders.
  const isVerb = turning.test(whole.text) && (whole.marks[0]?.entities.length ?? 0) > 0;
  const clause = isVerb ? { ...whole, marks: whole.marks.slice(1) } : whole;
  const { marks } = clause;
  const stated = marks.flatMap(({ states }) => states.filter(isChoice));
  // "turn the difficulty round please: hard, medium, easy": all of its options, each once.
  const isWhole = turning.test(clause.text) && coversOne(stated);
  if (!(asks(clause, "order") || isWhole) || asks(clause, "remove", "rename", "filter") || stated.length < 2)
    return false;
  if (marks.some((mark) => has(mark, "add") && mark.words[0] !== "put")) return false;
  const ref =
    pickRef(
      clause,
      marks.flatMap(({ fields }) => fields.filter(isChoice)),
    ) ?? pickState(clause, [stated[0]!]);
  if (
    !ref ||
    !isAll(
      clause,
      (mark) =>
        isNamed(mark) ||
        (isWhole && mark.words.every((word) => turnWord.test(word))) ||
        has(mark, "order", "sort", "option", "become", "show", "first", "start"),
    )
  )
    return false;
  const had = optionsOf(propertyOf(ref));
  const first = [
    ...new Set(stated.filter(({ entity, name }) => entity === ref.entity && name === ref.name).map(({ is }) => is)),
  ];
  return first.length > 1 && setOptions(clause, ref, [...first, ...had.filter((one) => !first.includes(one))]);
};
/** "move fitting before sewing": one option to another place in its list. */
function moveOption(clause: Clause): boolean {
  const [, one = "", where = "", other = ""] =
    /^(?:move|put) "?([^"]+?)"? (before|after|behind) "?([^"]+?)"?$/i.exec(clause.text) ?? [];
  const statesIn = (text: string) =>
    (text === "" ? [] : marksOf(text, clause.draft.model)).flatMap(({ states }) => states);
  const others = statesIn(other);
  const moved = statesIn(one).find((state) => isChoice(state) && others.some((ref) => isOfSame(ref, state)));
  const mark = moved && others.find((ref) => isOfSame(ref, moved) && ref.is !== moved.is);
  if (!moved || !mark) return false;
  const rest = optionsOf(propertyOf(moved)).filter((option) => option !== moved.is);
  const at = rest.indexOf(mark.is) + (/before/i.test(where) ? 0 : 1);
  return setOptions(clause, moved, [...rest.slice(0, at), moved.is, ...rest.slice(at)]);
}
const isOfSame = (one: State, state: State) => one.entity === state.entity && one.name === state.name;

const turning = /^(?:[\w ]{2,30}: ?)?(?:please )?(?:turn|order|reverse|swap|arrange|put)\b/i;
const turnWord = /^(?:turn|round|around|order|reverse|swap|arrange|put|way|like|this|so|other|first|then|last)$/;
/** Whether options of a sentence are all those of one field. */
const coversOne = (stated: State[]): boolean =>
  stated.some((state) => {
    const own = stated.filter(({ entity, name }) => entity === state.entity && name === state.name);
    const all = optionsOf(propertyOf(state));
    return all.length > 1 && own.length === all.length && new Set(own.map(({ is }) => is)).size === all.length;
  });
export const isNamed = (mark: Mark) => mark.entities.length + mark.fields.length + mark.states.length > 0;

/** A new value: an unknown word, or one that only another table has a field of. */
const isValue = (mark: Mark, owner?: Entity) =>
  (isUnknown(mark) &&
    !/^(?:between|before|after|must|may|might|please|nobody|never|take|takes|use|uses|used)$/.test(mark.words[0]!)) ||
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
