import "server-only";
import { isPlural, plural, singular } from "../../language/inflect";
import { isAnyOne, ofDoing, readFrames } from "../../description/statements/acts";
import { knownAs } from "../../lexicon/known";
import { isApp, isPeople, isPersonLike, isPersonNoun, people as isPeopleWord, period } from "../../lexicon/nouns";
import { isKind, linkParts } from "../../description/plan/place";
import { callBy, type Plan, type PlannedTable } from "../../description/plan/plan";
import { type Frame, framesOf, nounsOf } from "../../description/statements/statements";
import { wordKey } from "../../words/word-key";
import { keeping, plainly } from "./is-clause";
import { tokenize } from "../../lexicon/tokens";
import { type Manner, readList } from "../lists/lists";
import { standingAs, tableFrom } from "../../description/plan/standing";
import { type Piece } from "../../description/text/pieces";
import { choiceAt } from "../choices/choices";

const having =
  /^(?:- )?((?:(?:each|every|the|an?|all|our|my)\s+)?(?:[\w'-]+\s+){0,3}?[\w'-]+)\s+(?:(?:should|must|will|can|may)\s+(?:also\s+)?(?:have|contain|include|show|store)|has|have|contains?|includes?|consists? of|comes? with|needs?|gets?|with|carr(?:y|ies))\s+(?!to\b)(.+)$/is;

/** "Each order has a customer and a total": the subject's fields; of the app itself, its tables. */
function readHaving(plan: Plan, core: Piece, rest: Piece[], head: Head): boolean {
  const match = having.exec(core.text);
  if (!match) return false;
  const subject = match[1]!;
  const isEach = /^(?:each|every)\b/i.test(subject);
  if (/\b(?:that|which|who|where|when|to|can|and i|and we|for)\b/i.test(subject)) return false;
  if (/\bwith\b/i.test(core.text.slice(subject.length, subject.length + 6)) && !isEach) return false;
  const frames = framesOf(subject, plan.among);
  const noun = frames.flatMap(nounsOf).at(-1);
  const list: Piece[] = [
    { text: match[2]!, mark: "start", ...(core.inner === undefined ? {} : { inner: core.inner }) },
    ...rest,
  ];
  if (
    /^(?:it|they|i|we|this|there|everyone|people|users?)$/i.test(subject) ||
    (noun && !isEach && (isApp(noun) || isPeople(noun) || isKind(plan, noun)))
  ) {
    readList(plan, list, head ? { head } : {});
    return true;
  }
  const name = subject.replace(/^(?:each|every|the|an?|all|our|my)\s+/i, "");
  const owner =
    standingAs(plan, name) ??
    (isEach || isPlural(name) || knownAs(name, plan.among) || isSpokenOf(plan, name)
      ? tableFrom(plan, name)
      : undefined);
  if (!owner) return false;
  // "and each booking with from, to, paid": it is one of what was told of before.
  if (isEach && plan.owner && plan.owner !== owner && owner.links.length + owner.said.length === 0)
    linkParts(plan.owner, owner);
  callBy(plan, owner, singular(wordKey(name)));
  plan.last = owner;
  readList(plan, list, { owner });
  return true;
}

/** "each route has a deliverer. Deliverer has name, phone": what was named before, or is somebody. */
const isSpokenOf = ({ text }: Plan, name: string): boolean =>
  !name.includes(" ") &&
  (isPersonLike(name.toLowerCase()) || new RegExp(` (?:an?|each|every|one) ${wordKey(name)} `).test(text));

type Head = Manner["head"];

/** "each session takes 20 minutes": sessions there are. */
const eachDoes =
  /^(?:each|every) ([a-z]+) (?:is|takes|costs|lasts|starts|ends|happens|goes|runs|needs|gets|belongs|comes|must|can|should)\b/i;

const telling =
  /^(?:enter|provid|giv|fill|stat|specif|not|upload|submit|bring|write|wrot|put|leave|log|record|track|add|choos|select|pick|send|tell|set|creat|post|list|keep|stor|show|see|offer|share|record|report|collect|save|manag)/;

/** Reads a clause with the pieces that go on with it: "teachers open tickets with room, | device, | photo". */
export function readClause(plan: Plan, said: Piece, rest: Piece[], head: Head): void {
  const each = eachDoes.exec(said.text);
  if (each && !period.test(each[1]!) && !isPeopleWord.test(each[1]!))
    plan.last = standingAs(plan, each[1]!) ?? tableFrom(plan, plural(each[1]!));

  const kept = keeping.exec(said.text);
  if (kept)
    return void readList(
      plan,
      [{ ...said, text: said.text.slice(kept[0].length), mark: "start" }, ...rest],
      head ? { head } : {},
    );
  const core = { ...said, text: plainly(said.text) };
  if (readHaving(plan, core, rest, head)) return;
  const choice = choiceAt([core, ...rest], 0);
  const withAt = /\s(?:with|including|w\/|containing)\s/i.exec(core.text);
  if (choice && choice.lead !== "" && !withAt) {
    const owner = plan.last ?? head?.();
    if (owner) owner.said.push(choice.phrase);
    else plan.pending.push(choice.phrase);
    readFrames(plan, framesOf(choice.lead, plan.among));
    const left = rest.slice(choice.used - 1);
    if (left.length > 0) readList(plan, left, owner ? { owner } : {});
    return;
  }
  const text = withAt ? core.text.slice(0, withAt.index) : core.text;
  const frames = framesOf(text, plan.among);
  const last = frames.at(-1);
  const before = plan.tables.length;
  const listed: Piece[] = withAt
    ? [
        {
          text: core.text.slice(withAt.index + withAt[0].length),
          mark: "start",
          ...(core.inner === undefined ? {} : { inner: core.inner }),
        },
        ...rest,
      ]
    : rest;
  const first = objectOf(text, last);
  if (!withAt && first && listed.length + 1 > 1 && !isRecord(frames))
    return readTold(plan, frames, [{ ...core, text: first.text }, ...rest], first.before, head);
  readFrames(plan, frames);
  const doer = plan.tables.length === before ? doerOf(plan, frames) : undefined;
  if (doer && withAt) return void readList(plan, listed, { owner: doer });
  if (listed.length === 0 && core.inner === undefined) return;
  const noun =
    last?.objects.at(-1) ?? (last?.verbs.some(({ isPassive }) => isPassive) ? last.subjects.at(-1) : undefined);
  const owner =
    noun && !isApp(noun) && !isKind(plan, noun) && !isPeople(noun)
      ? (standingAs(plan, noun.text) ?? (noun.isPlural || noun.thing ? tableFrom(plan, noun.text) : undefined))
      : undefined;
  if (listed.length === 0) return;
  const done = owner && last && noun && isAnyOne(noun) ? doneWith(plan, last, owner) : undefined;
  if (withAt && owner)
    return void readList(plan, listed, {
      owner: done && ofDoing.test(listed.map((piece) => piece.text).join(" ")) ? done : owner,
    });
  // "people sign up with name and email": what they enter.
  const entered = last?.objects.length === 0 ? last.verbs.at(-1)?.entry : undefined;
  const filled = entered?.sort === "record" ? plan.tables.find(({ act }) => act === entered.data) : undefined;
  if (withAt && filled) return void readList(plan, listed, { owner: filled });
  const made = plan.tables.slice(before).find(({ act }) => act !== undefined);
  readList(plan, listed, withAt || !made ? (head ? { head } : {}) : { head: () => made });
}

/** What a clause made of its verb for a table: the bookings of tours. */
const doneWith = ({ tables }: Plan, { verbs }: Frame, object: PlannedTable): PlannedTable | undefined =>
  tables.find(({ act, links }) => act && act === verbs.at(-1)?.entry?.data && links.some(({ to }) => to === object));

/** "participants register with name and email", "players challenge each other": people of whom nothing else was made. */
function doerOf(plan: Plan, frames: Frame[]): PlannedTable | undefined {
  const last = frames.at(-1);
  const noun = last?.verbs.length ? last.subjects.at(-1) : undefined;
  if (!last || !noun || !noun.isPlural || isApp(noun) || isPeople(noun) || idlers.test(noun.text)) return undefined;
  if (!isPersonNoun(noun)) return undefined;
  return standingAs(plan, noun.text) ?? tableFrom(plan, noun.text);
}
const idlers =
  /^(?:editors?|readers?|viewers?|moderators?|authors?|writers?|admins?|visitors?|users?|listeners?|managers?|customers?|clients?|others?)$/i;

const isRecord = (frames: Frame[]) =>
  frames.some(({ verbs }) => verbs.some(({ entry }) => entry?.sort === "record" || entry?.sort === "state"));

/** Where the object of a clause begins, in its text. */
function objectOf(text: string, frame: Frame | undefined): { text: string; before: string } | null {
  const noun = frame?.verbs.length ? frame.objects[0] : undefined;
  if (!noun) return null;
  const at = tokenize(text)[noun.at]?.at;
  return at === undefined ? null : { text: text.slice(at), before: text.slice(0, at) };
}

/** "filmmakers upload title, synopsis, link": a list of fields is what they fill in; of rows, each is done by them. */
function readTold(plan: Plan, frames: Frame[], list: Piece[], before: string, head: Head): void {
  const verb = frames.at(-1)!.verbs.at(-1);
  const subject = frames.at(-1)!.subjects.find((noun) => !isApp(noun) && !isPeople(noun));
  const made = readList(plan, list, head ? { head } : {});
  if (!verb || !telling.test(verb.word))
    return readFrames(
      plan,
      made.length > 0
        ? framesOf(`${before} ${made[0]!.noun}s`, plan.among)
        : frames.map((frame) => ({ ...frame, objects: [] })),
    );
  const isKept =
    subject?.isPlural &&
    !/^(?:editors?|readers?|viewers?|moderators?|authors?|writers?|admins?)$/i.test(subject.text) &&
    isPersonNoun(subject);
  if (isKept) tableFrom(plan, subject.text);
}
