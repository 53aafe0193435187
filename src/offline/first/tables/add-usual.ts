import "server-only";
import { endsAs } from "../../words/happenings";
import type { Entity } from "../../model/app-model";
import { sentence, singular, snake } from "../../language/inflect";
import { loadWords } from "../../words/load";
import { setField } from "../../draft/compose";
import { knownNamed } from "../../lexicon/known";
import { isPerson, isPublished } from "../../description/plan/happenings";
import { isOtherSide, isServedPerson } from "../../lexicon/nouns";
import type { Made } from "../../description/plan/plan";
import type { Usual } from "./alike";

/** Adds a field that such rows usually have; a link leads to the table of the thing, else to what stands in for it here. */
export function addUsual(entity: Entity, { spec, relates }: Usual, all: Made[]): void {
  if (!relates) return setField(entity, { ...spec, property: structuredClone(spec.property) });
  const target = all.find(
    ({ table }) =>
      table.thing?.name === relates || table.takesPartOf === relates || table.noun === singular(relates).toLowerCase(),
  );
  if (target && target.entity !== entity) {
    // A "job opening" that is called a job here is chosen as a job.
    const own = snake(target.entity.name);
    const isCalled = spec.name === snake(relates) && !entity.properties[own] && snake(target.table.noun) === own;
    const called = isCalled ? { ...spec, name: own, label: sentence(target.table.noun) } : spec;
    return setField(entity, { ...called, property: { ...spec.property, "x-reference": target.entity.name } });
  }
  const stand = standIn(entity, relates, all);
  if (stand)
    return setField(entity, {
      name: snake(stand.table.noun),
      label: sentence(stand.table.noun),
      property: { type: "string", "x-reference": stand.entity.name },
    });
  // A person that has no table here is still worth a name.
  const own = all.find((made) => made.entity === entity)?.table;
  const isNamed = own?.links.some(({ to }) => isPerson(to));
  if (knownNamed(relates)?.kind === "person" && !isNamed) setField(entity, { ...spec, property: { type: "string" } });
}

/** Whoever takes the part of a thing that this app lacks: the patient is the customer of an appointment, the proposal is what is voted on. */
function standIn(entity: Entity, relates: string, all: Made[]): Made | undefined {
  const isOfPerson = knownNamed(relates)?.kind === "person";
  const taken = new Set(Object.values(entity.properties).map((value) => value["x-reference"]));
  const makes = new Set(loadWords().recordVerbs.map(({ makes: made }) => made));
  const own = all.find((made) => made.entity === entity)!.table;
  if (!isOfPerson && !makes.has(own.thing?.name ?? "")) return undefined;
  const isDealt = makes.has(own.thing?.name ?? "") || /event|record|message|money/.test(own.thing?.kind ?? "");
  // The owner of a pet is one of the clients; what else a thing has to do with people is not known.
  if (!isDealt && !(isOfPerson && isServedPerson(relates))) return undefined;
  // A vaccination is a pet's or a shelter animal's: with one of both here, nothing stands in for the other.
  // A comment on a task is on no file.
  if (!isOfPerson && own.thing?.kind === "message" && own.links.some(({ to }) => !isPerson(to))) return undefined;
  const others = own.thing?.fields.map((field) => field.relates).filter((to) => to !== relates) ?? [];
  if (!isOfPerson && all.some(({ table }) => table.thing?.kind === "item" && others.includes(table.thing.name)))
    return undefined;
  return all.find(
    ({ table, entity: other }) =>
      other !== entity &&
      !taken.has(other.name) &&
      !(isOfPerson && isOtherSide(relates, table.noun)) &&
      (isDealt || isServedPerson(table.noun)) &&
      !own.links.some(({ to }) => to === table) &&
      !makes.has(table.thing?.name ?? "") &&
      !endsAs("follows", table.noun) &&
      !isPublished(table) &&
      isPerson(table) === isOfPerson &&
      (isOfPerson || /item|place|event|document/.test(table.thing?.kind ?? "item")),
  );
}
