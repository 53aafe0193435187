import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { AppModel } from "./model/app-model";
import { defaultLook } from "./model/look";
import { listed } from "./language/inflect";
import { type Draft, manyOf } from "./draft/draft";
import { understand } from "./understand";

/** How to ask for an app of other tables than the one that a first message became. */
export const startOverWith = ({ entities }: AppModel): string => `Start over with ${listed(entities.map(manyOf))}`;

const plain = (text: string) => text.trim().replace(/\.$/, "").toLowerCase();
const nothing: AppModel = { name: "", purpose: "office", look: defaultLook, pages: [], entities: [] };

/**
 * The app of a chat's first message by the other of two readings, in place of the one that was made of it.
 * @returns undefined for requests of any other kind
 */
export function startOver(text: string, model: AppModel, first: string | undefined): Draft | undefined {
  if (model.entities.length === 0 || first === undefined || !plain(text).startsWith("start over with "))
    return undefined;
  const { other } = understand(first, nothing);
  if (!other || plain(startOverWith(other.model)) !== plain(text)) return undefined;
  const stood = new Map(model.entities.map((entity) => [entity.name, entity]));
  const kept = other.model.entities.filter(({ name }) => stood.has(name));
  const rows =
    kept.length > 0 ? [`Rows of ${listed(kept.map(manyOf))} are as they were, and empty where a field is new.`] : [];
  // A table that is the same in both readings is no change.
  const entities = other.model.entities.map((entity) => {
    const standing = stood.get(entity.name);
    return standing && isDeepStrictEqual(standing, entity) ? standing : entity;
  });
  return {
    ...other,
    model: { ...other.model, name: model.name, look: model.look, entities },
    seeds: other.seeds.filter(({ entity }) => !stood.has(entity)),
    done: ["I read your first message anew, and made the app of that.", ...other.done],
    assumed: [...rows, ...other.assumed],
  };
}
