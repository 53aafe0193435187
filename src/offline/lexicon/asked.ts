import "server-only";
import { sentence, singular, snake } from "../language/inflect";
import { participleOf } from "../language/participle";
import { fieldName, type FieldSpec, inferProperty } from "../model/field-kinds";
import type { FieldKind } from "../model/app-model";
import { isAttribute } from "./lexicon";

/** What a question about a thing asks for: a field, or the other thing that it is one of. */
export type Asked = { field: FieldSpec } | { other: string };

/** A field that keeps the person's own words for its label. */
const field = (label: string, name: string, kind: FieldKind): Asked => {
  const stored = fieldName(name);
  return { field: { label: sentence(label), name: stored, property: inferProperty(stored, kind) } };
};

const helper = "(?:is|are|was|were|does|do|did|has|have|had|will|should)";
const filler =
  /\b(?:it|its|they|them|this|that|the|a|an|he|she|we|i|you|each|is|are|was|were|does|do|did|has|have|been|to be)\b/gi;
const content = (text: string) => text.replace(filler, " ").replace(/\s+/g, " ").trim();

/** "who has it", "what's broken", "when does it expire", "how many are left", "which shelf". Null: no question. */
export function askedIn(said: string): Asked | null {
  const text = said
    .replace(/\?$/, "")
    .replace(/^(who|what|when|where|how)(?:'s|’s)\b/i, "$1 is")
    .trim();
  const [, word = "", rest = ""] =
    /^(who|what|when|where|how|which|why|since when|until when|by when)\b\s*(.*)$/i.exec(text) ?? [];
  if (word === "") return trailing(text);
  return askers[word.toLowerCase()]?.(rest.trim(), said.replace(/\?$/, "")) ?? null;
}

/** "arrived when", "sent when". */
function trailing(text: string): Asked | null {
  const when = /^([\w ]+?)\s+(?:on )?when$/i.exec(text);
  return when ? field(`${when[1]!} on`, `${when[1]!} on`, "date") : null;
}

const askers: Record<string, (rest: string, said: string) => Asked | null> = {
  who: (rest, said) => {
    const verb = new RegExp(`^(?:${helper}\\s+(?!(?:it|them|this|that)\\b))?(\\w+)`, "i")
      .exec(rest)?.[1]
      ?.toLowerCase();
    if (!verb) return field("Who", "person", "text");
    const held = /^(?:has|have)(?:\s+(?:got\s+)?(?:it|them|this|that|which))?$/i.test(rest);
    const plain =
      held || /^(?:got|holds)$/.test(verb)
        ? "held by"
        : new RegExp(`^(?:is|are)\\s+(\\w+)$`, "i").test(rest)
          ? verb
          : `${participleOf(verb)} by`;
    return field(said, plain, "text");
  },
  what: (rest, said) => {
    const noun = /^(kind|type|sort|size|colou?r|year|price)(?: of ([\w ]+))?/i.exec(rest);
    if (noun)
      return field(
        noun[2] ? `${noun[2]} ${noun[1]}` : noun[1]!,
        noun[2] ? `${singular(noun[2])} ${noun[1]}` : noun[1]!,
        "text",
      );
    if (/\bcosts?$/i.test(rest)) return field("Price", "price", "money");
    return field(said, content(rest) === "" ? said.toLowerCase() : snake(content(rest)), "longtext");
  },
  when: (rest, said) =>
    content(rest) === "" ? field("When", "when", "datetime") : field(said, `${content(rest)} on`, "date"),
  "since when": (rest) => field(`Since when ${rest}`.trim(), "since", "date"),
  "until when": (rest) => field(`Until when ${rest}`.trim(), "until", "date"),
  "by when": (rest) => field(`By when ${rest}`.trim(), "due on", "date"),
  where: (_, said) => field(said, "location", "text"),
  why: (_, said) => field(said, "reason", "longtext"),
  which: (rest) => {
    const noun = rest
      .replace(/\s+(?:it|they|he|she|we|i|the \w+)\b.*$/i, "")
      .replace(/\s+(?:is|are|was|were)\b.*$/i, "")
      .trim();
    if (noun === "") return null;
    return isAttribute(noun) || noun.split(" ").length > 2 ? field(noun, noun, inferKind(noun)) : { other: noun };
  },
  how: (rest, said) => {
    const many = /^many\b\s*(.*)$/i.exec(rest)?.[1];
    if (many !== undefined) {
      const counted = content(many).replace(/^(?:still )?(?:left|remaining|in stock|there)$/i, "") || "quantity";
      return field(counted, counted, "number");
    }
    if (/^(?:much|expensive)\b/i.test(rest)) {
      const what = content(rest.replace(/^much\b/i, "")).replace(/\bcosts?\b/i, "");
      return /\b(?:kg|kilos?|litres?|liters?|grams?|water|time|hours?)\b/i.test(what)
        ? field(what, `${what} amount`, "number")
        : field(said, what.trim() === "" ? "price" : `${what.trim()} amount`, "money");
    }
    if (/^(?:long|old|far|big|heavy|high|tall|deep|fast|often)\b/i.test(rest)) {
      const [first = ""] = rest.split(" ");
      const name = {
        long: "duration minutes",
        old: "age",
        far: "distance",
        big: "size",
        heavy: "weight",
        high: "height",
        tall: "height",
        deep: "depth",
        fast: "speed",
        often: "times",
      }[first.toLowerCase()];
      return field(first === "long" ? `${said} (minutes)` : said, name ?? first, "number");
    }
    return field(said, content(rest) || "how", "longtext");
  },
};

const inferKind = (noun: string): FieldKind => (/\b(?:day|date)$/i.test(noun) ? "date" : "text");
