import "server-only";
import { counts } from "../words/counts";

const quoted = '"[^"]+"';

/** What only the whole message tells, since its clauses are read one by one. */
const plainly: [RegExp, string][] = [
  // "… are all needed, don't let anybody save without": said twice, and no right.
  [
    /[,;.]?\s*(?:and )?(?:don'?t|do not|never) let (?:anybody|anyone|people|them|somebody|someone|us) (?:save|submit|send|add|continue|go on)(?: (?:it|one|anything))? without(?: (?:it|them|that|those|these|any))?(?=\s*(?:[.!;]|$))/gi,
    "",
  ],
  // "Only two left? Then make it orange": of those rows, and not of the app.
  [/^([^.?!]+)\? then ((?:make|colou?r|mark|show|turn) (?:it|them|those)\b[^.,;!]*?)(?= so |[.,;!]|$)/i, "$2 if $1"],
  // "give those a calendar - i mean the wheels, by stored on".
  [
    /\b(?:those|these|them|it|that)\b([^.;?!]*?)\s*(?:[,(]|\s[-–])\s*(?:i mean|i meant|meaning|that is|i\.e\.) (the [a-z]+)\b[,)]?/gi,
    "$2$1",
  ],
  // "condition isn't free text. Pick from new, good, shabby".
  [
    /\b([\p{L} ]+?) (?:isn'?t|is not|is no|should not be|shouldn'?t be) (?:a )?(?:free )?text(?: field)?[.,;:] ?(?:it'?s )?(?:please )?(?:pick|choose|select|choice)(?: it)?(?: (?:from|between|among|out of|one of|of))+:? /giu,
    "make $1 a dropdown with ",
  ],
  // 'Rename the value "doing" to "in progress" and append "blocked"'.
  [
    new RegExp(
      `\\b((?:rename|change) (?:the )?([a-z]+) (?:values?|options?|choices?)? ?${quoted} (?:to|into) ${quoted}),? (?:and|then) (?:append|add|also add) (${quoted})`,
      "gi",
    ),
    "$1. Add $3 to the $2 options",
  ],
  [new RegExp(`\\b([\\p{L} ]+?) becomes? (${quoted})(?=\\s*(?:[.,;]|$))`, "giu"), "rename $1 to $2"],
  [
    /^(?:add |create )?(?:a )?new (?:entity|model|collection|resource|table) ([\w-]+) with (?:(?:an? )?(?:FK|foreign key) to (?:the )?)?(?=.+,)/i,
    "add a table for $1 with ",
  ],
  // "add three athletes: Pia Kern (kids), Tom Wolf (youth)".
  [
    new RegExp(
      `\\b((?:add|enter|create|insert) (?:\\d+|${Object.keys(counts).join("|")}) [a-z]+): (?=\\p{Lu}\\p{Ll}+ \\p{Lu})[^.;!?]+`,
      "giu",
    ),
    "$1 with values of their own",
  ],
  [/\bseed (\d+) ([a-z]+) and (\d+) (?=[a-z]+\s*(?:[.!]|$))/gi, "add $1 sample $2. Add $3 sample "],
  [/\bseed (\d+) (?=[a-z]+\s*(?:[.!]|$))/gi, "add $1 sample "],
];

/** A change in plain words, as far as its clauses do not tell: before it is taken apart. */
export const plainMessage = (said: string): string =>
  plainly.reduce((text, [pattern, plain]) => text.replace(pattern, plain), said);
