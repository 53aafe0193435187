import "server-only";
import type { AppModel } from "../model/app-model";
import { colorsIn } from "../language/colors";
import { cssHex } from "../language/css-colors";
import { labelFor } from "../model/field-kinds";
import { isOneOff, singular, wordsOf } from "../language/inflect";
import { isRecordVerb } from "../lexicon/lexicon";
import { plain } from "../lexicon/plain-words";
import { counts } from "../words/counts";
import type { Difference } from "./differences/difference";

const key = (word: string) => singular(word).replace(/(?:ed|ing)$/, "");

/** Every word by which the app's parts go. */
function vocabularyOf(model: AppModel): string[] {
  return [
    model.name,
    ...model.pages.flatMap((page) => [page.title, page.page]),
    ...model.entities.flatMap((entity) => [
      entity.name,
      entity.title ?? "",
      ...Object.entries(entity.properties).flatMap(([name, value]) => [
        name,
        labelFor(name, value),
        ...(value.enum ?? value.items?.enum ?? []).map(String),
      ]),
    ]),
  ];
}

/**
 * The words of a request that nothing in its result answers to: what was not understood of it.
 * A word counts as answered when a difference is about it, when it names a part of the app, or when requests are made with it.
 */
export function unansweredWords(clause: string, differences: Difference[], models: AppModel[]): string[] {
  const known = new Set(
    [...differences.flatMap(({ about }) => about), ...models.flatMap(vocabularyOf)]
      .flatMap(wordsOf)
      .flatMap((word) => [word, key(word)]),
  );
  // "page ivory, buttons teal": each colour must have gone somewhere.
  const look = JSON.stringify([models.at(-1)?.look, differences.map(({ line }) => line)]);
  const isShown = ({ name, hex }: { name: string; hex: string }) =>
    look.includes(hex) || look.includes(cssHex(name) ?? hex);
  const colors = new Set(
    colorsIn(clause)
      // "wine red": a second name of the same colour.
      .filter((color, at, all) => {
        const before = all[at - 1];
        const isOne = before && /^\s*$/.test(clause.slice(before.at + before.name.length, color.at));
        return isShown(color) || (isOne && isShown(before));
      })
      .flatMap(({ name }) => wordsOf(name)),
  );
  const isKnown = (word: string) =>
    plain.has(word) ||
    known.has(word) ||
    known.has(key(word)) ||
    plain.has(singular(word)) ||
    plain.has(key(word)) ||
    colors.has(word) ||
    isRecordVerb(word) ||
    /^\d+$/.test(word) ||
    counts[word] !== undefined ||
    word.length < 2;
  return wordsOf(clause).filter(
    (word) => !isKnown(word) && !(word.length > 4 && [...known].some((other) => isOneOff(word, other))),
  );
}
