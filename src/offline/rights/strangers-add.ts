import "server-only";
import type { RowTest } from "@/shipped/contract";
import { addedAlready } from "../draft/compose";
import { type Draft, manyOf } from "../draft/draft";
import { isAddedByStrangers, writeRights } from "../draft/rights";
import { listed, sentence, wordsOf } from "../language/inflect";
import { isPersonTable, knownAs, quietAs } from "../lexicon/known";
import { isServedPerson } from "../lexicon/nouns";
import { accessOf, type Entity, entityOf } from "../model/app-model";
import { columnsOf, isDealing, isLeft } from "../model/columns";

/** Lets strangers see rows, whatever else they may do. */
export function openReading(entity: Entity): void {
  const { read: _, ...others } = entity["x-accessControl"]?.rules ?? {};
  writeRights(entity, { ...accessOf(entity), read: "anonymous" }, others);
}

/**
 * Lets strangers add rows, and neither change nor delete those of others. What they leave with those who run the app is
 * seen by these two only, and they see what they choose among for it; who sees other rows stays as it is.
 */
export function openAdding(draft: Draft, entity: Entity): void {
  draft.touched = entity.name;
  const was = JSON.stringify(entity);
  const { read, write } = accessOf(entity);
  const own: RowTest[] = ["creator", "admin"];
  const isSentIn = isAddedByStrangers(entity) && read === "admin";
  if (isLeft(draft.model, entity) && !isSentIn) {
    writeRights(
      entity,
      { read: "creator", write: "creator" },
      { read: own, create: ["anonymous"], update: own, delete: own },
    );
    openChoices(draft, entity);
  } else if (!isSentIn) {
    const closed = write === "anonymous" ? { update: own, delete: own } : {};
    writeRights(
      entity,
      { read, write: write === "anonymous" ? "creator" : write },
      { ...closed, ...entity["x-accessControl"]?.rules, create: ["anonymous"] },
    );
  }
  if (JSON.stringify(entity) === was) draft.already.push(addedAlready(entity));
}

const thingOf = (noun: string) => knownAs(noun) ?? quietAs(noun);

/** What somebody brings along, such as a pet or a car of a customer, and what the house writes down: strangers neither see it nor choose it. */
const isKept = (entity: Entity): boolean =>
  /^(?:money|record|document|message)$/.test(thingOf(sentence(entity.name).toLowerCase())?.kind ?? "") ||
  columnsOf(entity).some(({ name, property }) => isServedPerson(wordsOf(property["x-reference"] ?? name).join(" ")));

function openChoices(draft: Draft, entity: Entity): void {
  const hidden = Object.values(entity.properties)
    .flatMap((value) => entityOf(draft.model, value["x-reference"]) ?? [])
    .filter((one) => !isPersonTable(one) && accessOf(one).read !== "anonymous" && !isDealing(one));
  const kept = hidden.filter(isKept);
  const chosen = hidden.filter((one) => !isKept(one));
  for (const one of kept) {
    entity.required = entity.required?.filter((name) => entity.properties[name]?.["x-reference"] !== one.name) ?? [];
    draft.assumed.push(`Strangers do not see ${manyOf(one)}, so whoever books need not choose one.`);
  }
  for (const one of chosen) openReading(one);
  if (chosen.length > 0)
    draft.assumed.push(
      `Who books chooses among ${listed([...new Set(chosen.map(manyOf))])}, so anybody can see these.`,
    );
}
