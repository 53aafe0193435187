import "server-only";
import { isPlural } from "../../language/inflect";
import { infinitiveOf } from "../../language/participle";
import { knownAs } from "../../lexicon/known";
import { formsOf, isAttribute, verbAt } from "../../lexicon/lexicon";
import { tokenize } from "../../lexicon/tokens";
import { briefs } from "../../words/briefs";
import { tasks } from "../../words/tasks";

export type Form = "base" | "gerund";
/** One thing that is done: its verb in the infinitive, with its particle, and what it is done to. `isOr`: "accept or reject". */
export type Task = { verb: string; object: string; isOr: boolean };

const adverb =
  /^(?:also|easily|quickly|then|later|securely|directly|online|automatically|simply|even|further|manually|together) /i;
const determiner =
  /^(?:an?|the|their|his|her|its|all|any|each|every|some|new|own|other|others|it|them|one|ones|this|these|those|several|more|up|out|on|for|in|off|to|into|through|at|over|whether|when|how|who|whom|which|what|where|that|from|by|as|whose|with|about|down|past|other's|upcoming|free|two)$/;

let bases: Map<string, string> | undefined;
let gerunds: Map<string, string> | undefined;
/** The infinitives of the verbs of briefs, by their forms. */
function verbsBy(form: Form): ReadonlyMap<string, string> {
  if (!bases || !gerunds) {
    const { looking, entering, deeds, deciding, setting, joining, idle } = tasks();
    const { kept, nothing, beyond } = briefs();
    const all = [looking, entering, deeds, deciding, setting, joining, idle, kept, nothing, beyond].flatMap((set) => [
      ...set,
    ]);
    bases = new Map(all.map((verb) => [verb, verb]));
    gerunds = new Map(
      all.flatMap((verb) => {
        const [first = "", ...rest] = verb.split(" ");
        return gerundsOf(first).map((one) => [[one, ...rest].join(" "), verb] as const);
      }),
    );
  }
  return form === "base" ? bases : gerunds;
}

const gerundsOf = (verb: string): string[] => [formsOf(verb)[2]!, `${verb}${verb.at(-1)}ing`, `${verb}ing`];

/** The verb at the head of some words, the longest first, with how many words it takes. */
function verbIn(words: readonly string[], form: Form): { verb: string; size: number } | null {
  for (const size of [4, 3, 2, 1]) {
    const verb = words.length >= size ? verbsBy(form).get(words.slice(0, size).join(" ")) : undefined;
    if (verb) return { verb, size };
  }
  const found = verbAt(tokenize(words.join(" ")), 0);
  if (!found || found.entry.sort === "having" || (form === "gerund") !== words[0]!.endsWith("ing")) return null;
  const { verb, synonyms } = found.entry.data;
  const isInfinitive = [verb, ...synonyms].some((one) => one.split(" ")[0] === words[0]);
  if (form === "base" && (!isInfinitive || words[0] === "new")) return null;
  return { verb: form === "base" ? words.slice(0, found.size).join(" ") : verb, size: found.size };
}

const isNounLike = /^(?:list|number|record|name|photo|date|result|set|note|rate|plan)$/;

/** Nouns as often as verbs: "price", "note", "order". */
const isNounToo = (word: string) =>
  isAttribute(word) || knownAs(word) !== null || /^(?:point|result|place|set)$/.test(word);

/** Whether a piece of a list is something else that is done, and no other thing of what was done before. */
function startsTask(piece: string, form: Form, before: Task | undefined, joiner: string): boolean {
  // "to reported, scheduled or fixed", "from to do to doing": where rows are put.
  const isPut =
    before &&
    tasks().setting.has(before.verb) &&
    / (?:to|as|through|stages) [^,]*(?:,[^,]*)*$/i.test(` ${before.object}`);
  const isOther = /(?: (?:an?|the|their|its|each|every|about|for|on) | (?:it|them)$)/i.test(piece);
  if (isPut && piece.split(/\s+/).length < 5 && !isOther) return false;
  const words = piece
    .toLowerCase()
    .replace(/ \(.*$/, "")
    .split(/\s+/);
  const first = words[0]!;
  if (before === undefined) return true;
  if (form === "gerund" && !first.endsWith("ing")) return false;
  const isSaid = verbIn(words, form);
  if (!isSaid && form === "base") return false;
  if (words.length === 1) return form === "gerund" ? !isNounToo(first) : tasks().alone.has(first) || !isNounToo(first);
  if (words[1] === "of" && isNounLike.test(first)) return false;
  const next = words[1]!.replace(/['’]s$/, "");
  if (determiner.test(next)) return true;
  const whole = piece.replace(/ \(.*$/, "").replace(/ (?:with|by|for|of|in|on|to) .*$/i, "");
  if (isAttribute(words.slice(0, 2).join(" ")) || isAttribute(whole)) return false;
  if (form === "gerund") return knownAs(whole) === null || isSaid?.size === 2;
  const { entering, looking } = tasks();
  if (
    !isNounToo(first) &&
    isSaid &&
    (entering.has(isSaid.verb) || looking.has(isSaid.verb)) &&
    !/^(?:pack|cover)$/.test(first)
  )
    return true;
  const isLastField = isAttribute(words.at(-1)!) && !isPlural(words.at(-1)!);
  if (isLastField && words.length === 2) return false;
  if (!isNounToo(first)) return knownAs(whole)?.name.split(" ").length !== words.length || words.length < 2;
  const isEnd = /,\s*and/.test(joiner) && (looking.has(first) || entering.has(first));
  const isOpen = / with (?!.* and )/i.test(` ${before.object} `) && !isEnd;
  return (
    (!isOpen && knownAs(whole) === null && words.length > 3 && form === "base") ||
    (!isOpen && knownAs(whole) === null && words.slice(1, 4).some((word) => isPlural(word.replace(/\W+$/, ""))))
  );
}

/** Cuts what is done into tasks: "browse teas by type, add one to the cart, and check out". */
export function tasksIn(list: string, form: Form): Task[] {
  const pieces = list
    .replace(/[.;]\s*$/, "")
    .split(/(,\s*(?:and |or |as well as |but also )?|\s+(?:and|or|as well as)\s+)(?![^()]*\))/i);
  const found: (Task & { joiner: string })[] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    let piece = pieces[at]!.trim();
    while (adverb.test(piece)) piece = piece.replace(adverb, "");
    if (piece === "") continue;
    const joiner = pieces[at - 1] ?? "";
    const last = found.at(-1);
    // "write articles and to fill albums", "confirm or question a sighting".
    if (form === "base" && /^to \w+ /.test(piece) && last) piece = piece.replace(/^to /, "");
    const isOther = last?.object === "" && form === "base" && /^[a-z]+ (?:an?|the|their|it|them)\b/i.test(piece);
    if (isOther || startsTask(piece, form, last, joiner)) {
      const words = piece.split(/\s+/);
      const { verb, size } = verbIn(piece.toLowerCase().split(/\s+/), form) ?? {
        verb: form === "gerund" ? infinitiveOf(words[0]!.toLowerCase()) : words[0]!.toLowerCase(),
        size: 1,
      };
      found.push({ verb, object: words.slice(size).join(" "), isOr: /\bor\b/.test(joiner), joiner });
    } else last!.object += joiner + piece;
  }
  // "write, edit and publish articles": one object of three verbs.
  for (const [at, task] of [...found.entries()].toReversed()) {
    const next = found[at + 1];
    if (task.object === "" && next && next.object !== "" && !tasks().alone.has(task.verb)) task.object = next.object;
  }
  return found.map(({ verb, object, isOr }) => ({ verb, object, isOr }));
}
