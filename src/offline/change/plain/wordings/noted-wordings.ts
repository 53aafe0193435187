import "server-only";
import type { Wording } from "./wordings";

const people =
  "guardian|parent|mother|father|vet|doctor|emergency contact|contact person|owner|manager|driver|agent|supervisor|teacher|coach|partner|spouse";
const letters = ["A", "B", "C", "D", "E", "F", "G", "H"];
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
  // "energy class A to G", "grade A-F": each letter.
  [
    /(?<=^(?:add )?(?:an? )?[\p{Ll} ]{3,30}):? \(?[A-D] ?(?:-|–|to) ?[C-H]\)?(?= |$)/gu,
    (said) => {
      const [first = "", last = ""] = said.match(/[A-H]/g) ?? [];
      return ` (${letters.slice(letters.indexOf(first), letters.indexOf(last) + 1).join(", ")})`;
    },
  ],
  // "a guardian name and phone": both are the guardian's.
  [
    new RegExp(
      `\\b(${people})(?:'s)? (name|phone|email)(?: number| address)? (?:and|&) (phone|email|name)(?: number| address)?\\b`,
      "gi",
    ),
    "$1 $2 and $1 $3",
  ],
  // "meal choice chicken, fish or veggie".
  [
    /^(?:add )?(?:an? |the )?([\w ]{0,20}\b(?:choice|type|size|kind|level|option|preference)):? ([\w-]+(?:, [\w-]+)*,? or [\w-]+)(?= (?:for|to) |$)/i,
    "add $1 ($2)",
  ],
  // "add reviews to classes": rows of their own.
  [
    /^(?:add|include) (?:customer |user |star )?(?:reviews|ratings)(?: and (?:comments|reviews|ratings))? (?:to|for|on|of) (?:the |all |each |every )?([\w-]+)$/i,
    "add reviews to $1: rating, comment",
  ],
  // "dietary needs" are a noun.
  [/\b(dietary|special|medical|access|accessibility|care) needs\b/gi, '"$1 needs"'],
  // "watched ones should be greyed out".
  [/\bgr[ae]y(?:ed)?[ -]out\b|\bgr[ae]yed\b/gi, "grey"],
];
