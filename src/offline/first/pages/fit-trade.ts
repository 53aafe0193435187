import "server-only";
import type { Entity } from "../../model/app-model";
import type { Draft } from "../../draft/draft";
import { singular, wordsOf } from "../../language/inflect";
import { loadWords } from "../../words/load";
import { tradeIn } from "../../words/trades";

/** Fields that a table got from the domain data, and that this app has no use for. */
export function fitFields(draft: Draft, entities: Entity[]): void {
  const trade = tradeIn(draft.said ?? "");
  const things = draft.model.entities.map(({ name }) => draft.things[name] ?? "");
  for (const entity of entities) {
    const thing = loadWords().things.get(draft.things[entity.name] ?? "");
    for (const name of thing ? trade.unfit(thing, things) : []) {
      if (entity.required?.includes(name)) continue;
      delete entity.properties[name];
    }
  }
}

/** What sort a row is of, where a table of one sort needs no such choice. */
const isSort = /^(?:species|kind|type|category|sort)$/;

/** Options that a table got from the domain data become those of the app's trade: a toy shop sells no pastry. */
export function fitOptions(draft: Draft, entities: Entity[]): void {
  const trade = tradeIn(draft.said ?? "");
  for (const entity of entities) {
    const thing = loadWords().things.get(draft.things[entity.name] ?? "");
    for (const [name, property] of Object.entries(entity.properties)) {
      const field = thing?.fields.find((one) => one.name === name);
      const own = field?.options?.map(({ value }) => value).join("|");
      if (property.enum?.join("|") !== own) continue;
      // All dogs are dogs, and all flats flats.
      const isAllOne = isSort.test(name) && property.enum?.includes(singular(wordsOf(entity.name).join(" ")));
      if (isAllOne && !entity.required?.includes(name)) {
        delete entity.properties[name];
        continue;
      }
      const options = thing && trade.optionsOf(thing, wordsOf(entity.name).join(" "), name);
      if (!options) continue;
      if (options.length === 1 && !entity.required?.includes(name)) {
        delete entity.properties[name];
        continue;
      }
      entity.properties[name] = {
        ...property,
        enum: options,
        ...(property.default !== undefined && { default: options[0] }),
      };
    }
  }
}
