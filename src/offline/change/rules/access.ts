import "server-only";
import type { Access, Entity, Level } from "../../model/app-model";
import { accessOf } from "../../model/app-model";
import { addView, describeAccess, freePage, listPage } from "../../draft/compose";
import { type Draft, manyOf, oneOf, pickEntity, type Reader, titleOf } from "../../draft/draft";
import { writeRights } from "../../draft/rights";
import type { Rule } from "../meaning/clause";
import { has, isFieldOfRights, type Mark, marksOf } from "../meaning/marks";
import { isOfUsers, whoIn } from "./who";
import { findEntity, findField } from "../../draft/resolve";
import { formPage, formTitle } from "../../model/form-title";
import { isPlural, wordsOf } from "../../language/inflect";

const people: [RegExp, Level][] = [
  [/\b(?:admins?|administrators?|i|me|myself|the owner|owners?|managers?|staff|the team|staff members?)\b/i, "admin"],
  [
    /\b(?:its creators?|the creators?|creators?|their (?:own )?(?:creators?|owners?|authors?)|authors?|the person who (?:created|added|wrote) (?:it|them)|whoever (?:created|added) (?:it|them)|their own|(?:his|her|one's) own|own|(?:what|those that|the ones(?: that)?) (?:they|he|she|people) (?:have |has )?(?:entered|added|created|wrote|made)(?: themsel(?:ves|f))?)\b/i,
    "creator",
  ],
  [
    /\b(?:anyone|any ?body|everyone|everybody|the public|public(?:ly)?|visitors?|anonymous(?:ly)?|all visitors|people without (?:an )?account|without (?:an account|login|logging in|signing in)|guests?)\b/i,
    "anonymous",
  ],
  [
    /\b(?:logged[- ]in|signed[- ]in|registered|authenticated|members?|users?|all users|people with (?:an )?account|employees|customers?)\b/i,
    "all",
  ],
  [/\b(?:nobody|no one|none)\b/i, "none"],
];
/** "their own visits", "what they entered themselves", "the votes he made": rows of whoever made them, whatever people are called. */
const ownSaid =
  /\b(?:their|his|her|one's) own\b|\b(?!and\b|or\b|so\b|as\b|if\b)[\w-]+ (?:that |which )?(?:they|he|she) (?:have |has )?(?:entered|added|created|wrote|written|made|put in|reported|uploaded)\b|\bonly (?:theirs|hers|his)\b/i;
const adminSaid = /\b(?:admins?|administrators?)\b/i;
const reads = /\b(?:views?|sees?|reads?|looks? at|browses?|access|visible|viewable|shown|show)\b/i;
const writes =
  /\b(?:submit|add|create|edits?|write|changes?|updates?|deletes?|manages?|modify|post|editable|save|fill in|send|register|sign up|book|apply|approve|reject|decide)\b/i;

function levelOf(text: string): Level | null {
  const isLoggedIn =
    people[3]![0].test(text) && /logged[- ]in|signed[- ]in|registered|authenticated|with (?:an )?account/i.test(text);
  if (isLoggedIn) return "all";
  if (ownSaid.test(text) && !adminSaid.test(text)) return "creator";
  return people.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

type Piece = { said: Partial<Access>; tables: Entity[] };

const pieceEnd =
  /\s*(?:,|;|\bbut\b|\bwhile\b|\bwhereas\b|\band(?=\s+(?:only|just|anyone|anybody|everyone|everybody|admins?|the |logged|signed|members?|users?|nobody|no one|visitors|their|its|people)\b))\s*/i;

/** Each piece says who ("only admins") and what ("can view"); "view and edit" sets both. */
function piecesOf(clause: string, draft: Draft): Piece[] {
  const pieces: Piece[] = [];
  let last: Level | null = null;
  for (const piece of clause.split(pieceEnd)) {
    const level: Level | null = levelOf(piece) ?? levelOfTable(piece, draft) ?? last;
    last = level;
    if (!level) continue;
    const said: Partial<Access> = {};
    if (reads.test(piece)) said.read = level;
    if (writes.test(piece)) said.write = level === "anonymous" && isOfUsers(piece) ? "all" : level;
    if (
      /\bfor (?:admins?|creators?) only\b|\badmins? only\b|\bonly (?:for|to) admins?\b|\bprivate\b|\bhave access\b/i.test(
        piece,
      ) &&
      !said.read &&
      !said.write
    )
      said.read = said.write = level;
    pieces.push({ said, tables: objectsIn(piece, draft) });
  }
  return pieces;
}

/** "every employee can see all shifts": people who are rows of a table are all who sign in. */
function levelOfTable(piece: string, { model }: Draft): Level | null {
  // "see only theirs": what is limited must be known.
  if (/\bonly\b/i.test(piece)) return null;
  const who = whoIn(subjectOf(marksOf(piece, model)), piece);
  return who?.test === "all" ? "all" : null;
}

/** What stands before the first thing that is done: who does it. "Deals can be seen" are nobody who sees. */
function subjectOf(marks: Mark[]): Mark[] {
  const at = marks.findIndex((mark) => isOperation(mark));
  const isPassive = marks.slice(Math.max(0, at - 2), Math.max(0, at)).some(({ words }) => words.includes("be"));
  return at < 0 || isPassive ? [] : marks.slice(0, at);
}
const isOperation = (mark: Mark) =>
  has(mark, "read", "create", "update", "delete", "manage") || /^(?:sees|views|reads|edits|changes)$/.test(mark.text);

/** The tables of a piece whose rows something is done to, besides whoever does it. */
function objectsIn(piece: string, { model }: Draft): Entity[] {
  const marks = marksOf(piece, model);
  const object = marks.slice(subjectOf(marks).length);
  if (object.some(({ words }) => words[0] === "everything")) return model.entities;
  return [...new Set(object.flatMap(({ entities }) => (entities.length === 1 ? entities : [])))];
}

/** Who may do what in a whole clause: the first word on each. */
function accessSaid(clause: string, pieces: Piece[]): Partial<Access> | null {
  const access: Partial<Access> = {};
  for (const { said } of pieces) {
    if (said.read) access.read ??= said.read;
    if (said.write) access.write ??= said.write;
  }
  if (/\bread[- ]only\b/i.test(clause)) access.write ??= "admin";
  if (/\b(?:make|keep|set)\b.*\bpublic\b/i.test(clause) && !access.read) access.read = "anonymous";
  if (
    /\b(?:make|keep|set)\b.*\bprivate\b|\bare private\b(?! \w)|\bonly (?:see|view|edit|access|change) their own\b|\bown (?:records|rows|entries|data)\b/i.test(
      clause,
    )
  )
    return { read: "creator", write: "creator" };
  return access.read || access.write ? access : null;
}

/** "see the employees but edit only the shifts he made": each right to tables of its own. */
const isOfOthers = (pieces: Piece[]): boolean =>
  new Set(pieces.flatMap(({ tables }) => (tables.length > 0 ? [tables.map(({ name }) => name).join(" ")] : []))).size >
  1;

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
  setAccess(draft, entity, access, true);
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
  // A pair takes adding and editing along with deleting.
  if (isOfDeletingAlone(clause)) return false;
  const pieces = piecesOf(clause, draft);
  const said = accessSaid(clause, pieces);
  const level = /\b(?:set|change|update)\b.*\b(?:permissions?|access)\b.*\bto\b\s*(.+)$/i.exec(clause)?.[1];
  if (!said) return false;
  const missing = strangerIn(draft, clause);
  if (missing) {
    draft.skipped.push(`“${clause}”: the app has no table called ${missing}.`);
    return true;
  }
  if (isOfOthers(pieces)) {
    if (pieces.some(({ said: own, tables }) => tables.length === 0 && (own.read || own.write))) return false;
    for (const { said: own, tables } of pieces) for (const entity of tables) setAccess(draft, entity, own, false);
    return true;
  }
  const entities = namedIn(draft, level ? clause.replace(level, "") : clause);
  if (entities.length === 0) return false;
  const isOfDeleting = /\b(?:delete|remove|manage)\b/i.test(clause);
  for (const entity of entities) setAccess(draft, entity, said, isOfDeleting);
  return true;
};

const deleting = /\b(?:deletes?|removes?|cancels?)\b/gi;
const isOfDeletingAlone = (clause: string): boolean => {
  const others = clause.replaceAll(deleting, "");
  return others !== clause && !reads.test(others) && !writes.test(others);
};

const objectSaid =
  /\b(?:can|may|should|must)\s+(?:only\s+|also\s+)?(?:view|see|read|edit|change|add|create|delete|update|submit|write|manage|modify)(?:\s*(?:,|and|or)\s*(?:view|see|read|edit|change|add|create|delete|update|submit|write|manage|modify))*\s+(?:the |all |our |my |any |an? |new )*([a-z]+(?:\s[a-z]+)?)\s*$/i;
const anyRows =
  /^(?:it|them|this|that|these|those|everything|anything|data|rows?|records?|entries|entry|all|their|own|his|her|things?|stuff|content|app|site|page|pages|list|lists|table|tables|database|fields?|one|ones)\b/i;

/** "only admins can change classes", in an app without classes, is about no other table. */
function strangerIn(draft: Draft, clause: string): string | null {
  const said = objectSaid.exec(clause)?.[1];
  if (!said || anyRows.test(said) || !isPlural(said)) return null;
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
  const namedBy = (text: string) =>
    entities.filter((entity) =>
      new RegExp(`\\b(?:${manyOf(entity)}|${oneOf(entity)}|their own ${wordsOf(manyOf(entity)).at(-1)})\\b`, "i").test(
        text,
      ),
    );
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
  const touched = entities.find((entity) => entity.name === draft.touched);
  if (touched) return [touched];
  return draft.model.pages.length === 0 ? entities : [];
}

/** @param isOfDeleting whether words speak of it: who may add or edit more says nothing of who may delete */
function setAccess(draft: Draft, entity: Entity, said: Partial<Access>, isOfDeleting: boolean): void {
  const access: Access = { ...accessOf(entity), ...said };
  if (!said.write && said.read && ["admin", "creator"].includes(said.read) && access.write === "all")
    access.write = said.read;
  if (!said.read && said.write === "creator") access.read = accessOf(entity).read;
  // What is asked for takes the place of rules about the same: who may read says nothing of who may delete.
  const rules = entity["x-accessControl"]?.rules ?? {};
  const opens = said.write === "all" || said.write === "anonymous";
  const kept = Object.entries(rules).filter(
    ([one]) => (one === "read" ? said.read : said.write) === undefined || (one === "delete" && opens && !isOfDeleting),
  );
  writeRights(entity, access, Object.fromEntries(kept));
  draft.touched = entity.name;
  draft.done = draft.done.filter(
    (line) => !(line.startsWith(`${titleOf(entity)}: `) && /\bcan (?:view|edit|submit)\b/.test(line)),
  );
  draft.done.push(`${titleOf(entity)}: ${describeAccess(access)}.`);
  if (access.write === "anonymous" && access.read === "admin") addForm(draft, entity);
}

/** Those who may only send something in need a page for it: the list would show them nothing. */
export function addForm(draft: Draft, entity: Entity): void {
  if (draft.model.pages.some((page) => page.kind === "form" && page.entity === entity.name)) return;
  const title = formTitle(entity);
  addView(draft, { title, kind: "form", entity: entity.name }, freePage(draft.model, formPage(entity)));
  const list = listPage(draft.model, entity);
  draft.done.push(
    `Added the page “${title}” for visitors${list ? `; “${list.title}” shows what came in to admins` : ""}.`,
  );
}
