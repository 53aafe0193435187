import { listed, plural, singular } from "@/offline/language/inflect";
import { identifierOf } from "@/offline/tool/formula";
import { isPriceResult, type RateCard } from "@/offline/tool/rate-card";
import type { ToolReading } from "@/offline/tool/read-tool";
import type { MadeField } from "@/offline/words/tool-kinds";
import { type Block, promptBlock } from "./blocks";
import type { MakeField, Placed } from "./fields";
import { quote, type ToolNotes } from "./notes";

/** Templates nest ten deep, and each named price is a level. */
const countsMax = ({ rates }: RateCard) => (rates ? 2 : 3);
const choicesMax = 2;
const labelMax = 60;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** Lists in cells are divided at commas, and tags end with braces. */
const plainLabel = (label: string) =>
  capital(
    label
      .replace(/[,{}|"\\]/g, " ")
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, labelMax),
  );
const options = (list: { label: string }[]) =>
  [...new Set(list.map((one) => plainLabel(one.label)))].map((label) => ({ label, iconUrl: "" }));
const number = (name: string): MadeField => ({ name, label: capital(name), type: "number", required: true, min: 0 });
const select = (name: string, list: { label: string }[]): MadeField => ({
  name,
  label: capital(name),
  type: "select",
  required: true,
  optionsConfig: options(list),
});

/** The fields and the computed price of a rate card. */
export function writeRateCard(
  card: RateCard,
  reading: ToolReading,
  notes: ToolNotes,
  makeField: MakeField,
): { placed: Placed[]; blocks: Block[] } {
  const cut: RateCard = {
    ...card,
    counts: card.counts.slice(0, countsMax(card)),
    choices: card.choices.slice(0, choicesMax),
  };
  const unused = [...card.counts.slice(countsMax(card)), ...card.choices.slice(choicesMax)].map(({ name }) =>
    quote(name),
  );
  if (unused.length > 0)
    notes.left.push(`${listed(unused)} ${unused.length === 1 ? "does" : "do"} not count into the price`);
  const fields = fieldsOf(cut, makeField).filter(
    ({ name }, at, all) => all.findIndex((other) => identifierOf(other.name) === identifierOf(name)) === at,
  );
  const blocks: Block[] = [{ type: "table", title: "Your price", template: templateOf(cut, reading.currency) }];
  for (const { words, type } of reading.shown)
    if (!isPriceResult(words) && words !== "") blocks.push(promptBlock(words, type, reading, notes));
  notes.made.push(
    "A price list, which works without an AI model",
    `Fields: ${listed(fields.map(({ label }) => label))}`,
    `Results: ${listed(blocks.map(({ title }) => title.toLowerCase()))}`,
  );
  if (card.isGuessed)
    notes.assumed.push(
      "Prices that you did not say are guesses: put yours in their place, at the top of the template of “Your price” under Results layout",
    );
  if (card.unpriced.length > 0)
    notes.left.push(
      `${listed(card.unpriced.map(quote))} ${card.unpriced.length === 1 ? "is" : "are"} asked for, and ${card.unpriced.length === 1 ? "does" : "do"} not change the price`,
    );
  notes.left.push(...card.left.map((piece) => `I did not understand ${quote(piece)}`));
  return { placed: fields.map((field) => ({ field, step: 0 })), blocks };
}

function fieldsOf(
  { said, plain, rates, counts, choices, costs, extras, least }: RateCard,
  makeField: MakeField,
): MadeField[] {
  const priced = [
    ...(rates ? [select(rates.name, rates.options)] : []),
    ...(rates?.count ? [number(rates.count.name)] : []),
    ...counts.flatMap(({ name, unit, sides }) =>
      (sides ?? [name]).map((one) => ({
        ...number(one),
        // Where fewer can be booked, as many are paid for.
        ...(least && plural(least.unit) === plural(unit) && { min: least.count }),
      })),
    ),
    ...choices.map((choice) => select(choice.name, choice.options)),
    ...costs.map(number),
  ];
  // What the sentence does not name stands behind what it does.
  const place = ({ name }: MadeField) => {
    const at = said.indexOf(singular(name.split(" ")[0]!));
    return at < 0 ? said.length : at;
  };
  const chosen: MadeField = {
    name: extras.name,
    label: capital(extras.name),
    type: "multiselect",
    ...(extras.isRequired && { required: true }),
    optionsConfig: options(extras.list),
  };
  return [
    ...plain.flatMap((words) => makeField(words) ?? []),
    ...priced.sort((left, right) => place(left) - place(right)),
    ...(extras.list.length > 0 ? [chosen] : []),
  ];
}

const text = (label: string) => `"${plainLabel(label)}"`;
const row = (cells: string[]) => `| ${cells.join(" | ")} |`;

/** The price as a table: prices are named at its top, each once, where the builder changes them. */
function templateOf(
  { base, counts, rates, choices, costs, extras, discount, tax, minimum, maximum }: RateCard,
  currency: string,
): string {
  const money = (expression: string) => `{{= money(${expression}${currency === "" ? "" : `, "${currency}"`})}}`;
  const names: [string, string][] = [];
  const rows: string[] = [];
  const parts: string[] = [];
  if (base) {
    names.push(["base_price", `${base.amount}`]);
    rows.push(row([plainLabel(base.label), money("base_price")]));
    parts.push("base_price");
  }
  if (rates) {
    const id = identifierOf(rates.name);
    names.push([
      `${id}_prices`,
      `[${rates.options.map(({ label, amount }) => `[${text(label)}, ${amount}]`).join(", ")}]`,
    ]);
    const price = `lookup(${id}, column(${id}_prices, 0), column(${id}_prices, 1))`;
    const times = rates.count ? ` * ${identifierOf(rates.count.name)}` : "";
    const what = rates.count ? `{{= ${id}}}: ${counted(rates.count)} at ${money(price)} each` : `{{= ${id}}}`;
    rows.push(row([what, money(`${price}${times}`)]));
    parts.push(`${price}${times}`);
  }
  for (const count of counts) {
    const what = count.label ? plainLabel(count.label) : "";
    const price = `price_per_${identifierOf(count.unit)}${what && `_for_${identifierOf(what)}`}`;
    const amount = `${quantity(count)} * ${price}`;
    names.push([price, `${count.amount}`]);
    rows.push(row([`${what && `${what}: `}${counted(count)} at ${money(price)} each`, money(amount)]));
    parts.push(amount);
  }
  const factors = choices.map(({ name, options: list }) => {
    const id = identifierOf(name);
    names.push([`${id}_factors`, `[${list.map(({ label, factor }) => `[${text(label)}, ${factor}]`).join(", ")}]`]);
    const factor = `lookup(${id}, column(${id}_factors, 0), column(${id}_factors, 1))`;
    rows.push(row([`${plainLabel(name)}: {{= ${id}}}`, `× {{= ${factor}}}`]));
    return factor;
  });
  const sum = parts.length > 0 ? parts.join(" + ") : "0";
  const work = factors.length > 0 ? `(${sum}) * ${factors.join(" * ")}` : sum;
  const chosen = `where(${extras.name}_prices, 0, ${extras.name})`;
  const cost = `extra[1] + work * extra[2] / 100`;
  let gross = ["work", ...costs.map(identifierOf)].join(" + ");
  for (const name of costs) rows.push(row([capital(name), money(identifierOf(name))]));
  if (extras.list.length > 0) {
    names.push([
      `${extras.name}_prices`,
      `[${extras.list.map(({ label, amount, percent = 0 }) => `[${text(label)}, ${amount}, ${percent}]`).join(", ")}]`,
    ]);
    rows.push(
      `{{#each ${chosen} as extra}}`,
      row([`{{= extra[2] ? concat(extra[0], extra[2] > 0 ? " (+" : " (", extra[2], "%)") : extra[0]}}`, money(cost)]),
      "{{/each}}",
    );
    gross += ` + sum(column(${chosen}, 1)) + work * sum(column(${chosen}, 2)) / 100`;
  }
  const bounded = maximum > 0 ? `min(${maximum}, ${gross})` : gross;
  names.push(["work", work], ["gross", minimum > 0 ? `max(${minimum}, ${bounded})` : bounded]);
  if (maximum > 0) rows.push(`{{#if ${gross} > ${maximum}}}`, row(["Highest price", money("gross")]), "{{/if}}");
  if (minimum > 0) rows.push(`{{#if ${gross} < ${minimum}}}`, row(["Minimum price", money("gross")]), "{{/if}}");
  let net = "gross";
  if (discount) {
    const over = discount.over > 0 ? overOf(discount, counts, rates) : "true";
    rows.push(
      `{{#if ${over}}}`,
      row([`Discount of ${discount.percent}%`, money(`0 - gross * ${discount.percent} / 100`)]),
      "{{/if}}",
    );
    net = `gross * (${over} ? ${1 - discount.percent / 100} : 1)`;
  }
  if (tax) {
    rows.push(row([`${tax.label} of ${tax.percent}%`, money(`${net} * ${tax.percent} / 100`)]));
    net = `${net} * ${1 + tax.percent / 100}`;
  }
  return [
    ...names.map(([name, value]) => `{{#with ${value} as ${name}}}`),
    "| What | Price |",
    "|---|---|",
    ...rows,
    row(["**Total**", `**${money(net)}**`]),
    ...names.map(() => "{{/with}}"),
  ].join("\n");
}

type Counted = { name: string; unit: string; sides?: string[] };
const quantity = ({ name, sides }: Counted) => (sides ?? [name]).map(identifierOf).join(" * ");

/** "3 windows", "2 kg". */
const counted = (count: Counted) =>
  / in \S{1,3}$/.test(count.name)
    ? `{{= ${quantity(count)}}} ${count.unit}`
    : `{{= plural(${quantity(count)}, "${count.unit}", "${plural(count.unit)}")}}`;

/** "over 50 guests" means the count that it names, else the first. */
function overOf(
  { over, unit, isFrom }: NonNullable<RateCard["discount"]>,
  counts: Counted[],
  rates: RateCard["rates"],
): string {
  const bound = `${isFrom ? ">=" : ">"} ${over}`;
  const all = [...counts, ...(rates?.count ? [rates.count] : [])];
  if (
    /^(?:groups?|people|persons?|part(?:y|ies)|guests?|tickets?|items?|orders?|pieces?)$/.test(unit) &&
    all.length > 1
  )
    return `${all.map(quantity).join(" + ")} ${bound}`;
  const named = all.find((count) => plural(count.unit) === plural(unit)) ?? all[0];
  const isMoney = unit === "" || /^(?:euros?|dollars?|pounds?|total|francs?)/.test(unit);
  return named && !isMoney ? `${quantity(named)} ${bound}` : `gross ${bound}`;
}
