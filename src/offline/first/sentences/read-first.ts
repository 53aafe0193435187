import "server-only";
import { wordKey } from "../../words/word-key";
import { isPlural } from "../../language/inflect";
import { type Plan, refuse } from "../../description/plan/plan";
import { readFrames } from "../../description/statements/acts";
import { framesOf } from "../../description/statements/statements";
import { noteFeatures } from "../../description/statements/features";
import { choiceAt } from "../choices/choices";
import { readClause } from "./clauses";
import { clausesAmong, isClause, isDoing, keeping, plainly } from "./is-clause";
import { nameByStart, readName } from "../heads/name-alone";
import { aboutOf, headTables, namesMany, namesWhoAsks, offersRows } from "../heads/heads";
import { type Manner, readList } from "../lists/lists";
import { headRows } from "../heads/asker-head";
import { tableFrom } from "../../description/plan/standing";
import { meanOf } from "../lists/list-weights";
import { hasField } from "../lists/usual-fields";
import { membersOf, screen } from "../lists/members";
import type { Member } from "../lists/member";
import { type Piece, piecesIn } from "../../description/text/pieces";
import { plainSentence } from "./plain-sentence";
import { isQuestion, readQuestion } from "../../description/statements/questions";
import { knownAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";

/** "I run a small bakery and need …": where it is used; what follows is what is kept. */
const context =
  /^(?:hi|hello|hey)?[,!. ]*(?:i'm|im|i am|we're|we are|i run|we run|i own|we own|i have|we have|i manage|we manage|i work (?:in|at|as|for))\s+(?:an?|the|my|our|in|at)?\s*[^,.:;]*?(?:\s*[,;-]\s*(?:and\s+|so\s+|who\s+)?|\s+(?:and|so|who|that)\s+)(?:(?:i|we|now|really|just|would)\s+)*(?=(?:want|need|would like|like|am|are|looking|must|have to|rent|sell|keep|track|organi[sz]e|plan|offer|lend|teach|\w+s?\b))(?:(?:want|need|'d like|would like|like|looking for|have|must|wanna)\s+(?:to\s+(?:have\s+)?|for\s+)?)?/i;
/** "I'm a music teacher": who asks. */
const isAbout =
  /^(?:hi[,! ]*|hello[,! ]*)?(?:i'm|i am|we're|we are|i run|we run|i own|we own|i work)\s+(?:an?|the|in|at|as|for)\s[^,:]*$/i;
const refusal =
  /^(?:(?:and|but|actually|ok|so|well)[,\s]+)*(?:forget(?: about)?|skip|drop|leave out|ignore|no need for|(?:we|i) (?:don't|do not|dont) (?:need|want))\s+(?:the |any |an? )?([\w ]+?)(?:,\s*(.*)|$)/i;
const ofEach =
  /^(?:for|of|on)\s+(?:each|every|all|the)\s+(?!(?:i|we|you)\s)([\w ]+?),?\s+(?:we |i |you |please |should |must |want to |need to |would like to )*(?:note|record|store|keep|track|need|want|save|show|list|enter|write)(?: down| track of)?\s+(.+)$/is;
/** Reads the sentences of a new app's description into the plan. */
export function readDescription(plan: Plan, sentences: string[]): void {
  let head = "";
  for (const [at, said] of sentences.entries()) {
    const sentence = plainSentence(plan, said);
    const refused = refusal.exec(sentence);
    if (refused) {
      refuse(plan, knownAs(refused[1]!, plan.among)?.name ?? refused[1]!);
      refuse(plan, refused[1]!);
    }
    const text = refused ? (refused[2] ?? "").replace(/^only\s+/i, "") : sentence;
    if (
      text === "" ||
      (screen.test(text) && piecesIn(text).length === 1) ||
      (isAbout.test(text) && sentences.length > 1)
    )
      continue;
    const { app, rest } = cutApp(text.replace(context, ""));
    const plain = rest.replace(keeping, "");
    if (isProse(plan, plain) && !isListing(plan, plain)) {
      if (app && offersRows(app)) headTables(plan, app, 0);
      const frames = framesOf(
        plain
          .split(/,\s+/)
          .map((part) => (isDoing(part) ? plainly(part) : part))
          .join(", "),
        plan.among,
      );
      readFrames(plan, frames);
      // "Bugs. Title, steps, browser": the next sentence tells their fields.
      if (frames.every(({ verbs }) => verbs.length === 0) && !/ (?:with|and) /i.test(plain)) head = plain;
      noteFeatures(plan, sentence);
      continue;
    }
    head =
      readSentence(plan, plain.replace(purpose, ""), app ?? (at === 0 ? "" : head), at === sentences.length - 1) ||
      head;
    noteFeatures(plan, sentence);
  }
  for (const table of plan.tables) delete table.isAssumed;
  const about = aboutOf(plan);
  if (about) {
    // "services, stylists and prices": services have a price.
    const isUsual = (phrase: string) => plan.tables.length > 1 && isPlural(phrase) && hasField(about, phrase);
    about.said.push(...plan.pending.splice(0).filter((phrase) => !about.said.includes(phrase) && !isUsual(phrase)));
    about.asked = [...(about.asked ?? []), ...plan.pendingAsked.splice(0)];
    const has = (phrase: string) =>
      plan.tables.some((table) =>
        [...table.said, ...(table.thing?.fields ?? []).map(({ spec }) => spec.label)].some((one) =>
          wordKey(one).includes(wordKey(phrase)),
        ),
      );
    about.said.push(...plan.sortedBy.filter((phrase) => !has(phrase)));
    if (about.said.length > 2 && plan.tables.length === 1) about.isExact = true;
  }
  for (const finish of plan.after.splice(0)) finish();
  if (plan.tables.length + plan.faint.length === 0 && !plan.kind) {
    readName(plan, sentences[0] ?? "");
    if (plan.tables.length === 0 && plan.pending.length + plan.pendingAsked.length > 1)
      nameByStart(plan, sentences[0] ?? "");
  }
}

const behindApp =
  /^((?:[\w'-]+ ){0,8}[\w'-]+?),?\s+(?:where|in which|so that|that lets?(?: me| us| people| you)?|which lets?(?: me| us)?|with which)\s+(?=(?:i|we|they|people|users|you|[a-z]+s|each|every|everyone|anyone)\s)/i;

/** "an app for my dog walking business where I can track dogs": what is said of the app itself, and what it is for. */
function cutApp(sentence: string): { app?: string; rest: string } {
  const match = behindApp.exec(sentence);
  if (!match || /\b(?:can|should|must|has|have|with)\b/i.test(match[1]!)) return { rest: sentence };
  return { app: match[1]!, rest: sentence.slice(match[0].length) };
}

/** "an app to track who borrowed what": what stands behind the app's own words is the sentence. */
const purpose =
  /^(?:(?:i |we )?(?:want |need )?)?(?:an?|some|the|my|our|one)?\s*(?:[\w-]+\s+){0,4}(?:app|application|tool|site|website|web ?site|page|platform|system|something|anything|database|program|software|place|portal|spreadsheet|tracker|planner|organi[sz]er|manager)\s+(?:for (?:my|our|an?|the) (?:[\w'-]+ ){1,3}?(?=to ))?(?:to\s+(?:help (?:me|us) (?:to )?)?|that (?:can |will |lets me |lets us |helps me |helps us )?|which (?:can )?|where\s+(?=(?:i|we|people|users|\w+s)\s)|so (?:that )?)(?:(?:track|keep track of|manage|compare|find|share|plan|log|record|organi[sz]e|store|collect|see|know|list|show|note|tracks|manages|records|keep)\s+)?/i;

const listing =
  /\s(?:with|including|containing|having|featuring|consisting of|has|have|contains?|includes?|consists? of|comes? with|needs?)\s/i;

/** "albums with photos": what stands behind the word belongs to what stands before it, unless somebody does something there ("rate recipes with stars"). */
function isListing(plan: Plan, sentence: string): boolean {
  const match = listing.exec(sentence);
  if (!match) return false;
  return !framesOf(sentence.slice(0, match.index), plan.among).some(
    ({ subjects, isAnyone, verbs }) =>
      (subjects.length > 0 || isAnyone) && verbs.some(({ entry }) => entry !== undefined && entry.sort !== "having"),
  );
}

/** Sentences in full, and phrases without a list: statements rather than members of a list. */
function isProse(plan: Plan, sentence: string): boolean {
  const pieces = piecesIn(sentence.replace(purpose, ""));
  if (pieces.some(({ mark, inner }) => mark === "colon" || inner !== undefined)) return false;
  if (pieces.some((_, at) => choiceAt(pieces, at) !== null)) return false;
  const clauses = clausesAmong(plan, pieces);
  const loose = pieces.filter((piece) => !clauses.has(piece));
  if (pieces.length === 1 && / with (?:\w+ ){3,}/.test(sentence)) return false;
  if (pieces.length === 2 && pieces[1]!.mark === "and" && !isQuestion(pieces[1]!.text)) return true;
  if (pieces.length < 3)
    return !pieces.some(({ text }) => isQuestion(text)) && (pieces.length === 1 || loose.length < 2);
  return clauses.has(pieces[0]!) && !keeping.test(pieces[0]!.text) && loose.length <= 2;
}

/** Reads one sentence; says its head where it is nothing but one ("Tattoo artist."). */
function readSentence(plan: Plan, sentence: string, before: string, isLast: boolean): string {
  const each = ofEach.exec(sentence);
  if (each) {
    readList(plan, piecesIn(each[2]!), { owner: tableFrom(plan, each[1]!) });
    return "";
  }
  const pieces = piecesIn(sentence);
  const [first] = pieces;
  const colon = pieces.findIndex(({ mark }) => mark === "colon");
  if (
    colon > 0 &&
    (colon === 1 ? !isChosenOf(pieces) : choiceAt(pieces, colon - 1) === null) &&
    !pieces.slice(0, colon).some(({ inner }) => inner !== undefined)
  ) {
    // "sewing shop, orders: customer, garment": where it is, and then what is kept there.
    const isPlaced = colon === 2 && isPlural(pieces[1]!.text) && !isPlural(first!.text) && !isClause(plan, first!);
    const said = pieces.slice(isPlaced ? 1 : 0, colon);
    const list = pieces.slice(colon);
    if (!isChoice(said, list)) {
      readHeaded(plan, said, list);
      return "";
    }
  }
  if (!first) return "";
  if (pieces.length === 1 && !isClause(plan, first) && first.inner === undefined && !isQuestion(first.text)) {
    const within = /^(.+?)\s+(?:with|including|w\/)\s+(.+)$/i.exec(first.text);
    if (within) readHeaded(plan, [{ ...first, text: within[1]! }], [{ text: within[2]!, mark: "colon" }]);
    else if (before === "" && (isLast || isPlural(first.text))) headTables(plan, first.text, 0);
    else if (before === "") return first.text;
    else readGroups(plan, pieces, before);
    return first.text;
  }
  const within =
    isClause(plan, first) || isQuestion(first.text)
      ? null
      : /^(.+?)\s+(?:with|including|w\/|incl\.?|featuring)\s+(.+)$/i.exec(first.text);
  const others = within ? membersOf(pieces.slice(1), plan.among) : [];
  const isFirst = others.some((one) => one.is === "noun" && (one.weight >= 0.7 || one.inside !== undefined));
  if (within && isPlural(within[1]!) && isFirst) readGroups(plan, pieces, before);
  else if (within && (before === "" || isPlural(within[1]!))) {
    readHeaded(
      plan,
      [{ text: within[1]!, mark: "start" }],
      [{ ...first, text: within[2]!, mark: "colon" }, ...pieces.slice(1)],
    );
    return "";
  }
  if (within && isPlural(within[1]!) && isFirst) return "";
  const isHead =
    before === "" &&
    first.inner === undefined &&
    (pieces.length > 2 || isQuestion(pieces[1]?.text ?? "")) &&
    !isClause(plan, first) &&
    !isQuestion(first.text) &&
    pieces[1]!.mark === "comma" &&
    !(plan.tables.length > 0 && isAttribute(first.text.split(" ").at(-1)!) && !isPlural(first.text)) &&
    isListHead(plan, pieces);
  if (isHead) readHeaded(plan, [first], pieces.slice(1));
  else readGroups(plan, pieces, before);
  return "";
}

/** "singers with voice: soprano, alto": the options of a field of theirs, and nothing else. */
function isChosenOf(pieces: Piece[]): boolean {
  const choice = choiceAt(pieces, 0);
  return (
    choice !== null && /\s(?:with|have|has)(?:\s+an?)?$/i.test(choice.lead) && !/^(?:it|they|we|i)\s/i.test(choice.lead)
  );
}

/** "stages: new, offer": the colon of a field's options, and of no list. */
const isChoice = (said: Piece[], list: Piece[]): boolean => {
  const words = said.map(({ text }) => text).join(" ");
  return (
    /^(?:the |possible )*(?:stages?|status(?:es)?|states?|phases|priorit(?:y|ies)|categor(?:y|ies)|types|severity)$/i.test(
      words,
    ) && list.length > 1
  );
};

/** "wine cellar, name, vintage, grape": the first names what the others are fields of. */
function isListHead(plan: Plan, pieces: Piece[]): boolean {
  const asked = pieces.filter(({ text }) => isQuestion(text)).length;
  const rest = membersOf(
    pieces.slice(1).filter(({ text }) => !isQuestion(text)),
    plan.among,
  );
  const [own] = membersOf(pieces.slice(0, 1), plan.among);
  return (meanOf(rest) * rest.length) / (rest.length + asked) < 0.45 || own?.is !== "noun" || own.weight < 0.5;
}

const isRowOf = (member: Member) => member.is === "noun" && (member.weight >= 0.5 || member.inside !== undefined);

/** A head and its list. */
function readHeaded(plan: Plan, said: Piece[], list: Piece[]): void {
  const clauses = said.filter((piece) => isClause(plan, piece));
  const text = said.map(({ text: one }) => one).join(" and ");
  const before = plan.tables.length;
  for (const clause of clauses) readClause(plan, clause, [], undefined);
  const stated = plan.tables.slice(before).find(({ isAssumed }) => !isAssumed);
  let made: ReturnType<typeof headTables> | undefined;
  if (said.length > 1 && !stated) made = headTables(plan, text, 0);
  const among = clausesAmong(plan, list);
  const members = membersOf(
    list.filter((piece) => !isQuestion(piece.text) && !among.has(piece)),
    plan.among,
  );
  const isAsker = namesWhoAsks(text, plan.among) && members.some(isRowOf);
  const head = Object.assign(() => (made ??= stated ? [stated] : isAsker ? [] : headRows(plan, text, list))[0], {
    isMany: namesMany(text),
    isAsker,
    made: () => made?.[0],
  });
  const asked = list.filter((piece) => isQuestion(piece.text)).length;
  const mean = (meanOf(members) * members.length) / Math.max(1, members.length + asked);
  if (!made && !stated && namesMany(text) && among.size > 0) made = headTables(plan, text, 0);
  if (mean >= 0.5 && !stated)
    made ??= headTables(plan, text, members.filter((one) => one.is === "noun" && one.weight >= 0.5).length);
  readGroups(
    plan,
    list.map((piece, at) => (at === 0 ? { ...piece, mark: "start" as const } : piece)),
    text,
    mean < 0.5 ? head : Object.assign(() => made?.[0], { made: () => made?.[0] }),
  );
}

/** Reads the pieces in groups: each clause with what goes on with it, and lists between. */
function readGroups(plan: Plan, pieces: Piece[], text: string, given?: Manner["head"]): void {
  let made: ReturnType<typeof headTables> | undefined;
  const head =
    given ??
    (text === ""
      ? undefined
      : () =>
          (made ??=
            plan.tables.length > 0
              ? [aboutOf(plan)!]
              : namesWhoAsks(text, plan.among) && membersOf(pieces, plan.among).some(isRowOf)
                ? []
                : headRows(plan, text, pieces))[0]);
  let core: Piece | undefined;
  let group: Piece[] = [];
  const close = () => {
    if (core) readClause(plan, core, group, head);
    else if (group.length > 0) readList(plan, group, head ? { head } : {});
    core = undefined;
    group = [];
  };
  const clauses = clausesAmong(plan, pieces);
  for (const piece of pieces) {
    if (clauses.has(piece)) {
      close();
      core = piece;
    } else if (isQuestion(piece.text) && group.length === 0 && core === undefined) {
      readQuestion(plan, piece.text, head?.() ?? plan.last);
    } else group.push(piece);
  }
  close();
}
