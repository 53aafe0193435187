import "server-only";
import { isPlural, pascal, plural, sentence, singular, wordsOf } from "../language/inflect";
import { participleOf } from "../language/participle";
import { isGermanNoun } from "../lexicon/german-nouns";
import { knownAs } from "../lexicon/known";
import { isAttribute } from "../lexicon/lexicon";
import { unquote } from "../language/normalize";
import type { Entity } from "../model/app-model";
import { optionsOf, spokenKind } from "../model/field-kinds";
import { asks, type Clause, entitiesIn, fieldsIn, pickRef, type Rule } from "../request/meaning/clause";
import { has, isFiller, isUnknown, type Mark, marksOf } from "../request/meaning/marks";
import { titleOf } from "../draft/draft";
import { pageIn } from "../views/pages";
import { listPage } from "../draft/compose";
import { nameIn } from "../request/meaning/texts";
import { renameOption, sayOneOf } from "../values/rename-option";

const isNamed = (mark: Mark) => mark.entities.length + mark.fields.length > 0;

/** "place -> venue", "title has to be called subject", "call owners clients", "in progress should be called doing". */
export const readNames: Rule = (clause) => {
  const { draft, marks, text } = clause;
  const called = marks.findIndex((mark) => has(mark, "rename"));
  // "renovating" should be "under renovation": a value by another.
  const become = marks.findIndex((mark, index) => index > 0 && has(mark, "become"));
  const isValue =
    called < 0 &&
    become > 0 &&
    marks.slice(0, become).some(({ states }) => states.length > 0) &&
    marks.slice(0, become).every((mark) => mark.states.length > 0 || isSmall(mark)) &&
    marks.slice(become + 1).every((mark) => isUnknown(mark) || mark.quoted !== undefined || isFiller(mark)) &&
    marks.slice(become + 1).some((mark) => mark.quoted !== undefined || isUnknown(mark));
  const at = isValue ? become : called;
  if (at < 0 || asks(clause, "sort", "chart", "colour", "add")) return false;
  const isVerb =
    /^(?:rename|relabel|retitle|call|name|change)/.test(marks[at]!.words[0]!) && marks.slice(at + 1).some(isSubject);
  const isFirst = isVerb || marks.slice(0, at).every((mark) => mark.isSign || !isSubject(mark));
  const subjects = marks.flatMap((mark, index) =>
    isSubject(mark) && (isFirst ? index > at : index < at) ? [index] : [],
  );
  if (subjects.length === 0) return false;
  const sign = marks.findIndex(
    (mark, index) =>
      index > subjects[0]! &&
      (/^(?:to|into|as|->|=>|→)$/.test(mark.words[0]!) || (index > at && has(mark, "rename", "become"))),
  );
  // "call owners clients": the new name follows the old one.
  const last = isFirst
    ? sign > 0
      ? sign - 1
      : lastOld(clause, subjects)
    : Math.max(...subjects.filter((index) => index < at));
  const from = isFirst ? (sign > 0 ? sign + 1 : last + 1) : at + 1;
  const old = marks.slice(isFirst ? at + 1 : 0, isFirst ? last + 1 : at);
  // "… to work email in contacts"
  const isPlaced =
    marks.length - from > 2 &&
    marks.at(-1)!.entities.length > 0 &&
    /^(?:in|of|for|on|from)$/.test(marks.at(-2)!.words[0]!);
  const name = from < marks.length ? nameIn(text.slice(marks[from]!.at, isPlaced ? marks.at(-2)!.at : undefined)) : "";
  // '"Plus+" and costs 39': what stands behind a quoted name is a wish of its own.
  if (name === "" || wordsOf(name).length > 5 || /[,;"]/.test(name)) return false;
  // "rename …, the new girl doesnt know the word": a sentence is no name.
  if (
    /\b(?:is|are|was|were|do|does|did|don'?t|doesn'?t|didn'?t|has|have|can'?t|cannot|will|won'?t|know|knows)\b/i.test(
      name,
    ) &&
    !text.includes(`"${name}"`)
  )
    return false;
  // "matches should say which teams play" asks for what rows tell.
  if (/^(?:which|who|whom|whose|what|when|where|why|how|whether|if)\b/i.test(name) && !text.includes(`"${name}"`))
    return false;
  if (
    !old.every(
      (mark) =>
        isSubject(mark) ||
        mark.isSign ||
        mark.quoted !== undefined ||
        has(mark, "field", "table", "page", "option", "rename", "become") ||
        isSmall(mark),
    )
  )
    return false;
  const context = isFirst ? marks.slice(0, at).filter((mark) => mark.entities.length > 0) : [];
  return renameTo({ ...clause, marks: [...context, ...old] }, name, draft);
};

const isSubject = (mark: Mark) => isNamed(mark) || mark.states.length > 0 || mark.pages.length > 0;
const isSmall = (mark: Mark) =>
  mark.words.every((word) =>
    /^(?:the|a|an|of|in|on|for|my|our|all|their|its|each|every|should|please|to|from|let's|lets|can|we|you|i|would|like|want|s|'s)$/.test(
      word,
    ),
  );

/** In "call the owners clients" the first word that names something is the old name. */
const lastOld = ({ marks }: Clause, subjects: number[]): number => {
  let last = subjects[0]!;
  if (marks[last + 1] && /^(?:of|in|on)$/.test(marks[last + 1]!.words[0]!) && subjects[1] === last + 2) last += 2;
  while (marks[last + 1] && has(marks[last + 1]!, "field", "table", "page", "option")) last++;
  return last;
};

function renameTo(clause: Clause, name: string, draft: Clause["draft"]): boolean {
  const { marks } = clause;
  const page = asks(clause, "page", "dashboard", "board", "calendar") ? pageIn(clause) : undefined;
  if (page) {
    page.title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return true;
  }
  // "day" is a word for a date, too: beside the field whose option it is, it is the option.
  const isOptionOfNamed = (mark: Mark) =>
    marks.some(
      (other) =>
        other !== mark &&
        other.fields.some(({ entity, name: field }) =>
          mark.states.some((state) => state.entity === entity && state.name === field),
        ),
    );
  const stated = marks.find(
    (mark) =>
      mark.states.length > 0 && mark.entities.length === 0 && (mark.fields.length === 0 || isOptionOfNamed(mark)),
  );
  if (stated) {
    const named = fieldsIn(clause);
    const state = pickRef(
      clause,
      stated.states.filter((one) => named.length === 0 || named.some((ref) => ref.name === one.name)),
    );
    const is = stated.states.find((one) => one.entity === state?.entity && one.name === state.name)?.is;
    const value = state && state.entity.properties[state.name]!;
    if (!state || !value || optionsOf(value).length === 0 || is === undefined) return false;
    if (named.length === 0 && sayOneOf(clause, stated.states, state)) return true;
    renameOption(draft.model, state, is, name);
    draft.assumed.push(`Rows that say ${is} keep that value until someone changes it.`);
    draft.touched = state.entity.name;
    return true;
  }
  const fielded = marks.find((mark) => mark.fields.length > 0 && (mark.entities.length === 0 || asks(clause, "field")));
  if (fielded) {
    const ref = pickRef(clause, fielded.fields);
    if (!ref) return false;
    ref.entity.properties[ref.name] = { ...ref.entity.properties[ref.name]!, title: shown(name) };
    draft.touched = ref.entity.name;
    return true;
  }
  const [entity] = entitiesIn(clause);
  if (!entity || asks(clause, "page")) return false;
  renameTable(clause, entity, name);
  return true;
}

/** A name as people read it: those with letters that English lacks stand as they were typed. */
const shown = (name: string): string =>
  /^[\x20-\x7e]+$/.test(name) && !/\w'\w/.test(name) ? sentence(name) : capital(name);
const capital = (name: string) => `${name[0]!.toUpperCase()}${name.slice(1)}`;

/** "Szenen", "Geselle": words of other languages have no plural of ours. */
function isForeign(name: string, isQuoted: boolean): boolean {
  const last = name.split(" ").at(-1)!;
  if (!/^[\x20-\x7e]+$/.test(name) || isGermanNoun(last)) return true;
  // "einheiten", which a German request says: neither a plural of ours nor a word of ours.
  if (isQuoted && /^\p{Ll}+(?:en|er|e)$/u.test(name) && !isPlural(name) && knownAs(name) === null && !isAttribute(name))
    return true;
  return isQuoted && /^\p{Lu}/u.test(name) && knownAs(singular(last.toLowerCase())) === null && !isAttribute(last);
}

/** Rows lie under the table's name, so a rename changes what people read and keeps the name. */
/** "goods received", "books lent": a plural and what was done to it. */
const isDoneTo = (name: string): boolean => {
  const [, done = ""] = /^\p{L}+s (\p{L}+)$/iu.exec(name) ?? [];
  return done !== "" && !done.endsWith("s") && participleOf(done.toLowerCase()) === done.toLowerCase();
};

function renameTable({ draft, text }: Clause, entity: Entity, name: string): void {
  const before = titleOf(entity);
  // "goods received" is said of several as of one.
  // In an app whose tables are shown in another language, a new name is of that language, too.
  const isShown = draft.model.entities.some((one) => one["x-plural"] !== undefined);
  const isTyped = isForeign(name, text.includes(`"${name}"`)) || isDoneTo(name) || (isShown && !name.endsWith("s"));
  const after = isTyped ? capital(name) : sentence(plural(name));
  const list = listPage(draft.model, entity);
  for (const page of draft.model.pages)
    if (page.entity === entity.name)
      page.title = page === list && page.title === before ? after : page.title.replace(before, after);
  entity.title = isTyped ? after : sentence(singular(name));
  if (isTyped) entity["x-plural"] = after;
  else delete entity["x-plural"];
  if (pascal(entity.title) === entity.name) delete entity.title;
  draft.touched = entity.name;
}

const tableNames: [pattern: RegExp, from: number, to: number][] = [
  [/^(?:use|say) (?:the (?:word|name|term) )?([^"]+?) (?:instead of|rather than|in place of) (?:the )?([^"]+)$/i, 2, 1],
  [
    /^(?:change|switch) (?:the )?(?:name of )?(?:the )?([\w ]+?)(?: table)?(?:'s name)? (?:in)?to (?:be called )?([\w ]+)$/i,
    1,
    2,
  ],
];

/** "use clients instead of contacts", "change contacts to clients": a table by a name that nothing else goes by. */
export const readTableNames: Rule = (clause) => {
  const { draft, text } = clause;
  for (const [pattern, from, to] of tableNames) {
    const match = pattern.exec(text);
    const [old, ...others] = match ? marksOf(match[from]!, draft.model).filter((mark) => !isFiller(mark)) : [];
    const name = match && marksOf(match[to]!, draft.model);
    const isTable = others.length === 0 && old?.entities.length === 1;
    if (!isTable || !name || name.length > 3 || !name.every((mark) => isUnknown(mark) || isFiller(mark))) continue;
    renameTable(clause, old.entities[0]!, nameIn(match[to]!));
    return true;
  }
  return false;
};

/** "change due date to closing date": a field by a name that nothing goes by. What is a kind of field changes that. */
export const readFieldName: Rule = (clause) => {
  const match = /^change (?:the )?([\w ]+?) to ("[^"]+"|[\w]+(?: [\w]+)?)$/i.exec(clause.text);
  const subject = match ? marksOf(match[1]!, clause.draft.model).filter((mark) => !isFiller(mark)) : [];
  const name = match ? unquote(match[2]!) : "";
  const isFree = marksOf(name, clause.draft.model).some(isUnknown) && spokenKind(name) === null;
  const ref =
    subject.length === 1 && subject[0]!.entities.length === 0 ? pickRef(clause, subject[0]!.fields) : undefined;
  const value = ref?.entity.properties[ref.name];
  if (!ref || !value || !isFree || value.enum || value.items) return false;
  value.title = shown(name);
  clause.draft.touched = ref.entity.name;
  return true;
};

const appNames = [
  /^(?:rename|retitle)\s+(?:the |this |my |our )?(?:app|application|site|website|project|tool)\s+(?:to|as|into)\s+(.+)$/i,
  /^(?:call|name|title)\s+(?:the |this |my |our )?(?:app|application|site|website|project|tool|it)\s+(.+?)(?:\s+instead)?$/i,
  /^(?:change|set|update)\s+(?:the |this |my )?(?:(?:app|application|site|website)(?:'s)?\s+(?:name|title)|(?:name|title) of (?:the |this |my )?(?:app|application|site|website))\s+(?:to|as|into)\s+(.+)$/i,
  /^(?:the |this |my |our )?(?:app|application|site|website|tool)(?:'s)?\s+(?:name\s+(?:should be|must be|is now|is|will be)(?:\s+called|\s+named)?|(?:should be|must be|is now|is|will be)\s+(?:called|named|renamed to))\s+(.+)$/i,
  // "the app is lovely" is praise.
  /^(?:[Tt]he |[Tt]his |[Mm]y |[Oo]ur )?(?:app|application|site|website|tool) (?:should be|must be|is now|is|will be) ("[^"]+"|[A-Z][\w'&-]*(?: [A-Z0-9][\w'&-]*)*)$/,
  /^(?:rename|change)\s+(?:it|this)\s+(?:to|into)\s+(.+)$/i,
  /^(?:the )?(?:new )?(?:name|title)(?:\s+of the app)?\s+(?:should be|is|must be|:)\s+(.+)$/i,
  /^(?:give)\s+(?:the |this |my )?app\s+the\s+(?:name|title)\s+(.+)$/i,
  // "change the title to My Desk", which is no field's name.
  /^[Cc]hange\s+(?:the )?title to\s+((?:"[^"]+"|[A-Z].*))$/,
];

/** "call the app Acme". */
export const readAppName: Rule = ({ draft, text }) => {
  for (const pattern of appNames) {
    const match = pattern.exec(text);
    // "call it Menu items: event, dish": no name of an app.
    if (!match || match[1]!.split(/\s+/).length > 6 || /[:,;(]/.test(unquote(match[1]!))) continue;
    const name = unquote(match[1]!);
    if (/^(?:in|public|private|dark|light|responsive|fast|broken|slow|not)\b/i.test(name)) continue;
    draft.model.name = name;
    return true;
  }
  return false;
};
