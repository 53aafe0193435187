import "server-only";
import { z } from "zod";
import type { Person } from "@/engines/model/schema";
import { modelHint } from "../draft/person";
import { phrasePattern } from "../words/phrase";
import { read } from "../words/read-data";
import { isReason, reasonOf } from "../words/reasons";

/** What nobody builds here, as in `not-built.json`. */
const schema = z.array(
  z.strictObject({
    /** What the person is told, or the name of a reason of `reasons.json`. "{model}" stands for how to get a model. */
    why: z.string(),
    /** Phrases of which one is said, as `words/phrase.ts` reads them. */
    said: z.array(z.string()).min(1),
    /** One of these is said as well. */
    and: z.array(z.string()).optional(),
    /** None of these is said. */
    unless: z.array(z.string()).optional(),
  }),
);

type NotBuilt = { why: string; said: RegExp; and?: RegExp | undefined; unless?: RegExp | undefined };

const anyOf = (phrases: string[]): RegExp =>
  new RegExp(phrases.map((phrase) => phrasePattern(phrase).source).join("|"), "iu");

let loaded: NotBuilt[] | undefined;

/** Read once. */
function load(): NotBuilt[] {
  return read(schema, "not-built.json").map(({ why, said, and, unless }) => ({
    why: isReason(why) ? reasonOf(why) : why,
    said: anyOf(said),
    and: and && anyOf(and),
    unless: unless && anyOf(unless),
  }));
}

const notBuilt = (clause: string): NotBuilt | undefined =>
  (loaded ??= load()).find(
    ({ said, and, unless }) => said.test(clause) && (and?.test(clause) ?? true) && !(unless?.test(clause) ?? false),
  );

export const isNotBuilt = (clause: string): boolean => notBuilt(clause) !== undefined;

/** Why nobody builds what a clause asks for, by the phrases in `words/not-built.json`. */
export const whyNotBuilt = (clause: string, person: Person): string | undefined =>
  notBuilt(clause)?.why.replace("{model}", modelHint(person));

/** "add a second barber called Ali": a row, which is typed. */
export const ownRow =
  /^(?:please )?add (?:another|an?|one more|a (?:second|third|fourth|new)|the) (?!.*\b(?:page|table|field|column|view|chart|option|tab|list|calendar|board|dropdown|checkbox|form|section|role|button|theme)\b)(?:second |third |new )?[a-z]+(?: [a-z]+)? (?:called|named) [A-Z"“][\w"”-]*(?: [A-Z][\w-]*)?$/;

/** "a waiver checkbox that must be ticked". */
export const mustBeTicked =
  /,? (?:(?:that|which|and (?:it|they)|it|they) )?(?:must|has to|have to|needs? to|should) (?:always )?be (?:ticked|checked|accepted|agreed to)(?: (?:before|to|when|by|in order) .*)?$/i;

/** "shift calendar on the home page": what is shown, and in which view. */
export const viewOnHome =
  /^(?!.*\b(?:remove|delete|hide|don't|first)\b)(.*\b(calendar|board|kanban|gallery)\b.*) (?:on|to|onto|in|into) (?:the |my |our )?(?:home ?page|home|dashboard|start ?page|front ?page|overview(?: page)?|landing page)$/i;

/** "add a login": people sign in on the published app, whatever it keeps. */
export const signingIn =
  /^(?!.*\b(?:can|could|may|should|must|allowed|able|let)\b.*\b(?:see|view|read|add|enter|edit|change|delete|visible)\b).*\b(?<!without (?:an? |any )?)(?:log ?in|sign[- ]?(?:up|in)(?! for (?!an? account|the (?:app|site)))|authentication|auth|accounts?|user roles?)\b/i;
