import { listed } from "@/offline/language/inflect";
import { identifierOf } from "@/offline/tool/formula";
import { likeness, nameWords } from "@/offline/tool/items";
import { matchField, matchResult } from "@/offline/tool/kind";
import type { ToolReading } from "@/offline/tool/read-tool";
import type { ToolKind } from "@/offline/words/tool-kinds";
import type { Placed } from "./fields";
import { generalNote, quote, type ToolNotes } from "./notes";
import { type MadeTool, templateOf } from "./template";

export type Block = Omit<MadeTool["blocks"][number], "id">;

export function kindBlocks(reading: ToolReading, kind: ToolKind, has: ReadonlySet<string>, notes: ToolNotes): Block[] {
  const wanted = reading.shown.map((shown) => ({ ...shown, result: matchResult(kind, shown.words) }));
  const first = wanted.flatMap(({ result }) => result ?? []);
  const ordered = [...new Set([...first, ...kind.results])];
  const blocks: Block[] = ordered.map((result) => ({
    type: result.type,
    title: result.title,
    template: templateOf(kind, result, has, reading),
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
  if (kind.isGiven && reading.subject !== "") notes.left.push(generalNote(kind.isGiven, reading.subject));
  return blocks;
}

/** "how much wallpaper to buy" asks for nothing beyond the wallpaper. */
const needWords = new Set(["buy", "need", "use", "get", "take", "have", "require", "should", "must"]);

/** Whether a phrase says nothing but what the kind is. */
const isOnlyKind = (words: string, { kind, phrase }: ToolReading) => {
  const known = new Set(
    nameWords(
      `${kind?.name} ${phrase.replaceAll("+", " ")} ${kind?.phrases.join(" ").replaceAll("+", " ")} ${kind?.about}`,
    ),
  );
  return nameWords(words).every(
    (word) =>
      known.has(word) ||
      needWords.has(word) ||
      [...known].some((other) => other.startsWith(word) || word.startsWith(other)),
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
export function ownBlocks(reading: ToolReading, notes: ToolNotes): Block[] {
  const blocks = formulaBlocks(reading);
  for (const { words, type } of reading.shown) {
    const isComputed = blocks.some(({ title }) => likeness(title, words) > 0);
    if (!isComputed) blocks.push(promptBlock(words || reading.title, type, reading, notes));
  }
  if (blocks.length === 0) blocks.push(promptBlock(reading.title, undefined, reading, notes));
  notes.made.push(`Results: ${listed(blocks.map(({ title }) => title.toLowerCase()))}`);
  return blocks;
}

export function promptBlock(words: string, type: string | undefined, { title }: ToolReading, notes: ToolNotes): Block {
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  notes.left.push(
    `${quote(words)} is for an AI model to write: until one is connected, this part of the result stays empty`,
  );
  return {
    type: (type as Block["type"] | undefined) ?? "text",
    title: name.slice(0, 120),
    prompt:
      words === title
        ? `Write the result of “${title}” from what the visitor entered: complete, and ready to use.`
        : `Write this part of the result of “${title}”: ${words}. Use what the visitor entered.`,
  };
}

/** Fields that no result of the kind uses are at least shown again. */
export function addLoose(kind: ToolKind, placed: Placed[], blocks: Block[], notes: ToolNotes): void {
  const own = new Set(kind.fields.map(({ name }) => name));
  // A word of the text is no use of the field.
  const text = blocks
    .flatMap(({ template = "", prompt }) => (prompt === undefined ? (template.match(/\{\{[^}]*\}\}/g) ?? []) : []))
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
