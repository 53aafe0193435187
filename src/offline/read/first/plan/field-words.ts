import "server-only";
import { plainPhrase } from "../../../words/parse-field";
import { typeOf, wordKey } from "../../../words/load";

/** The field's own words where they say a date, a number or a switch that the name alone does not. */
export function typedPhrase(phrase: string): string {
  if (/[:/|(]|\bcheckbox$/.test(phrase) || plainPhrase(phrase) !== phrase) return phrase;
  const key = wordKey(phrase);
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
