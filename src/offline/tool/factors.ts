import { isPlural, plural, singular } from "@/offline/language/inflect";
import { type Choice, type Count, parseChoice, unitOf } from "@/offline/words/usual-prices";
import { withoutLead } from "./items";

/** What a price depends on: a count, a choice, something that may come along, or only who asks. */
export type Factor =
  | { kind: "count"; count: Count }
  | { kind: "side"; name: string }
  | { kind: "choice"; choice: Choice }
  | { kind: "extra"; label: string }
  | { kind: "plain"; words: string }
  | { kind: "amount"; words: string }
  /** What is passed on as it was paid: "materials". */
  | { kind: "cost"; name: string };

/** Words for what is measured, and the name of its field. */
const measures: [RegExp, string][] = [
  [/^(?:(?:total|parcel|package) )?(?:weight|kilos?|kgs?|kilograms?)$/, "weight in kg"],
  [/^(?:(?:driving|travel|delivery) )?(?:distance|kilomet(?:re|er)s?|kms?)$/, "distance in km"],
  [/^miles?$/, "miles"],
  [
    /^(?:(?:floor|lawn|garden|room|roof|wall|surface|total) )?(?:areas?|square met(?:re|er)s?|m2|m²|sqm)$/,
    "square metres",
  ],
  [/^(?:square f(?:oo|ee)t|sq ?ft)$/, "square feet"],
  [/^(?:hours?|time|duration|length of (?:the )?\w+|hours? needed)$/, "hours"],
  [/^(?:quantit(?:y|ies)|copies|pieces|units?|print run|volume|amount|how many|number)$/, "pieces"],
  [/^(?:(?:group|party) size|head ?count|people|persons?|heads?|pax)$/, "people"],
  [/^(?:running met(?:re|er)s?|met(?:re|er)s?)$/, "metres"],
];
const sides = /^(?:[\p{L}]+ )?(length|width|height|depth)(?: in \p{L}+)?$/u;

const choices: [RegExp, string][] = [
  [/\b(?:size|bed ?size)\b/, "Small 1 | Medium 1.3 | Large 1.6"],
  [/\bcolou?rs?$/, "Black and white 1 | Colour 1.5"],
  [/\bpaper\b/, "Standard 1 | Thick 1.3 | Recycled 1.15"],
  [/\b(?:quality|finish|standard|level of service|package|plan)$/, "Basic 1 | Good 1.3 | Finest 1.7"],
  [/\b(?:speed|urgency|deadline|turnaround|delivery time|express)$/, "Standard 1 | Express 1.5"],
  [/\b(?:difficulty|complexity|skill level|experience)$/, "Easy 1 | Normal 1.2 | Hard 1.5"],
  [/\b(?:season|time of year)$/, "Low 1 | High 1.4"],
  [/\b(?:frequency|how often|interval)\b/, "Once 1 | Every month 0.95 | Every week 0.85"],
  [/\b(?:floor|storey|story)$/, "Ground floor 1 | First floor 1.15 | Higher 1.3"],
  [/\b(?:material|fabric|wood)$/, "Standard 1 | Better 1.3 | Best 1.7"],
  [/\b(?:condition|state|dirtiness)$/, "Good 1 | Average 1.2 | Poor 1.4"],
  [/\b(?:time of day|weekday|day of (?:the )?week)$/, "Weekday 1 | Evening 1.2 | Weekend 1.4"],
];

const passedOn =
  /^(?:(?:costs?|prices?|amount) (?:of|for) (?:the )?)?(?:materials|(?:spare )?parts|ingredients|(?:travel )?expenses|disbursements|(?:materials?|parts|shipping|postage) costs?)(?:\s+(?:are\s+)?(?:extra|on top|not included))?$/;

const plain =
  /^(?:(?:first |last |full |your )?names?|e-?mails?(?: address)?|phones?(?: numbers?)?|telephone|company|address|postcode|zip(?: code)?|city|location|date|start date|day of .+|notes?|comments?|message|description|photos?|pictures?|.+ (?:date|address))$/;

/** What is charged for one of it where nobody says: only so that there is a number to change. */
const usual: Record<string, number> = {
  kg: 1.5,
  km: 0.8,
  mile: 1.2,
  hour: 45,
  day: 60,
  night: 50,
  week: 200,
  month: 50,
  person: 20,
  guest: 20,
  word: 0.12,
  page: 10,
  "square metre": 8,
  "square foot": 1,
  piece: 5,
  metre: 15,
  minute: 1,
  lesson: 35,
};
export const usualPrice = (unit: string): number => usual[unit] ?? 15;
export const usualExtra = 25;

/** The field by which something is counted: "number of dogs" → "dogs", "kg" → "weight in kg". */
export function countNamed(said: string): Count {
  const words = said
    .toLowerCase()
    .replace(/^(?:the )?(?:number|amount|count|quantity) of /, "")
    .trim();
  const name = measures.find(([pattern]) => pattern.test(words))?.[1] ?? plural(words);
  return { name, unit: unitOf(name) };
}

const optionsIn = (list: string) =>
  list
    .split(/\s*(?:,|\/|\||\bor\b|\band\b)\s*/i)
    .map((part) => part.trim())
    .filter(Boolean);

/** What an item without a price asks for; undefined where it names nothing. */
export function readFactor(item: string): Factor | undefined {
  const text = withoutLead(item)
    .replace(/[?!.]+$/, "")
    .trim();
  const listed = /^(.+?)\s*(?::\s*|\(\s*|\s(?=\S+\/))([^()]+?)\)?$/.exec(text);
  const options = listed ? optionsIn(listed[2]!) : [];
  if (listed && options.length > 1) {
    const name = listed[1]!.toLowerCase();
    if (options.some((option) => /^yes$/i.test(option))) return { kind: "extra", label: withoutLead(listed[1]!) };
    return {
      kind: "choice",
      choice: { name, options: options.map((label, at) => ({ label, factor: 1 + at * 0.25 })) },
    };
  }
  const words = text.toLowerCase().replace(/^how many\s+/, "number of ");
  if (words === "" || words.split(/\s+/).length > 5) return undefined;
  if (plain.test(words)) return { kind: "plain", words: text };
  if (/\b(?:turnover|revenue|income|salary|budget|age|value|worth|score)$/.test(words))
    return { kind: "amount", words: text };
  if (passedOn.test(words))
    return {
      kind: "cost",
      name: words.replace(/^.* (?:of|for) (?:the )?|\s+(?:are\s+)?(?:extra|on top|not included)$/g, ""),
    };
  const side = sides.exec(words)?.[1];
  if (side) return { kind: "side", name: side };
  if (/^(?:number|amount|count|quantity) of /.test(words) || measures.some(([pattern]) => pattern.test(words)))
    return { kind: "count", count: countNamed(words) };
  const choice = choices.find(([pattern]) => pattern.test(words));
  if (choice) return { kind: "choice", choice: parseChoice(`${words}: ${choice[1]}`) };
  const counted = words.split(" ").at(-1)!;
  // "rooms", "coats"; but "stairs" and "tiers" are counted too.
  if (isPlural(counted) && singular(counted) !== counted) return { kind: "count", count: countNamed(words) };
  return { kind: "extra", label: text };
}
