import "server-only";
import { isPlural, singular } from "../../../language/inflect";
import { isRecordVerb } from "../../../lexicon/lexicon";
import { isPersonLike } from "../../../lexicon/nouns";
import { isUnknown, type Mark } from "../../../request/meaning/marks";
import type { Request } from "../reading/read-requests";
import type { Scene } from "../reading/scene";

const over = /^(?:please )?(?:show|plot|draw|chart|graph) (?:the |my |our )?[a-z]+ over time\b/i;
const superlative =
  /^(?:please )?show (?:me )?(?:my|the|our) (?:longest|shortest|highest|lowest|best|biggest|largest|smallest) [a-z]+(?<!s)$/i;
const fromPeople =
  /\b(?:from|for) (?:the |all )?(?:(?:normal|regular|ordinary|other|simple|non-admin) [\w-]+|everyone|everybody|others|non-admins)\b/i;
const isOfDuty = /^(?:required|optional|unique)$/;
const spanSaid =
  /\b(?:this|next|last|coming|current) (?:week|month|year|quarter|season|weekend)\b|\b(?:tomorrow|soon)\b|\bin the (?:next|coming|last) /i;
const ofViews = /^(?:calendar|board|gallery|list-page)$/;
/** A word before a table that says which of its rows are meant. */
const isLimiting = (mark: Mark, word: string): boolean =>
  (isUnknown(mark) || mark.states.length > 0) &&
  !/^(?:new|upcoming|coming|next|current|own|different|various|single)$/.test(word);
/** A name that is a subject and its verb: "members vote". */
function isDeed(whole: string, name: string): boolean {
  const [subject = "", verb = "", ...rest] = name.toLowerCase().split(" ");
  return (
    rest.length === 0 && isPlural(subject) && isRecordVerb(verb) && whole.toLowerCase().startsWith(name.toLowerCase())
  );
}

const isChange = /\b(?:make|turn|change|set|is|are|be|as|should|must|needs?|to|into|use)\b/i;

const limited = /\b(?:only|just|but|except|besides|other than|own|themsel\w+|admins?|administrators?|they \w+ed)\b/i;
const denied =
  /\b(?:not|never|nobody|no ?one|none|cannot|can'?t|cant|must ?n'?t|should ?n'?t|may ?n'?t|don'?t|doesn'?t|isn'?t|aren'?t)\b/i;
const boardSaid =
  /\b(?:board|kanban|trello|columns?|lanes?|swim ?lanes?|drag\w*|pipeline|by|per|group\w*|cards?|sticky|stick(?:ies|ers)|post-?its?|move|from \w+ to \w+ to)\b/i;
const howMuch = /^how \w+ (?:is|are|was|were) (?:an?|the|each|every|all|our)\b/i;
const asksWhat = /^(?:how|what|why|when|where|which|who)\b.*\b(?:is|are|was|were|do|does|did|can)\b/i;

/** A word of a request outside of the names that it brings. */
export type Said = { mark: Mark; word: string };

/** Whether the words of a request are known to mean something else than what was learned of them. */
export function isMisread(
  { sort, from, to, names }: Request,
  { words, text }: Scene,
  said: Said[],
  whole: string,
): boolean {
  // "who washed most this month?": by somebody, and not by the month.
  if (
    sort === "chart" &&
    !/\b(?:charts?|graphs?|bars|pie|diagram)\b/i.test(whole) &&
    /^(?:and )?(?:who|which|whose)\b.*\b(?:most|least|fewest|best|worst)\b/i.test(whole)
  )
    return true;
  // "somebody renamed the main stage": what has happened, and no request.
  if (
    /^(?:some(?:body|one)|he|she|they)$/i.test(words[from - 1]?.word ?? "") &&
    /^(?:has |have |had )?\p{L}+ed\b/iu.test(whole)
  )
    return true;
  // "without the players column": it is not to be shown.
  if (sort === "-field" && /\bwithout (?:the |their |its )?[\p{L} -]+? columns?\b/iu.test(whole)) return true;
  // "when I have to go again", "repairs stay as they are": no names.
  const first = names[0] ? text.slice(words[names[0].from]!.from, words[names[0].to - 1]!.to) : "";
  if (sort === "+field" && /^to [a-z]+ |\b(?:stays?|remains?)$/i.test(first)) return true;
  // "each tour goes through several rooms", where it has one.
  if (sort === "link" && /\b(?:several|many|multiple|more than one|different) [a-z]+s$/i.test(whole)) return true;
  // "sessions in a calendar coloured by therapist".
  if (ofViews.test(sort) && /\b(?:colou?red|colou?rs?)\b/i.test(whole)) return true;
  // "add hours and revenue per month as charts": a figure, too.
  if (sort === "+field" && /\bas (?:charts|graphs|diagrams)\b/i.test(text.slice(words[to - 1]!.to))) return true;
  // "how full is each course?" asks for an answer.
  if (sort === "+field" && howMuch.test(whole)) return true;
  if (sort === "+field" && asksWhat.test(whole) && /^\s*\?/.test(text.slice(words[to - 1]!.to))) return true;
  // "a list of trainers, not just text": the kind that it is not to be.
  if (
    sort === "kind" &&
    /\bnot (?:just |only |simply |merely )?(?:an? |as (?:an? )?)?(?:plain |free )?text\b/i.test(whole)
  )
    return true;
  // "link donations to volunteers", of which the app has none: no web address.
  if (sort === "+field" && /^(?:please )?(?:link|connect|tie)\b/i.test(whole)) return true;
  // "what the dog eats should be on the stay, not on the dog": of the other table.
  if (sort === "+field" && /\bnot (?:on|in|to|for) (?:the|an?|each|every) \w+/i.test(whole)) return true;
  // "show how many guests said yes": a figure.
  if (sort === "+field" && /^(?:please )?(?:show|display|see|tell) (?:me |us )?how (?:many|much)\b/i.test(whole))
    return true;
  // "the number of loaned books on top": a figure, and no order.
  if (sort === "sort" && /\b(?:number|count|total) of\b|\bhow many\b|\bopen (?=[a-z]+s\b)/i.test(whole)) return true;
  // "comments must be approved": what is done with them, and no field that must be filled in.
  if (
    isOfDuty.test(sort) &&
    /\b(?:must|have to|need to|should) be (?:approved|checked|reviewed|confirmed|moderated|verified|signed|accepted)\b/i.test(
      whole,
    )
  )
    return true;
  // "show pain over time as a line chart", where nothing is called pain.
  if (sort === "chart" && over.test(whole) && said.some(({ mark }) => isUnknown(mark) && mark.asks.length === 0))
    return true;
  // "renewals this month in red": a day that has passed is another one.
  if (sort === "condition" && spanSaid.test(whole) && said.every(({ mark }) => mark.states.length === 0)) return true;
  // "members must be over 16": a limit, and no name.
  if (
    sort === "rename-table" &&
    /\b(?:must|should|have to) be (?:over|under|above|below|at least|at most|more|less|older|younger)\b/i.test(whole)
  )
    return true;
  // "items that are out in blue": of some rows, and not of the app.
  if (
    sort === "color" &&
    said.some(({ mark }) => mark.entities.length > 0) &&
    !said.some(({ mark }) => mark.role || mark.pages.length > 0)
  )
    return true;
  // "stock flurb 10": how a number compares is not known.
  if (sort === "condition" && said.some(({ mark }, at) => isUnknown(mark) && said[at + 1]?.mark.number !== undefined))
    return true;
  // "applicants must not see each other's applications": what is denied would be given.
  if (sort === "access" && denied.test(whole) && !limited.test(whole)) return true;
  // "allergies are important, show them in the list".
  if (
    sort === "hide" &&
    /\b(?:show|display|include)\b/i.test(whole) &&
    !/\b(?:not|n't|dont|only|just|hide|hidden|less|fewer|without|enough|no)\b|n't\b/i.test(whole)
  )
    return true;
  // "guests may look but not vote".
  if (sort === "access" && /\bbut (?:can |may |must |should |they )?(?:not|never|cannot|can'?t)\b/i.test(whole))
    return true;
  // "movies with most points first": an order, and no name.
  if (
    sort === "+field" &&
    /\b(?:first|last|on top)$/i.test(whole) &&
    /\b(?:most|least|highest|lowest|newest|oldest|best)\b/i.test(whole)
  )
    return true;
  // "level from A1 to B2": a board is called one, or goes by something.
  if (sort === "board" && !boardSaid.test(whole)) return true;
  // "show free rooms on a calendar": all of them would be there.
  if (
    ofViews.test(sort) &&
    said.some(({ mark, word }, at) => isLimiting(mark, word) && (said[at + 1]?.mark.entities.length ?? 0) > 0)
  )
    return true;
  // "members vote for the next book": what people do is no name.
  if (
    sort === "+field" &&
    isDeed(whole, names.length > 0 ? text.slice(words[names[0]!.from]!.from, words[names[0]!.to - 1]!.to) : "")
  )
    return true;
  // "status colours": how options look, and no option.
  if (sort === "+option" && names.some((name) => /^colou?rs?$/i.test(words[name.to - 1]!.word))) return true;
  // "tenants with open payments orange": a colour of rows, and no field.
  if (sort === "+table" && words.slice(from, to).some(({ mark }) => mark?.color) && !/\bcolou?rs?\b/i.test(whole))
    return true;
  // "finished books per month": a chart goes over all rows.
  if (
    sort === "chart" &&
    said.some(({ mark }, at) => mark.states.length > 0 && (said[at + 1]?.mark.entities.length ?? 0) > 0)
  )
    return true;
  // "hide rates from translators": a right, whoever they are.
  const hiddenFrom = sort === "hide" ? /\bfrom (?:the |our )?([\w-]+s)$/i.exec(whole)?.[1] : undefined;
  if (
    hiddenFrom !== undefined &&
    isPersonLike(singular(hiddenFrom.toLowerCase())) &&
    said.every(({ mark }) => mark.text !== hiddenFrom || mark.entities.length === 0)
  )
    return true;
  // "the sitter who did it": what stands behind the noun is no name.
  if (sort === "+field" && /\bthe [a-z]+ who\b/i.test(whole)) return true;
  // "vaccination every 6 months": how often, and no name.
  if (sort === "+field" && /\bevery \d/i.test(whole)) return true;
  // "next step date": a name, and no verb that would make the next step a date.
  if (
    sort === "kind" &&
    /^(?:the |an? )?[\w]+ [\w]+ (?:date|number|photo|picture|file|link)$/i.test(whole) &&
    !isChange.test(whole)
  )
    return true;
  // "room is a link to rooms": rows of a table, and no web address.
  if (sort === "kind" && /\blinks? to (?!the (?:web|site|page))/i.test(whole)) return true;
  // "show my longest streak": a figure.
  if (sort === "sort" && superlative.test(whole)) return true;
  // "no bookings on sundays": what is not to be makes no duty.
  if (sort === "required" && /^no\b/i.test(whole)) return true;
  // "members under 12 need a guardian": of some rows only.
  if (sort === "+field" && /\b(?:under|over|above|below|older than|younger than) \d/i.test(whole)) return true;
  // "who borrowed what should be at the top", "split expenses with my wife": no order, and no table.
  if (sort === "sort" && /^(?:who|what|which|whose)\b/i.test(whole)) return true;
  if (sort === "+table" && /^(?:please )?(?:split|share|divide|merge)\b/i.test(whole)) return true;
  // "box number 1 to 12": limits, which would be left out.
  if (
    sort === "+field" &&
    /\d ?(?:to|-|–) ?\d/.test(`${whole}${text.slice(words[to - 1]!.to, words[to - 1]!.to + 4)}`) &&
    !/\b(?:rating|stars?|scale|score)\b/i.test(whole)
  )
    return true;
  // "hide phone numbers from normal members": a right, and no column of a list.
  if (sort === "hide" && (fromPeople.test(whole) || /^(?:please )?(?:put|add|show|display|include)\b/i.test(whole)))
    return true;
  // "required and more than 0".
  if (isOfDuty.test(sort) && said.some(({ mark }) => mark.number !== undefined)) return true;
  return false;
}
