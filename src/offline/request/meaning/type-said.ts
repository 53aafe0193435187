import "server-only";
import type { FieldKind } from "../../model/app-model";
import { spokenKind } from "../../model/field-kinds";

const extraKinds: [RegExp, FieldKind][] = [
  [/^(?:date and time|date with time|date with a time|a time|time|time as well|time of day|clock time)$/, "datetime"],
  [/^(?:sum of money|money amount|amount of money|in (?:euros?|dollars?|pounds|francs))$/, "money"],
  [/^(?:in percent|in %|percentage|a percentage|per cent)$/, "percent"],
  [/^(?:whole number|decimal number|numbers|a figure|numeric|decimals?|integers?)$/, "number"],
  [/^(?:tick box|tickbox|yes no|yes\/no|yes or no|true or false|a yes or no)$/, "boolean"],
  [
    /^(?:long(?:er)? texts?|multiline|multi line|multi-line|several lines|longer|big texts?|text area|free text|paragraphs?)$/,
    "longtext",
  ],
  [
    /^(?:multi choice|multi-choice|several can be (?:ticked|chosen|picked|selected)|list to tick|tick ?list|several to tick|list of (?:tick|check) ?boxes|to tick)$/,
    "multi",
  ],
  [/^(?:one line|single line|a single line|short texts?|one line of text)$/, "text"],
  [/^(?:stars|star rating|1 to 5 stars|stars from 1 to 5|from 1 to 5|5 stars|five stars)$/, "rating"],
  [/^(?:web address|weblink|hyperlink)$/, "url"],
  [/^(?:pictures?|photos?|images?|pics?)$/, "image"],
  [/^(?:files?|uploads?|attachments?)$/, "file"],
];
/** What a field is to hold, by the words of a change. */
export const typeSaid = (text: string): FieldKind | undefined =>
  extraKinds.find(([pattern]) => pattern.test(text))?.[1] ??
  (/^(?:a|an|the) |^(?:notes|day|count|price|amount|list|word)$/.test(text)
    ? undefined
    : (spokenKind(text) ?? undefined));
