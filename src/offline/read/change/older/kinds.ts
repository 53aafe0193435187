import "server-only";
import type { FieldKind, Property } from "../../../model/app-model";
import { setRequired } from "../../draft/compose";
import { type Draft, manyOf, oneOf, pickField, type Reader } from "../../draft/draft";
import { inferProperty, kindOf, labelFor, spokenKind } from "../../../model/field-kinds";
import { splitOptions, unquote } from "../../../language/normalize";
import { choiceOf } from "../options";
import { fieldWord, noun, pickOwned, target } from "./fields";
import { listed, snake } from "../../../language/inflect";

const optionTail =
  "(?:\\s*(?:with|of|from|:|-|having|containing|whose (?:options|values) are|for|,)?\\s*(?:the\\s+|these\\s+)?(?:options?|values?|choices?|entries)?\\s*:?\\s*(.+))?";
const dropdowns = [
  new RegExp(
    `^(?:make|turn|convert|change|switch|set|use|have)\\s+(?:the |a )?(.+?)${fieldWord}(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+(?:(?:in)?to\\s+|as\\s+|be\\s+|for\\s+)?(?:an?\\s+|the\\s+)?(?:type\\s+)?(?:drop-?down|select(?: box)?|picklist|enum|choice|single select|list of options)(?:\\s+(?:field|list|menu|box))?${optionTail}$`,
    "i",
  ),
  new RegExp(
    `^(?:the )?(.+?)${fieldWord}(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+(?:should be|must be|is|has to be|needs to be|shall be)\\s+(?:an?\\s+)?(?:drop-?down|select(?: box)?|picklist|enum|choice|single select)(?:\\s+(?:field|list|menu))?${optionTail}$`,
    "i",
  ),
  new RegExp(
    `^(?:the )?(?:options?|values?|choices?)\\s+(?:of|for|in)\\s+(?:the )?(.+?)${fieldWord}(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+(?:should be|must be|are|is|to)\\s*:?\\s+(.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:set|change|update|replace|make)\\s+(?:the )?(?:options?|values?|choices?)\\s+(?:of|for|in)\\s+(?:the )?(.+?)${fieldWord}(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+(?:to|with|be|as|:)\\s*(.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:set|change|update|make)\\s+(?:the )?(.+?)\\s+(?:options?|values?|choices?)(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+(?:to|be|as|:)\\s*(.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:the )?(.+?)${fieldWord}(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+(?:can only be|can be|should be one of|must be one of|should be either|must be either|is one of|is either|should only be|may be|should offer|should have the options)\\s*:?\\s+(.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:let|allow)\\s+(?:people|users|me|us)\\s+(?:to\\s+)?(?:choose|pick|select)\\s+(?:the |a )?(.+?)${fieldWord}(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+(?:from|out of|between|among)\\s+(.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:use|have|show|add)\\s+(?:an? )?(?:drop-?down|select)(?:\\s+(?:list|menu|box))?\\s+(?:for|on)\\s+(?:the )?(${noun})${fieldWord}(?:\\s+(?:of|in|on|for)\\s+${target})?(?:\\s*(?:with|of|from|:|-|containing|offering)\\s*(?:the\\s+)?(?:options?|values?|choices?)?\\s*:?\\s*(.+))?$`,
    "i",
  ),
];

export const readDropdown: Reader = (clause, draft) => {
  for (const pattern of dropdowns) {
    const match = pattern.exec(clause);
    if (!match) continue;
    const options = splitOptions((match[3] ?? "").replace(/^[([]|[)\]]$/g, ""));
    const found = pickOwned(draft, match[1]!, match[2]);
    if (!found) continue;
    const before = found.entity.properties[found.field]!;
    const chosen = options.length > 1 ? options : (inferEnum(found.field, before) ?? []);
    if (chosen.length < 2) {
      draft.skipped.push(
        `A dropdown for ${labelFor(found.field, before).toLowerCase()} needs at least two options: “make ${found.field} a dropdown with small, medium, large”.`,
      );
      return true;
    }
    const title = before.title ? { title: before.title } : {};
    found.entity.properties[found.field] = { ...choiceOf(before, chosen), ...title };
    const lost = (before.enum ?? []).map(String).filter((option) => !chosen.includes(option));
    draft.done.push(
      `${labelFor(found.field, before)} of ${manyOf(found.entity)} is a dropdown with ${listed(chosen)}.`,
    );
    if (lost.length > 0)
      draft.assumed.push(
        `Rows that say ${listed(lost, "or")} keep that value until someone changes it; new rows start as ${String(found.entity.properties[found.field]!.default)}.`,
      );
    return true;
  }
  return false;
};

function inferEnum(name: string, before: Property): string[] | null {
  if (before.enum) return before.enum.map(String);
  return inferProperty(snake(name)).enum?.map(String) ?? null;
}

const optionAdds = [
  new RegExp(
    `^(?:add|include|append|allow|put|insert|need|want|create)\\s+(?:an?\\s+|the\\s+|another\\s+|new\\s+|also\\s+|also\\s+the\\s+)*(?:options?|choices?|values?|status(?:es)?|stages?)\\s+(?:called |named |of |: ?)?(.+?)\\s+(?:to|in|for|on|into)\\s+(?:the )?(.+?)(?:\\s+(?:field|column|dropdown|list|options))*(?:\\s+(?:of|in|on|for)\\s+${target})?$`,
    "i",
  ),
  new RegExp(
    `^(?:add|include|append|allow|put|insert)\\s+(.+?)\\s+as\\s+(?:an?\\s+|the\\s+)?(?:new |another |extra |further |additional )?(?:options?|choices?|values?)\\s+(?:to|in|for|on|of)\\s+(?:the )?(.+?)(?:\\s+(?:field|column|dropdown))?(?:\\s+(?:of|in|on|for)\\s+${target})?$`,
    "i",
  ),
  new RegExp(
    `^(?:add|include|append|put|insert|allow)\\s+(?:the\\s+)?("[^"]+"|'[^']+'|[\\w ,-]+?)\\s+(?:option|choice|value)?s?\\s*(?:to|in|into)\\s+(?:the\\s+)?(.+?)\\s+(?:drop-?down|options?|choices?|values?|list|menu|select|picklist|field)(?:\\s+(?:of|in|on|for)\\s+${target})?$`,
    "i",
  ),
  new RegExp(
    `^(?:add|include|append)\\s+("[^"]+"|'[^']+'|[\\w -]+?)\\s+to\\s+(?:the\\s+)?(status(?:es)?|stages?|priority|priorities|category|categories|type)(?:\\s+(?:of|in|on|for)\\s+${target})?$`,
    "i",
  ),
  new RegExp(
    `^(?:the )?(.+?)(?:\\s+(?:field|column|dropdown))?\\s+(?:should|can|could|may|must)\\s+(?:also|additionally)\\s+(?:be|offer|allow|include|have|accept)\\s+(?:the option\\s+|an option\\s+)?(.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:extend|expand)\\s+(?:the )?(.+?)(?:\\s+(?:field|column|dropdown|options))?\\s+(?:with|by)\\s+(?:an? |the )?(?:options?\\s+)?(.+)$`,
    "i",
  ),
];

const calledOption = new RegExp(
  `^(?:add|include|create)\\s+(?:an?|the|another)\\s+(?:new\\s+|further\\s+)?([\\w ]+?)\\s+(?:option|choice|value)\\s*(?:called|named|of|:)?\\s+("[^"]+"|'[^']+'|[\\w -]+?)(?:\\s+(?:to|for|in|on)\\s+${target})?$`,
  "i",
);

const defaults = [
  new RegExp(
    `^(?:set|make|change|use)\\s+(?:the )?default\\s+(?:value\\s+)?(?:of\\s+|for\\s+)?(?:the )?(${noun})(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+(?:to|be|as)?\\s*("[^"]+"|'[^']+'|.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:the )?default\\s+(?:value\\s+)?(?:of\\s+|for\\s+)?(?:the )?(${noun})(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+(?:should be|must be|is)\\s+("[^"]+"|'[^']+'|.+)$`,
    "i",
  ),
];

/** "set the default status to won". */
export const readDefault: Reader = (clause, draft) => {
  for (const pattern of defaults) {
    const match = pattern.exec(clause);
    const found = match && pickOwned(draft, match[1]!, match[2]);
    const property = found?.entity.properties[found.field];
    if (!match || !found || !property) continue;
    const value = unquote(match[3]!);
    const option = property.enum?.find((candidate) => String(candidate).toLowerCase() === value.toLowerCase());
    if (property.enum && option === undefined) {
      draft.skipped.push(
        `${labelFor(found.field, property)} offers ${listed(property.enum.map(String))}, and “${value}” is none of these.`,
      );
      return true;
    }
    property.default =
      option ??
      (property.type === "boolean"
        ? /^(?:yes|true|on|checked)$/i.test(value)
        : property.type === "number" || property.type === "integer"
          ? Number(value)
          : value);
    draft.done.push(
      `A new ${oneOf(found.entity)} starts with ${labelFor(found.field, property).toLowerCase()} ${value}.`,
    );
    return true;
  }
  return false;
};

/** "add a status paused to contacts": the word before the value names a dropdown. */
const namedOption = new RegExp(
  `^(?:add|include|create)\\s+(?:an?|the|another)\\s+(?:new\\s+|further\\s+)?([\\w]+)\\s+(?:called |named )?("[^"]+"|'[^']+'|[\\w-]+)\\s+(?:to|for|in|on)\\s+${target}$`,
  "i",
);

function readNamedOption(clause: string, draft: Draft): boolean {
  const match = calledOption.exec(clause) ?? namedOption.exec(clause);
  const found =
    match &&
    !/^(?:field|column|dropdown|number|date|checkbox|address)$/i.test(match[2]!) &&
    pickField(draft, match[1]!, match[3]);
  const options = found ? found.entity.properties[found.field]!.enum : undefined;
  if (!found || !options) return false;
  const [value] = splitOptions(match[2]!);
  if (!value || options.map(String).includes(value)) return false;
  found.entity.properties[found.field]!.enum = [...options, value];
  draft.done.push(
    `${labelFor(found.field, found.entity.properties[found.field]!)} of ${manyOf(found.entity)} now also offers ${value}.`,
  );
  return true;
}

export const readAddOption: Reader = (clause, draft) => {
  if (readNamedOption(clause, draft)) return true;
  for (const [index, pattern] of optionAdds.entries()) {
    const match = pattern.exec(clause);
    if (!match) continue;
    const [values, said] = index < 4 ? [match[1]!, match[2]!] : [match[2]!, match[1]!];
    const found = pickOwned(draft, said, index < 4 ? match[3] : undefined);
    const property = found?.entity.properties[found.field];
    const list = property?.enum ? property : property?.items?.enum ? property.items : undefined;
    if (!found || !property || !list?.enum) continue;
    const added = splitOptions(values).filter((option) => !list.enum!.map(String).includes(option));
    list.enum = [...list.enum, ...added];
    if (added.length > 0)
      draft.done.push(
        `${labelFor(found.field, property)} of ${manyOf(found.entity)} now also offers ${listed(added)}.`,
      );
    else draft.answers.push(`${labelFor(found.field, property)} already offers ${values}.`);
    return true;
  }
  return false;
};

const kinds = "(.+?)";
const retypes = [
  new RegExp(
    `^(?:make|turn|convert|change|switch|set)\\s+(?:the )?(?:type of (?:the )?)?(.+?)${fieldWord}(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+(?:from an? [\\w ]+ )?(?:in)?to\\s+(?:be\\s+)?(?:an?\\s+)?${kinds}(?:\\s+(?:field|type|input|column|value))?$`,
    "i",
  ),
  new RegExp(
    `^(?:make|set|use)\\s+(?:the )?(.+?)${fieldWord}(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+(?:as\\s+|be\\s+)?(?:an?\\s+)${kinds}(?:\\s+(?:field|type|input|column|value))?(?:\\s+instead(?: of .+)?)?$`,
    "i",
  ),
  new RegExp(
    `^(?:the )?(.+?)${fieldWord}(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+(?:should be|must be|needs to be|has to be|is|ought to be|should become)\\s+(?:stored as\\s+|of type\\s+)?(?:an?\\s+)?${kinds}(?:\\s+(?:field|type|input|column|value))?(?:\\s*,?\\s+not .+)?$`,
    "i",
  ),
  new RegExp(
    `^(?:use|have)\\s+(?:an?\\s+)?${kinds}(?:\\s+(?:field|type|input|picker))?\\s+for\\s+(?:the )?(.+?)${fieldWord}(?:\\s+(?:of|in|on)\\s+${target})?$`,
    "i",
  ),
  new RegExp(
    `^(?:change|set)\\s+(?:the )?(.+?)(?:'s)?\\s+(?:data )?type(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+to\\s+(?:an?\\s+)?${kinds}$`,
    "i",
  ),
  new RegExp(
    `^(?:store|save|treat|keep|show|display)\\s+(?:the )?(.+?)${fieldWord}(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+as\\s+(?:an?\\s+)?${kinds}(?:\\s+(?:field|type|value))?$`,
    "i",
  ),
];

export const readRetype: Reader = (clause, draft) => {
  for (const [index, pattern] of retypes.entries()) {
    const match = pattern.exec(clause);
    if (!match) continue;
    const [said, entitySaid, words] = index === 3 ? [match[2]!, match[3], match[1]!] : [match[1]!, match[2], match[3]!];
    const kind = spokenKind(words);
    const found = kind && pickOwned(draft, said, entitySaid);
    if (!kind || !found) continue;
    const before = found.entity.properties[found.field]!;
    const title = before.title ? { title: before.title } : {};
    found.entity.properties[found.field] = { ...inferProperty(found.field, kind), ...title };
    draft.done.push(`${labelFor(found.field, before)} of ${manyOf(found.entity)} is now ${kindWords[kind]}.`);
    if (kindOf(found.field, before) !== kind)
      draft.assumed.push("Values that are already stored stay as they are; check rows that do not fit the new kind.");
    return true;
  }
  return false;
};

const kindWords: Record<FieldKind, string> = {
  text: "a line of text",
  longtext: "a long text",
  email: "an email address",
  phone: "a phone number",
  url: "a web address",
  image: "a picture to upload",
  file: "a file to upload",
  number: "a number",
  money: "an amount of money",
  percent: "a percentage",
  rating: "a rating of one to five stars",
  date: "a date",
  datetime: "a date with a time",
  boolean: "a switch",
  enum: "a dropdown",
  multi: "a choice of several",
  tags: "a list of words",
  reference: "a link to another table",
  json: "JSON",
};

const requiredPatterns: [RegExp, boolean][] = [
  [
    new RegExp(
      `^(?:make|mark|set)\\s+(?:the )?(.+?)${fieldWord}(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+(?:as\\s+|be\\s+)?(?:required|mandatory|obligatory|compulsory)$`,
      "i",
    ),
    true,
  ],
  [
    new RegExp(
      `^(?:the )?(.+?)${fieldWord}(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+(?:should be|must be|is|are|has to be)\\s+(?:required|mandatory|filled in|obligatory)$`,
      "i",
    ),
    true,
  ],
  [
    new RegExp(`^(?:require|demand)\\s+(?:an? |the )?(.+?)${fieldWord}(?:\\s+(?:of|in|on|for)\\s+${target})?$`, "i"),
    true,
  ],
  [
    new RegExp(
      `^(?:make|mark|set)\\s+(?:the )?(.+?)${fieldWord}(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+(?:as\\s+|be\\s+)?(?:optional|not required|not mandatory)$`,
      "i",
    ),
    false,
  ],
  [
    new RegExp(
      `^(?:the )?(.+?)${fieldWord}(?:\\s+(?:of|in|on|for)\\s+${target})?\\s+(?:should be|is|are|can be|should not be|need not be|may be)\\s+(?:optional|left empty|empty|not required|required)$`,
      "i",
    ),
    false,
  ],
];

export const readRequired: Reader = (clause, draft) => {
  for (const [pattern, isRequired] of requiredPatterns) {
    const match = pattern.exec(clause);
    const found = match && pickOwned(draft, match[1]!, match[2]);
    if (!found) continue;
    const others = (found.entity.required ?? []).filter((name) => name !== found.field);
    setRequired(found.entity, isRequired ? [...others, found.field] : others);
    draft.done.push(
      `${labelFor(found.field, found.entity.properties[found.field]!)} of each ${oneOf(found.entity)} is now ${isRequired ? "required" : "optional"}.`,
    );
    return true;
  }
  return false;
};
