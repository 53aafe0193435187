import "server-only";
import { plainPhrase } from "../../words/parse-field";
import { typeOf } from "../../words/load";
import { wordKey } from "../../words/word-key";
import { isAttribute } from "../../lexicon/lexicon";

/** What stands beside a slash or "or" without being a choice: "from/to", "he or she". */
const noChoice = /^(?:and|or|not|he|she|his|her|per|in|out|und|oder)$/;

const period = /^(?:from|to|start|end|until|till|von|bis)$/i;
const isField = (part: string) => period.test(part) || (isAttribute(part) && typeOf(part).type !== "boolean");

/** "from/to", "name/phone": two fields in one breath. "date/time" is one. */
export function eachOf(phrase: string): string[] {
  const parts = phrase.split(/\s*\/\s*/);
  return parts.length === 2 && parts.every(isField) && !/^date\b/i.test(phrase) ? parts : [phrase];
}

/** "home/away", "salt or fresh": the choices of a field that has no other name. None where they are fields: "date/time". */
function choicesIn(phrase: string): string[] {
  const parts = phrase.split(/\s*\/\s*|,?\s+or\s+|,\s+(?=.*\sor\s)/);
  const isChoice = (part: string) =>
    /^\p{L}[\p{L}' -]+$/u.test(part) &&
    part.split(" ").length < 3 &&
    !noChoice.test(part.toLowerCase()) &&
    !isField(part);
  return parts.length > 1 && parts.every(isChoice) ? parts : [];
}

const state = /(?:ed|en|ing|able|ok|done|sent|paid|lost|won|ready|draft|new|good|due)$/i;

/** What choices are called that have no name: "repaired or not repairable" is a status. Few words name themselves: "cat or dog". */
export function nameOfChoice(phrase: string, choices: readonly string[]): string {
  if (choices.length < 3 && phrase.split(/[\s-]/).length < 5 && !/\bnot\b/i.test(phrase)) return phrase;
  return choices.some((choice) => state.test(choice)) ? "status" : "kind";
}

const bound =
  /^(.+?) (?:from|to|up to|until|at least|at most|min|max|minimum|maximum|limit|start|end|before|after|out|in|back)$/;
/** "age from", "price up to": the end of a range of amounts, and no day. Null for "open until", "valid from". */
function boundedAmount(key: string): "number" | "money" | null {
  const amount = bound.exec(key)?.[1] ?? "";
  const { type } = typeOf(amount);
  if (/^(?:km|kilometres|kilometers|miles|mileage|odometer|meter|kwh)$/.test(amount)) return "number";
  return type === "money" ? "money" : /^(?:number|integer|duration|percent)$/.test(type) ? "number" : null;
}

/** The field's own words where they say a date, a number or a switch that the name alone does not. */
export function typedPhrase(phrase: string): string {
  const choices = choicesIn(phrase);
  if (choices.length > 0) return `${nameOfChoice(phrase, choices)} (${choices.join("/")})`;
  if (/\w or not$/i.test(phrase)) return phrase.replace(/ or not$/i, " checkbox");
  if (/[:/|(]|\bcheckbox$/.test(phrase) || plainPhrase(phrase) !== phrase) return phrase;
  const key = wordKey(phrase);
  // "days planned", "hours worked".
  if (/^(?:days|hours|minutes|weeks|nights|months) [a-z]+(?:ed|en|t)$/.test(key)) return `${phrase} (number)`;
  if (/^(?:price|amount|sum|cost|total|money|deposit|rent) paid$/.test(key)) return `${phrase} (money)`;
  // "taken by": whoever did it; "return by": the day.
  if (/(?:\w\wed|en|ght|ade|one|ent|eld|led|old|ept)(?: \w+)? by$/.test(key)) return phrase;
  if (/^last \w+(?:ed|en|ne)$/.test(key)) return `${phrase} (date)`;
  if (
    /^(?:open|opens|opened|sent|paid|bought|sold|started|ended|made|done|given|received|written|planted|sown|installed|born|founded|tested|cleaned|checked) on$/.test(
      key,
    )
  )
    return `${phrase} (date)`;
  if (/^(?:needs|is|has|was|can) /.test(key)) return `${phrase} checkbox`;
  if (/^(?:time|minutes|hours|days) (?:taken|spent|needed|used|worked|driven|flown)$/.test(key))
    return `${phrase} (number)`;
  const bounded = boundedAmount(key);
  if (bounded) return `${phrase} (${bounded})`;
  if (
    / (?:until|by|since|from)$|^(?:eat|use|drink|best|sell|return|pay|consume|finish) before$|^(?:until|from|since|back by|drink before|use by|best before|due|sent on|paid on)$/.test(
      key,
    )
  )
    return `${phrase} (date)`;
  if (
    / (?:kg|kilos?|grams?|g|litres?|liters?|ml|cm|mm|kwh|km|left|count)$|^(?:kilos?|grams?|litres?|liters?|number of|amount of|how many) ?/.test(
      key,
    ) &&
    !key.endsWith(" nr")
  )
    return `${phrase} (number)`;
  if (/ (?:cost|price|fee|estimate|amount)(?: estimate)?$|^cost /.test(key) && typeOf(phrase).type !== "number")
    return `${phrase} (money)`;
  const { type } = typeOf(phrase);
  const kind = {
    long: "long text",
    number: "number",
    integer: "number",
    money: "money",
    percent: "percent",
    date: "date",
    datetime: "datetime",
    boolean: "checkbox",
    image: "image",
    file: "file",
    rating: "rating",
    duration: "number",
  }[type as string];
  return kind && key.split(" ").length < 5 ? `${phrase} (${kind})` : phrase;
}
