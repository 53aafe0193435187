import "server-only";
import type { Wording } from "./wordings";

/** "if nothing is entered", "unless I type something else": what tells that a value is only where a field starts. */
const untold = String.raw`(?:if|when|unless|as long as|where|in case)\b[^,;]*?\b(?:nothing|anything|something|else|otherwise|nobody|no ?one|empty|blank|not|don't|dont|doesn't|isn't|other)\b[^,;]*?`;
const is = "(?:is|are|should be|must be|shall be|=)";

/** Least, most and usual amounts in the ways in which people put them. */
export const amountWordings: Wording[] = [
  // "price should be 95 unless I type something else", "quantity is 100 if nothing is entered and must be at least 1".
  [
    new RegExp(
      `\\b(?:${is}) (?:always |usually |normally )?("[^"]+"|-?[\\d.]+|[\\p{L}]+) ${untold}(?=,|;| and (?:must|at|never|not|should|has|always|cannot|can't)\\b|$)`,
      "iu",
    ),
    "is $1 by default",
  ],
  // "default priority = medium".
  [/^(?:the )?default ([\p{L} ]+?) ?(?:=|:| is) ?("[^"]+"|[\p{L}\d]+)(?=,|$)/iu, "$1 is $2 by default"],
  [/\bnever (?:be )?(?:more|higher|bigger|greater|over|above) (?:than )?(?=\d)/i, "at most "],
  [/\bnever (?:be )?(?:less|lower|smaller|fewer|below|under) (?:than )?(?=\d)/i, "at least "],
  // "year can't be before 1990": a number, as no day stands behind it.
  [
    /\b(?:can't|cannot|can not|must not|mustn't|may not|never) be (?:before|earlier than) (?=\d{4}\b(?![-./]))/i,
    "must be at least ",
  ],
  [
    /\b(?:can't|cannot|can not|must not|mustn't|may not|never) be (?:after|later than) (?=\d{4}\b(?![-./]))/i,
    "must be at most ",
  ],
  // "hours max 12 per shift, min half an hour".
  [/(?<=\b(?:min|max|minimum|maximum|least|most|than|under|over) )half an hour\b(?!')/i, "0.5"],
  [/\ba quarter of an hour\b/i, "0.25"],
  [
    /^(?:the )?([\p{L} ]+?):? (?:max|at most|maximum)(?: of)? (\d+(?:[.,]\d+)?)(?: [\p{L}]+)?(?: per [\p{L}]+)?,? (?:and )?(?:min|at least|minimum)(?: of)? (\d+(?:[.,]\d+)?)$/iu,
    "$1 between $3 and $2",
  ],
  [
    /^(?:the )?([\p{L} ]+?):? (?:min|at least|minimum)(?: of)? (\d+(?:[.,]\d+)?)(?: [\p{L}]+)?(?: per [\p{L}]+)?,? (?:and )?(?:max|at most|maximum)(?: of)? (\d+(?:[.,]\d+)?)$/iu,
    "$1 between $2 and $3",
  ],
  // "year no earlier than 1200".
  [
    /^(?:the )?([\p{L} ]+?) (?:not?|never) (?:be )?(?:earlier|before|older)(?: than)? (\d{3,4})(?![-./\d])/iu,
    "$1 must be at least $2",
  ],
  [
    /^(?:the )?([\p{L} ]+?) (?:not?|never) (?:be )?(?:later|after|newer)(?: than)? (\d{3,4})(?![-./\d])/iu,
    "$1 must be at most $2",
  ],
  [/ ?>= ?(?=-?\d)/g, " must be at least "],
  [/ ?<= ?(?=-?\d)/g, " must be at most "],
  [/\b(\d+) (?:up to|through|bis) (?=\d)/i, "$1 to "],
  // "a reservation can be for 1 to 8 seats".
  [
    /^(?:an? |each |every |one )?([\w-]+) (?:can|may|must|should) (?:be (?:for|of)|have|hold|take|cover) (?:from |between )?(\d+) (?:to|and) (\d+) ([\w-]+)$/i,
    "$4 of $1 between $2 and $3",
  ],
  // "price from 3 to 200": "from Mon to Fri" has no numbers.
  [
    /^((?:the )?[\p{L}][\p{L} ]{1,30}?):? (?:goes |runs |ranges )?from (-?\d+) (?:up )?to (-?\d+)(?=,|$)/iu,
    "$1 between $2 and $3",
  ],
];
