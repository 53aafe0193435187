import "server-only";
import type { Property } from "../../../model/app-model";

import { manyOf, type Reader } from "../../draft/draft";
import { inferProperty, labelFor } from "../../../model/field-kinds";
import { splitOptions } from "../../../language/normalize";
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
