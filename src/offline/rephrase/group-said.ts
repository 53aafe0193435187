import "server-only";
import { isPlural, plural } from "../language/inflect";
import { splitList } from "../language/normalize";
import { screenWord } from "../lexicon/nouns";
import { kindsNamed, knownAs } from "../lexicon/known";

const groups = "(?:club|band|choir|orchestra|society|association|brigade|troop|church|team)";
const group = new RegExp(
  `^(?:(?:my|our|the|a) )?(?:[a-z'-]+ ){0,2}(?:${groups}(?:['’]s)?|(?:scouts|brownies|guides|cadets)['’]?) (?=[a-z])`,
  "i",
);
/** "tent store": what is kept there. */
const keptIn = /^([a-z]+(?: [a-z]+)?) (?:store|shed|cupboard|locker|cellar|store ?room|storage|pool|collection)$/i;
const wordsMax = 12;

/**
 * "fencing club weapons and masks we lend out": who keeps them tells no more than that, where none of it is among what
 * such a group usually keeps. "choir members and rehearsals" is a choir's app.
 */
export function withoutGroup(text: string): string {
  const named = group.exec(text)?.[0];
  if (!named || /[:;.\n(]/.test(text.trim().slice(0, -1)) || text.split(/\s+/).length > wordsMax) return text;
  const said = text.slice(named.length);
  // "tennis club with members": an app of the club.
  if (/^(?:with|where|including|for|to|that|and)\b/i.test(said)) return text;
  const [, kept] = keptIn.exec(said.trim()) ?? [];
  const rest = kept === undefined ? said : plural(kept);
  const usual = kindsNamed(text).flatMap(({ kind }) => kind.things);
  const first = splitList(rest).map((member) => /^[a-z]+(?: [a-z]+)??s(?= |$)/i.exec(member)?.[0] ?? "");
  // "running club results" are the runners'.
  const isOwn = (noun: string) => !screenWord.test(noun) && !usual.includes(knownAs(noun, usual)?.name ?? "");
  return first.length > 0 && isPlural(first[0]!) && first.filter(Boolean).every(isOwn) ? rest : text;
}
