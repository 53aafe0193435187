import "server-only";
import { type Entity, entityOf } from "../model/app-model";
import { singular } from "../language/inflect";
import { addEntity, addListPage, fillEntity, relate, requireTitle } from "../draft/compose";
import { type Draft, manyOf, oneOf, pickEntity } from "../draft/draft";
import { findEntity, isPronoun } from "../draft/resolve";
import type { Rule } from "../request/meaning/clause";
import { noun } from "../request/meaning/texts";

/** A table that joins a standing app gets its page and rows at once; a new app's come at the end. */
function presentTable(draft: Draft, entity: Entity): void {
  if (draft.model.pages.length === 0) return;
  addListPage(draft, entity);
  draft.seeds.push({ entity: entity.name, count: 5 });
}

/** Relates by words; makes the other table if the app has none. */
function relateNouns(draft: Draft, entity: Entity, said: string, label?: string): string | null {
  const found = findEntity(draft.model, said);
  if (found.kind === "many") return null;
  const touched = draft.touched;
  const other = found.kind === "one" ? found.value : addEntity(draft, singular(said), []);
  if (found.kind === "none") {
    fillEntity(draft, other);
    requireTitle(draft, other);
    draft.assumed.push(`There was no table for ${manyOf(other)} yet, so I added one.`);
  }
  draft.touched = touched ?? entity.name;
  const field = relate(entity, other, label);
  if (field && found.kind === "none") presentTable(draft, other);
  return field;
}

const belongs = new RegExp(
  `^(?:each |every |an? |the |all |make |let )*(${noun})\\s+(?:should |must |can |to )?(?:belong(?:s)?(?: to)?|(?:be |is |are )?(?:linked|connected|related|assigned|attached|tied) (?:to|with)|reference(?:s)?|point(?:s)? to|link(?:s)? to|refer(?:s)? to)\\s+(?:an?|the|one|each|every|exactly one|its|their|some)?\\s*(${noun})$`,
  "i",
);
/** "a sample sits in a box", "a booking may have a coach": where the app keeps both. */
const kept = new RegExp(
  `^(?:each |every |an? |the |all )*(${noun})\\s+(?:(?:sits?|lies?|lives?|stands?|hangs?|(?:is|are|gets?|be) (?:kept|stored|put))\\s+(?:in|on|at|under)|(?:is|are)\\s+(?:in|on|at)|(?:may|can|should|must|could)\\s+have|comes?\\s+from|(?:is|are|gets?|was|were)\\s+(?:done|made|led|run|taught|given|written|built|delivered|taken|planned|repaired|driven|[a-z]+ed)\\s+(?:from|by)|(?:has|have)\\s+(?:exactly )?one)\\s+(?:an?|the|one|each|its|their)?\\s*(${noun})(?: \\w+ing (?:it|them))?$`,
  "i",
);
const linkVerb = new RegExp(
  `^(?:link|connect|relate|attach|tie|associate|assign|join)\\s+(?:the |each |every |all |an? )?(${noun})\\s+(?:to|with|and)\\s+(?:the |an? |their |its |each |one )?(${noun})$`,
  "i",
);
const relationOf = new RegExp(
  `^(?:add|create|make|set up|need|want)\\s+(?:an? |the )?(?:(one[- ]to[- ]many|1[-:]n|many[- ]to[- ]one|n[-:]1) )?(?:relation|relationship|link|reference|connection|association|foreign key)(?:ship)?\\s+(?:from|between|of|for)\\s+(?:the )?(${noun})\\s+(?:to|and|with)\\s+(?:the |an? )?(${noun})$`,
  "i",
);
const many = new RegExp(
  `^(?:each |every |an? |the |one )*(${noun})\\s+(?:has|have|can have|should have|may have|must have|gets|holds|owns|contains)\\s+(?:many|multiple|several|lots of|a list of|any number of|more than one|zero or more|one or more|two|three|four|five|\\d+)\\s+(${noun})$`,
  "i",
);

/** "deals belong to a contact", "link deals to contacts", "a contact has many deals". */
export const readRelation: Rule = ({ text: clause, draft }) => {
  const between = relationOf.exec(clause);
  const isOwner = between !== null && /^(?:one|1)/i.test(between[1] ?? "");
  const pair = between ? ([between[0], between[2]!, between[3]!] as const) : null;
  const owned =
    belongs.exec(clause) ?? ofBoth(kept.exec(clause), draft) ?? linkVerb.exec(clause) ?? (isOwner ? null : pair);
  const owner = owned ? null : isOwner ? pair : many.exec(clause);
  const [childSaid, parentWords] = owned ? [owned[1], owned[2]] : owner ? [owner[2], owner[1]] : ["", ""];
  if (!childSaid || !parentWords) return false;
  const last = isPronoun(parentWords) ? entityOf(draft.model, draft.touched) : undefined;
  if (isPronoun(parentWords) && (!last || findEntity(draft.model, childSaid).kind !== "one")) return false;
  // "connect it to the scoreboard": a table is made for no pronoun, and what lies outside of the app is none.
  if (isPronoun(childSaid) && findEntity(draft.model, parentWords).kind === "none" && !last) return false;
  const parentSaid = last ? oneOf(last) : parentWords;
  const child =
    pickEntity(draft, childSaid) ?? (owner && pickEntity(draft, parentSaid) ? addKnown(draft, childSaid) : undefined);
  if (!child) return false;
  const holder = owner ? findEntity(draft.model, parentSaid) : null;
  const link =
    holder?.kind === "one"
      ? Object.values(holder.value.properties).find((value) => value["x-reference"] === child.name)
      : undefined;
  // "products have several suppliers", where each has one.
  if (holder?.kind === "one" && link) {
    const [from, to] = [oneOf(holder.value), oneOf(child)];
    draft.skipped.push(
      `“${clause}”: each ${from} has one ${to}. For several, add a table between them, as in “add a table ${from} ${manyOf(child)} with ${from} and ${to}”.`,
    );
    return true;
  }
  const field = relateNouns(draft, child, parentSaid);
  draft.touched = child.name;
  const parent = findEntity(draft.model, parentSaid);
  if (parent.kind !== "one") return false;
  if (field)
    draft.done.push(`Each ${oneOf(child)} now belongs to a ${oneOf(parent.value)}, chosen by name in its form.`);
  else
    draft.already.push(
      `Each ${oneOf(child)} already belongs to a ${oneOf(parent.value)}, so there was nothing to change.`,
    );
  return true;
};

/** What is kept in what, before "a sample sits in a box" is taken for a field. */
export const readKept: Rule = (clause) => ofBoth(kept.exec(clause.text), clause.draft) !== null && readRelation(clause);

const ofBoth = (match: RegExpExecArray | null, { model }: Draft) =>
  match?.slice(1).every((said) => findEntity(model, said).kind === "one") ? match : null;

/** A table with what such things usually hold, and its page. */
function addKnown(draft: Draft, said: string): Entity {
  const entity = addEntity(draft, singular(said), []);
  fillEntity(draft, entity);
  requireTitle(draft, entity);
  presentTable(draft, entity);
  draft.done.push(`Added ${manyOf(entity)}.`);
  return entity;
}
