import "server-only";
import type { Access, Entity, Level } from "../model/app-model";
import type { Draft } from "../draft/draft";
import { has, type Mark, marksOf } from "../request/meaning/marks";
import { isOfUsers, whoIn } from "./who";

const people: [RegExp, Level][] = [
  [/\b(?:admins?|administrators?|i|me|myself|the owner|owners?|managers?|staff|the team|staff members?)\b/i, "admin"],
  [
    /\b(?:its creators?|the creators?|creators?|their (?:own )?(?:creators?|owners?|authors?)|authors?|the person who (?:created|added|wrote) (?:it|them)|whoever (?:created|added) (?:it|them)|their own|(?:his|her|one's) own|own|(?:what|those that|the ones(?: that)?) (?:they|he|she|people) (?:have |has )?(?:entered|added|created|wrote|made)(?: themsel(?:ves|f))?)\b/i,
    "creator",
  ],
  [
    /\b(?:anyone|any ?body|everyone|everybody|the public|public(?:ly)?|visitors?|anonymous(?:ly)?|all visitors|readers|viewers|fans|people without (?:an )?account|without (?:an account|login|logging in|signing in)|guests?)\b/i,
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
export const isOwnSaid = (text: string): boolean => ownSaid.test(text);
const adminSaid = /\b(?:admins?|administrators?)\b/i;
export const reads = /\b(?:views?|sees?|reads?|looks? at|browses?|access|visible|viewable|shown|show)\b/i;
export const writes =
  /\b(?:submit|add|leave|create|edits?|write|changes?|updates?|deletes?|manages?|modify|post|editable|save|fill in|send|register|sign up|book|apply|approve|reject|decide)\b/i;

function levelOf(text: string): Level | null {
  const isLoggedIn =
    people[3]![0].test(text) && /logged[- ]in|signed[- ]in|registered|authenticated|with (?:an )?account/i.test(text);
  if (isLoggedIn) return "all";
  if (ownSaid.test(text) && !adminSaid.test(text)) return "creator";
  return people.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** `isOfHouse`: "everyone" is said of those who work with the app. */
type Piece = { text: string; said: Partial<Access>; tables: Entity[]; isOfHouse?: boolean };

const everyone = /\b(?:every|any) ?(?:one|body)\b/gi;
/** Where strangers come: there "everyone" are they, too. What a practice has booked is not for them. */
const isVisited = /^(?:site|form)$/;

/** Others than everyone: "everyone may read, but only logged in users may write". */
const signedIn = /\b(?:logged|signed)[- ]in\b|\bregistered\b|\baccount\b/i;

/** "everyone can see bugs" in a team's app opens nothing to strangers, of whom it says no word. */
function isOfHouse(piece: string, { model, change = "" }: Draft): boolean {
  const rest = piece.replaceAll(everyone, "");
  const isOfStrangers = isVisited.test(model.purpose ?? "") || signedIn.test(change) || levelOf(rest) === "anonymous";
  return rest !== piece && !isOfStrangers;
}

const pieceEnd =
  /\s*(?:,|;|\bbut\b|\bwhile\b|\bwhereas\b|\band(?=\s+(?:only|just|anyone|anybody|everyone|everybody|admins?|the |logged|signed|members?|users?|nobody|no one|visitors|their|its|people)\b))\s*/i;

/** Each piece says who ("only admins") and what ("can view"); "view and edit" sets both. */
export function piecesOf(clause: string, draft: Draft): Piece[] {
  const pieces: Piece[] = [];
  let last: Level | null = null;
  for (const piece of clause.split(pieceEnd)) {
    const level: Level | null = levelSaid(piece, draft) ?? levelOfTable(piece, draft) ?? last;
    last = level;
    if (!level) continue;
    const said: Partial<Access> = {};
    const isHouse = level === "anonymous" && reads.test(piece) && isOfHouse(piece, draft);
    if (reads.test(piece)) said.read = isHouse ? "all" : level;
    if (writes.test(piece)) said.write = level === "anonymous" && isOfUsers(piece) ? "all" : level;
    if (
      /\bfor (?:admins?|creators?) only\b|\badmins? only\b|\bonly (?:for|to) admins?\b|\bprivate\b|\bhave access\b/i.test(
        piece,
      ) &&
      !said.read &&
      !said.write
    )
      said.read = said.write = level;
    pieces.push({ text: piece, said, tables: objectsIn(piece, draft), ...(isHouse && { isOfHouse: true }) });
  }
  return pieces;
}

/** "owners only see pets": rows of a table, and not those who own the app. */
function levelSaid(piece: string, { model }: Draft): Level | null {
  const level = levelOf(piece);
  const isOfRows = level === "admin" && !/\b(?:admins?|administrators?|i|me|myself)\b/i.test(piece);
  return isOfRows && subjectOf(marksOf(piece, model)).some(({ entities }) => entities.length > 0) ? null : level;
}

/** "every employee can see all shifts": people who are rows of a table are all who sign in. */
function levelOfTable(piece: string, { model }: Draft): Level | null {
  // "see only theirs": what is limited must be known.
  if (/\bonly\b/i.test(piece)) return null;
  const who = whoIn(subjectOf(marksOf(piece, model)), piece);
  return who?.test === "all" ? "all" : null;
}

/** What stands before the first thing that is done: who does it. "Deals can be seen" are nobody who sees. */
export function subjectOf(marks: Mark[]): Mark[] {
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
export function accessSaid(clause: string, pieces: Piece[]): Partial<Access> | null {
  const access: Partial<Access> = {};
  for (const { said } of pieces) {
    if (said.read) access.read ??= said.read;
    if (said.write) access.write ??= said.write;
  }
  // "add, but only edit their own": who may see the others stays.
  if (/\bonly (?:edit|change) their own\b/i.test(clause) && access.read === undefined) return { write: "creator" };
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
export const isOfOthers = (pieces: Piece[]): boolean =>
  new Set(pieces.flatMap(({ tables }) => (tables.length > 0 ? [tables.map(({ name }) => name).join(" ")] : []))).size >
  1;
