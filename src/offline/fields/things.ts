import "server-only";
import type { Entity, Property } from "../model/app-model";
import { closeToCustomers } from "../draft/own-rows";
import { entityName, labelFor } from "../model/field-kinds";
import { singular, wordsOf } from "../language/inflect";
import { addEntity, addListPage, fillEntity, relate, requireTitle, setChoices, setField } from "../draft/compose";
import { type Draft, manyOf, titleOf } from "../draft/draft";
import { isAttribute } from "../lexicon/lexicon";
import { splitFields } from "../language/normalize";
import { hasUsualOptions } from "../values/usual-options";
import { usualOwner } from "./usual-owner";
import { isColoring, isNoName } from "./wish-words";
import { fieldLike, findEntity, findField, isPronoun } from "../draft/resolve";
import { isTable, takeApart, type Wanted } from "./wanted";
import { specFor } from "./specs";

/**
 * Adds a field, or a table of rows that belong to the owner. Says what was there already.
 * @param isPlaced whether the message names the owner
 */
export function addWanted(draft: Draft, owner: Entity, wanted: Wanted, isPlaced = true): boolean {
  // "in the list", "for the boss": where or for whom, and no name.
  if (isNoName(wanted.noun) || isColoring(wanted.text)) return false;
  if (isTable(wanted)) return addTable(draft, wanted, owner, isPlaced) !== null;
  if (wanted.inner === undefined && / or /i.test(wanted.noun)) {
    // "priority express or normal"; but "german or english" is what a field may be, and none itself.
    const [, noun, one, other] = /^([\w ]+?) ([\w-]+) or ([\w-]+)$/i.exec(wanted.noun) ?? [];
    return (
      noun !== undefined &&
      isAttribute(noun) &&
      addWanted(draft, owner, { text: `${noun} (${one}/${other})`, noun, inner: `${one}/${other}` })
    );
  }
  const spec = specFor(draft, owner, wanted);
  if (!spec) return false;
  const counted = findField(owner, wanted.noun.replace(/^(?:number|amount|count) of /i, ""));
  const same = fieldLike(owner, spec.name, spec.property, otherSaid.test(wanted.text));
  // "status (idea, recorded, published)" of what has other states.
  if (same && wanted.inner !== undefined && hasOthers(owner.properties[same]!, spec.property.enum)) {
    // Nobody has said the options that are there.
    if (hasUsualOptions({ entity: owner, name: same }) && spec.property.enum!.length > 1) {
      setChoices(owner, same, spec.property.enum!.map(String));
      draft.touched = owner.name;
      return true;
    }
    const label = labelFor(same, owner.properties[same]!).toLowerCase();
    draft.skipped.push(
      `“${wanted.text}”: ${manyOf(owner)} have ${label} already, with other options; “${label}: …” with all of them changes these.`,
    );
    return true;
  }
  if (same || (/^(?:number|amount|count) of /i.test(wanted.noun) && counted.kind === "one")) {
    const label = (same ? labelFor(same, owner.properties[same]!) : spec.label).toLowerCase();
    const said = spec.label.toLowerCase();
    const note =
      label === said || label === singular(said) ? "" : ` If ${said} is something else, say “add another ${said}”.`;
    draft.already.push(`${titleOf(owner)} already have ${label}, so I left that as it is.${note}`);
    return true;
  }
  setField(owner, spec);
  draft.touched = owner.name;
  return true;
}

/** "another mail": one besides that which is there. */
const otherSaid = /^(?:another|an? (?:other|second|separate|additional)) /i;

const hasOthers = (had: Property, said: readonly unknown[] = []) =>
  said.length > 1 && had.enum !== undefined && said.some((option) => !had.enum!.includes(option as string));

/** A table of its own with its page and a few rows. Null where there is one of that name. */
export function addTable(draft: Draft, { noun, inner }: Wanted, owner?: Entity, isPlaced = true): Entity | null {
  const name = entityName(noun);
  // "its own list": how rows are kept, and none of them. "two flats": how many of the flats, and no other table.
  if (/^(?:List|Table|Page|Field|Column|View|Row|Entry)$/.test(name) || /\b(?:its|their) own\b/i.test(noun))
    return null;
  if (isPronoun(noun) || /^(?:two|three|four|five|six|several|some|\d+) /i.test(noun)) return null;
  if (draft.model.entities.some((one) => one.name === name) || wordsOf(noun).length > 4) return null;
  const entity = addEntity(draft, singular(noun), []);
  for (const part of inner === undefined ? [] : splitFields(inner)) {
    const wanted = takeApart(part);
    const spec = specFor(draft, entity, wanted);
    if (spec && !isTable(wanted)) setField(entity, spec);
    else if (findEntity(draft.model, wanted.noun).kind === "one") linkBoth(draft, entity, wanted.noun);
    // "pills with name, doses and price": several of what the app does not keep are a word of each row.
    else if (spec && wanted.inner === undefined) setField(entity, spec);
    // A longer part may be a request of its own, which others read.
    else if (wordsOf(part).length < 5)
      draft.skipped.push(`“${part.trim()}”: I did not see which field of ${manyOf(entity)} this is.`);
  }
  if (Object.keys(entity.properties).length === 0) {
    fillEntity(draft, entity);
    draft.filled.push(entity.name);
  }
  const belongsTo = owner && !isPlaced ? usualOwner(draft, entity, owner) : owner;
  if (belongsTo && belongsTo !== entity) relate(entity, belongsTo);
  requireTitle(draft, entity);
  closeToCustomers(draft, entity);
  addListPage(draft, entity);
  draft.seeds.push({ entity: entity.name, count: 5 });
  draft.touched = entity.name;
  return entity;
}

/** "concerts with date and the songs we sing": rows of the other table that go with one of these. */
function linkBoth(draft: Draft, entity: Entity, noun: string): void {
  const found = findEntity(draft.model, noun);
  if (found.kind === "one") relate(entity, found.value);
}
