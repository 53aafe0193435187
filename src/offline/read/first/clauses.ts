import "server-only";
import { isPlural, plural, singular } from "../../inflect";
import { readFrames } from "../acts";
import { knownAs } from "../known";
import { isAttribute } from "../lexicon";
import { isApp, isPeople, isPersonLike } from "../nouns";
import { type Chunk, chunksOf, type Noun, type Verb } from "../phrases";
import { isKind } from "../place";
import { type Plan, type PlannedTable } from "../plan";
import { type Frame, framesOf, nounsOf } from "../statements";
import { tokenize } from "../tokens";
import { readList, standingAs, tableFrom } from "./lists";
import { belongs, screen } from "./members";
import type { Piece } from "./pieces";
import { isQuestion } from "./questions";
import { choiceAt } from "./choices";

const helping =
  /\b(?:can|could|should|must|may|will|would|shall|is|are|was|were|has|have|had|needs?|wants?|gets?|belongs?|lets?|allows?|let's|am)\b/i;
const anyone =
  /^(?:i|we|you|they|it|he|she|people|users?|everyone|everybody|anyone|anybody|visitors?|somebody|someone|nobody|that|who|which|there)$/i;

/** Whether a piece says that somebody does something, or asks for it to be done. */
export function isClause(plan: Plan, { text, inner }: Piece): boolean {
  if (byFields.test(text)) return true;
  if (inner !== undefined && belongs.test(text)) return false;
  if (isQuestion(text) || knownAs(text, plan.among) !== null || isAttribute(text) || screen.test(text)) return false;
  if (/^(?:with|including)\s/i.test(text)) return false;
  const first = text.split(" ")[0]!.toLowerCase();
  if (text.includes(" ") && anyone.test(first)) return true;
  if (/^(?:each|every)\s/i.test(text) && text.split(" ").length > 2) return true;
  if (!text.includes(" ")) return false;
  if (keeping.test(text)) return true;
  if (isOrder(text) || isDoing(text)) return true;
  if (/^[\w ]+s (?:who|that) (?!(?:is|are|was|were|has|have|had)\b)\w+ /i.test(text)) return true;
  const chunks = chunksOf(text, plan.among);
  const at = chunks.findIndex(({ kind }) => kind === "verb");
  if (at < 0) return false;
  const verb = chunks[at] as Verb;
  if (/^(?:with|without|including|which)$/.test(verb.word)) return false;
  const before = chunks.slice(0, at).filter(({ kind }) => kind === "noun") as Noun[];
  const after = chunks.slice(at + 1);
  const hasObject =
    after.some(({ kind }) => kind === "noun" || kind === "pronoun" || kind === "preposition") || inner !== undefined;
  const isHelped = helping.test(text.split(" ").slice(0, 5).join(" "));
  if (before.length === 0 && (/(?:ed|en|ght|ld)$/.test(verb.word) || !isOpenedBy(verb, after[0]))) return false;
  const next = after[0];
  // "shopping list": one thing.
  const isCompound =
    next?.kind === "noun" &&
    !next.isPlural &&
    next.determiner === "" &&
    !isAttribute(next.text) &&
    verb.word.endsWith("ing");
  if (before.length === 0) return at === 0 && hasObject && (verb.entry !== undefined || isHelped) && !isCompound;
  const subject = before.at(-1)!;
  if (isHelped && (hasObject || verb.entry !== undefined)) return true;
  const agrees = subject.isPlural ? !/[^s]s$/.test(verb.word) : verb.word.endsWith("s");
  return (
    agrees &&
    hasObject &&
    (isPersonLike(singular(subject.text)) ||
      isPeople(subject) ||
      subject.thing !== undefined ||
      /^(?:seller|buyer|client|customer|boss|jury|staff|finance|office|admin|manager|owner)s?$/i.test(subject.text)) &&
    !/(?:ing|ed)$|^(?:sold|made|bought|lent|kept|found|given|held|taken|done|built|sent|paid|won|used|left)$/.test(
      verb.word,
    )
  );
}

/** "service visits", "order lines": without a determiner behind it such a word is a noun. */
const isOpenedBy = (verb: Verb, next: Chunk | undefined): boolean =>
  next?.kind === "pronoun" ||
  next?.kind === "preposition" ||
  (next?.kind === "noun" && next.determiner !== "") ||
  (verb.word.endsWith("ing") && verb.entry?.sort !== "record") ||
  verb.word !== verb.word.toLowerCase() ||
  /^(?:track|keep|manage|see|sell|find|browse|search|filter|organi[sz]e|collect|upload|download|create|add|edit|delete|leave|write|send|buy|pay|choose)$/.test(
    verb.word,
  );

const doing =
  /^(?:add|apply|book|borrow|bring|browse|bid|buy|cancel|challenge|choose|collect|comment|create|discuss|donate|download|enrol|enroll|enter|find|follow|give|invite|join|leave|lend|list|log|make|manage|offer|open|order|organi[sz]e|pay|pick|place|plan|post|propose|publish|rate|read|receive|register|rent|report|request|reserve|return|review|save|search|see|sell|send|set|share|sign|submit|subscribe|suggest|swap|take|teach|trade|upload|upvote|use|view|visit|volunteer|vote|watch|write)(?:s|es|ies)?$/i;
/** "leave reviews", "writes comments": what the one who was named before does, too. */
const isOrder = (text: string): boolean => {
  const words = text.split(" ");
  return doing.test(words[0]!) &&
    !/^(?:use|report|order|list|log|plan|open|review|post|book|bid|sign|set|place|visit|watch|view|vote|rate|make|search|rent|comment|request|share|trade|register|file)s?$/i.test(
      words[0]!,
    )
    ? isPlural(words.at(-1)!) || /^(?:a|an|the|their|his|her|its|it|them|in|up|for)$/i.test(words[1]!)
    : (doing.test(words[0]!) && /^(?:a|an|the|their|his|her|its|it|them|up|for|on)$/i.test(words[1] ?? "")) ||
        /^(?:place orders|place bids|post \w+s|make \w+s|rate \w+s|review \w+s|vote on|view \w+s|book \w+s|order \w+s|rent \w+s|share \w+s|request \w+s|report \w+s)/i.test(
          text,
        );
};
/** "sellers bring clothes", "agents answer": people in the plural with a verb that lexica take for a noun, too. */
function isDoing(text: string): boolean {
  const [first = "", second = "", third] = text.replace(/^(?:the|our|my|all|other|each|an?)\s+/i, "").split(" ");
  const isPerson =
    isPersonLike(singular(first)) ||
    knownAs(first)?.kind === "person" ||
    /^(?:hosts?|jury|boss|staff|others|kids|children|parents|admins?|neighbou?rs|couples|companies|hospitals|clubs|sellers?|employees|managers?)$/i.test(
      first,
    );
  if (
    !isPerson ||
    !(
      doing.test(second) ||
      /^(?:approv|reject|answer|confirm|assign|check|rat|scor|sign|nominat|solv|fix|decid|deliver|repl|receiv)(?:e|es|s|ies|y)?$/i.test(
        second,
      )
    )
  )
    return false;
  const isOne = !isPlural(first);
  if (isOne !== /[^s]s$/.test(second) && !/^(?:staff|jury|boss)$/i.test(first)) return false;
  return (
    third !== undefined || /^(?:answer|approve|reject|vote|comment|rate|apply|pay|confirm|decide|repl)/i.test(second)
  );
}

/** Such a clause as one that nothing takes for a noun: "customer brings phone" → "customers can bring phone". */
function plainly(text: string): string {
  const match = /^((?:(?:the|our|my|all|other|each|every|an?)\s+)?[\w-]+)\s+(\w+)\s*(.*)$/i.exec(text);
  if (!match || !isDoing(text)) return text;
  const verb = match[2]!.toLowerCase();
  const base = isPlural(match[1]!)
    ? verb
    : verb
        .replace(/(?<=sh|ch|ss|x|o)es$/, "")
        .replace(/ies$/, "y")
        .replace(/(?<!s)s$/, "");
  return `${plural(match[1]!.replace(/^(?:the|our|my|all|other|each|every|an?)\s+/i, ""))} can ${base}${match[3] === "" ? "" : ` ${match[3]}`}`;
}

const having =
  /^(?:- )?((?:(?:each|every|the|an?|all|our|my)\s+)?(?:[\w'-]+\s+){0,3}?[\w'-]+)\s+(?:(?:should|must|will|can|may)\s+(?:also\s+)?(?:have|contain|include|show|store)|has|have|contains?|includes?|consists? of|comes? with|needs?|gets?|with|carr(?:y|ies))\s+(?!to\b)(.+)$/is;

/** "Each order has a customer and a total": the subject's fields; of the app itself, its tables. */
function readHaving(plan: Plan, core: Piece, rest: Piece[], head: Head): boolean {
  const match = having.exec(core.text);
  if (!match) return false;
  const subject = match[1]!;
  const isEach = /^(?:each|every)\b/i.test(subject);
  if (/\b(?:that|which|who|where|when|to|can|and i|and we|for)\b/i.test(subject)) return false;
  if (/^(?:been|it|them)\b/i.test(match[2]!)) return false;
  if (/\bwith\b/i.test(core.text.slice(subject.length, subject.length + 6)) && !isEach) return false;
  const frames = framesOf(subject, plan.among);
  if (frames.some(({ verbs }) => verbs.length > 0) && !isEach) return false;
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
    (isEach || isPlural(name) || knownAs(name, plan.among) ? tableFrom(plan, name) : undefined);
  if (!owner) return false;
  plan.last = owner;
  readList(plan, list, { owner });
  return true;
}

type Head = (() => PlannedTable | undefined) | undefined;

const telling =
  /^(?:enter|provid|giv|fill|stat|specif|not|upload|submit|bring|write|wrot|put|leave|log|record|track|add|choos|select|pick|send|tell|set|creat|post|list|keep|stor|show|see|offer|share|record|report|collect|save|manag)/;

/** Reads a clause with the pieces that go on with it: "teachers open tickets with room, | device, | photo". */
export function readClause(plan: Plan, said: Piece, rest: Piece[], head: Head): void {
  const by = byFields.exec(said.text);
  if (by) {
    const { length } = plan.pending;
    readList(plan, [{ text: by[1]!, mark: "start" }, ...rest], {});
    plan.sortedBy.push(...plan.pending.splice(length));
    return;
  }
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
  readFrames(plan, core.inner === undefined || withAt ? frames : framesOf(`${text} (${core.inner})`, plan.among));
  if (listed.length === 0) return;
  const noun =
    last?.objects.at(-1) ?? (last?.verbs.some(({ isPassive }) => isPassive) ? last.subjects.at(-1) : undefined);
  const owner =
    noun && !isApp(noun) && !isKind(plan, noun) && !isPeople(noun)
      ? (standingAs(plan, noun.text) ?? (noun.isPlural || noun.thing ? tableFrom(plan, noun.text) : undefined))
      : undefined;
  if (withAt && owner) return void readList(plan, listed, { owner });
  const made = plan.tables.slice(before).find(({ act }) => act !== undefined);
  readList(plan, listed, withAt || !made ? (head ? { head } : {}) : { head: () => made });
}

/** "filter by district": a field that there must be. */
const byFields =
  /^(?:(?:users |people |you |i |we )?(?:can )?(?:to )?)?(?:filter|search|sort|group|order)(?:able|ed|ing)?(?: them| it| \w+s)? by\s+(.+)$/i;

/** "I need to keep track of": what follows is what is kept. */
export const keeping =
  /^(?:(?:i|we|it|they|you|the app|users?|people)\s+)?(?:(?:also|really|just|would|'d)\s+)*(?:(?:need|want|like|have|should|must|can|could|lets? (?:me|us))\s+)*(?:to\s+)?(?:be able to\s+)?(?:keep(?:s|ing)? (?:track|an overview|records?) of|keep(?:s|ing)? an eye on|track(?:s|ing)?|manag(?:e|es|ing)|administer|organi[sz](?:e|es|ing)|stor(?:e|es|ing)|(?:need|want|have|looking for)(?= (?!to\b)))\s+(?:all\s+)?(?:my|our|the|their)?\s*/i;

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
  const person =
    subject &&
    !/^(?:editors?|readers?|viewers?|moderators?|authors?|writers?|admins?)$/i.test(subject.text) &&
    (subject.thing?.kind === "person" || isPersonLike(singular(subject.text))) &&
    subject.isPlural
      ? tableFrom(plan, subject.text)
      : undefined;
  if (person && verb.entry?.sort === "interface" && verb.entry.data.action !== "view" && made[0] && made[0] !== person)
    made[0].links.push({ to: person });
}
