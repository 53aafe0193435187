import "server-only";
import type { Entity } from "../../model/app-model";
import { sentence, singular, wordsOf } from "../../language/inflect";
import { isClosed } from "./closed-said";

/** Who comes from outside, whatever the app is; and who does so only where the message tells of the web. */
const strangers =
  "visitors?|guests?|customers?|shoppers|buyers|tourists|travell?ers|holidaymakers|strangers|the public|passers-?by";
const maybeStrangers =
  "clients?|patients?|parents?|people|families|fans|readers|listeners|viewers|couples|students|learners|citizens|donors|job seekers|(?:pet|home|dog|car) owners|users";
const onTheWeb =
  /\b(?:web ?site|site|home ?page|web ?page|landing page|page where|online|(?:web|service|citizen|public) portal|(?:ticket|web|gift) ?shop)\b/i;

const sees =
  "see|view|browse|look (?:at|through|up|around)|read|find|discover|explore|search|check|choose|pick|compare|learn about";
const sends =
  "book|order|reserve|sign up|sign in for|register|buy|rent|hire|request|ask|apply|enroll?|rsvp|subscribe|submit|inquire|enquire";
const begins = [
  "^",
  "[.,;:!?()\\n–—-]\\s*",
  "\\b(?:where|(?:on|in|through|with) which|and|so|so that|lets?|letting|allows?|allowing|for|helps?|wants?|then|but)\\s+",
].join("|");
const deed = (who: string) =>
  new RegExp(
    `(?:${begins})(?:(?:the|our|my|its|all|any|new|interested|future|potential|online)\\s+)*(?:${who})(?:\\s+(?:can|could|may|should|will|must|to|be able to|also|just|then|first|easily|who come))*\\s+(${sees}|${sends})\\b([^.;!?\\n]*)`,
    "gi",
  );
const definite = deed(strangers);
const likely = deed(`${strangers}|${maybeStrangers}`);

/** Somebody writes it down for them: "customers call and order, we enter it". */
export const forInsiders =
  /\b(?:internal|back ?office|intranet|crm|erp|admin (?:panel|tool)|for (?:our|my|the) (?:staff|team|employees|colleagues|office|reception|front desk)|(?:by|over the|on the|per) (?:tele)?phone|walk-?ins?|we (?:enter|type|write|note|log|track|record) (?:it|them|this|down|everything|what|who|which))\b/i;

/** "customers order bread and we order from our suppliers": what somebody else does. */
const others =
  /(?:,|\b(?:and|but|while|so))\s+(?:we|i|staff|admins?|employees|(?:the|our) (?:owner|team|staff|office|kitchen|shop))\b/i;

/** "customers see their invoices", "the status of their repair": each their own, which is not for everybody's eyes. */
const theirs = /(?:\b(?:the )?\w+ of )?\b(?:their|his|her|own)\b/i;
const seeing = new RegExp(`^(?:${sees})\\b`, "i");

/** Whether any of what strangers do is looking at something. */
export const isSeen = (deeds: readonly string[]): boolean => deeds.some((deed) => seeing.test(deed));

/** What visitors are said to see, book or send in, in the message's own words: none where the app is for those who run it. */
export function deedsOfStrangers(said: string): string[] {
  if (isClosed(said) || forInsiders.test(said)) return [];
  return [...said.matchAll(onTheWeb.test(said) ? likely : definite)].flatMap(([, verb = "", object = ""]) => {
    const own = object.split(others)[0]!;
    const open = seeing.test(verb) ? own.split(theirs)[0]! : own;
    const deed = (verb + open).replace(/[,\s]+$|\s+(?:and|or)\s*$/g, "");
    return open !== own && deed.split(" ").length < 2 ? [] : [deed];
  });
}

const anybody = `anyone|anybody|people|clients|patients|couples|families|citizens|${strangers}`;
const sending = new RegExp(
  `(?:${begins})(?:(?:the|our|my|any|all) )*(?:(?:${anybody}) (?:(?:can|could|may|should|must)(?: be able to)?|to)|${strangers}) (?:also |just |easily |then )*((?:book|reserve|order|place|submit|send in|send|leave|request|rent|hire|sign up|register|apply|enroll? in|report|fill (?:in|out))(?: [^.,;:!?()\\n]+)?)`,
  "gi",
);

const behind = new RegExp(
  `((?:,\\s*)?\\b(?:and|with|of|for|plus)\\s+|[,:;]\\s+)((?:[a-z-]+ ){0,2}?[a-z-]+?) (?:that |which )?(?:anyone|anybody|visitors|the public|everyone|everybody) (?:can|may|could) (send in|send|submit|fill in|report)(?: in)?(?=\\s*(?:[.,;:!?)\\n]|$))`,
  "gi",
);

/** A description without who sends its rows in, which is no deed of rows: "events and prayer requests anyone can send" are those, and "send prayer requests". */
export function withoutSending(said: string): { rest: string; deeds: string[] } {
  const deeds: string[] = [];
  const rest = said.replace(behind, (_, before: string, rows: string, verb: string) => {
    deeds.push(`${verb} ${rows}`);
    return before + rows;
  });
  return isClosed(said) || forInsiders.test(said) ? { rest: said, deeds: [] } : { rest, deeds };
}

/** What anybody is said to send in, whatever the app is: "submit a ticket" of "a help desk, anyone can submit a ticket". */
export function sendingOf(said: string): string[] {
  if (isClosed(said) || forInsiders.test(said)) return [];
  return [...said.matchAll(sending)].map(([, deed = ""]) => deed.trim());
}

/** Whether a table is named by what strangers do. */
export function isOfDeeds(entity: Entity, deeds: readonly string[]): boolean {
  const name = singular(wordsOf(sentence(entity.name)).at(-1)!.toLowerCase());
  return deeds.some((deed) => wordsOf(deed.toLowerCase()).slice(1).map(singular).includes(name));
}
