import { isPlural, plural, singular } from "@/offline/language/inflect";
import { type Choice, type Count, type Extra, findService, type Service } from "@/offline/words/usual-prices";
import { countNamed, readFactor, usualExtra, usualPrice } from "./factors";
import { splitItems, withoutLead } from "./items";
import { priceInHead, readPrice } from "./prices";
import type { ToolReading } from "./read-tool";

/** A count with its price; two sides are multiplied. `label`: what of it, where one count has several prices. */
type PricedCount = Count & { amount: number; sides?: string[]; label?: string };
/** One of several prices, for each unit of a count where there is one. */
type Rates = { name: string; options: { label: string; amount: number }[]; count?: Count };

/** What a price is worked out from. */
export type RateCard = {
  base: { label: string; amount: number } | undefined;
  counts: PricedCount[];
  rates: Rates | undefined;
  choices: Choice[];
  /** What is entered and added as it is. */
  costs: string[];
  /** "services" where nothing else makes up the price. */
  extras: { name: string; isRequired: boolean; list: (Extra & { percent?: number })[] };
  discount: { percent: number; over: number; unit: string; isFrom: boolean } | undefined;
  tax: { percent: number; label: string } | undefined;
  minimum: number;
  /** The price goes no higher; 0: it may. */
  maximum: number;
  /** "minimum 8 children" */
  least: { count: number; unit: string } | undefined;
  /** The items of the sentence, in whose order the fields stand. */
  said: string;
  /** Fields that change no price, in their words. */
  plain: string[];
  /** Whether prices were made up. */
  isGuessed: boolean;
  /** Fields that would change a price, nobody says how. */
  unpriced: string[];
  left: string[];
};

const priceWords =
  /\b(?:prices?|pricing|packages?|price list|rate card|quotes?|quotations?|quoting|fees?|charges?|how much (?:does|do|is|are|will|would|to)\b.*\b(?:cost|charge|pay|be)|how much (?:is|are|for))\b/i;
const weakWords = /\b(?:costs?|estimat(?:e|es|or|ing)|rates?|bill)\b/i;
/** Prices that no rate card makes, and quotes that are sayings. */
const otherWords =
  /\b(?:commission|comparison|compare|tracker|alerts?|history|stocks?|crypto|bitcoin|share price|price of gold|cost of living|body fat|heart rate|pulse|growth rate|exchange rate|birth rate|risk|carbon|footprint|(?:motivational|inspirational|famous|daily|love|funny|life|book|movie|random) quotes?|quotes? (?:of the|by|about)|quote generator|entrance exam|opportunity cost)\b/i;

const extrasLead =
  /^(?:optional\s+)?(?:extras?|add-?ons?|options?|optional extras?)(?:\s*:|\s+(?:like|such as|for|are)|\s*\()?\s*/i;
const shownDone = /\b(?:totals?|prices?|costs?|quotes?|estimates?|breakdown|sum|fees?|amount|table|how much)\b/i;
const sizeWords =
  /^(?:(?:extra )?(?:small|medium|large)|xs|s|m|l|xl|basic|standard|premium|deluxe|economy|bronze|silver|gold|mini|regular|big|single|double)$/i;

export const isPriceResult = (words: string) => shownDone.test(words);

/** "Tutoring fee calculator, 30 € an hour maths" → what is asked for, and the items behind it. */
function divide({ head: said, shown }: ToolReading): { head: string; items: string[] } {
  // "calculates the price of curtains from …"
  const head = /\p{L}{3}/u.test(said) || !priceWords.test(shown[0]?.words ?? "") ? said : shown[0]!.words;
  const [first = "", ...more] = head.split(/,\s+|\s+[–—-]\s+/);
  const items: string[] = [];
  let rest = first.replace(priceInHead, (said) => {
    items.push(...splitItems(said.trim().replace(/^(?:at|for|of|from)\s+/i, "")));
    return "";
  });
  rest = rest.replace(/\s+(?:by|per)\s+(?:the\s+)?(?!(?:my|our|us)\b)([\p{L} ,]+)$/iu, (_, said: string) => {
    items.push(
      ...splitItems(said).map((one) =>
        /\s/.test(one) || (readFactor(one)?.kind ?? "extra") !== "extra" ? one : `number of ${one}`,
      ),
    );
    return "";
  });
  return { head: rest, items: [...items, ...more.flatMap(splitItems)] };
}

/** What a sentence says of a price, or the usual prices of what it names. Undefined where it asks for no price. */
export function readRateCard(reading: ToolReading): RateCard | undefined {
  const { head, items: headItems } = divide(reading);
  const items = [...headItems, ...reading.asked.map(({ words }) => words), ...reading.left];
  const prices = items.map(readPrice);
  const isPriced = prices.some((price) => price && ["each", "fixed", "base"].includes(price.kind));
  const service = findService(head);
  const isAsked =
    priceWords.test(head) || (weakWords.test(head) && (isPriced || service !== undefined || items.length > 1));
  const isSaid =
    reading.shown.length === 0 &&
    prices.some((price) => price?.kind === "each" || (price?.kind === "fixed" && prices.length > 1));
  if (otherWords.test(head) || !(isAsked || isSaid)) return undefined;
  const card: RateCard = {
    base: undefined,
    counts: [],
    rates: undefined,
    choices: [],
    costs: [],
    extras: { name: "extras", isRequired: false, list: [] },
    discount: undefined,
    tax: undefined,
    minimum: 0,
    maximum: 0,
    least: undefined,
    said: items.join("\n").toLowerCase(),
    plain: [],
    isGuessed: false,
    unpriced: [],
    left: [],
  };
  const each: Each[] = [];
  const fixed: Extra[] = [];
  const sides: string[] = [];
  const unpriced: Count[] = [];
  const isSizeAmong = (label: string) =>
    sizeWords.test(label) && prices.some((price) => price?.kind === "fixed" && sizeWords.test(price.label));
  let isInExtras = false;
  const extra = (label: string, more: { amount?: number; percent?: number } = {}) =>
    card.extras.list.push({
      label: capital(label),
      amount: more.amount ?? 0,
      ...(more.percent && { percent: more.percent }),
    });
  for (const [at, item] of items.entries()) {
    const price = prices[at];
    if (price) {
      if (price.kind === "each") each.push(price);
      else if (price.kind === "fixed") fixed.push({ label: price.label, amount: price.amount });
      // "basic 10, premium 20" are sizes of one thing.
      else if (price.kind === "base" && isSizeAmong(price.label))
        fixed.push({ label: price.label, amount: price.amount });
      else if (price.kind === "base") card.base = { label: capital(price.label), amount: price.amount };
      else if (price.kind === "surcharge") extra(price.label, { percent: price.percent });
      else if (price.kind === "minimum") card.minimum = price.amount;
      else if (price.kind === "maximum") card.maximum = price.amount;
      else if (price.kind === "least") card.least = price;
      else if (price.kind === "tax") card.tax = price;
      else card.discount = price;
      continue;
    }
    const isLead = extrasLead.test(item);
    isInExtras ||= isLead;
    const bare = isLead ? item.replace(extrasLead, "").replace(/\)$/, "") : item;
    if (bare.trim() === "") continue;
    const said = isInExtras ? undefined : readFactor(bare);
    // "colour" is a choice for a printer, and one more thing to do for a hairdresser.
    const isExtra =
      isInExtras || (said?.kind === "choice" && service?.extras.some(({ label }) => isSameWord(label, bare)));
    const factor = isExtra ? ({ kind: "extra", label: bare } as const) : said;
    // A number that is no price is nothing to choose: "30% deposit", "at most 15 a day".
    if (!factor || (factor.kind === "extra" && /\d/.test(bare) && !isInExtras)) card.left.push(item);
    else if (factor.kind === "count") unpriced.push(factor.count);
    else if (factor.kind === "side") sides.push(factor.name);
    else if (factor.kind === "choice") card.choices.push(factor.choice);
    else if (factor.kind === "cost") card.costs.push(factor.name);
    else if (factor.kind === "plain") card.plain.push(factor.words);
    else if (factor.kind === "amount") {
      card.plain.push(factor.words);
      card.unpriced.push(factor.words);
    } else extra(factor.label);
  }
  placeRates(card, each, fixed, unpriced);
  guess(card, { service, isPriced, unpriced, sides });
  return card;
}

type Each = { unit: string; amount: number; label: string; by?: string };

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const named = ({ label, amount }: Extra): Extra => ({ label: capital(label), amount });
const isSameWord = (left: string, right: string) => left.toLowerCase() === withoutLead(right).toLowerCase();
const isSame = (left: Count, right: Count) => left.unit === right.unit;

/** Prices for each of something, and single ones: counts, one choice among prices, or extras. */
function placeRates(card: RateCard, each: Each[], fixed: Extra[], unpriced: Count[]): void {
  const labels = each.filter(({ label }) => label !== "");
  const isChoice =
    labels.length > 1 && labels.length === each.length && new Set(each.map(({ unit }) => singular(unit))).size === 1;
  if (isChoice) {
    const options = each.map(({ label, amount }) => ({ label: capital(label), amount }));
    card.rates = { name: "kind", options, count: countNamed(plural(each[0]!.unit)) };
  } else
    for (const one of each) {
      const isAlone = each.every((other) => other === one || singular(other.unit) !== singular(one.unit));
      card.counts.push({ ...countOf(one), ...(!isAlone && one.label !== "" && { label: capital(one.label) }) });
    }
  const numbered = fixed.filter(({ label }) => /^\d/.test(label));
  // "30 minutes 25, 45 minutes 35" are alternatives, as sizes are.
  // "pet sitting per day, cats 18, dogs 25": each is the price of a day.
  const isPerUnit = each.length === 0 && fixed.length > 1 && unpriced.length === 1 && numbered.length === 0;
  const arePlural =
    each.length === 0 &&
    numbered.length < 2 &&
    fixed.length > 1 &&
    fixed.every(({ label }) => isPlural(label) && !sizeWords.test(label));
  if (isPerUnit)
    return void (card.rates = { name: "kind", options: fixed.map(named), count: unpriced.splice(0, 1)[0]! });
  // "adults 12, children 6": of each there may be several.
  if (arePlural) return void card.counts.push(...fixed.map(({ label, amount }) => ({ ...countNamed(label), amount })));
  const sizes = numbered.length > 1 ? numbered : fixed.filter(({ label }) => sizeWords.test(label));
  const others = fixed.filter(({ label }) => !sizes.some((size) => size.label === label) || sizes.length < 2);
  if (sizes.length > 1 && !card.rates) {
    const free = unpriced.splice(0, 1)[0];
    card.rates = {
      name: numbered.length > 1 ? "choice" : "size",
      options: sizes.map(({ label, amount }) => ({ label: capital(label), amount })),
      ...(free && { count: free }),
    };
  }
  for (const { label, amount } of others) {
    // "windows 6", where the number of windows is asked for as well.
    const counted = unpriced.findIndex((one) => isSame(one, countNamed(label)));
    if (counted >= 0) card.counts.push({ ...unpriced.splice(counted, 1)[0]!, amount });
    else card.extras.list.push({ label: capital(label), amount });
  }
  if (each.length === 0 && !card.rates && card.counts.length === 0 && others.length > 0 && !card.base)
    card.extras = { ...card.extras, name: "services", isRequired: true };
}

function countOf({ unit, amount, by }: Each): PricedCount {
  const count = countNamed(plural(unit));
  if (!by) return { ...count, amount };
  const other = countNamed(plural(by));
  return {
    name: `${count.unit} ${other.name}`,
    unit: `${count.unit} ${other.unit}`,
    amount,
    sides: [count.name, other.name],
  };
}

type Said = { service: Service | undefined; isPriced: boolean; unpriced: Count[]; sides: string[] };

/** Usual prices for what the sentence left without one. */
function guess(card: RateCard, { service, isPriced, unpriced, sides }: Said): void {
  const known = (count: Count) => service?.counts.find((one) => isSame(one, count))?.amount;
  const taken = [...card.counts, ...(card.rates?.count ? [card.rates.count] : [])];
  for (const count of unpriced) {
    if (taken.some((one) => isSame(one, count))) continue;
    card.counts.push({ ...count, amount: known(count) ?? usualPrice(count.unit) });
    card.isGuessed = true;
  }
  if (sides.length > 1) {
    const [first, second] = sides as [string, string];
    const area = { name: "square metres", unit: "square metre" };
    card.counts.push({
      ...area,
      amount: known(area) ?? usualPrice(area.unit),
      sides: [`${first} in metres`, `${second} in metres`],
    });
    card.isGuessed = true;
  } else if (sides[0]) {
    card.counts.push({ name: `${sides[0]} in metres`, unit: "metre", amount: usualPrice("metre") });
    card.isGuessed = true;
  }
  for (const [at, choice] of card.choices.entries()) {
    const usual = service?.choices.find(({ name }) => name === choice.name);
    if (usual) card.choices[at] = usual;
    card.isGuessed = true;
  }
  for (const extra of card.extras.list) {
    if (extra.amount > 0 || extra.percent) continue;
    extra.amount =
      service?.extras.find(({ label }) => label.toLowerCase() === extra.label.toLowerCase())?.amount ?? usualExtra;
    card.isGuessed = true;
  }
  if (isPriced) return;
  const isBare = card.counts.length + card.choices.length + card.extras.list.length === 0;
  if (card.counts.length === 0 || isBare) card.counts.unshift(...usualCounts(service, card));
  if (!card.base && service && service.base > 0) card.base = { label: "Base price", amount: service.base };
  if (isBare && service) {
    card.choices.push(...service.choices);
    card.extras.list.push(...service.extras.map((one) => ({ ...one })));
  }
  card.isGuessed = true;
}

/** By the hour, where nothing else is known and nothing else makes up the price. */
const usualCounts = (service: Service | undefined, card: RateCard): PricedCount[] => {
  const counts = (service?.counts ?? []).map((count) => ({ ...count, amount: count.amount ?? usualPrice(count.unit) }));
  const isElse = (service?.base ?? 0) > 0 && card.rates === undefined;
  return counts.length > 0 || isElse ? counts : [{ name: "hours", unit: "hour", amount: usualPrice("hour") }];
};
