import "server-only";
import { isPlural, plural, singular } from "../language/inflect";
import { thingOf } from "../words/find";
import { loadWords } from "../words/load";
import { wordKey } from "../words/word-key";

/** What one row and its table are called: "Kunde", "Kunden". */
export type Forms = { one: string; many: string };

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
/** "Räume" is a form of "Raum". */
const isForm = (left: string, right: string) => wordKey(left).slice(0, 3) === wordKey(right).slice(0, 3);
const endsWith = (word: string, end: string) => word.toLowerCase().endsWith(end.toLowerCase());

/** All forms in which the domain data have a noun: those of one first. */
function formsOf(english: string): string[] {
  const { german } = loadWords();
  const one = singular(english);
  return [...(german.get(one) ?? []), ...(german.get(plural(one)) ?? []), ...(thingOf(one)?.de ?? [])];
}

/** Endings of which only one word is the plural. */
const regular: [RegExp, string][] = [
  [/(ung|heit|keit|schaft|tion|ität|ik)en$/i, "$1"],
  [/innen$/i, "in"],
];

/** Feminine nouns whose plural ends so in every case. */
const alwaysN =
  /(?:steuer|feier|mauer|nummer|kammer|schwester|ziffer|feder|leiter|oper|faser|klammer|schulter|mutter|tochter|ader|bauer|dauer|trauer)n$/i;

/**
 * A plural as it stands in a menu: people say "mit Aufträgen" and "mit Helfern", which are datives.
 * @param plurals the forms of many in the domain data
 */
function nominative(word: string, plurals: readonly string[]): string {
  const bare = word.slice(0, -1);
  const has = (form: string) => plurals.some((one) => endsWith(form, one));
  if (!word.endsWith("n") || (has(word) ? !has(bare) : !word.endsWith("ern") || alwaysN.test(word))) return word;
  return bare;
}

/**
 * A German noun in the number of one and of many. What the data do not know keeps the form in which it was said, and
 * so does what has one form only: "Helfer".
 * @param english what the noun was read as: "customers"
 */
export function germanForms(said: string, english: string): Forms {
  const word = nominative(capital(said), loadWords().german.get(plural(singular(english))) ?? []);
  // "Helferin" is another noun than "Helfer", and no plural of it.
  const all = formsOf(english);
  const isFeminine = (form: string) => form.endsWith("in") && all.includes(form.slice(0, -2));
  // "des Besitzers" is of one owner: nouns in -er have no plural in -s.
  const isGenitive = (form: string) =>
    form.endsWith("ers") && all.some((one) => wordKey(one) === wordKey(form).slice(0, -1));
  const known = all.filter(
    (form) => form.length > 2 && !isGenitive(form) && (!isFeminine(form) || word.endsWith("in")),
  );
  // "Helferschichten" ends in "Schichten".
  const end = known.filter((form) => endsWith(word, form)).sort((left, right) => right.length - left.length)[0];
  if (end === undefined) {
    const one = regular.reduce((text, [many, single]) => text.replace(many, single), word);
    return { one, many: word };
  }
  const head = word.slice(0, -end.length);
  const joined = (form: string) => capital(`${head}${head ? form.toLowerCase() : form}`);
  const forms = known.filter((form) => isForm(form, end)).sort((left, right) => left.length - right.length);
  const isMany = isPlural(english) || isPlural(said);
  const one = joined(forms[0]!);
  return { one, many: isMany && word !== one ? word : joined(forms[1] ?? forms[0]!) };
}
