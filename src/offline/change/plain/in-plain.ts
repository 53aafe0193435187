import "server-only";
import { isPlural, singular, wordsOf } from "../../language/inflect";
import { type Draft, manyOf, oneOf } from "../../draft/draft";
import { recordVerbOf } from "../../lexicon/lexicon";
import type { Entity } from "../../model/app-model";
import { isPersonLike } from "../../lexicon/nouns";
import { withoutTypos } from "./wordings/typos";
import { wordings } from "./wordings/wordings";
import { isFieldOfRights, isFiller, isUnknown, type Mark, marksOf } from "../../request/meaning/marks";
import { whoIn } from "../../rights/who";
import { says } from "../../learned/requests/says";
import { choicesBehind } from "./choices-said";
import { capacityOf } from "./capacity-said";
import { everydaySaid } from "./everyday-said";
import { withFieldInEach } from "./facets";
import { fieldsSaid } from "./fields-said";
import { openRows } from "./open-rows";
import { optionsListed } from "./options-listed";
import { optionIs, optionNeeded, optionsTold } from "./option-said";
import {
  aboutThem,
  besideEachOther,
  bothFields,
  calledBehind,
  fieldsForEach,
  linkNeeded,
  rowsInColor,
  todayFilledIn,
} from "./told-of-tables";
import { sumPer, unitPer } from "./figures-said";
import { listsTold } from "./lists-told";
import { listsSaid } from "./lists-said";
import { rightsTold } from "./rights-told";
import {
  hiddenFrom,
  insteadOf,
  onlySome,
  removedEverywhere,
  severalOfChoice,
  shownInList,
  unitOfNew,
  whoDidHowMany,
} from "./told-of-rows";
import { inShort } from "../../words/turns";
import { limitsInList } from "./limits-in-lists";
import { signUpsSaid } from "./sign-ups-said";

/** A request in the plain words that it means. */
const inPlain = (text: string): string =>
  wordings.reduce(
    (said, [pattern, plain]) =>
      typeof plain === "string" ? said.replace(pattern, plain) : said.replace(pattern, plain),
    inShort(withoutTypos(text)),
  );

/** "who attends which rehearsal": rows that say so, for the people that the app keeps. */
function whoTakesPart(text: string, { model }: Draft): string {
  const match =
    /^(?:note |record |track |show |i want to know )?who (?:attends?|comes? to|goes to|joins?|takes part in|is at|was at|came to|went to) (?:which|what|each|every|the|our|a) ([\w ]+?)\??$/i.exec(
      text,
    );
  const who = model.entities.find(({ name }) => isPersonLike(name.toLowerCase()));
  if (!match || !who) return text;
  return `attendances: ${singular(match[1]!)}, ${oneOf(who)}, present yes/no`;
}

const keeping = [
  /^(?:turn|switch) (?!.*\binto\b)(?:on )?(?:the )?([\w ]+?)(?: on)? (?:for|in) ([\w ]+)$/i,
  /^(?:store|save|collect|capture|record|track|keep|upload|attach) ([\w ,]+) (?:of|for|to) (?:the |each |every |all |our )?([\w ]+)$/i,
];

/** "turn notes on for contacts", "upload a contract for each deal": a field of that table. */
function kept(text: string, { model }: Draft): string {
  const match = keeping.map((pattern) => pattern.exec(text)).find((found) => found !== null);
  const isOfTable = match && marksOf(match[2]!, model).some(({ entities }) => entities.length > 0);
  return isOfTable && !/\b(?:mode|theme|dark|light|tables?)\b/i.test(match[1]!)
    ? `add ${match[1]!} to ${match[2]!}`
    : text;
}

/** "change strong to advanced", where strong is an option: it gets another name. "change pass kind 10er to 10 classes" names its field. */
function optionRenamed(text: string, { model }: Draft): string {
  const [, named = "", name = ""] =
    /^(?:change|rename) (?:the )?([\p{L}\d -]+?) (?:to|into) ("[^"]+"|[\p{L}\d -]+)$/iu.exec(text) ?? [];
  const found = named === "" ? [] : marksOf(named, model).filter((mark) => !isFiller(mark));
  const last = found.at(-1);
  const ofField = last?.states.find((state) =>
    found
      .slice(0, -1)
      .some(({ fields }) => fields.some((ref) => ref.entity === state.entity && ref.name === state.name)),
  );
  // "rename state quote to offer", where the options are those of a status.
  const isOfState = found.length === 2 && /^(?:state|status|stage|phase)$/.test(found[0]!.words[0]!);
  const option =
    isOfState && !ofField && last!.fields.length + last!.entities.length === 0 ? last!.states[0] : undefined;
  if (option)
    return `rename "${option.is}" in ${option.name.replaceAll("_", " ")} to ${name.startsWith('"') ? name : `"${name}"`}`;
  if (ofField && found.length > 1 && found.every((mark) => !isUnknown(mark)))
    return `rename "${ofField.is}" in ${ofField.name.replaceAll("_", " ")} to ${name.startsWith('"') ? name : `"${name}"`}`;
  const match = /^(?:change|replace|swap|exchange) "?([\w -]+?)"? (?:to|into|with|by|for) ("?[\w -]+?"?)$/i.exec(text);
  const marks = match ? marksOf(match[1]!, model) : [];
  const isOption = marks.length === 1 && marks[0]!.states.length > 0 && marks[0]!.fields.length === 0;
  // "change "needed people" to "spots"": a name of the app, and no text of a page.
  const isName = text.includes('"') && marks.length === 1 && marks[0]!.fields.length + marks[0]!.entities.length > 0;
  // "change deals to sales": the table goes by another name. "change deals to cards" asks for a view.
  const [table, ...more] = marks[0]?.entities ?? [];
  const isTable =
    marks.length === 1 &&
    table !== undefined &&
    more.length === 0 &&
    isPlural(match![2]!) &&
    marksOf(match![2]!, model).every((mark) => isUnknown(mark) || mark.entities.includes(table));
  // "change "to read" to …": what stood in quotes keeps them.
  const old = text.includes(`"${match?.[1]}"`) ? `"${match![1]!}"` : match?.[1];
  return isOption || isName || isTable ? `rename ${old} to ${match![2]!}` : text;
}

/** "the plate should be "Licence plate"": a name that says more of the same is its new one, and no value. */
function labelSaid(text: string, { model }: Draft): string {
  const match = /^(?:the )?([\w ]+?) (?:should|must|shall) (?:be|read|say) ("[^"]+")$/i.exec(text);
  const marks = match ? marksOf(match[1]!, model) : [];
  const isKnown = marks.length === 1 && marks[0]!.fields.length + marks[0]!.entities.length > 0;
  return isKnown && wordsOf(match![2]!).includes(wordsOf(match![1]!).at(-1)!)
    ? `rename ${match![1]!} to ${match![2]!}`
    : text;
}

const does =
  /^(.*\b(?:can|may|must|should be able to|(?:is|are) allowed to)) ((?:only|also|just|not) )?([a-z]+)\b(?! their| his| her| own)(.*)$/i;

/** "classes can be booked by anyone". */
const isDone = /^(?:the )?([\w ]+?) (?:can|may|must|should) (only )?be ([a-z]+) (?:only )?by (.+)$/i;

/** "only members can book", "guests may order without an account": what people do makes rows, and that is what they add. */
function rowsOfVerb(said: string, { model }: Draft): string {
  const text = said.replace(isDone, (_, what: string, only: string, word: string, who: string) =>
    recordVerbOf(word.toLowerCase()) ? `${only ? "only " : ""}${who} can ${word} ${what}` : said,
  );
  const [, who = "", only = "", word = "", behind = ""] = does.exec(text) ?? [];
  const made = recordVerbOf(word.toLowerCase());
  // "one member can borrow 5 books" is about how many.
  if (!made || /^ (?:at most |up to |max |only )?\d/.test(behind)) return said;
  const names = [made.makes, ...Object.values(made.makesFor ?? {})].map((name) => name.toLowerCase());
  const isMade = (entity: Entity) => {
    const one = wordsOf(entity.title ?? entity.name).join(" ");
    return names.includes(one) || one.split(" ").at(-1) === names[0];
  };
  const [rows, ...others] = model.entities.filter(isMade);
  if (!rows || others.length > 0) return said;
  // "book classes": what is booked is a table of its own, whose rights stay.
  const object = marksOf(behind, model).findLast(({ entities }) => entities.length > 0);
  return `${who} ${only}add ${manyOf(rows)}${behind.slice(object?.end ?? 0)}`;
}

const without =
  /^(?:an? |the |any |every )?([\w ]+?) without (?:an? |the |any )?([\w ]+?)(?: (?:or|and) without (?:an? |the |any )?([\w ]+?))? ((?:is|are|makes?|has|have|cannot|can't|should|must|may|isn't|aren't)\b.+?)(?:,.*)?$/i;

/** "a booking without a member or without a day is useless": both must be filled in. */
function neededIn(text: string): string {
  const [, rows, one, other, rest = ""] = without.exec(text) ?? [];
  return rows && one && says(rest, "of no use")
    ? [one, ...(other ? [other] : [])].map((part) => `${part} of ${rows} is required`).join(", ")
    : text;
}

const pageOf =
  /^(?:(?:i'd like|i would like|(?:i|we) (?:also )?(?:want|need)|add|make|create) )?(?:an? |the )?(?:new |extra |own )?page (?:with|about|for|on|of) (?:the |our |my )?([\w ]{3,40}?): (.+)$/i;

/** "a page with our house rules: no open fire, …": a page of text, where no table goes by its title. */
function textPage(text: string, { model }: Draft): string {
  const [, title = "", says] = pageOf.exec(text) ?? [];
  const isTable = marksOf(title, model).some(({ entities }) => entities.length > 0);
  return says && !isTable ? `add a page called "${title}" that says ${says}` : text;
}

/** "status of matters: open -> active, closed -> done": each option gets its new name. */
function optionsRenamed(text: string): string {
  const [, field = "", list = ""] = /^(?:the )?([\w ]{2,40}): ?(.*(?:->|=>|→).*)$/.exec(text) ?? [];
  const pairs = [...list.matchAll(/"?([\w -]+?)"? ?(?:->|=>|→) ?"?([\w -]+?)"?(?=,|;| and |$)/g)];
  return pairs.length > 1
    ? pairs.map(([, from, to]) => `rename "${from!.trim()}" in ${field} to "${to!.trim()}"`).join(", ")
    : text;
}

const forOnly =
  /^(?:the |our )?([\w -]+?) (?:is |are |should be |must be )?(?:(?:only|just|exclusively) (?:for|to) (?:the )?([\w ]+)|for (?:the )?([\w ]+) only)$/i;

/** "day rate only for admins", "the phone is for the office only": who alone may see a part of the app. */
function seenBy(text: string, { model }: Draft): string {
  const match = forOnly.exec(text);
  const who = match?.[2] ?? match?.[3];
  if (!match || who === undefined) return text;
  const marks = marksOf(match[1]!, model);
  const isPart =
    marks.some(isFieldOfRights) &&
    marks.every((mark) => mark.fields.length + mark.entities.length > 0 || isFiller(mark));
  return isPart && whoIn(marksOf(who, model), text) ? `only ${who} can see the ${match[1]!}` : text;
}

/** "rename fees in membership fees": what follows is no place, but the new name. */
function renamedIn(text: string, { model }: Draft): string {
  const match = /^(rename|change|call) ([\w ]+?) (?:in|into) ([\w -]+)$/i.exec(text);
  if (!match || / to /i.test(text)) return text;
  const [what, marks] = [match[2]!, match[3]!].map((part) => marksOf(part, model)) as [Mark[], Mark[]];
  const isPart = what.every((mark) => mark.entities.length + mark.fields.length + mark.states.length > 0);
  return isPart && marks.some(isUnknown) ? `rename ${match[2]!} to ${match[3]!}` : text;
}

/** A clause in the plain words that it means. */
export const plainly = (said: string, draft: Draft): string =>
  [
    openRows,
    bothFields,
    limitsInList,
    fieldsForEach,
    todayFilledIn,
    rowsInColor,
    hiddenFrom,
    ...rightsTold,
    choicesBehind,
    ...listsTold,
    unitPer,
    sumPer,
    ...listsSaid,
    onlySome,
    shownInList,
    severalOfChoice,
    removedEverywhere,
    unitOfNew,
    whoDidHowMany,
    linkNeeded,
    ...fieldsSaid,
    aboutThem,
    besideEachOther,
    ...optionsTold,
    ...optionsListed,
    withFieldInEach,
    whoTakesPart,
    signUpsSaid,
    rowsOfVerb,
    neededIn,
    textPage,
    optionsRenamed,
    kept,
    optionRenamed,
    labelSaid,
    optionNeeded,
    optionIs,
    calledBehind,
    insteadOf,
    seenBy,
    renamedIn,
    capacityOf,
    ...everydaySaid,
  ].reduce((text, reword) => reword(text, draft), inPlain(said));
