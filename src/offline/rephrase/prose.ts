import "server-only";
import { isPlural, plural, singular } from "../language/inflect";
import { endsAs } from "../words/happenings";
import { prose } from "../words/prose";

/** Reads one sentence into the words of a list, with all that was said for what is told elsewhere. */
type Step = (sentence: string, all: string) => string;

const oneOf = (words: readonly string[]): string => `(?:${words.join("|")})`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const stands = /\b(?:status|states?|stages?|approved|confirmed|accepted|rejected|declined)\b/i;
const isDecided =
  /^(?:all |the |new )?((?:[a-z-]+ )?[a-z]+s) (?:are|must be|have to be|need to be) ([a-z ]+?) by ([^,;:]+)$/i;
const decides =
  /^((?:the |our |an? )?[a-z-]+(?: [a-z-]+)??) ([a-z]+(?: on)?) (?:each|every|all|the|these|new) ((?:[a-z-]+ )?[a-z]+)$/i;

/** "Bookings are confirmed by the caretaker", "the committee decides on each repair": where each of them stands. */
const plainDecided: Step = (sentence, all) => {
  const [, rows, done, by] = isDecided.exec(sentence) ?? [];
  const [, who, verb, row] = decides.exec(sentence) ?? [];
  const base = verb?.toLowerCase().replace(/s(?= on$|$)/, "");
  const found = prose().decided.find((one) => one.done === done?.toLowerCase() || one.verb === base);
  const noun = rows ?? (row === undefined ? undefined : plural(singular(row)));
  if (!found || !noun || stands.test(all.replace(sentence, ""))) return sentence;
  // Who decides is told as what nothing was made of.
  const decider = who ?? by ?? "";
  return `${capital(noun)} have a status (${found.steps.split(" ").join(", ")}). By ${decider}`;
};

/** "Rehearsals take place on Tuesdays and have a date": when, and no places. */
const plainHappening: Step = (sentence) => {
  const when = new RegExp(`^(.+?s) ${oneOf(prose().happening)}\\b[^,;:]*?(?: and (?=have )|, (?=each )|$)`, "i");
  const [whole, rows = ""] = when.exec(sentence) ?? [];
  if (whole === undefined || rows.split(" ").length > 3) return sentence;
  const rest = sentence.slice(whole.length);
  return `${rows} ${rest === "" ? "have a date" : rest}`;
};

/** "Harvests are noted per hive with the weight": of a hive. */
const plainKept: Step = (sentence) => {
  const per = new RegExp(
    `^((?:[a-z-]+ ){0,2}[a-z]+s) (?:are|get) ${oneOf(prose().kept)} (?:per|for each|for every) ([a-z]+) with (.+)$`,
    "i",
  );
  return sentence.replace(per, "$1 belong to a $2 and have $3");
};

/** "Loans have a due date and show whether the book was returned". */
const plainWhether: Step = (sentence) =>
  sentence.replace(
    new RegExp(
      `(,? and|,) (?:they )?${oneOf(prose().telling)} (?:whether|if) (?:the [a-z]+|it|they) (?:was|were|is|are|has been|have been) ([a-z]+)(?=$|,| and )`,
      "i",
    ),
    "$1 $2 yes/no",
  );

/** "Singers say whether they are coming": to each of the rehearsals that are told of. */
const plainComing: Step = (sentence, all) => {
  const [, who] =
    new RegExp(
      `^(?:the |all |our )?([a-z]+s) (?:can |should |must )?${oneOf(prose().telling)} (?:us )?(?:whether|if) they ${oneOf(prose().coming)}$`,
      "i",
    ).exec(sentence) ?? [];
  const held = [
    ...all.matchAll(/(?<=^|[.!?\n]\s*)(?:each |every )?((?:[a-z]+ )?[a-z]+)(?= (?:have|has|are|takes?|happen)\b)/gi),
  ]
    .map(([, noun]) => singular(noun!.toLowerCase()))
    .findLast((noun) => endsAs("held", noun));
  return who && held ? `Attendances have a ${held}, a ${singular(who.toLowerCase())} and coming yes/no` : sentence;
};

/** "The jury rates each film": its members do. */
const plainBodies: Step = (sentence) =>
  sentence.replace(
    new RegExp(`^(?:the|our|an?) (${oneOf(prose().bodies)}) (${oneOf(prose().judging)})s (?=\\S)`, "i"),
    (_, body: string, verb: string) => `${capital(body)} members ${verb} `,
  );

/** "I write down what is wrong and the date it is due": fields by their names. */
const plainFacts: Step = (sentence) =>
  prose().facts.reduce(
    (told, { said, is }) =>
      told.replace(new RegExp(`(?<=\\b(?:note|record|enter|log|write down)\\b.*)\\b${said}(?=,| and |$)`, "i"), is),
    sentence,
  );

/** "Tutors teach subjects and each has an hourly rate": each tutor. */
const plainEach: Step = (sentence) =>
  sentence.replace(
    /^([a-z]+s) ([^,.;:]+?),? and each (?:of them )?has (?=an? |the )/i,
    (all: string, rows: string, done: string) =>
      isPlural(rows) ? `${rows} ${done}. Each ${singular(rows).toLowerCase()} has ` : all,
  );

const steps: Step[] = [
  plainDecided,
  plainHappening,
  plainKept,
  plainWhether,
  plainComing,
  plainBodies,
  plainFacts,
  plainEach,
];

/** A message in several plain sentences, each in the words in which lists tell the same. */
export function plainProse(text: string): string {
  const parts = text.split(/([.!?]+(?:\s+|$)|\n+)/);
  if (parts.length < 3) return text;
  return parts.map((part, at) => (at % 2 === 1 ? part : steps.reduce((said, step) => step(said, text), part))).join("");
}
