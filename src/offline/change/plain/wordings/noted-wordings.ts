import "server-only";
import { isSomebody } from "../../../lexicon/nouns";
import { stepsBetween } from "../../../words/scales";
import type { Wording } from "./wordings";

const steps = /(?<=\p{Ll}):? \(?(?:from )?([A-Z]\d?) ?(?:-|–|to) ?([A-Z]\d?)\)?(?= |,|$)/gu;
const twoDetails = String.raw`(name|phone|email)(?: number| address)? (?:and|&) (?:their |his |her )?(phone|email|name)(?: number| address)?`;
const whose = new RegExp(`^(.+?)(?:['’]s)? ${twoDetails}$`, "iu");
const times: Record<string, number> = { k: 1000, thousand: 1000, mio: 1_000_000, million: 1_000_000, mil: 1_000_000 };

/** How people note things down: amounts, grades and two details of somebody in a row. */
export const notedWordings: Wording[] = [
  // "over 1 million", "below 50k".
  [
    /(?<=\b(?:over|above|under|below|more than|less than|at least|at most|than) )(\d+(?:\.\d+)?) ?(k|thousand|mio|million|mil)\b/gi,
    (said) => {
      const [, amount = "", unit = ""] = /^([\d.]+) ?(\p{L}+)$/u.exec(said) ?? [];
      return String(Number(amount) * (times[unit.toLowerCase()] ?? 1));
    },
  ],
  // "energy class A to G", "level A1-C2": each step.
  [
    steps,
    (said) => {
      const [first = "", last = ""] = said.match(/[A-Z]\d?/g) ?? [];
      const all = stepsBetween(first, last);
      return all ? ` (${all.join(", ")})` : said;
    },
  ],
  // "add a status to shootings - booked, done, delivered": a dash before a list.
  [
    /^((?:please )?(?:add|give|make|new)\b[^:,()–-]+?) [-–] ([\p{L}\d']+(?: [\p{L}\d']+)?(?:, ?(?:and |or )?[\p{L}\d']+(?: [\p{L}\d']+)?)+)$/iu,
    "$1: $2",
  ],
  // "kind options in german please: …": the words stand there as they are to be.
  [/ (?:in|auf) (?:german|deutsch|english|french|spanish|italian)(?:,? (?:please|pls|bitte))?:(?= )/i, ":"],
  // "without the players column": it is not shown, and not deleted.
  [/^(?:and |but )?without (?:the |their |its )?([\p{L} -]+?) columns?$/iu, "hide the $1 column"],
  // "a guardian name and phone": both are the guardian's.
  [
    new RegExp(`\\b(emergency contact|contact person|\\p{L}+)(?:['’]s)? ${twoDetails}\\b`, "giu"),
    (said) => {
      const [, noun = "", one = "", other = ""] = whose.exec(said) ?? [];
      return isSomebody(noun.toLowerCase()) || noun.includes(" ") ? `${noun} ${one} and ${noun} ${other}` : said;
    },
  ],
  // "meal choice chicken, fish or veggie".
  [
    /^(?:add )?(?:an? |the )?([\w ]{0,20}\b(?:choice|type|size|kind|level|option|preference)):? ([\w-]+(?:, [\w-]+)*,? or [\w-]+)(?= (?:for|to) |$)/i,
    "add $1 ($2)",
  ],
];
