import { listed } from "@/offline/language/inflect";
import { identifierOf } from "@/offline/tool/formula";
import { likeness, withoutLead } from "@/offline/tool/items";
import { matchField } from "@/offline/tool/kind";
import type { Asked, ToolReading } from "@/offline/tool/read-tool";
import type { KindField, MadeField, ToolKind } from "@/offline/words/tool-kinds";
import { quote, type ToolNotes } from "./notes";

/** A field and the number of its step. */
export type Placed = { field: MadeField; step: number };
/** A field from a few words (features/tools/compose/read-field.ts). */
export type MakeField = (words: string) => MadeField | undefined;
const fieldsMax = 30;

/** "poems about a topic in a chosen style (haiku, sonnet)": what a visitor would have to say. */
const askedIn = ({ shown, title }: ToolReading): Asked[] =>
  [...shown.map(({ words }) => words), title].flatMap((words) =>
    [
      ...words.matchAll(
        /\b(?:about|for|on|in|from|of)\s+(?:an?\s+(?:(?:given|chosen|certain|particular|specific)\s+)?|(?:given|chosen)\s+)([\p{L}-]+(?:\s+(?!(?:for|with|in|on|of|to|and|or|from|by|about|at|into|using|that|who|which)\b)[\p{L}-]+){0,2}(?:\s+\([^)]*\))?)/giu,
      ),
    ]
      // "for a small bakery" is whom it is for, and "for a month" how long.
      .filter(([, noun]) => !/^(?:small|big|new|local|young|little|day|week|month|year|weekend)\b/i.test(noun!))
      .map(([, noun]) => ({ words: noun!, step: 0 })),
  );

const plain = ({ step: _step, example, ...field }: KindField): MadeField => ({
  ...field,
  ...(example !== undefined &&
    !["select", "multiselect", "height", "weight"].includes(field.type) && {
      placeholder: example.split("\n").join(", "),
    }),
});

/** The tool's fields in the order in which they were asked for, and those of its kind that its results need. */
export function placeFields(reading: ToolReading, notes: ToolNotes, makeField: MakeField): Placed[] {
  const { kind, formulas } = reading;
  const asked = reading.asked.length > 0 || kind ? reading.asked : askedIn(reading);
  const placed: Placed[] = [];
  const claimed = new Set<string>();
  const add = (field: MadeField, step: number) => {
    const isThere = placed.some((one) => identifierOf(one.field.name) === identifierOf(field.name));
    if (!isThere && placed.length < fieldsMax) placed.push({ field, step });
  };
  for (const { words: said, step } of asked) {
    // "20% tax": the value that is usual is suggested.
    const fixed = /^(\d+(?:\.\d+)?)\s*%\s*(.+)$/.exec(said);
    const words = fixed ? `${fixed[2]} percent` : said;
    const known = kind && matchField(kind, nameOf(words), claimed);
    if (known) {
      claimed.add(known.name);
      const field = withOptions(plain(known), makeField(words), notes);
      add(fixed ? { ...field, placeholder: fixed[1]! } : field, step);
      if (fixed) notes.assumed.push(`${field.label} is entered each time, with ${fixed[1]} as a hint`);
      continue;
    }
    const made = makeField(withoutLead(words));
    if (made) add(made, step);
    else notes.left.push(`${quote(words)} names no field`);
  }
  if (kind) {
    // "a bill splitter with tip" has what bill splitters have, and a tip.
    const isOpen = asked.length === 0 || (asked.length === 1 && asked[0]!.isLoose === true);
    for (const name of claimed) reading.fixed.delete(name);
    if (kind.fields.length - reading.fixed.size < 1) reading.fixed.clear();
    for (const [name, value] of reading.fixed)
      notes.assumed.push(`${quote(name)} is always ${quote(`${value}`)}, as you said`);
    const needed = kind.fields.filter(
      (field) => !claimed.has(field.name) && !reading.fixed.has(field.name) && (isOpen || field.required),
    );
    if (asked.length > 0 && needed.length > 0)
      notes.assumed.push(`It also asks for ${listed(needed.map(({ label }) => quote(label)))}, which the result needs`);
    const firstStep = Math.max(0, ...placed.map(({ step }) => step));
    for (const field of needed) add(plain(field), asked.length === 0 ? kindStep(kind, field) : firstStep);
  }
  for (const name of formulas.flatMap(({ names }) => names)) {
    const before = formulas.some((one) => identifierOf(one.name) === identifierOf(name));
    const there = placed.find(
      ({ field }) => likeness(field.name, name) === 2 || identifierOf(field.name) === identifierOf(name),
    );
    if (there && ["text", "long_text"].includes(there.field.type)) there.field = { ...there.field, type: "number" };
    if (before || there) continue;
    add({ name, label: name.charAt(0).toUpperCase() + name.slice(1), type: "number", required: true }, 0);
    if (asked.length > 0) notes.assumed.push(`I added the field ${quote(name)}, since the result is computed from it`);
  }
  if (placed.length > 0) notes.made.push(`Fields: ${listed(placed.map(({ field }) => field.label))}`);
  return placed;
}

/** Without what stands in brackets, and without "how many". */
const nameOf = (words: string) =>
  withoutLead(words.replace(/[([].*$/s, "").replace(/\s*(?::|\bas\b|\bbetween\b|\bsuch as\b|\blike\b).*$/is, "")) ||
  words;

const kindStep = (kind: ToolKind, field: KindField) =>
  Math.max(0, [...new Set(kind.fields.map(({ step }) => step))].indexOf(field.step));

/** The options that the sentence names, of those that the kind's results know. */
function withOptions(field: MadeField, said: MadeField | undefined, notes: ToolNotes): MadeField {
  const wanted = said?.optionsConfig ?? [];
  const known = field.optionsConfig ?? [];
  const isRequired = said?.required === true;
  const base = isRequired ? { ...field, required: true } : field;
  if (wanted.length === 0 || known.length === 0) return base;
  const matched = wanted.flatMap(({ label }) => known.find((one) => likeness(one.label, label) > 0) ?? []);
  const unknown = wanted.filter(({ label }) => !known.some((one) => likeness(one.label, label) > 0));
  if (unknown.length > 0)
    notes.left.push(
      `${field.label} has no ${listed(
        unknown.map(({ label }) => quote(label)),
        "or",
      )}: the results know nothing about it`,
    );
  return matched.length > 1 ? { ...base, optionsConfig: distinct(matched) } : base;
}

const distinct = (options: { label: string; iconUrl: string }[]) =>
  options.filter(({ label }, index) => options.findIndex((other) => other.label === label) === index);
