import "server-only";
import type { Access, Entity, Level } from "../model/app-model";
import { accessOf } from "../model/app-model";
import { alreadySo, describeAccess } from "../draft/compose";
import { addForm } from "../draft/add-views";
import { type Draft, manyOf, oneOf, pickEntity, type Reader, tellState, titleOf } from "../draft/draft";
import type { RowTest } from "@/shipped/contract";
import { isOwn, isReadByStrangers, type Tests, testsOf, writeRights } from "../draft/rights";
import { ownAndTeam } from "../draft/own-rows";
import type { Rule } from "../request/meaning/clause";
import { isFieldOfRights, marksOf } from "../request/meaning/marks";
import { accessSaid, isOfOthers, isOwnSaid, piecesOf, reads, subjectOf, writes } from "./access-said";
import { isPersonTable } from "../lexicon/known";
import { isAttribute } from "../lexicon/lexicon";
import { isDealing } from "../model/columns";
import { openAdding } from "./strangers-add";
import { findEntity, findField } from "../draft/resolve";
import { isPlural, wordsOf } from "../language/inflect";

const labels: Record<string, Level> = {
  anonymous: "anonymous",
  public: "all",
  admin: "admin",
  creator: "creator",
  none: "none",
};

/** A preset's name as the permission popover writes it: "Public" there means everybody who is signed in, unlike in people's own words. */
function presetSaid(name: string): Access | null {
  const only = /^(\w+) Only$/i.exec(name);
  const pair = /^(\w+)(?: Only)? Read, (\w+)(?: Only)? Write$/i.exec(name);
  const read = labels[(only?.[1] ?? pair?.[1] ?? "").toLowerCase()];
  const write = labels[(only?.[1] ?? pair?.[2] ?? "").toLowerCase()];
  return read && write ? { read, write } : null;
}

/** The whole message of the popover: 'Set the permissions of the Contact entity to "Public Read, Admin Write": …'. */
export const readPermissionRequest: Reader = (message, draft) => {
  const match = /^set the permissions of (?:the )?(\w+) entity to "([^"]+)"/i.exec(message);
  const access = match && presetSaid(match[2]!);
  const entity = draft.model.entities.find(({ name }) => name === match?.[1]);
  if (!access || !entity) return false;
  setAccess(draft, entity, access, "edit and delete");
  return true;
};

const isAbout =
  /\b(?:can|could|may|should(?: only)? be|must|allowed?|let|permissions?|access|visible|private|public(?:ly)?|restrict\w*|only|read[- ]only|who|cannot|can't|able to|limit|protect)\b/i;

/** "anyone can submit feedback, only admins can view it", "make deals private". */
export const readAccess: Rule = ({ text: clause, draft, marks }) => {
  // "everybody can see the fee": no table is named, and a right to the one spoken of last would give more.
  if (marks.some(isFieldOfRights) && marks.every(({ entities }) => entities.length === 0)) return false;
  // "show repairs per status and mail the customer" gives nobody a right; "show prices to members only" does.
  if (/^(?:show|list|display)\s+(?:(?:me |us )?(?:only|just)\b|(?!.*\bto\b))/i.test(clause)) return false;
  if (
    !isAbout.test(clause) ||
    (/^(?:add|create|remove|rename|who|what|how|can|does|is|are|why|where|build|import|store)\b.*(?:\bfield\b|\bcolumn\b|\?|\bpage\b)?/i.test(
      clause,
    ) &&
      !/^(?:can|is|are)\b.*\bonly\b/i.test(clause) &&
      /^(?:add|create|remove|rename|who|what|how|can|does|is|are|why|where|build|import|store)\b/i.test(clause))
  )
    return false;
  // "let clients send orders, but they must not see others": what is denied would be given.
  if (/\bbut\b.*\b(?:not|must not|mustn't|cannot|can't|cant|may not|not be able|never)\b/i.test(clause)) return false;
  // "band members only see gigs not expenses": what they do not see would be given.
  if (
    /\b(?:sees?|views?|reads?)\b[^,]* (?:but |and )?not (?!(?:to )?(?:change|edit|add|create|delete|remove|write|touch))\w+/i.test(
      clause,
    )
  )
    return false;
  // "members should not be able to book for others".
  if (deniedSaid.test(clause) && !/\b(?:only|nobody|no one|except|besides|other than)\b/i.test(clause)) return false;
  // A pair takes adding and editing along with deleting.
  if (isOfDeletingAlone(clause)) return false;
  const pieces = piecesOf(clause, draft);
  const said = accessSaid(clause, pieces);
  const level = /\b(?:set|change|update)\b.*\b(?:permissions?|access)\b.*\bto\b\s*(.+)$/i.exec(clause)?.[1];
  if (!said) return false;
  const missing = strangerIn(draft, clause);
  if (missing) {
    draft.skipped.push(`“${clause}”: the app has no ${isPlural(missing) ? "table" : "field"} called ${missing}.`);
    return true;
  }
  // "only admins can delete visits, everybody else may edit them" is two rights.
  if (new Set(pieces.flatMap(({ said: { write } }) => write ?? [])).size > 1 && !isOfOthers(pieces)) return false;
  if (isOfOthers(pieces)) {
    if (pieces.some(({ said: own, tables }) => tables.length === 0 && (own.read || own.write))) return false;
    for (const { text, said: own, tables } of pieces) for (const entity of tables) setAccess(draft, entity, own, text);
    if (pieces.some(({ isOfHouse }) => isOfHouse))
      tellOfHouse(
        draft,
        pieces.flatMap(({ tables }) => tables),
      );
    return true;
  }
  const entities = namedIn(draft, level ? clause.replace(level, "") : clause);
  if (entities.length === 0) return false;
  // "visitors can book", which does not tell what: nobody opens every table to strangers by that.
  const isNamed = marks.some((mark) => mark.entities.some((one) => entities.includes(one) && !isPersonTable(one)));
  const isAll = /\b(?:everything|anything|all|data|app|site)\b/i.test(clause);
  if (said.write === "anonymous" && entities.length > 1 && !isNamed && !isAll) return false;
  for (const entity of entities) setAccess(draft, entity, said, clause);
  if (pieces.some(({ isOfHouse }) => isOfHouse)) tellOfHouse(draft, entities);
  return true;
};

/** Says who "everyone" is here, and how strangers are let in. */
function tellOfHouse(draft: Draft, [entity]: Entity[]): void {
  if (entity && !isReadByStrangers(testsOf(entity).read))
    draft.assumed.push(
      `“Everyone” is whoever is signed in here. Say “visitors can see ${manyOf(entity)}” if people without an account may, too.`,
    );
}

const deniedSaid =
  /\b(?:should|must|may|shall) ?(?:not|n't)\b|\b(?:can'?t|cannot|can not|shouldn't|mustn't)\b|\bnot (?:be )?(?:able|allowed)\b/i;
const deletingSaid = /\b(?:delete|remove|manage)\b/i;
const deleting = /\b(?:deletes?|removes?|cancels?)\b/gi;
const isOfDeletingAlone = (clause: string): boolean => {
  const others = clause.replaceAll(deleting, "");
  return others !== clause && !reads.test(others) && !writes.test(others);
};

const objectSaid =
  /\b(?:can|may|should|must|let [\w ]{2,20}?)\s+(?:only\s+|also\s+)?(?:view|see|read|edit|change|add|leave|create|delete|update|submit|write|manage|modify)(?:\s*(?:,|and|or)\s*(?:view|see|read|edit|change|add|create|delete|update|submit|write|manage|modify))*\s+(?:the |all |our |my |any |an? |new )*([a-z]+(?:\s[a-z]+)?)\s*$/i;
const anyRows =
  /^(?:it|them|this|that|these|those|everything|anything|data|rows?|records?|entries|entry|all|their|own|his|her|things?|stuff|content|app|site|page|pages|list|lists|table|tables|database|fields?|one|ones)\b/i;

/** "only admins can change classes", in an app without classes, is about no other table, and "see the email" about no table. */
function strangerIn(draft: Draft, clause: string): string | null {
  const said = objectSaid.exec(clause)?.[1];
  if (!said || anyRows.test(said) || !(isPlural(said) || isAttribute(said))) return null;
  const words = [said, ...said.split(" ")];
  const isKnown = words.some(
    (word) =>
      findEntity(draft.model, word).kind !== "none" ||
      draft.model.entities.some((entity) => findField(entity, word).kind === "one"),
  );
  return isKnown ? null : said;
}

/** The tables a sentence speaks of; none named: the one spoken of last, or all of them for "everything". */
function namedIn(draft: Draft, clause: string): Entity[] {
  const { entities } = draft.model;
  // "recipe ratings" are no recipes: the longest name goes first.
  const longest = [...entities].sort((left, right) => manyOf(right).length - manyOf(left).length);
  const namedBy = (text: string) => {
    let rest = text;
    const named = longest.filter((entity) => {
      const pattern = `\\b(?:${manyOf(entity)}|${oneOf(entity)}|their own ${wordsOf(manyOf(entity)).at(-1)})\\b`;
      const without = rest.replaceAll(new RegExp(pattern, "gi"), " ");
      const isNamed = without !== rest;
      rest = without;
      return isNamed;
    });
    return entities.filter((entity) => named.includes(entity));
  };
  // "Employees can see their own requests": who stands before "can" is a person, what follows is the table.
  const marks = marksOf(clause, draft.model);
  const subject = subjectOf(marks).at(-1);
  const done = subject ? namedBy(clause.slice(subject.end)) : [];
  if (done.length > 0) return done;
  // "for attendances: parents should only see the entries that they made".
  const doers = subjectOf(marks).findLast((mark) => mark.entities.length > 0)?.entities ?? [];
  const spoken = namedBy(clause);
  if (doers.length > 0 && spoken.length > 1) return spoken.filter((one) => !doers.includes(one));
  const object = namedBy(
    clause
      .replace(/^(?:can|could|may|should|shall)\s+[\w' -]+?\b(?=(?:views?|sees?|reads?|edits?|changes?)\b)/i, " ")
      .replace(/(?:^|,|\bbut\b|\band\b)\s*(?:only\s+)?[\w' -]+?\b(?:can|may|should|must|shall)\b/gi, " ")
      .replace(/^\s*[\w' -]+?\b(?:only|just)\s+(?=(?:views?|sees?|reads?|edits?|changes?)\b)/i, " "),
  );
  const named = object.length > 0 ? object : namedBy(clause);
  if (named.length > 0) return named;
  if (
    /\b(?:everything|what (?:they|he|she|people) (?:have |has )?\w+|all (?:data|tables|records|pages)|the (?:whole )?(?:app|site)|my app|data)\b/i.test(
      clause,
    ) ||
    entities.length === 1
  )
    return entities;
  for (const match of clause.matchAll(
    /\b(?:submit|add|create|edit|write|change|view|see|read|delete|manage|make|to|post|send|of|for)\s+(?:an?\s+|the\s+|new\s+|all\s+)?([a-z]+(?:\s[a-z]+)?)/gi,
  )) {
    const entity = pickEntity(draft, match[1]!) ?? pickEntity(draft, match[1]!.split(" ")[0]!);
    if (entity) return [entity];
  }
  // "visitors can only view" names no rows: those that the public sees, and no people.
  const isOfNone = !pointedAt.test(clause) && draft.done.length + draft.already.length + draft.skipped.length === 0;
  if (isOfNone) return publicOf(entities);
  const touched = entities.find((entity) => entity.name === draft.touched);
  if (touched) return [touched];
  return draft.model.pages.length === 0 ? entities : [];
}

const pointedAt = /\b(?:it|them|those|these|this|that|they|rows?|records?|entries|ones?|own)\b/i;

/** The tables that strangers see; where they see none, all but those of people and of what is left by them. */
function publicOf(entities: Entity[]): Entity[] {
  const open = entities.filter((entity) => isReadByStrangers(testsOf(entity).read));
  return open.length > 0 ? open : entities.filter((entity) => !isPersonTable(entity) && !isDealing(entity));
}

/** "anyone may add comments": nobody gets the comments of others to change. */
const isOfAdding = (clause: string): boolean =>
  /\b(?:add|submit|send|post|create|enter|leave|apply|register|sign up|book|order|request|report|upload|donate)\b/i.test(
    clause,
  ) && !/\b(?:edit|change|update|write|manage|modify|delete)s?\b/i.test(clause);

/** What is said of who may do what, without that which is so: a limit opens nothing. */
function newlySaid(entity: Entity, said: Partial<Access>, clause: string): Partial<Access> {
  const tests = testsOf(entity);
  const isLimited = (test: RowTest) => test === "admin" || isOwn(test);
  const isSigned = (test: RowTest) => test !== "anonymous";
  const rows = [...tests.update, ...tests.delete];
  const isLimit = /\bonly (?:the )?(?:logged|signed|registered|members?|users?|people with)\b/i.test(clause);
  const isRead = said.read === "creator" && tests.read.every(isLimited);
  const isWritten =
    (said.write === "creator" && rows.every(isLimited)) ||
    (said.write === "all" && isLimit && [...tests.create, ...rows].every(isSigned));
  const { read, write } = said;
  return { ...(read && !isRead && { read }), ...(write && !isWritten && { write }) };
}

/** "people only see their own tickets" limits members: admins see and change the rows of all, unlike with "Creator Only". */
const withAdmins = (access: Access, said: Partial<Access>): Partial<Tests> => ({
  ...(said.read && access.read === "creator" && { read: ownAndTeam }),
  ...(access.write === "creator" && (said.write ?? said.read) && { update: ownAndTeam, delete: ownAndTeam }),
});

/**
 * @param clause what was said: who may add rows says nothing of who may change them, and who may change them nothing of
 *   who may delete them
 */
function setAccess(draft: Draft, entity: Entity, asked: Partial<Access>, clause: string): void {
  const said = newlySaid(entity, asked, clause);
  if (said.read === undefined && said.write === undefined) {
    draft.touched = entity.name;
    draft.already.push(alreadySo(entity, { ...accessOf(entity), ...asked }));
    return;
  }
  const access: Access = { ...accessOf(entity), ...said };
  const isOfDeleting = deletingSaid.test(clause);
  if (said.write === "anonymous" && !said.read && access.read !== "admin" && isOfAdding(clause)) {
    openAdding(draft, entity);
    return;
  }
  if (!said.write && said.read && ["admin", "creator"].includes(said.read) && access.write === "all")
    access.write = said.read;
  if (!said.read && said.write === "creator") access.read = accessOf(entity).read;
  // What is asked for takes the place of rules about the same: who may read says nothing of who may delete.
  const rules = entity["x-accessControl"]?.rules ?? {};
  const opens = said.write === "all" || said.write === "anonymous";
  const kept = Object.entries(rules).filter(
    ([one]) =>
      (one === "read" ? said.read : said.write) === undefined ||
      (one === "delete" && opens && !isOfDeleting) ||
      // Whoever adds rows adds their own.
      (one === "create" && said.write === "creator"),
  );
  // Who may add rows that only admins see sends them in.
  const isSentIn =
    access.read === "admin" && kept.some(([one, tests]) => one === "create" && tests.includes("anonymous"));
  if (isSentIn) access.write = "anonymous";
  const was = JSON.stringify(entity);
  const ofAdmins = isOwnSaid(clause) ? withAdmins(access, said) : {};
  writeRights(entity, access, {
    ...ofAdmins,
    ...Object.fromEntries(kept.filter(([one]) => !isSentIn || one === "delete")),
  });
  draft.touched = entity.name;
  if (JSON.stringify(entity) === was) {
    draft.already.push(alreadySo(entity, access));
    return;
  }
  tellState(draft, `${titleOf(entity)}: ${describeAccess(access)}.`, `access ${entity.name}`);
  if (access.write === "anonymous" && access.read === "admin") addForm(draft, entity);
}
