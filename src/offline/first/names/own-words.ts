import "server-only";
import { titleOf } from "../../draft/draft";
import { singular, wordsOf } from "../../language/inflect";
import { germanForms } from "../../lexicon/german-forms";
import type { GermanWord } from "../../lexicon/german-in-english";
import type { AppModel, Entity } from "../../model/app-model";
import { germanLabels } from "../../words/german-labels";
import { loadWords } from "../../words/load";

const keyOf = (english: string) => wordsOf(english).map(singular).join(" ");
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Shows what a person named by the words in which they named it: tables are kept under the English names by which the
 * domain data know them, and have the title "Kunden" where somebody asked for those. Fields that nobody named have
 * German titles where the data know one.
 */
export function showInOwnWords(words: readonly GermanWord[], entities: readonly Entity[]): void {
  const { germanFields } = loadWords();
  const own = new Map<string, GermanWord>();
  for (const word of words.toReversed()) own.set(keyOf(word.english), word);
  // "Kunde" of an order and "Kunden" are one noun, and a field is called as it was said.
  const exact = new Map(words.toReversed().map((word) => [wordsOf(word.english).join(" "), word]));
  for (const entity of entities) {
    const key = keyOf(entity.name);
    // "Helferschichten" are shifts.
    const word = own.get(key) ?? words.find(({ english }) => keyOf(english).endsWith(` ${key}`));
    if (word) {
      const { one, many } = germanForms(word.said, word.english);
      entity.title = one;
      entity["x-plural"] = many;
    }
    for (const [name, value] of Object.entries(entity.properties)) {
      const spoken = wordsOf(name).join(" ");
      const each = spoken.split(" ").map((word) => own.get(word)?.said);
      const joined = each.every((word) => word !== undefined) ? each.join(" ") : undefined;
      const heard = exact.get(spoken) ?? own.get(keyOf(name));
      // A link is to one row, also of what was said in the plural: "mit Geräten".
      const alone = heard && value["x-reference"] ? germanForms(heard.said, heard.english).one : heard?.said;
      const said = alone ?? joined ?? germanLabels().get(spoken) ?? germanFields.get(spoken);
      // A title that only repeats the name, with its umlauts, is no other one.
      const isCalled = value.title !== undefined && wordsOf(value.title).join(" ") !== spoken;
      if (said && !isCalled) value.title = capital(said);
    }
  }
}

/**
 * The same for what a change adds to an app that is shown in its owner's own words: "ein Feld Preis" is no "Price" there.
 * @param before the app before the change
 */
export function showNewInOwnWords(words: readonly GermanWord[], before: AppModel, { entities, pages }: AppModel): void {
  if (!before.entities.some((entity) => entity["x-plural"])) return;
  for (const entity of entities) {
    const had = before.entities.find(({ name }) => name === entity.name);
    const added = Object.entries(entity.properties).filter(([name]) => !had?.properties[name]);
    if (!had) {
      const many = titleOf(entity);
      showInOwnWords(words, [entity]);
      for (const page of pages) if (page.entity === entity.name && page.title === many) page.title = titleOf(entity);
    } else if (added.length > 0)
      showInOwnWords(words, [{ name: "", type: "object", properties: Object.fromEntries(added) }]);
  }
}

/** The app's name in the words in which it was said. */
export function nameInOwnWords(words: readonly GermanWord[], { name, entities }: AppModel): string {
  const said = words.find(({ english }) => keyOf(english) === keyOf(name))?.said;
  return entities.map(titleOf).find((title) => title === said) ?? (said ? capital(said) : name);
}
