import "server-only";
import { listed } from "./inflect";
import { identifierOf } from "./read/tool/formula";
import { likeness, nameWords, withoutLead } from "./read/tool/items";
import { matchField, matchResult } from "./read/tool/kind";
import { readTool, type ToolReading } from "./read/tool/read-tool";
import type { KindField, MadeField, ToolKind } from "./words/tool-kinds";
import { type MadeTool, stepIds, templateOf } from "./write/tool";

/** What was made of a sentence, in plain words. */
export type ToolNotes = {
  made: string[];
  assumed: string[];
  /** What was not understood or cannot be done here. */
  left: string[];
};
export type ComposedTool = {
  isUnderstood: boolean;
  tool: MadeTool;
  notes: ToolNotes;
  icon: { name: string; tone: string } | undefined;
};

type Placed = { field: MadeField; step: number };
const fieldsMax = 30;
const quote = (text: string) => `“${text}”`;

/**
 * A whole tool by a sentence, by rules: its kind from words/tools/, and what the sentence asks for and shows.
 * Deterministic. Results that only a model could write are blocks with a prompt, and the notes say so.
 * @param makeField a field from a few words (features/tools/read-field.ts)
 */
export function composeTool(sentence: string, makeField: (words: string) => MadeField | undefined): ComposedTool {
  const reading = readTool(sentence);
  const notes: ToolNotes = { made: [], assumed: [], left: [] };
  const { kind } = reading;
  const placed = placeFields(reading, notes, makeField);
  const has = new Set(placed.map(({ field }) => field.name));
  const blocks = kind ? kindBlocks(reading, kind, has, notes) : ownBlocks(reading, notes);
  if (kind) addLoose(kind, placed, blocks, notes);
  const steps = stepsOf(reading, placed, notes);
  if (kind) notes.made.unshift(`${kind.name}, which works without an AI model`);
  notes.left.push(...leftOf(reading));
  const [name, tone] = kind?.icon.split(" ") ?? [];
  return {
    isUnderstood: isUnderstood(reading),
    icon: name && tone ? { name, tone } : undefined,
    notes: { made: unique(notes.made), assumed: unique(notes.assumed), left: unique(notes.left) },
    tool: {
      header: reading.title,
      description: kind?.about ?? "",
      inputLabel: placed.length === 0 ? "What is it about?" : "",
      isInputHidden: placed.length > 0,
      isMultiStepInput: steps.length > 1,
      inputSteps: steps.map(({ id, title }) => ({ id, title })),
      fields: placed.map(({ field, step }, index) => ({
        ...field,
        id: `f${index + 1}`,
        ...(steps.length > 1 && { stepId: steps[Math.min(step, steps.length - 1)]!.id }),
      })),
      blocks: blocks.map((block, index) => ({ ...block, id: `b${index + 1}` })),
    },
  };
}

/** Whether anything but the title was understood. */
const isUnderstood = ({ kind, asked, formulas, shown }: ToolReading): boolean =>
  kind !== undefined || asked.length + formulas.length + shown.length > 0;

/** "poems about a topic in a chosen style (haiku, sonnet)": what a visitor would have to say. */
const askedIn = ({ shown, title }: ToolReading) =>
  [...shown.map(({ words }) => words), title].flatMap((words) =>
    [
      ...words.matchAll(
        /\b(?:about|for|on|in|from|of)\s+(?:an?\s+(?:(?:given|chosen|certain|particular|specific)\s+)?|(?:given|chosen)\s+)([\p{L}-]+(?:\s+(?!(?:for|with|in|on|of|to|and|or|from|by|about|at|into|using|that|who|which)\b)[\p{L}-]+){0,2}(?:\s+\([^)]*\))?)/giu,
      ),
    ].map(([, noun]) => ({ words: noun!, step: 0 })),
  );

const unique = (lines: string[]) => [...new Set(lines)];

const plain = ({ step: _step, example, ...field }: KindField): MadeField => ({
  ...field,
  ...(example !== undefined &&
    !["select", "multiselect", "height", "weight"].includes(field.type) && {
      placeholder: example.split("\n").join(", "),
    }),
});

/** The tool's fields in the order in which they were asked for, and those of its kind that its results need. */
function placeFields(
  reading: ToolReading,
  notes: ToolNotes,
  makeField: (words: string) => MadeField | undefined,
): Placed[] {
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
    const needed = kind.fields.filter((field) => !claimed.has(field.name) && (asked.length === 0 || field.required));
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
  Math.max(0, unique(kind.fields.map(({ step }) => step)).indexOf(field.step));

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
  return matched.length > 1 ? { ...base, optionsConfig: unique2(matched) } : base;
}

const unique2 = (options: { label: string; iconUrl: string }[]) =>
  options.filter(({ label }, index) => options.findIndex((other) => other.label === label) === index);

type Block = Omit<MadeTool["blocks"][number], "id">;

function kindBlocks(reading: ToolReading, kind: ToolKind, has: ReadonlySet<string>, notes: ToolNotes): Block[] {
  const wanted = reading.shown.map((shown) => ({ ...shown, result: matchResult(kind, shown.words) }));
  const first = wanted.flatMap(({ result }) => result ?? []);
  const ordered = [...new Set([...first, ...kind.results])];
  const blocks: Block[] = ordered.map((result) => ({
    type: result.type,
    title: result.title,
    template: templateOf(kind, result, has, reading.currency),
  }));
  for (const { words, type, result } of wanted) {
    // "a chart of it" where the kind shows one already; "the tip" where that is what the tool is.
    const isThere =
      result ||
      (type && kind.results.some((one) => one.type === type)) ||
      likeness(words, kind.name) > 0 ||
      isOnlyKind(words, reading) ||
      matchField(kind, words, new Set());
    if (!isThere) blocks.push(promptBlock(words, type, reading, notes));
  }
  blocks.push(...formulaBlocks(reading));
  notes.made.push(`Results: ${listed(blocks.map(({ title }) => title.toLowerCase()))}`);
  if (kind.isGiven && reading.subject !== "")
    notes.left.push(
      `The ${kind.isGiven} are general ones: I know none about ${quote(reading.subject)}. Put your own in their place`,
    );
  return blocks;
}

/** Whether a phrase says nothing but what the kind is. */
const isOnlyKind = (words: string, { kind, phrase }: ToolReading) => {
  const known = new Set(
    nameWords(
      `${kind?.name} ${phrase.replaceAll("+", " ")} ${kind?.phrases.join(" ").replaceAll("+", " ")} ${kind?.about}`,
    ),
  );
  return nameWords(words).every(
    (word) => known.has(word) || [...known].some((other) => other.startsWith(word) || word.startsWith(other)),
  );
};

function formulaBlocks({ formulas, currency }: ToolReading): Block[] {
  return formulas.map(({ name, expression }, index) => {
    const before = formulas.slice(0, index);
    // An earlier result counts under its name.
    const open = before.map((one) => `{{#with ${one.expression} as ${identifierOf(one.name)}}}\n`).join("");
    const close = before.map(() => "\n{{/with}}").join("");
    const isMoney =
      currency !== "" || /\b(?:price|cost|total|fee|salary|income|budget|profit|tax|amount|pay|rent)\b/i.test(name);
    const sign = currency || "$";
    const value = isMoney && currency !== "" ? `money(${expression}, "${sign}")` : `round(${expression}, 2)`;
    return { type: "text", title: name, template: `${open}# {{= ${value}}}${close}` };
  });
}

/** The blocks of a tool of no kind: what it computes, and what a model is to write. */
function ownBlocks(reading: ToolReading, notes: ToolNotes): Block[] {
  const blocks = formulaBlocks(reading);
  for (const { words, type } of reading.shown) {
    const isComputed = blocks.some(({ title }) => likeness(title, words) > 0);
    if (!isComputed) blocks.push(promptBlock(words || reading.title, type, reading, notes));
  }
  if (blocks.length === 0) blocks.push(promptBlock(reading.title, undefined, reading, notes));
  notes.made.push(`Results: ${listed(blocks.map(({ title }) => title.toLowerCase()))}`);
  return blocks;
}

function promptBlock(words: string, type: string | undefined, { title }: ToolReading, notes: ToolNotes): Block {
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  notes.left.push(
    `${quote(words)} is for an AI model to write: until one is connected, this part of the result stays empty`,
  );
  return {
    type: (type as Block["type"] | undefined) ?? "text",
    title: name.slice(0, 120),
    prompt: `Write this part of the result of “${title}”: ${words}. Use what the visitor entered.`,
  };
}

/** Fields that no result of the kind uses are at least shown again. */
function addLoose(kind: ToolKind, placed: Placed[], blocks: Block[], notes: ToolNotes): void {
  const own = new Set(kind.fields.map(({ name }) => name));
  const text = blocks
    .map(({ template = "", prompt }) => (prompt === undefined ? template : ""))
    .join("\n")
    .toLowerCase();
  const loose = placed
    .map(({ field }) => field)
    .filter(({ name, type }) => !own.has(name) && type !== "photo" && !text.includes(identifierOf(name)));
  if (loose.length === 0) return;
  blocks.push({
    type: "list",
    title: "You also entered",
    template: loose
      .map(({ name, label }) => `{{#if ${identifierOf(name)}}}\n- ${label}: {{= ${identifierOf(name)}}}\n{{/if}}`)
      .join("\n"),
  });
  notes.left.push(
    `${listed(loose.map(({ label }) => quote(label)))} ${loose.length === 1 ? "is" : "are"} asked for and shown again, but the result is not worked out from ${loose.length === 1 ? "it" : "them"}`,
  );
}

function stepsOf(
  { steps, stepCount, asked, kind }: ToolReading,
  placed: Placed[],
  notes: ToolNotes,
): { id: string; title: string }[] {
  const titled = (titles: string[]) => {
    const ids = stepIds(titles.length);
    return titles.map((title, index) => ({ id: ids[index]!, title: (title || `Step ${index + 1}`).slice(0, 60) }));
  };
  if (steps.length > 1) {
    const isShared = asked.length > 0 && asked.every(({ step }) => step === steps.length - 1);
    if (isShared || asked.length === 0) share(placed, steps.length);
    notes.made.push(`${steps.length} steps`);
    return titled(steps);
  }
  const own = kind ? unique(kind.fields.map(({ step }) => step)) : [];
  if (stepCount < 0 && kind && own.length > 1) {
    for (const one of placed)
      one.step = Math.max(0, own.indexOf(kind.fields.find(({ name }) => name === one.field.name)?.step ?? ""));
    notes.made.push(`${own.length} steps`);
    return titled(own);
  }
  if (stepCount !== 0) {
    const count = Math.max(1, Math.min(placed.length, stepCount < 0 ? placed.length : stepCount));
    share(placed, count);
    if (count > 1) notes.made.push(`${count} steps`);
    if (stepCount > count) notes.left.push(`${stepCount} steps: there are only ${count} fields`);
    return titled(Array.from({ length: count }, () => ""));
  }
  return asked.length === 0 && own.length > 1 ? titled(own) : [];
}

/** Divides the fields among steps in their order, as evenly as it goes. */
function share(placed: Placed[], count: number): void {
  for (const [index, one] of placed.entries()) one.step = Math.floor((index * count) / placed.length);
}

const small = new Set(
  "about a an the for of to in on my our your and or with that which tool app simple small ai who is are people please it i we online new".split(
    " ",
  ),
);

/** The words of the head that only went into the title, and the pieces that no rule read. */
function leftOf({ kind, title, phrase, left, subject, isNamed }: ToolReading): string[] {
  const lines = left.map((piece) => `I did not understand ${quote(piece)}`);
  if (!kind || isNamed || title === kind.name) return lines;
  const known = new Set(
    nameWords(
      `${phrase.replaceAll("+", " ")} ${kind.name} ${kind.phrases.join(" ")} ${subject} planner calculator generator maker builder tool writer`,
    ),
  );
  const rest = nameWords(title).filter(
    (word) =>
      !small.has(word) && ![...known].some((one) => one === word || one.startsWith(word) || word.startsWith(one)),
  );
  if (rest.length > 0) lines.push(`${quote(rest.join(" "))} is in the title, and changes nothing else`);
  return lines;
}
