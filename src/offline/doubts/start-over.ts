import "server-only";
import type { AppModel, Entity } from "../model/app-model";
import type { Draft } from "../draft/draft";
import { isLikelyName } from "../first/choose-reading";
import { startOverWith } from "../start-over";
import { type Comparison, fieldOf, isManySaid, isName, isSaid, key, type Message } from "./comparison";

const tablesMax = 6;

/** What the tables and pages of an app are, for telling whether anything was done to them. */
const outline = ({ entities, pages }: AppModel): string =>
  [
    ...entities.map(({ name, properties }) => `${name}: ${Object.keys(properties).sort().join()}`),
    ...pages.map(({ page, kind, charts = [] }) => `${page} ${kind} ${charts.length}`),
  ]
    .sort()
    .join("; ");
const namesOf = ({ entities }: AppModel): string =>
  entities
    .map(({ name }) => name)
    .sort()
    .join();

/** Whether the message has several of what a new table keeps, or by other words tells two of its fields. */
function isMeant(message: Message, { name, properties }: Entity): boolean {
  if (message.words.has(key(name).split(" ").at(-1)!)) return isManySaid(message, name);
  return Object.keys(properties).filter((field) => isSaid(message, field)).length > 1;
}

/**
 * How to ask for the other reading as a whole. Only where nothing that was done to the app since would be lost, the
 * tables have other names, all of them such as people give, and none is lost that the message lists.
 */
export function startedOver(
  { pairs, message, made }: Comparison,
  { model: other, things }: Draft,
  app: AppModel,
): string | undefined {
  if (other.entities.length > tablesMax || namesOf(other) === namesOf(made) || outline(app) !== outline(made))
    return undefined;
  const isLikely = pairs.every(
    ({ other: entity, mine }) =>
      isName(entity.name) &&
      isLikelyName(entity, message.typed, things[entity.name]) &&
      (mine !== undefined || isMeant(message, entity)) &&
      (mine !== undefined || made.entities.every((one) => !fieldOf(one, entity.name))),
  );
  const isLost = made.entities.some(
    (entity) =>
      isManySaid(message, entity.name) &&
      isLikelyName(entity, message.typed) &&
      pairs.every(({ mine }) => mine !== entity),
  );
  return isLikely && !isLost ? startOverWith(other) : undefined;
}
