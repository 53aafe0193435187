import "server-only";
import { isPlural, plural, singular, wordsOf } from "../language/inflect";
import { infinitiveOf } from "../language/participle";
import { knownAs } from "../lexicon/known";
import { isSomebody, people } from "../lexicon/nouns";
import { verbAt } from "../lexicon/lexicon";
import { tokenize } from "../lexicon/tokens";

/** "who leads which hike", "who serves at which mass". */
const asked =
  /\bwho ((?:will|can|may|should|must|has to) )?([a-z]+) (?:(at|in|on|for|during) )?(?:which|whose) ([a-z]+)\b(?: to (?:practice|training|school|(?:the )?(?:games?|match|matches)))?(?! (?:when|until|since|and when))/gi;
const time = /^(?:day|date|time|week|weekend|month|morning|evening|night|hour|slot|[a-z]+day)$/i;
/** What is handed over or paid, and what is answered with coming or not. */
const handed =
  /^(?:ha[sd]|have|is|are|was|gets?|got|brings?|owes?|ga?ives?|takes?|buys?|pays?|paid|wants?|comes?|came|attends?|sits?|goes|likes?)$/i;

/** Who does it: where the verb makes rows besides, or its "-er" is no word for them. */
const agents: Readonly<Record<string, string>> = {
  work: "employee",
  referee: "referee",
  coach: "coach",
  judge: "judge",
  cook: "cook",
  guide: "guide",
  play: "actor",
  host: "host",
  drive: "driver",
  lead: "leader",
  teach: "teacher",
  train: "trainer",
  sing: "singer",
};

/** "who has which key, laptop and phone". */
const held =
  /\bwho has (?:which|what) ((?:[a-z]+, ){1,4}(?:and )?[a-z]+(?: and [a-z]+)?|[a-z]+ and [a-z]+)\b(?! when)(?: in (?:our|my|the) (?:company|office|firm|team|school))?/gi;

/** Only whom the data know: each of these ends like somebody. */
function agentOf(verb: string): string | undefined {
  const agent = agents[verb] ?? (verb.endsWith("e") ? `${verb}r` : `${verb}er`);
  return agents[verb] || knownAs(agent)?.kind === "person" ? agent : undefined;
}

/** Whom the message names anyway: the altar servers of a parish. */
const namedIn = (text: string): string | undefined =>
  wordsOf(text)
    .filter((word) => isPlural(word) && !people.test(word))
    .map(singular)
    .find((word) => isSomebody(word));

/** "key, laptop and phone" in the plural. A phone that somebody has is no number. */
const severalOf = (listed: string): string =>
  listed.replaceAll(/[a-z]+/gi, (word) =>
    /^(?:and|or)$/i.test(word) ? word : plural(singular(word.replace(/^phones?$/i, "smartphone"))),
  );

/** "who gets which desk on which day", "which car when": given out anew each time. */
const given =
  /,? ?\b(?:and )?who (?:gets?|has|uses?|takes?|drives?|sits (?:at|in)) (?:which|what) ((?!since)[a-z]+(?: (?!since|until|from)[a-z]+)?) (?:(?:on|at) (?:which|what) (?:day|date|time)s?|when)\b/i;

/** The parking spots of "parking spots for employees, who gets which one". */
const firstRows = (text: string): string | undefined => /^(?:[a-z]+ )?[a-z]+s\b/i.exec(text.trim())?.[0];

function plainGiven(text: string): string {
  const [said, what = ""] = given.exec(text) ?? [];
  if (said === undefined) return text;
  const before = text.slice(0, text.indexOf(said));
  const rows = what === "one" ? firstRows(before) : plural(what);
  if (rows === undefined) return text;
  const one = singular(rows.toLowerCase());
  const who = namedIn(before.replace(rows, "")) ?? "person";
  const bookings = `${one} bookings (${one} required, ${who} required, date required, notes)`;
  return what === "one"
    ? `${rows}, ${plural(who)} and ${bookings}${text.slice(before.length + said.length)}`
    : text.replace(said, `${before === "" ? "" : " "}${rows}, ${plural(who)} and ${bookings}`);
}

/** A first message that asks who does which, as the rows of it: "hikes and leaders"; where several may, "masses, volunteers and mass duties". */
export const plainWhoWhich = (text: string): string =>
  plainGiven(text)
    .replaceAll(held, (_, listed: string) => `people and their ${severalOf(listed)}`)
    .replaceAll(asked, (said: string, may: string | undefined, does: string, at: string | undefined, what: string) => {
      const verb = infinitiveOf(does);
      const noun = singular(what.toLowerCase());
      // "who rowed in which boat": what was done is written down each time.
      const isPast = may === undefined && !/[^s]s$/i.test(does);
      const isRecord = !agents[verb] && verbAt(tokenize(verb), 0)?.entry.sort === "record";
      if (isPast || isRecord || handed.test(does) || time.test(noun)) return said;
      const agent = namedIn(text.replace(said, "")) ?? agentOf(verb);
      const who = agent ?? "volunteer";
      if (at) return `${plural(noun)}, ${plural(who)} and ${noun} duties (${noun}, ${who}, task, notes)`;
      return agent ? `${plural(noun)} and ${plural(agent)}` : said;
    });
