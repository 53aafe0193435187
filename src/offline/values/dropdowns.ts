import "server-only";
import type { Property } from "../model/app-model";
import { enumProperty, labelFor, optionsOf } from "../model/field-kinds";
import { askedOptions } from "../words/load";
import { listed } from "../language/inflect";
import { asks, type Clause, isAll, kindOfRef, pickRef, type Rule } from "../request/meaning/clause";
import { has, isUnknown, type Mark } from "../request/meaning/marks";
import { isChoice, propertyOf } from "./options";
import { listAfter } from "../request/meaning/texts";

/** A field with these options. A dropdown that was none before starts empty, as it did. */
function choiceOf(before: Property, options: string[]): Property {
  const { default: first, ...choice } = enumProperty(options);
  if (options.includes(String(before.default))) return { ...choice, default: before.default };
  return before.enum ? { ...choice, default: first } : choice;
}

/** "a contact can have several statuses at once", "make status multi select": a dropdown of which several may be chosen. */
export const readSeveral: Rule = (clause) => {
  const { draft, marks } = clause;
  const chosen = marks.flatMap(({ fields }) => fields.filter((ref) => kindOfRef(ref) === "enum"));
  const isNamedOrSo = (mark: Mark) =>
    mark.entities.length > 0 ||
    mark.fields.some(isChoice) ||
    /^(?:time|multi|picked|chosen|selected|ticked|pick|choose|select|tick)$/.test(mark.words[0]!) ||
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
  // "make insurer a dropdown: AOK, TK, private": options ask for nothing.
  const colon = marks.findIndex(({ text }) => text === ":");
  const head = colon > 0 ? { ...clause, marks: marks.slice(0, colon) } : clause;
  if (
    asks(
      head,
      "also",
      "remove",
      "rename",
      "chart",
      "several",
      "default",
      "filter",
      "sort",
      "colour",
      "required",
      "unique",
      "board",
    ) ||
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
  // "the work a long text and the mechanic a dropdown with …": two requests.
  if (marks.slice(at + 1, Math.max(word, 0)).some((mark) => mark.fields.length > 0 && mark.entities.length === 0))
    return false;
  // "value in eur and the year": the field itself, and no word for what may be picked.
  if (at === word && colon < 0 && !asks(clause, "become", "add")) return false;
  const end = endOfField(clause, at);
  const from = isBehind ? end : Math.max(word, end);
  const isList = word >= 0 || (isChange.test(clause.text) && marks[at]!.fields.some(isChoice));
  const known = marks.slice(0, from + 1).every((mark) => !isUnknown(mark) || isChange.test(mark.words[0]!));
  if (!isList || !known) return false;
  const ref = pickRef(head, marks[at]!.fields);
  if (!ref) return false;
  // "the note can be longer": a kind is no option.
  if (/^(?:can|could|may) be$/.test(marks[word]?.words.join(" ") ?? "") && marks[word + 1]?.kind) return false;
  const said = listAfter(clause, from);
  const before = propertyOf(ref);
  const isDropdown = /\b(?:drop-?down|select|picklist)\b/i.test(clause.text);
  if (said.length < 2 && (!isDropdown || said.length > 0)) return false;
  const options = said.length > 1 ? said : (before.enum ?? askedOptions(ref.name) ?? []).map(String);
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
  if (at < 0 || asks(clause, "also", "field", "remove", "rename", "chart", "board")) return false;
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
