/** What a part of the sentence is about. */
export type ClauseKind = "ask" | "show" | "steps" | "step" | "name" | "currency" | "loose";
export type Clause = { kind: ClauseKind; text: string; marker: string };

const who =
  "(?:the |a |an |its |your |my |our )?(?:users?|visitors?|people|persons?|clients?|customers?|guests?|students?|you|me|them|somebody|someone)";
const chain =
  "(?:(?:,\\s*)?(?:and|then|which|that|it|who|should|must|to|also|first|next|finally|lastly|can|will|could|the tool|afterwards|in the end)\\s+)*";

/** What a visitor enters. "with" and "from" introduce fields too, unless a result follows. */
const ask = new RegExp(
  `(?<![\\p{L}])(${chain})(?:` +
    [
      `asks?(?:ing)?(?:\\s+${who})?(?:\\s+(?:for|about)|(?=\\s+(?:how|what|which|whether|where|when|their|your|his|her)\\b)|\\s*:)`,
      "takes?\\b(?:\\s+in)?(?! (?:care|place))|taking\\b|requires?\\b|collects?\\b|needs to know\\b",
      `where\\s+${who.replace("you|me", "you|i|we|they|me")}\\s+(?:can\\s+)?(?:enters?|types?(?: in)?|fills? in|chooses?|picks?|gives?|selects?|puts? in|says?|tells?|describes?)\\b`,
      `${who.replace("you|me|them", "you|i|we|they")}\\s+(?:can\\s+)?(?:enters?|types?(?: in)?|fills? in|chooses?|picks?|selects?|puts? in)\\b`,
      "(?<=(?:^|[:;,.])\\s*)(?:enter|type in|fill in)\\b",
      // "from miles to kilometres" is a range, and no list.
      "given\\b|based on\\b|depending on\\b|according to\\b|from\\b(?!\\s+\\S+(?:\\s+\\S+)?\\s+to\\s)|using\\b",
      "(?:with|has|have|having)\\s+(?:the\\s+|these\\s+)?(?:following\\s+)?(?:(?:custom\\s+)?fields?|inputs?|questions?)(?:\\s+(?:for|about|like|such as)|\\s*:)?",
      "(?:fields?|inputs?|questions?)\\s*(?:are|:)",
      "with\\b",
    ].join("|") +
    ")\\s*",
  "giu",
);

/** What it answers. */
const show = new RegExp(
  `(?<![\\p{L}])(${chain})(?:` +
    [
      // "light show 100" is a thing with its price.
      "shows?(?!\\s+[$€£]?\\d+(?:\\s*(?:[,.]|and\\b|$)))|showing|gives?(?:\\s+(?:me|you|them|people|back))?|giving|returns(?! on)|returning|calculates?|calculating|computes?|computing|works? out|working out",
      `tells?(?:\\s+${who})?|says(?=\\s)|outputs?|suggests?|suggesting|recommends?|recommending|lists(?=\\s)|listing|makes?|making|writes?|writing|creates?|creating|generates?|generating|produces?|prints?`,
      "displays?|displaying|estimates?(?=\\s+(?:the|a|how|what|my|your))|estimating|predicts?|converts?|converting|compares?|comparing|plans(?=\\s)",
      "results? in|(?:the\\s+)?results?\\s*(?:is|are|:)|(?:multipl(?:y|ies)|divides?|adds?|subtracts?)(?=\\s)",
    ].join("|") +
    // "printing costs" and "article writing price" are no verbs.
    ")(?![\\p{L}-])(?!\\s+(?:prices?|costs?|quotes?|fees?|services?|rates?|calculator|estimat\\w+|shop)(?!\\p{L}))\\s*",
  "giu",
);

const counts = "two|three|four|five|six|seven|eight|\\d+";
const patterns: [ClauseKind, RegExp][] = [
  ["name", /(?<![\p{L}])(?:(?:and|which is|that is|it is)\s+)?(?:called|named|titled)\s+/giu],
  [
    "currency",
    /(?<![\p{L}])(?:(?:with|and)\s+)?(?:(?:all\s+)?(?:prices?|amounts?|money|costs?)\s+)?(?:is\s+|are\s+)?in\s+(?=(?:euros?|eur|€|pounds?|gbp|£|(?:us |american )?dollars?|usd|\$|(?:swiss )?francs?|chf|rupees?|inr|₹|yen|¥)(?![\p{L}]))/giu,
  ],
  [
    "steps",
    new RegExp(
      `(?<![\\p{L}])(?:and\\s+)?(?:(?:in|with|over|across|has|have|on)\\s+(?:(?:${counts})\\s+)?(?:steps|screens)|(?:in|over|across|on)\\s+(?:(?:${counts})\\s+)?pages)(?![\\p{L}])\\s*:?\\s*|(?<![\\p{L}])(?:step by step|one (?:question|step|page) at a time|as a wizard)`,
      "giu",
    ),
  ],
  [
    "step",
    /(?<![\p{L}])(?:and\s+)?(?:in\s+)?(?:the\s+)?step\s+(?:one|two|three|four|five|six|\d+)\s*(?:is|asks(?:\s+for)?|:|-|–)?\s*/giu,
  ],
  ["ask", ask],
  ["show", show],
];

/** "a gift finder by age, interest and budget" asks for a list; a price by something is read with its rates. */
const by =
  /(?<=\p{L}\s)by\s+(?!(?:step|an?|my|our|e-?mail|hand|ai|chance|myself|phone|post)\b)(?=[\p{L} ]+,|[\p{L} ]+\sand\s|(?:the )?number of\b)/giu;
const priced = /\b(?:prices?|quotes?|costs?|fees?|rates?|estimat\w+|charges?)\b/i;

/** "step by step" names no list. */
const markersIn = (text: string) =>
  [...patterns, ...(priced.test(text) ? [] : [["ask", by] as [ClauseKind, RegExp]])]
    .flatMap(([kind, pattern]) =>
      [...text.matchAll(pattern)].map((match) => ({
        kind,
        at: match.index,
        end: match.index + match[0].length,
        marker: match[0],
      })),
    )
    .sort((left, right) => left.at - right.at || right.end - left.end);

/** Where a sentence ends: a full stop before a blank, not one within a number or an abbreviation. */
const endIn = (text: string) => /[.!?](?=\s|$)|\n/.exec(text)?.index ?? text.length;

/**
 * Divides what is said about a tool into its head ("a meal planner for families") and clauses, each to the next marker
 * or the end of its sentence. What stands behind that without a marker is "loose".
 */
export function readClauses(text: string): { head: string; clauses: Clause[] } {
  const clauses: Clause[] = [];
  const loose = (part: string) => {
    for (const piece of part.split(/[.!?](?=\s|$)|\n/))
      if (/[\p{L}\p{N}]/u.test(piece)) clauses.push({ kind: "loose", text: piece.trim(), marker: "" });
  };
  const markers = markersIn(text);
  const first = markers[0]?.at ?? text.length;
  // "a calculator: area = …", "a calculator that also sends …"
  const cut = /:\s|\s(?:that|which|where|who)\s/i.exec(text)?.index ?? text.length;
  const headEnd = Math.min(first, cut, endIn(text));
  const head = text.slice(0, headEnd);
  // "a calculator: length, width and depth": a list behind a colon is what it asks for, unless it computes something.
  const rest = text.slice(headEnd, first);
  const list = rest.slice(1, 1 + endIn(rest.slice(1))).trim();
  const isList =
    rest.startsWith(":") &&
    /,|\sand\s/.test(list) &&
    !/[=*×]|\s\+\s|\s(?:times|minus|divided)\s|\b(?:sum|average|product|total|percent|%) of\s/i.test(list);
  if (isList) clauses.push({ kind: "ask", text: list, marker: ":" });
  if (headEnd < first) loose(isList ? rest.slice(1 + endIn(rest.slice(1))) : rest.replace(/^:/, ""));
  let at = first;
  for (const [place, marker] of markers.entries()) {
    if (marker.at < at) continue;
    const next = markers.slice(place + 1).find((other) => other.at >= marker.end)?.at ?? text.length;
    const whole = text.slice(marker.end, next);
    const end = endIn(whole);
    clauses.push({ kind: marker.kind, text: whole.slice(0, end).trim(), marker: marker.marker });
    loose(whole.slice(end));
    at = next;
  }
  return { head, clauses };
}
