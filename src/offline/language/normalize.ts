import "server-only";
import { stripPoliteness } from "./politeness";

/** Straight quotes, plain dashes, one kind of bullet; names keep their case. */
export function normalize(text: string): string {
  return (
    text
      .replace(/\r\n?/g, "\n")
      .replace(/[“”„«»]/g, '"')
      .replace(/[‘’`´]/g, "'")
      .replace(/[–—]/g, " - ")
      .replace(/\t/g, " ")
      .replace(/(?<=\s)w\/o (?=[a-z])/gi, "without ")
      .replace(/(?<=\s)w\/ ?(?=[a-z])/gi, "with ")
      .replace(/\bdate (?:and|&|\+) time\b/gi, "datetime")
      // "a chart of orders per customer, and one of orders by month".
      .replace(
        /\b(chart|graph|calendar|board|page)\b([^.;\n]{2,60}?),? (?:and|plus) (?:also )?(?:another )?(?:one|another) (of|for|with|by|per)\b/gi,
        "$1$2, and a $1 $3",
      )
      // "rename matches to games, and payments to fees".
      .replace(/\b(rename|relabel) [^.;\n]{5,200}/gi, (wish, verb: string) =>
        wish.replaceAll(
          /(?<= (?:to|into|as) [^,]{1,40}?)(?:,| and|, and) (?!(?:and|then|also|please|[a-z]+ (?:an?|the|all|new))\b|(?:rename|add|make|remove|delete|drop|sort|filter|show|hide|colou?r|paint|set|change|move|put|turn|mark|use|give|link|convert|switch|call)\b)(?=(?:"[^"]+"|[\w-]+(?: [\w-]+){0,2}) (?:to|into|as) )/gi,
          `, ${verb} `,
        ),
      )
      // "a calendar for the visits, and make it the start page".
      .replace(
        /,? and (?:then |please )?(?:make|use|set|take) (?:it|that|this)(?: as)? (?:the |my |our )?((?:start|home|landing|first|front) ?page)\b/gi,
        " as the $1",
      )
      // "size S M L XL".
      .replace(
        /(?<=[a-z]) ((?:(?:X{0,3}[SL]|M) ){2,}(?:X{0,3}[SL]|M))\b/g,
        (_, sizes: string) => ` (${sizes.replaceAll(" ", "/")})`,
      )
      // "hamster n turtle".
      .replace(/(?<=[a-z]{2}) '?n'? (?=[a-z]{2})/gi, " and ")
      .replace(
        /(?<=^|\s)1[.)]\s+(?=[a-z])(?=.*\s2[.)]\s+[a-z])(.*)$/gim,
        (_, list: string) => `- ${list.replaceAll(/\s+\d[.)]\s+(?=[a-z])/gi, "\n- ")}`,
      )
      // "who was the walker? put that on the walks"
      .replace(
        /\b(?:who|what|which|when) (?:was|is|are|were) (?:the |a |it )?([\w ]{3,30})\?\s*(?:please )?(?:put|add|note|store|save|show) (?:that|this|it) /gi,
        "add $1 ",
      )
      // "missions: everyone reads, only admin writes".
      .replace(
        /(?<=^|[.!?\n]\s*)(?:the )?([\w-]+): (?:everyone|everybody|anyone|all|anybody) (?:can )?(?:reads?|sees?|views?),? (?:and |but )?only (?:the )?([\w-]+?)s? (?:can )?(?:writes?|edits?|changes?)(?: them| it)?(?=$|[.!?\n])/gi,
        "everyone can see $1, only $2s can edit $1",
      )
      // "the notes get long sometimes, give me more than one line".
      .replace(
        /(?<=^|[.!?\n]\s*)(?:the |our )?([\w ]+?) (?:gets?|is|are|can be|becomes?) (?:too |very |quite |often )*long(?:er)?(?: sometimes| at times| often)?,? (?:so )?(?:please )?(?:give|make|allow|let|use|i need|we need)(?: me| us| it| them)? (?:more than one line|several lines|more lines|more room|a bigger box|a larger box)(?=$|[.!?\n])/gi,
        "make $1 a long text",
      )
      // "we don't need the notes, delete them" asks for one thing.
      .replace(
        /(?:(?:we|i) )?(?:don't|dont|do not|no longer) need ([^,.;]+?)( any ?more)?, (?:so )?(?:please )?(?:delete|remove|drop) (?:it|them|that)\b/gi,
        "remove $1",
      )
      .replace(/^\s*(?:[-*•]|\d+[.)])\s+/gm, "- ")
      .replace(/ +/g, " ")
      .trim()
  );
}

/** "max depth + name of the guide": a plus between words is an "and", outside of quotes. */
export const plusAsAnd = (text: string): string =>
  text.replace(/(?<=[\p{L})]) \+ (?=\p{Ll})(?=[^"]*(?:"[^"]*"[^"]*)*$)/gu, " and ");

/** A point behind these ends no sentence: "St. Marien". */
const abbreviation =
  /[a-z]str$|(?:^|[\s(])(?:St|Dr|Mr|Mrs|Ms|Prof|Sr|Jr|Nr|vs|approx|max|Max|min|Min|incl|excl|tel|Tel|avg|ca|bzw|inkl|evtl|e\.g|i\.e|z\.B)$/;

/** Splits at separators that stand outside of brackets and quotes. The pattern must be anchored with ^ and is tried at each place. */
export function splitOutside(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let current = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"') quoted = !quoted;
    if ("([{".includes(char)) depth++;
    if (")]}".includes(char)) depth = Math.max(0, depth - 1);
    const isShort = char === "." && abbreviation.test(current);
    const match = depth === 0 && !quoted && !isShort ? separator.exec(text.slice(at, at + 60)) : null;
    if (match && match[0].length > 0) {
      parts.push(current);
      current = "";
      at += match[0].length - 1;
    } else current += char;
  }
  parts.push(current);
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** "a, b and c" → ["a", "b", "c"]; brackets and quotes stay whole. */
export const splitList = (text: string) =>
  splitOutside(text, /^(?:\s*(?:[,;\n])\s*(?:and |or |plus |as well as )?|\s+(?:and|&|plus|as well as)\s+(?:also )?)/i);

const optionKey =
  /^(?:an?\s+|the\s+)?(?:[\w]+\s+){0,2}?(?:status|stage|state|type|kind|priority|category|level|size|severity|phase|role|condition|mood|rsvp|difficulty|frequency|colou?r|genre|flavou?r|material|department|format|gender)\s*:\s*[^:/|]+$/i;

const plainFields =
  /^(?:name|title|subject|e-?mail|phone|address|city|price|amount|cost|budget|status|priority|date|category|type|description|notes?|quantity|stock|photos?|image|website|rating|birthday|number|sku|age|color|size|weight|url|deadline|company|country)$/i;

/** Phrases of fields. "a total and a status: new, baking, ready" ends with one field, whose options go on to the end. */
export function splitFields(text: string): string[] {
  const loose = splitList(text);
  // "name phone budget": single words in a row, none of which is anything but a field.
  const parts =
    loose.length === 1 &&
    /^(?:[a-z]+\s+){2,}[a-z]+$/i.test(text) &&
    text.split(/\s+/).every((word) => plainFields.test(word))
      ? text.split(/\s+/)
      : loose;
  const at = parts.findIndex((part) => optionKey.test(part));
  if (at === -1 || at === parts.length - 1 || parts.slice(at + 1).some((part) => /[:(]|^(?:an?|the)\s/i.test(part)))
    return parts;
  return [...parts.slice(0, at), parts.slice(at).join(", ")];
}

/** Options of a dropdown: "lead/won/lost", "lead, won or lost", "lead | won". */
export function splitOptions(text: string): string[] {
  const parts = splitOutside(
    text.replace(/^\s*(?:either|between|one of|of|the values?|the options?|values?|options?|:)\s+/i, ""),
    /^(?:\s*[,/|;]\s*(?:and |or )?|\s+(?:and|or|&)\s+|\s*->\s*)/i,
  );
  return [
    ...new Set(
      parts
        .map((part) =>
          unquote(part)
            .replace(/(?:\s+(?:instead|only))?[.!?]*$/i, "")
            .trim(),
        )
        .filter((part) => part.length > 0 && part.length <= 80),
    ),
  ];
}

export const unquote = (text: string) =>
  text
    .trim()
    .replace(/^["']|["']$/g, "")
    .trim();

const verbs =
  "add|create|remove|delete|drop|rename|make|seed|fill|generate|insert|set|change|turn|convert|let|allow|give|put|use|show|link|connect|relate|hide|build|include|call|undo|revert|mark|require|switch|sort|group|filter|move|only|display|restrict|populate|colou?r|paint|track";
const beforeVerb = new RegExp(
  `^(?:\\s*,\\s*|\\s+)(?:and|then|and then|but|also|and also)\\s+(?:please |also |then )?(?=(?:${verbs})\\b(?!\\s*(?:[,;]|$)))`,
  "i",
);
// A verb that a comma or nothing follows is a member of a list: "size, colour".
const commaVerb = new RegExp(
  `^\\s*,\\s*(?:please |also |then |and )?(?=(?:${verbs})\\b(?!\\s*(?:[,;]|$))|(?:each|every) [\\w-]+ (?:has|have|gets?|needs?|belongs?) |the [\\w-]+ (?:is|are) (?:required|mandatory|compulsory)\\b)`,
  "i",
);
/** "… too": a word that only some readers ask for. */
export const withoutToo = (clause: string): string => clause.replace(/(?:,? (?:too|as well))+$/i, "");

const wanted =
  /^(?:i|we)(?:'d| would)? (?:also )?(?:want|need|like|love) (?:the |my |our |all )?(.{2,40}?) to (?:also )?(have|be|show|include|contain|offer|store|belong)\b/i;

/** "I want contacts to have" → "contacts should have"; "in the app" at the end says nothing. */
const plainly = (clause: string) =>
  clause
    .replace(wanted, "$1 should $2")
    .replace(
      /\s+(?:to|in|into|inside|within) (?:the|this|my|our) (?:whole )?(?:app|application|site|website|crm|tool|system)$/i,
      "",
    );

const nextSubject =
  /^\s*,?\s+and\s+(?=(?:the |each |every |all )?[a-z]+(?:\s[a-z]+)?\s+(?:should|must|need|needs|belongs?)\s)/i;
/** "pickup and destination must not be empty": two subjects of one predicate. */
const isBareSubject =
  /^(?:the |each |every |all )?[a-z]+(?:\s[a-z]+)?,?\s+and\s+(?:the |each |every |all )?[a-z]+(?:\s[a-z]+)?\s+(?:should|must|need|needs)\s/i;
const nothing = /(?!)/;
const nextOwner =
  /^\s*,\s+(?!(?:we|i|you|they|it)\s)(?=(?:the |each |every |all )?[a-z]+\s(?:have|has|belong|belongs|need|needs|get|gets|should have|must have)\s)/i;
const owns =
  /^(?:the |each |every |all )?[a-z]+\s(?:can\s)?(?:[a-z]+\s[a-z]+\s*,|(?:needs?|gets?|should have|must have)\s)/i;
/** "add suppliers with a name, and every paper comes from one supplier", "seats is 4 normally and a plate is unique". */
const nextSentence =
  /^\s*,?\s+and\s+(?=(?:each|every)\s+[a-z]+\s+[a-z]+|(?:an?|the)\s+[a-z]+(?:\s[a-z]+)?\s+(?:can|may|is|are|has to|have to|must)\s)/i;
/** "in orders the shop and the product have to be filled in": two subjects of one predicate. */
const isOnePlace =
  /^(?:in|for|on) (?:the |all )?\w+,? (?:both )?the \w+(?: \w+)? and the \w+(?: \w+)? (?:has|have|must|should|are|is)\b/i;
const nextView = /^\s*,?\s+and\s+(?=an?\s+(?:[a-z]+\s)?(?:kanban|board|calendar|dashboard|charts?|graph)\b)/i;
const twoActs =
  /^((?:(?:each|every|an?|the|all)\s)?[a-z]+(?:\s[a-z]+)?)\s+((?:belongs?|has|have|is linked|are linked)\b.+?)\s+and\s+(?:also\s+)?((?:has|have|belongs?)\b.+)$/i;

/** "each activity belongs to a contact and has a type" says two things of one subject. */
function splitSubjects(clause: string): string[] {
  const both = twoActs.exec(clause);
  if (both) return [`${both[1]!} ${both[2]!}`, `${both[1]!} ${both[3]!}`];
  return splitOutside(clause, isBareSubject.test(clause) ? nothing : nextSubject)
    .flatMap((part) => (owns.test(part) ? splitOutside(part, nextOwner) : [part]))
    .flatMap((part) =>
      /\b(?:is|are|has|have|with|should|must)\b/i.test(part) && !isOnePlace.test(part)
        ? splitOutside(part, nextSentence)
        : [part],
    )
    .flatMap((part) => splitOutside(part, nextView));
}

/** "in contacts", "when someone reports a repair" before a comma belongs to what follows it. */
function joinPlaces(clauses: string[]): string[] {
  const joined: string[] = [];
  for (const clause of clauses) {
    const last = joined.at(-1);
    const isPlace = last && /^(?:in|on|for|to|at)\s+[\w ]{2,40}$/i.test(last) && !/^(?:in|on|for|to)\s/i.test(clause);
    // "when someone reports a repair, put today's date in".
    const isTime =
      last && /^(?:when(?:ever)?|if|each time|every time) /i.test(last) && /\b(?:today|current date)\b/i.test(clause);
    if (isPlace || isTime) joined[joined.length - 1] = `${last}, ${clause}`;
    else joined.push(clause);
  }
  return joined;
}

const styled =
  /^(?:make|turn|use|give|keep|style)\s+(?:(?:it|this|everything|all|the (?:whole )?(?:app|site|thing|design|look))\s+)?/i;
const lookPart =
  /^(?:[\w-]+ ){1,3}(?:corners|edges|borders|fonts?|lettering|spacing|layout|theme|mode|background|accents?|buttons|headings?|headers?|menu|sidebar|text|shadows|cards|links|rows|lines)$/i;

/** "make it navy with sharp corners and a compact layout": a request for each part of the look. */
function splitLooks(clause: string): string[] {
  const [first = "", ...others] = clause.split(/\s+with\s+|\s*,\s*(?:and\s+)?|\s+and\s+/i);
  return others.length > 0 && styled.test(first) && others.every((part) => lookPart.test(part))
    ? [first, ...others]
    : [clause];
}

const permitted = /\b(?:can|may|should be able to|allowed to)\s+(?:only\s+)?(?:\w+,\s*)+\w+,?\s+(?:and|or)\s+\w+\b/i;

/** One request per clause: sentences, bullets, "… and then add …". Brackets and quotes stay whole. */
export function splitClauses(text: string): string[] {
  const sentences = splitOutside(normalize(text).replace(untouched, ""), /^(?:[.!?]+(?=\s|$)|\n+|;\s*)/);
  return sentences.flatMap((sentence) => {
    // "admins may add, change or delete": what somebody may do is one thing.
    if (permitted.test(sentence)) return [plainly(stripPoliteness(sentence))];
    const clauses = splitOutside(sentence, beforeVerb)
      .flatMap((part) => splitOutside(part, commaVerb))
      .map(stripPoliteness);
    return joinPlaces(clauses.filter((clause) => /[a-z0-9]/i.test(clause)))
      .map(plainly)
      .flatMap(splitSubjects)
      .flatMap(splitLooks);
  });
}

/** "add a phone to customers, no wait, scratch that, add a company instead": what was said last counts. */
const correction =
  /^(.*?)[,.;:]*\s*(?:\b(?:ah|oh|hm+|no|sorry|oops|ok)\b[,.]?\s*)*\b(?:no,? wait|no,? sorry|sorry,? no|(?<=[,;.…]\s*)no(?=,? (?:by|to|as|from|with|into|before|after) [^.;]+$)|oh wait|wait,? no|scratch that|actually,? no|on second thou?ghts?|never ?mind(?: that)?|forget (?:it|that)|i mean|or rather|correction)\b[,.;:!]?\s*(?:scratch that|forget that|never mind)?[,.;:!]?\s*(.+)$/is;

/** A text as it was meant after its own corrections. A place that only the first try named holds for the second, too. */
export function corrected(text: string): string {
  const match = correction.exec(text);
  // "(deposit i mean)" corrects nothing.
  if (!match || match[1]!.trim() === "" || !/\p{L}/u.test(match[2]!)) return text;
  const last = match[2]!
    .replace(/\s+instead\b/i, "")
    .replace(/^not [\w ]+?,\s*/i, "")
    .trim();
  // "overdue jobs red, i mean due date over": what is meant explains, and asks for nothing else.
  const day = /^(?:the |their |its |whose )?([\w ]+) (?:over|past|passed|gone|expired)\W*$/i.exec(last)?.[1];
  const isMeant = /\bi mean\W*$/i.test(text.slice(0, text.length - match[2]!.length));
  if (isMeant && /^(?:the |their |its |whose )?[\w ]+ (?:over|past|passed|gone|expired|empty|missing)\W*$/i.test(last))
    return corrected(day ? match[1]!.replace(/\boverdue\b/i, `overdue ${day}`) : match[1]!);
  // What stands before the words that are taken back holds on.
  const parts = splitOutside(match[1]!, /^\s*[,.;]\s+/);
  if (parts.length > 1) return corrected(`${parts.slice(0, -1).join(", ")}. ${last}`);
  // "group books by shelf… no wait, by genre": the same little word begins what is exchanged.
  const word = /^(by|to|as|from|with|into|after|before) \S/i.exec(last)?.[1];
  const at = word === undefined ? -1 : match[1]!.toLowerCase().lastIndexOf(` ${word.toLowerCase()} `);
  if (at > 0) return corrected(`${match[1]!.slice(0, at)} ${last}`);
  const place = /\b(?:to|on|in|for|of) (?:the |all |our |my )?[\w ]{3,30}$/i.exec(match[1]!.trim())?.[0];
  // "therapists need a colour, no sorry, a room": the last thing by another.
  if (/^(?:an?|the) [\w -]+[.!]*$/i.test(last) && /\s(?:an?|the) [\w -]+$/i.test(match[1]!.trim()))
    return corrected(match[1]!.trim().replace(/\s(?:an?|the) (?:(?!\b(?:an?|the)\b)[\w -])+$/i, ` ${last}`));
  const isOpen = /^(?:add|remove|rename|sort|hide|make)\b/i.test(last) && !/\b(?:to|on|in|for|of|from)\b/i.test(last);
  return corrected(isOpen && place ? `${last.replace(/[.!]+$/, "")} ${place}` : last);
}

/** "and please don't touch the contacts", "everything else stays", "but keep the songs": nothing else is changed anyway. */
const untouched =
  /,?\s*\b(?:but )?only (?:when|if|once|after) (?:i|you|we|they|one|somebody|people) (?:opens?|clicks? on|looks? at|press(?:es)?) (?:it|them|one|an? [\w]+|the [\w]+)(?=[.!;,]|$)|,?\s*\b(?:and|but)\s+(?:please\s+)?(?:don't|do not|dont|never)\s+(?:touch|change|alter|modify)\s+(?:the |any |my |our )?(?:[\w]+\s?){1,3}(?=[.!;,]|$)|[,;]?\s*\b(?:and |but |please )*(?:everything|all|nothing|the rest|all the rest) (?:else )?(?:(?:should|must|may|can|is to|shall|has to)\s+)?(?:stays?|remains?|keeps?|changes?|be changed|changed?|is fine)(?: (?:the same|as (?:it|they) (?:is|are|was|were)|unchanged|untouched))?(?=[.!;,]|$)|,?\s+(?:but|and) (?:please )?(?:keep|leave) (?:the |all |my |our )?(?:[\w]+\s?){1,3}(?: (?:as (?:it|they) (?:is|are)|alone|there))?(?=[.!;]|$)/gi;
