import "server-only";
import { singular, wordsOf } from "../language/inflect";
import { type Draft, manyOf } from "../draft/draft";
import { strangenessOf } from "./choose-reading";
import { hasField } from "../description/brief/kept-rows";

/** Points by which a brief's list may look the stranger: its tables are fewer, and each was named. */
const allowance = 2;

/** Whether a brief that was written out as a list looks stranger than what the readers of sentences make of it. */
export const isStranger = (draft: Draft, other: Draft, message: string): boolean =>
  strangenessOf(draft, message) - allowance > strangenessOf(other, message);

/** Adds the fields that another reading of a brief found in its words, to the tables that both have. */
export function addSaidFields(draft: Draft, other: Draft, message: string): void {
  const said = new Set(wordsOf(message.toLowerCase()).flatMap((word) => [word, singular(word)]));
  const { entities } = draft.model;
  const isHere = (name: string) => entities.some((entity) => entity.name === name);
  for (const entity of entities) {
    const thing = draft.things[entity.name];
    const twin =
      other.model.entities.find(({ name }) => name === entity.name) ??
      other.model.entities.find(({ name }) => thing !== undefined && other.things[name] === thing);
    if (!twin) continue;
    for (const [name, property] of Object.entries(twin.properties)) {
      const target = property["x-reference"];
      const isSaid = wordsOf(name).every((word) => said.has(word.toLowerCase()));
      const isKept =
        Object.keys(entity.properties).some((own) => singular(own) === singular(name)) ||
        hasField(manyOf(entity), name.replaceAll("_", " "));
      if (isKept || !isSaid || (target && !isHere(target))) continue;
      entity.properties[name] = structuredClone(property);
    }
  }
}
