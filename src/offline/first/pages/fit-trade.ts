import "server-only";
import type { Entity } from "../../model/app-model";
import type { Draft } from "../../draft/draft";
import { wordsOf } from "../../language/inflect";
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

/** Options that a table got from the domain data become those of the app's trade: a toy shop sells no pastry. */
export function fitOptions(draft: Draft, entities: Entity[]): void {
  const trade = tradeIn(draft.said ?? "");
  for (const entity of entities) {
    const thing = loadWords().things.get(draft.things[entity.name] ?? "");
    for (const [name, property] of Object.entries(entity.properties)) {
      const field = thing?.fields.find((one) => one.name === name);
      const own = field?.options?.map(({ value }) => value).join("|");
      const options = thing && trade.optionsOf(thing, wordsOf(entity.name).join(" "), name);
      if (!options || property.enum?.join("|") !== own) continue;
      entity.properties[name] = {
        ...property,
        enum: options,
        ...(property.default !== undefined && { default: options[0] }),
      };
    }
  }
}
