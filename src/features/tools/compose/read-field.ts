import { typeOf } from "@/offline/words/load";
import { fieldNameMax, type FieldType, labelMax, optionMax, type ToolField } from "../schema";

/** Words that say what a field holds, the most particular first. */
const typeWords: [FieldType, RegExp][] = [
  ["email", /\be-?mails?\b/i],
  ["photo", /\b(?:photos?|pictures?|images?|selfies?|screenshots?)\b/i],
  ["height", /\bheights?\b|\bhow tall\b/i],
  ["weight", /\bweights?\b|\bhow heavy\b/i],
  // Before "days": when something is, in the words of whoever asks.
  ["text", /\b(?:first|last|start|end|due|exam|wedding|birth) ?(?:day|date)\b|\bdate\b|\bwhen\b/i],
  ["place", /\b(?:place|city|town|country|address|location|where)\b/i],
  ["multiselect", /\b(?:several|multiple|all that apply|any of|choose some|checkboxes|more than one)\b/i],
  [
    "number",
    /\b(?:how many|number of|amount|count|age|budget|price|cost|quantity|days?|weeks?|months?|years?|hours?|minutes?|people|persons|guests|servings|percent|rate|income|salary|savings|payments?|deposit|fees?|wages?|debt|spending|expenses|calories|distance|km|miles)\b/i,
  ],
  ["long_text", /\b(?:describe|description|story|notes?|details|essay|paragraph|long|explain|background|comments?)\b/i],
];

const fillers =
  /^(?:please\s+)?(?:(?:a|an|the|add|ask|make|create|i need|i want|we need|ask (?:for|about)|for|about|field|what is|what's|which|their|your|his|her|visitors?'?|users?'?|people'?s?)\s+)+/i;

/** "vegan, vegetarian or anything" → its three parts. */
const partsOf = (text: string) =>
  text
    .split(/\s*(?:,|;|\/|\||\bor\b|\band\b)\s*/i)
    .map((part) => part.trim().replace(/[.?!]+$/, ""))
    .filter((part) => part !== "");

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What the offline builder's dictionary says of a noun that typeWords does not name: "turnover" is a number. */
function knownType(noun: string): FieldType {
  const { type } = typeOf(noun);
  if (["number", "integer", "money", "percent", "duration"].includes(type)) return "number";
  return type === "email" ? "email" : "text";
}

/** Cut at a word where there is one. */
const cut = (text: string, max: number) => (text.length <= max ? text : text.slice(0, max).replace(/\s+\S*$/, ""));

/** The choices that a sentence lists: behind a colon, in brackets, or "between a, b and c". */
function optionsIn(text: string): { rest: string; options: string[] } {
  const listed =
    /^(.*?)\s*(?:\(([^()]+)\)|:\s*(.+)|\b(?:between|among|one of|any of|either|such as|like|options?:?)\s+(.+))$/is.exec(
      text,
    );
  const found = listed?.[2] ?? listed?.[3] ?? listed?.[4];
  // "hot or cold" is a choice of its own.
  const pair = /^(?!how\b|what\b|whether\b)[\p{L}-]+(?:\s[\p{L}-]+)?\s+or\s+[\p{L}-]+(?:\s[\p{L}-]+)?$/iu.exec(
    text.trim(),
  );
  if (found === undefined && pair) return { rest: text, options: partsOf(pair[0]) };
  const options = found === undefined ? [] : partsOf(found);
  if (options.length < 2) return { rest: text, options: [] };
  return { rest: listed![1]!.trim(), options };
}

/**
 * A custom field from a few words, by rules: what the builder offers without a model.
 * @param types what the caller may make; others become a text
 * @returns undefined where the words name nothing
 */
export function readField(prompt: string, types: readonly FieldType[]): (ToolField & { label: string }) | undefined {
  const whole = prompt.trim().replace(/\s+/g, " ");
  // "satisfaction from 1 to 5" is a number between them.
  const scale =
    /^(.*?)\s*\(?(?:\b(?:on|with)\s+a\s+scale\s+)?(?:\b(?:from|of|between)\s+)?(\d{1,6})\s*(?:to|-|–|and)\s*(\d{1,6})\)?$/i.exec(
      whole,
    );
  const isScale = scale !== null && /\p{L}/u.test(scale[1]!) && Number(scale[2]) < Number(scale[3]);
  const text = isScale ? scale[1]! : whole;
  const { rest, options } = optionsIn(text);
  const isRequired = /\b(?:required|mandatory|must)\b/i.test(text);
  const isPersonal = /\b(?:personal|private|confidential)\b/i.test(text);
  const bare = rest
    .replace(/[,\s]*\b(?:that is |which is )?(?:required|mandatory|optional|personal|private|confidential)\b/gi, " ")
    .replace(
      /\b(?:as a |as an )?(?:dropdown|select|checkboxes|short text|long text|text|number(?!\s+of\b)|field|input|question)\b\s*(?:field)?/gi,
      (word) =>
        /^(?:text|number)$/i.test(word.trim()) && rest.trim().toLowerCase() === word.trim().toLowerCase() ? word : " ",
    )
    .trim()
    .replace(fillers, "")
    .replace(/[.?!:,]+$/, "")
    .replace(/\s+/g, " ")
    .trim();
  const label = capital(cut(bare, labelMax));
  const name = cut(
    bare
      .toLowerCase()
      .replace(/^how (?:many|much|tall|heavy)\s+/i, "")
      .replace(/[{}]/g, ""),
    fieldNameMax,
  ).trim();
  if (!/[\p{L}\p{N}]/u.test(name)) return undefined;
  const isSeveral = /\b(?:several|multiple|all that apply|any of|choose some|checkboxes|more than one)\b/i.test(text);
  const wanted: FieldType = isScale
    ? "number"
    : options.length > 0
      ? isSeveral
        ? "multiselect"
        : "select"
      : (typeWords.find(([type, words]) => type !== "multiselect" && words.test(text))?.[0] ?? knownType(bare));
  const type = types.includes(wanted) ? wanted : "text";
  const unique = [...new Map(options.map((option) => [option.toLowerCase(), option])).values()];
  return {
    name,
    label,
    type,
    ...(isScale && { min: Number(scale[2]), max: Number(scale[3]) }),
    ...(isRequired && { required: true }),
    ...((isPersonal || type === "email") && { personal: true }),
    ...(options.length > 0 && {
      optionsConfig: unique.map((option) => ({ label: capital(cut(option, optionMax)), iconUrl: "" })),
    }),
  };
}
