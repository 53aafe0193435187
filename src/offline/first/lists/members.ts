import "server-only";
import { spokenKind } from "../../model/field-kinds";
import { plainPhrase } from "../../words/parse-field";
import { isPlural, plural, singular, wordsOf } from "../../language/inflect";
import { askedIn } from "../../lexicon/asked";
import { knownAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { isPersonLike } from "../../lexicon/nouns";
import { loadWords } from "../../words/load";
import { wordKey } from "../../words/word-key";
import { typedPhrase } from "../../description/plan/field-words";
import { choiceAt } from "../choices/choices";
import { lead, type Member } from "./member";
import { plainMembers } from "./noun-members";
import { type Piece, piecesIn } from "../../description/text/pieces";
import { weigh } from "../../description/plan/weigh";

const number =
  /^(?:(?:max(?:imum)?|up to|about|around|ca\.?)\s+)?(\d+|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+(?=[a-z]{3,})/i;
/** "sessions every week", "attendance each day": how often, behind rows. */
const often =
  /\s+(?:(?:every|each) (?:single )?(?:day|week|month|year|morning|evening|night|(?:mon|tues|wednes|thurs|fri|satur|sun)day|lesson|time|session|class|training|game)|daily|weekly|monthly|(?:once|twice) (?:a|per) (?:day|week|month|year))$/i;
const withoutOften = (text: string): string => {
  const plain = text.replace(often, "");
  return plain === text || isPlural(plain) || weigh(plain, []).isMany ? plain : text;
};

/** Views, figures and tools of a screen: never rows. */
export const screen =
  /^(?:(?:nice|simple|small|admin|main|public|monthly|weekly|daily|yearly|interactive|live|pretty|overall)\s+)*(?:dashboards?|overview|charts?|graphs?|kanban(?: board)?|calendar(?: view)?|board(?: view)?|search(?:ing)?(?: bar| box| function)?|filter(?:s|ing)?|sorting|log ?in|sign-?in|home ?page|landing page|statistics|stats|export\w*|import\w*|print(?:ing)?|notifications?|e?-?mail (?:reminders?|notifications?|alerts?)|dark mode|leader ?board|ranking(?:s| list| table)?|progress bars?|map(?: view)?|gallery(?: view)?|slide ?show|(?:[\w-]+ )?(?:contact|sign-?up|registration|application|booking|order|feedback|inquiry|enquiry|rsvp) form|(?:[\w-]+ ){0,2}page|timeline|csv|pdf|qr codes?|monthly report|reports?|analytics|admin (?:area|panel|page)|overview page|graphs?|summary|totals?|sum)(?=$|\s+(?:for|of|per|by|with|as|in|on|to|that|which|showing|at|from|over|view|page)\b)/i;

let rules: Set<string> | undefined;
/** "low stock alerts", "email reminders": what apps do, and not what they keep. */
function isRule(text: string): boolean {
  rules ??= new Set(
    loadWords()
      .features.filter(({ child }) => !child)
      .flatMap(({ phrases }) => phrases.map(wordKey)),
  );
  const key = wordKey(text);
  return (
    (rules.has(key) || rules.has(singular(key))) &&
    !/ (?:to|by|on|at|for)$/i.test(text) &&
    !isAttribute(text) &&
    // "title, assignee, due date": somebody's name is a field.
    !isPersonLike(singular(key)) &&
    knownAs(text) === null
  );
}

/** "boards (title, colour)": rows, whatever they are called. */
const hasFields = ({ text, inner }: Piece): boolean => {
  const fields = inner?.split(/\s*,\s*/) ?? [];
  return (
    isPlural(text) && fields.length > 1 && fields.filter((field) => isAttribute(field)).length * 2 >= fields.length
  );
};

/** "deals that belong to a contact". */
export const belongs =
  /^([\w -]+?),?\s+(?:(?:that|which|and|who|each)\s+)*(?:belong(?:s|ing)? to|(?:are |is )?(?:linked|connected|related|assigned|attached|tied) (?:to|with))\s+(?:an?|the|one|each|every|their|its|some|exactly one)?\s*([a-z][a-z -]*?)$/i;

/** "summary as long text", "year as a number": a field with its type. */
const asType = /^[\w' -]+?\s+as\s+(.+)$/i;

/** Takes one member of a list apart, from the piece at a place on; says how many pieces it took. */
export function memberAt(pieces: Piece[], at: number, among: readonly string[]): { members: Member[]; used: number } {
  const piece = { ...pieces[at]!, text: withoutOften(pieces[at]!.text) };
  const one = (...members: Member[]) => ({ members, used: 1 });
  const told = /\b(?:no|without)\b/i.test(piece.text) ? refusedIn(piece.text) : null;
  if (told) return one({ is: "refused", noun: told });
  const typed = asType.exec(piece.text);
  if (typed && spokenKind(typed[1]!)) return one({ is: "field", phrase: piece.text });
  const shown = piece.text.replace(lead, "");
  const isRows = isPlural(shown) && shown.includes(" ") && knownAs(shown, among) !== null;
  if (screen.test(shown) && !isAttribute(shown) && !hasFields(piece) && !isRows)
    return one({ is: "aside", text: shown });
  const parted = /^(.+s)\s+by\s+([a-z][\w ]*)$/i.exec(piece.text);
  const isSort = parted !== null && (isAttribute(parted[2]!) || piece.inner !== undefined);
  if (parted && isSort && isPlural(parted[1]!)) return byField(parted[1]!, parted[2]!, piece, among);
  const choice = choiceAt(pieces, at);
  if (choice && `${choice.lead} `.replace(lead, "").trim() === "")
    return { members: [{ is: "field", phrase: choice.phrase }], used: choice.used };
  // "singers with voice: soprano, alto", "groups with level (blue, red)": rows with that field.
  const chosen = choice ? /^(.+?)\s+(?:with|have|has)(?:\s+an?)?$/i.exec(choice.lead.trim()) : null;
  if (choice && chosen && !/^(?:it|they|we|i)$/i.test(chosen[1]!))
    return { members: [openNoun(chosen[1]!, [{ text: choice.phrase, mark: "start" }], among)], used: choice.used };

  const within = piece.inner === undefined ? null : /^(.+?)\s+(?:with|w\/|including)\s+(.+)$/i.exec(piece.text);
  if (within) return one(openNoun(within[1]!, [{ text: within[2]!, mark: "start", inner: piece.inner! }], among));
  const belonging = belongs.exec(piece.text);
  if (belonging && belonging[1]!.split(" ").length < 5) {
    const own = memberAt([{ ...piece, text: belonging[1]! }], 0, among).members;
    const isField = own.every((member) => member.is === "field" || (member.is === "noun" && member.weight < 0.1));
    if (isField) return one(...own, { is: "link", to: belonging[2]! });
    return one(
      ...own.map((member) =>
        member.is === "noun"
          ? { ...member, to: [...member.to, belonging[2]!], weight: Math.max(member.weight, 0.8) }
          : member,
      ),
    );
  }
  const next = pieces[at + 1];
  const ranged =
    next && /\sfrom$/i.test(piece.text) && /^(?:to|until|till)$/i.test(next.text)
      ? piece.text.replace(/\s+from$/i, "").replace(lead, "")
      : "";
  if (ranged !== "") {
    const inside: Piece[] = ["from", next!.text].map((text, index) => ({ text, mark: index === 0 ? "start" : "and" }));
    return {
      members: [
        {
          is: "noun",
          noun: ranged,
          weight: weigh(ranged, among).weight,
          isTheirs: false,
          to: [],
          inside,
          isOpen: true,
        },
      ],
      used: 2,
    };
  }

  const text = piece.text
    .replace(number, "")
    .replace(lead, "")
    .replace(/^- /, "")
    .replace(/[.?!]+$/, "")
    .trim();
  if (text === "") return one();
  const isTheirs = /\b(?:their|its|his|her)\s/i.test(piece.text);

  if (/^(?:needs|is|has|was)\s+[\w ]+$/i.test(text) && wordsOf(text).length < 5)
    return one({ is: "field", phrase: `${text} checkbox` });
  const given =
    /^(.+?)\s+(?:given|taken|done|played|served|paid|used)\s+(?:at |on )?(?:what |which )?(time|day|date|when)$/i.exec(
      text,
    );
  if (given)
    return one({
      is: "noun",
      noun: given[1]!,
      weight: Math.max(0.55, weigh(given[1]!, among).weight),
      isTheirs,
      to: [],
      inside: [{ text: /time|when/i.test(given[2]!) ? "given at" : "date", mark: "start" }],
      isOpen: true,
    });
  if (piece.inner === undefined && isRule(text)) return one({ is: "aside", text });
  if (piece.inner !== undefined) return one(...bracketed(text, piece.inner, isTheirs, among));
  const rated =
    /^(?:(.+?)\s+)?(?:from\s+)?(?:1|one|0)\s*(?:-|to|\.\.)\s*(5|10|five|ten|6|100)(?:\s+(?:stars?|points?))?$/i.exec(
      text,
    );
  if (rated)
    return one({
      is: "field",
      phrase: /5|five/i.test(rated[2]!) ? `${rated[1] ?? "rating"} (rating)` : `${rated[1] ?? "rating"} (number)`,
    });

  const outcome = eitherIn(text);
  if (outcome) return one(outcomeOf(outcome, isTheirs, among));
  const asked = askedIn(text);
  if (asked) return one({ is: "asked", asked });
  if (plainPhrase(text) !== text) return one({ is: "field", phrase: plainPhrase(text) });
  return one(...plainMembers(text, isTheirs, among));
}

/** Rows whose fields follow, and perhaps more of them behind. */
function openNoun(said: string, inside: Piece[], among: readonly string[]): Member {
  const noun = said.replace(lead, "").trim() || said;
  return {
    is: "noun",
    noun,
    weight: Math.max(0.65, weigh(noun, among).weight),
    isTheirs: false,
    to: [],
    inside,
    isOpen: true,
  };
}

const outcomes =
  "passed|failed|pass|fail|success|failure|won|lost|paid|unpaid|sick|healthy|open|closed|good|bad|ok|defect|broken|working|full|empty|new|used|sold|available|active|inactive|confirmed|declined|accepted|rejected|approved|yes|no|maybe|fixed|present|absent|alive|dead|rented|free|private|business|public|male|female|indoor|outdoor|online|offline|done|missed|clean|dirty|finished|in progress|read|unread|picked up|delivered";
/** "exams passed or failed", "sick or healthy": what became of it. */
const either = new RegExp(`^(?:(.+?)\\s+)?(${outcomes})(?:,? or | / )(${outcomes})$`, "i");
function eitherIn(text: string): { noun: string; options: string } | null {
  const match = either.exec(text);
  return match ? { noun: match[1] ?? "", options: `${match[2]!}/${match[3]!}` } : null;
}

function outcomeOf(
  { noun, options }: { noun: string; options: string },
  isTheirs: boolean,
  among: readonly string[],
): Member {
  const { weight, isMany } = weigh(noun, among);
  if (noun === "" || !isMany || weight < 0.5)
    return { is: "field", phrase: `${noun === "" ? "status" : noun}: ${options}` };
  const inside: Piece[] = [{ text: `result ${options}`, mark: "start" }];
  return { is: "noun", noun, weight, isTheirs, to: [], inside, isOpen: true };
}

const refusedIn = (text: string): string | null =>
  /^(?:but\s+)?(?:no|without|not)\s+(?:the\s+|any\s+)?([\w ]+?)(?:\s+(?:please|needed|required))?$/i.exec(text)?.[1] ??
  null;

/** "groups by level (bronze, silver)": rows with that field. */
function byField(noun: string, field: string, piece: Piece, among: readonly string[]) {
  const choice = piece.inner === undefined ? null : choiceAt([{ ...piece, text: field }], 0);
  const inside: Piece[] = [
    { text: field, mark: "start", ...(piece.inner === undefined ? {} : { inner: piece.inner }) },
  ];
  const members: Member[] =
    isAttribute(field) || choice
      ? [
          {
            is: "noun",
            noun: noun.replace(lead, ""),
            weight: Math.max(0.6, weigh(noun.replace(lead, ""), among).weight),
            isTheirs: false,
            to: [],
            inside,
            isOpen: true,
          },
        ]
      : [{ is: "noun", noun: noun.replace(lead, ""), weight: weigh(noun, among).weight, isTheirs: false, to: [] }];
  return { members, used: 1 };
}

/** "boots (size, colour)" are rows, "price (number)" and "voice (alto, bass)" are fields. */
function bracketed(text: string, inner: string, isTheirs: boolean, among: readonly string[]): Member[] {
  if (spokenKind(inner)) return [{ is: "field", phrase: `${text} (${inner})` }];
  const inside = piecesIn(inner);
  // "a playlist per broadcast (artist, track)".
  const [, head, owner] = /^(.+?) (?:per|for (?:each|every)|of (?:each|every)) ([a-z]+(?: [a-z]+)?)$/i.exec(text) ?? [];
  if (head !== undefined && owner !== undefined && inside.length > 1)
    return [{ is: "noun", noun: head, weight: 1, isTheirs, to: [plural(owner)], inside }];
  const { weight, isMany } = weigh(text, among);
  if (inside.length === 1 && !isMany && weight < 0.35)
    return [{ is: "field", phrase: typedPhrase(`${text} (${inner})`) }];
  return [
    {
      is: "noun",
      noun: text,
      weight: inside.length > 1 ? 1 : Math.max(weight, isMany ? 0.7 : 0.3),
      isTheirs,
      to: [],
      inside,
    },
  ];
}

/** The members of a list, and what stands between them. */
export function membersOf(pieces: Piece[], among: readonly string[]): Member[] {
  const members: Member[] = [];
  for (let at = 0; at < pieces.length;) {
    const taken = memberAt(pieces, at, among);
    const isJoined = at > 0 && pieces[at]!.mark === "and" ? (true as const) : undefined;
    members.push(
      ...taken.members.map((member) => (isJoined && member.is === "noun" ? { ...member, isJoined } : member)),
    );
    at += Math.max(1, taken.used);
  }
  return members;
}
