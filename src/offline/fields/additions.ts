import "server-only";
import type { Entity } from "../model/app-model";
import { isPlural, singular } from "../language/inflect";
import { type Draft, manyOf, oneOf, titleOf } from "../draft/draft";
import { requireTitle, setRequired } from "../draft/compose";
import { asks, type Clause, clauseOf, entitiesIn, type Rule, textBetween } from "../request/meaning/clause";
import { addWanted } from "./things";
import { isTable, type Wanted, wantedIn } from "./wanted";
import { findField } from "../draft/resolve";
import { has, isFiller, isUnknown, type Mark, marksOf } from "../request/meaning/marks";
import { likelyOwner } from "./fitting-table";
import { startAs, withoutDefault } from "./starting-value";
import { isUnit } from "../words/units";
import { isWish } from "./names-of-fields";
import { headOf, notAdded, placedTables, placeOf, restOf } from "./placing";

/** "owners also have an address and an emergency contact", "birthday of the singers", "documents for a case (title, file, date)". */
export const readAdditions: Rule = (clause) => {
  const duty = dutySaid.exec(clause.text);
  if (duty) return addRequired(clause, clause.text.slice(0, duty.index));
  const { rest, value } = withoutDefault(clause.text);
  if (value === undefined) return addAll(clause);
  const before = new Map(clause.draft.model.entities.map(({ name, properties }) => [name, Object.keys(properties)]));
  if (!addAll(clauseOf(rest, clause.draft))) return false;
  const added = clause.draft.model.entities.flatMap((entity) =>
    Object.keys(entity.properties)
      .filter((name) => !before.get(entity.name)?.includes(name))
      .map((name) => ({ entity, name })),
  );
  return added.length === 1 && startAs(added[0]!, value);
};

const dutySaid = /,\s*(?:and |which is |it is |that is )?(?:required|mandatory|compulsory|obligatory)$/i;

/** "an id card number, required": the new field must be filled in. */
function addRequired({ draft }: Clause, said: string): boolean {
  const kept = structuredClone(draft.model);
  const had = new Map(kept.entities.map(({ name, properties }) => [name, Object.keys(properties)]));
  const isAdded = addAll(clauseOf(said, draft));
  const added = draft.model.entities.flatMap((entity) =>
    Object.keys(entity.properties).flatMap((name) => (had.get(entity.name)?.includes(name) ? [] : [{ entity, name }])),
  );
  if (!isAdded || added.length !== 1 || draft.model.entities.length !== kept.entities.length) {
    draft.model = kept;
    return false;
  }
  const { entity, name } = added[0]!;
  setRequired(entity, [...(entity.required ?? []), name]);
  return true;
}

/** "average visits per member" asks for a chart, and for no field. */
const figureSaid = /^(?:the )?(?:average|avg|mean|median|total|sum) .+ (?:per|by|for each|for every) /i;
/** "km per member", "players' wins per game": a figure, and no field of what stands behind. */
const isFigure = (text: string): boolean => {
  const [, noun = ""] =
    /^(?:the |show )?(?:[\p{L}]+(?:s'|'s) )?([\p{L}]+) per [\p{L}]+(?: and .*)?$/iu.exec(text) ?? [];
  return noun !== "" && (isUnit(noun.toLowerCase()) || /^(?:the )?[\p{L}]+(?:s'|'s) /iu.test(text));
};

/** "all boats with their pictures, as tiles" says how rows are shown. */
const isShownAs = (mark: Mark): boolean =>
  mark.words[0] === "as" && has(mark, "gallery", "board", "calendar", "chart", "pie", "line");

/** "size and colour": what a row has, where nothing follows that would be coloured. */
const isShade = ({ words, asks: wanted }: Mark, isLast = true): boolean =>
  isLast && /^colou?r$/.test(words.join(" ")) && wanted.every((ask) => ask === "colour");

function addAll(clause: Clause): boolean {
  const { draft } = clause;
  const head = headOf(clause);
  // Tables, relations and rights have readers of their own.
  if (
    /\b(?:tables?|many|multiple|belongs?|linked|connected|connect|relate[ds]?|login|log in|sign in|make it|turn)\b/i.test(
      head.text.slice(0, head.marks.at(-1)?.end),
    ) ||
    asks(head, "only", "can", "cannot", "own", "anyone", "signed", "sum") ||
    (asks(head, "count") && !isCounted(clause))
  )
    return false;
  if (isLinked(head) || figureSaid.test(clause.text) || isFigure(clause.text) || clause.marks.some(isShownAs))
    return false;
  if (
    head.marks.some(
      (mark, at) =>
        has(mark, ...notAdded) && mark.text.toLowerCase() !== "next" && !isShade(mark, head.marks[at + 1]?.isSign),
    ) ||
    head.marks.some(
      ({ color, words, entities }) => color && entities.length === 0 && !/^(?:colou?rs?)$/.test(words[0]!),
    )
  )
    return false;
  if (addTyped(clause)) return true;
  // "extend the stage with lost" is about its options.
  if (/^(?:extend|expand)\b/i.test(clause.text) && entitiesIn(clause).length === 0) return false;
  const found = placeOf(clause);
  if (!found) return false;
  const place = { ...found, owner: likelyOwner(clause, found) };
  if (placedTables(clause) > 1) return addToBoth(clause);
  const isHeld = place.to === clause.marks.length && entitiesIn(clause).includes(place.owner);
  if (draft.filled.includes(place.owner.name) && !isHeld) return false;
  const rest = restOf(clause, place);
  // "notes to check ins" of checks: the table's name goes on, and is none of the app's.
  if (isStrangeRest(rest, clause)) return false;
  const said =
    `${textBetween(clause, place.from, place.to)}${rest === "" ? "" : /^[,:(]/.test(rest) ? ` ${rest}` : `, ${rest}`}`
      .replace(/\s+,/g, ",")
      .replace(/\s+:/g, ":")
      .replace(kindBehind, "$1$3 ($2$4)");
  if (ownsMore(draft, place.owner, said) || isSeveralOf(place.owner, said)) return false;
  const wishes = wantedIn(said);
  if (wishes.length === 0 || !wishes.every((wish) => isWish(clause, place.owner, wish))) return false;
  const isPlaced = entitiesIn(clause).some(({ name }) => name === place.owner.name);
  const kept = structuredClone(draft.model);
  const wasSupposed = draft.filled.includes(place.owner.name);
  if (wasSupposed) unfill(draft, place.owner);
  for (const wish of wishes) {
    const other = possessorOf(draft, place.owner, wish);
    const [entity, wanted] = other ?? [ownerIn(draft.model.entities, place.owner), wish];
    if (!addWanted(draft, entity, wanted, isPlaced)) {
      draft.model = kept;
      return false;
    }
  }
  // A table of its own has no place that was left open.
  if (!isPlaced && wishes.every(isTable))
    draft.assumed = draft.assumed.filter((line) => !line.startsWith("You did not say where"));
  if (wasSupposed) requireTitle(draft, ownerIn(draft.model.entities, place.owner));
  return true;
}

/** "fines field, money": what one field holds. "a price, a photo" are two fields. */
const kindBehind =
  /^([^,:]+?)(?<= fields?| columns?), (?:an? )?(money|number|date|text|long text|checkbox|percent|file|photo)$|^([^,:]+?), (?:an? )?(money|number|text|long text|checkbox|percent)$/i;

/** Whether a strange word stands right behind the table, with nothing that joins them. */
function isStrangeRest(rest: string, { draft }: Clause): boolean {
  const [first] = rest === "" ? [] : marksOf(rest, draft.model);
  return first !== undefined && isUnknown(first) && isPlural(first.words[0]!);
}

/** Fields that were only supposed go when the person says the real ones; links stay, and what a page goes by. */
function unfill(draft: Draft, entity: Entity): void {
  draft.filled = draft.filled.filter((name) => name !== entity.name);
  const shown = new Set(draft.model.pages.filter((page) => page.entity === entity.name).map(({ field }) => field));
  for (const [name, value] of Object.entries(entity.properties))
    if (!value["x-reference"] && !shown.has(name)) delete entity.properties[name];
  delete entity.required;
  draft.assumed = draft.assumed.filter(
    (line) =>
      !line.startsWith(`${titleOf(entity)} hold what is usual`) && !line.includes(`what ${manyOf(entity)} hold`),
  );
  draft.done = draft.done.map((line) =>
    line.startsWith(`Added ${manyOf(entity)} with`) ? `Added ${manyOf(entity)}, and a page for them.` : line,
  );
}

/** "phone to contacts and a priority to deals": two wishes of one verb. */
function addToBoth({ text, draft }: Clause): boolean {
  const match =
    /^(add|include|insert|put|attach)\s+(.+?\s(?:to|for|on|in)\s+(?:the |each |every |all )?[\w-]+),?\s+and\s+(.+)$/i.exec(
      text,
    );
  return match !== null && [match[2]!, match[3]!].every((part) => addAll(clauseOf(`${match[1]!} ${part}`, draft)));
}

/** "a photo to the dog and the owners mail": a field of another table, by its possessive. */
function possessorOf(draft: Draft, owner: Entity, { text, noun }: Wanted): [Entity, Wanted] | undefined {
  for (const other of draft.model.entities) {
    if (other.name === owner.name) continue;
    const match = new RegExp(`^(?:the |each |every )?(?:${manyOf(other)}'?|${oneOf(other)}'s) ([\\w -]+)$`, "i").exec(
      text,
    );
    const [wanted] = match ? wantedIn(match[1]!) : [];
    if (wanted && noun !== wanted.noun) return [other, wanted];
  }
  return undefined;
}

/** "several statuses at once", where there is a status: that is no field of its own. */
function isSeveralOf(owner: Entity, said: string): boolean {
  const noun = /^(?:several|multiple|many|more than one) ([\w ]+?)(?: at once| at the same time| at a time)?$/i.exec(
    said,
  )?.[1];
  return noun !== undefined && findField(owner, singular(noun)).kind === "one";
}

/** "link to bugs", "a link to the customer" relate tables; "a link to the pull request" is an address. */
const isLinked = ({ marks }: Clause): boolean =>
  marks.some(
    (mark, at) =>
      /^links?$/.test(mark.words[0]!) &&
      (at === 0 ||
        marks.slice(at + 1, at + 4).some((other) => other.entities.length > 0 && marks[at + 1]!.words[0] !== "for")) &&
      !/^(?:and|,|for)$/.test(marks[at + 1]?.words[0] ?? "and"),
  );

/** "drink until is a year": a name that nothing goes by, and its kind. */
function addTyped(clause: Clause): boolean {
  const match =
    /^(?:the )?([a-z][\w ]{2,30}?) (?:is|are|should be) an? (year|number|whole number|date|text|long text|checkbox|amount|percentage|rating|link|url|file|photo|picture)$/i.exec(
      clause.text,
    );
  const { model } = clause.draft;
  const owner = model.entities.length === 1 ? model.entities[0] : undefined;
  const isNew = match && marksOf(match[1]!, model).every((mark) => isUnknown(mark) || isFiller(mark));
  if (!match || !isNew || !owner) return false;
  const kind = match[2]!.toLowerCase() === "year" ? "number" : match[2]!;
  return addWanted(clause.draft, owner, { text: `${match[1]!} (${kind})`, noun: match[1]! });
}

/** "passengers count on rides": what is counted is a number of each row. */
const isCounted = ({ text }: Clause): boolean =>
  /^(?:add )?(?:an? |the )?[\w]+ count(?: \([^)]*\))? (?:to|on|for|in|of) |^(?:add|include) .*\bnumber of \w+|\b(?:gets?|needs?|have|has) (?:an? |the )?number of \w+/i.test(
    text,
  );

/** "agents need an email, properties a year built": what stands behind another table's name is for that one. */
export const ownsMore = (draft: Draft, owner: Entity, said: string): boolean =>
  draft.model.entities.some(
    (other) =>
      other !== owner &&
      new RegExp(
        `(?:,|\\band)\\s+(?:the )?(?:${manyOf(other)}|${oneOf(other)}) (?:an?|their|its|some|needs?|should|must|have|has|gets?)\\s`,
        "i",
      ).test(said),
  );

const ownerIn = (entities: Entity[], owner: Entity) => entities.find(({ name }) => name === owner.name) ?? owner;
