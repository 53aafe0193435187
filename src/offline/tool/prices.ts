/** A price that a sentence says: "25 per person", "delivery 40", "15% off over 50 guests". */
export type Price =
  | { kind: "each"; unit: string; amount: number; label: string; by?: string }
  | { kind: "fixed"; label: string; amount: number }
  | { kind: "base"; label: string; amount: number }
  | { kind: "surcharge"; label: string; percent: number }
  | { kind: "discount"; percent: number; over: number; unit: string; isFrom: boolean }
  | { kind: "tax"; percent: number; label: string }
  | { kind: "minimum"; amount: number }
  | { kind: "maximum"; amount: number }
  | { kind: "least"; count: number; unit: string };

const sign = "(?:[$€£₹]|chf|eur|usd|gbp|euros?|dollars?|pounds?|francs?|bucks?)";
/** "$1,200.50", "12 €", "0.12". */
const money = `${sign}?\\s*(\\d+(?:,\\d{3})*(?:\\.\\d+)?)\\s*${sign}?`;
const numberOf = (text: string) => Number(text.replaceAll(",", ""));
const clean = (text: string) =>
  text
    .trim()
    .replace(/^(?:and|plus|or|also|with|at|for|of|the|an?|\+|[-–:])\s+/gi, "")
    .replace(/[\s:=,–-]+$/, "")
    .replace(/\s+(?:is|are|costs?|for|at|as|of)$/i, "")
    .trim();

const rules: [RegExp, (match: RegExpExecArray) => Price | undefined][] = [
  [/(\d+(?:\.\d+)?)\s*%\s*(?:of\s+)?(vat|gst|sales tax|tax)\b/i, ([, percent, label]) => tax(percent!, label!)],
  [/\b(vat|gst|sales tax|tax)\s*(?:of|is|at|:)?\s*(\d+(?:\.\d+)?)\s*%/i, ([, label, percent]) => tax(percent!, label!)],
  [
    // "10% off for yearly payment" is for those who choose it.
    /(\d+(?:\.\d+)?)\s*%\s*(?:discount|off|rebate|less|cheaper|reduction)\s+(?:for|with|on|when|if)\s+(?!.*\d)(?!(?:all|every|each|orders?|more)\b)(.+)$/i,
    ([, percent, label]) => named(label!, (name) => ({ kind: "surcharge", label: name, percent: -Number(percent) })),
  ],
  [
    /(\d+(?:\.\d+)?)\s*%\s+([\p{L} ]+?)\s+(?:discount|reduction)$/iu,
    ([, percent, label]) => ({ kind: "surcharge", label: `${label!.trim()} discount`, percent: -Number(percent) }),
  ],
  [
    // "10% service charge"
    /^(?:plus\s+|and\s+)?(\d+(?:\.\d+)?)\s*%\s+(?:of\s+|for\s+)?([\p{L} ]*(?:charge|fee|surcharge|tip|gratuity|service))$/iu,
    ([, percent, label]) => named(label!, (name) => ({ kind: "surcharge", label: name, percent: Number(percent) })),
  ],
  [
    // "20% off for groups over 10"
    /(\d+(?:\.\d+)?)\s*%\s*(?:discount|off|rebate|less|cheaper|reduction)\s+for\s+(\p{L}+)\s+(?:over|above|of more than|from)\s+(\d+)$/iu,
    ([said, percent, unit, over]) => discount(said, percent!, over, unit),
  ],
  [
    /(\d+(?:\.\d+)?)\s*%\s*(?:discount|off|rebate|less|cheaper|reduction)(?:.*?(\d[\d,]*)\s*(?:or more\s+)?([\p{L} ]+)?)?/iu,
    ([said, percent, over, unit]) => discount(said, percent!, over, unit),
  ],
  [
    /(?:discount|rebate)\s+of\s+(\d+(?:\.\d+)?)\s*%(?:.*?(\d[\d,]*)\s*(?:or more\s+)?([\p{L} ]+)?)?/iu,
    ([said, percent, over, unit]) => discount(said, percent!, over, unit),
  ],
  [
    /^(.*?)\s*(?:surcharge|fee|costs?|adds?|is|of|:)?\s*(?:\+|plus\s+)?\s*(\d+(?:\.\d+)?)\s*%(?:\s+(?:more|extra|surcharge|on top))?$/i,
    ([, label, percent]) => named(label!, (name) => ({ kind: "surcharge", label: name, percent: Number(percent) })),
  ],
  [
    // "minimum 8 children": so many at least are paid for.
    new RegExp(`\\b(?:minimum(?: of)?|at least|min\\.?)\\s+(\\d+)\\s+(?!${sign}(?!\\p{L}))(\\p{L}+)$`, "iu"),
    ([, count, unit]) => ({ kind: "least", count: Number(count), unit: unit!.toLowerCase() }),
  ],
  [
    // "2 hours minimum"
    new RegExp(`^(?:for\\s+)?(\\d+)[\\s-]+(?!${sign}(?!\\p{L}))(\\p{L}+)\\s+(?:minimum|min\\.?|at least)$`, "iu"),
    ([, count, unit]) => ({ kind: "least", count: Number(count), unit: unit!.toLowerCase() }),
  ],
  [
    new RegExp(`^${money}\\s+(?:minimum|min\\.?|at least)$`, "i"),
    ([, amount]) => ({ kind: "minimum", amount: numberOf(amount!) }),
  ],
  [
    new RegExp(`\\b(?:minimum|at least|min\\.?)\\b[^\\d]*?${money}`, "i"),
    ([, amount]) => ({ kind: "minimum", amount: numberOf(amount!) }),
  ],
  [
    new RegExp(`\\b(?:maximum|at most|max\\.?|no more than|capped at|up to)\\b[^\\d]*?${money}$`, "i"),
    ([, amount]) => ({ kind: "maximum", amount: numberOf(amount!) }),
  ],
  [
    new RegExp(`^(.*?)\\b(?:minimum|min\\.?)\\s*(?:price|charge|order|fee)?\\s*(?:of|is|:)?\\s*${money}$`, "i"),
    ([, , amount]) => ({ kind: "minimum", amount: numberOf(amount!) }),
  ],
  [
    // "5 extra per additional dog": the first is paid for otherwise.
    new RegExp(
      `^(.*?)${money}\\s*(?:extra|more|on top)?\\s*(?:per|for (?:each|every)|each|every)\\s+((?:additional|extra|further|more)\\s+\\p{L}+)$`,
      "iu",
    ),
    ([, before, amount, unit]) => ({
      kind: "each",
      unit: unit!.toLowerCase(),
      amount: numberOf(amount!),
      label: clean(before!),
    }),
  ],
  [
    new RegExp(
      `^(.*?)${money}\\s*(?:per\\s+|an?\\s+|each\\s+|every\\s+|for (?:each|every)\\s+|/\\s*)(square met(?:re|er)s?|square f(?:oo|ee)t|running met(?:re|er)s?|\\p{L}[\\p{L}²0-9-]*)(?:\\s+(?:for\\s+|of\\s+|in\\s+)?(.+))?$`,
      "iu",
    ),
    ([, before, amount, unit, after = ""]) => {
      // "4 € per metre per night" is charged by both.
      const by = /^(?:per|an?|each|every|and)\s+(\p{L}+)$/iu.exec(after.trim())?.[1]?.toLowerCase();
      return {
        kind: "each",
        unit: unit!.toLowerCase(),
        amount: numberOf(amount!),
        label: by ? clean(before!) : clean(after) || clean(before!),
        ...(by !== undefined && { by }),
      };
    },
  ],
  [
    new RegExp(`^(.+?)\\s*(?:at|for|is|are|costs?|:|=)?\\s*${money}\\s*(?:each|apiece)$`, "iu"),
    ([, thing, amount]) =>
      named(thing!.replace(/^\d+\s+/, ""), (name) => ({
        kind: "each",
        unit: name.toLowerCase(),
        amount: numberOf(amount!),
        label: "",
      })),
  ],
  [
    new RegExp(`^(?:plus\\s+|\\+\\s*)?${money}\\s+(?:for|extra for|more for)\\s+(.+)$`, "iu"),
    ([, amount, label]) => fixed(label!, amount!),
  ],
  [
    // "20 call-out fee", but no "2 bedrooms".
    new RegExp(
      `^(?:plus\\s+|and\\s+|\\+\\s*)?(?:an?\\s+)?${money}\\s+(\\p{L}[\\p{L} -]*\\b(?:fees?|charges?|deposit|surcharge|delivery|costs?)|call.?out|set.?up|delivery|deposit)$`,
      "iu",
    ),
    ([, amount, label]) => fixed(label!, amount!),
  ],
  [
    new RegExp(`^(?:plus\\s+|\\+\\s*)?${sign}\\s*(\\d+(?:\\.\\d+)?)\\s+(\\p{L}.+)$`, "iu"),
    ([, amount, label]) => fixed(label!, amount!),
  ],
  [
    new RegExp(
      `^(.+?)\\s*(?:\\bat\\b|\\bfor\\b|\\bis\\b|\\bare\\b|\\bcosts?\\b|:|=|\\+|–|-|\\()?\\s*${money}\\)?$`,
      "iu",
    ),
    ([, label, amount]) => fixed(label!, amount!),
  ],
];

const tax = (percent: string, label: string): Price => ({
  kind: "tax",
  percent: Number(percent),
  label: /tax/i.test(label) ? "Tax" : label.toUpperCase(),
});
const discount = (said: string, percent: string, over: string | undefined, unit: string | undefined): Price => ({
  kind: "discount",
  percent: Number(percent),
  over: over === undefined ? 0 : numberOf(over),
  unit: (unit ?? "")
    .replace(/\s*\bor (?:more|above|over)\b.*$/i, "")
    .trim()
    .toLowerCase(),
  // "from 5 walks" and "for 5 or more" count the fifth, "over 5" does not.
  isFrom: /\b(?:from|at least|or (?:more|above|over))\b/i.test(said),
});
const named = (label: string, make: (name: string) => Price): Price | undefined => {
  const name = clean(label);
  return /\p{L}/u.test(name) ? make(name) : undefined;
};
/** "hours at 55" is the price of each. */
const units =
  /^(?:hours?|days?|nights?|weeks?|months?|minutes?|kilomet(?:re|er)s?|kms?|miles?|people|persons?|guests?|pages?|words?|square met(?:re|er)s?)$/i;
const fixed = (label: string, amount: string) =>
  named(label, (name) =>
    units.test(name)
      ? { kind: "each", unit: name.toLowerCase(), amount: numberOf(amount), label: "" }
      : {
          kind: /^(?:base|basic|flat|fixed|starting|call.?out|set.?up|starts?|from|booking|visit)\b(?!.*\b(?:package|plan)\b)/i.test(
            name,
          )
            ? "base"
            : "fixed",
          label: name,
          amount: numberOf(amount),
        },
  );

/** "at most 15 € a day": what was parked on each day nobody enters. */
const isDailyCap = (item: string) =>
  /^(?:and\s+)?(?:but\s+)?(?:at most|maximum|max\.?|no more than|capped at)\b.*\b(?:an?|per|each)\s+\p{L}+$/iu.test(
    item.trim(),
  );

/** "satisfaction from 1 to 5" */
const isScale = /\b(?:from\s+)?\d+\s+to\s+\d+$|\bscale\b/i;

/** The price that an item says; undefined for "rooms" and "number of dogs". */
export function readPrice(item: string): Price | undefined {
  if (!/\d/.test(item) || isDailyCap(item) || isScale.test(item)) return undefined;
  for (const [pattern, make] of rules) {
    const match = pattern.exec(item.trim().replace(/\s+(?:once|one[- ]off)$/i, ""));
    const price = match && make(match);
    if (price) return price;
  }
  return undefined;
}

/** "at 25 per person" within a head. */
export const priceInHead = new RegExp(
  `\\s*(?:\\b(?:at|for|of|from)\\s+)?${sign}?\\s*\\d+(?:,\\d{3})*(?:\\.\\d+)?\\s*${sign}?\\s*(?:per|an?|each|every|/)\\s*[\\p{L}²]+(?:\\s+met(?:re|er)s?)?.*$`,
  "iu",
);
