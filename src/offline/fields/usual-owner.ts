import "server-only";
import type { Draft } from "../draft/draft";
import { findEntity } from "../draft/resolve";
import { knownNamed } from "../lexicon/known";
import type { Entity } from "../model/app-model";
import { loadWords } from "../words/load";

/** The tables to which rows of a thing usually belong: a locker to none, and a comment to whatever was spoken of. */
export function usualOwner({ model, things }: Draft, entity: Entity, last: Entity): Entity | undefined {
  const thing = things[entity.name];
  if (thing === undefined || knownNamed(thing)?.kind === "message") return last;
  const parents = loadWords().belongs.get(thing) ?? [];
  return parents.flatMap((name) => {
    const found = findEntity(model, name);
    return found.kind === "one" && found.value !== entity ? [found.value] : [];
  })[0];
}
