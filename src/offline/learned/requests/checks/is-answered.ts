import "server-only";
import { isOneOff, isPlural, singular } from "../../../language/inflect";
import { knownAs } from "../../../lexicon/known";
import { isPersonLike } from "../../../lexicon/nouns";
import { has, isUnknown, type Mark } from "../../../request/meaning/marks";
import { certainty } from "./certainty";
import { changeModel } from "../reading/load-model";
import { isMisread, type Said } from "./is-misread";
import type { Request } from "../reading/read-requests";
import { says } from "../says";
import type { Scene, Word } from "../reading/scene";
import { isDecided, sortOf } from "../reading/sorts";

/** No name of anything. */
const noName =
  /^(?:(?:him|her|them)sel(?:f|ves)|i|we|you|they|he|she|it|them|us|me|this|that|these|those|one|two|both|some|several|boring|ugly|dull|some|many|most|few|something|anything|back|away|off|out|up|down|here|there|not|none|either)$/i;

/** "could it mail the customers? also a weight for parts": two requests, of which only one would be seen. */
const anotherBegins = /[?.!;]\s+(?:also|and also|plus|oh|btw|then|next|besides)\b/i;
/** Words that make a request of their own, however sure another one is. */
const ofItsOwn = ["unique", "required", "optional", "default", "admin", "signed"];
/** "hide closed bugs, newest on top" asks for more than an order. */
const noOrder = ["hide", "remove"];

/** "red if not paid": without its condition a request would be done for all. */
const isConditional = (behind: Word[]): boolean => {
  const [first, ...others] = behind.filter(({ isWord }) => isWord);
  return (
    first !== undefined &&
    /^(?:if|unless|except)$/.test(first.word) &&
    others.slice(0, 5).some(({ mark }) => mark && mark.entities.length + mark.fields.length + mark.states.length > 0)
  );
};

/** "flurb the gnarl": a verb that nobody knows, and no typing error. */
const isStrange = ([first, next]: Said[]): boolean =>
  first !== undefined &&
  isUnknown(first.mark) &&
  /^(?:the|an?|all|each|every|our|my)$/.test(next?.word ?? "") &&
  !changeModel().words.has(first.word) &&
  ![...changeModel().words].some((word) => word.length > 3 && isOneOff(word, first.word)) &&
  knownAs(first.word) === null;

/** Whether a request has an answer to each of its words: those that ask for something, and those that nobody knows. */
export function isAnswered(request: Request, scene: Scene): boolean {
  const { words, text } = scene;
  const { from, to, sort, names, margin } = request;
  const { traits, answers = [] } = sortOf(sort);
  const said = words.slice(from, to).flatMap(({ mark, word }, at): Said[] => {
    const isName = names.some((name) => from + at >= name.from && from + at < name.to);
    return mark && !isName ? [{ mark, word }] : [];
  });
  const whole = text.slice(words[from]!.from, words[to - 1]!.to);
  if (anotherBegins.test(whole) || isConditional(words.slice(to)) || isStrange(said)) return false;
  if (isMisread(request, scene, said, whole)) return false;
  // Whatever stands on a page of text asks for nothing.
  if (sort === "text-page") return names.length > 0 && margin >= certainty.sure;
  return (
    !names.some((name) => name.to - name.from === 1 && noName.test(words[name.from]!.word)) &&
    // "a discount, between 0 and 50": no options.
    !(sort === "+field" && names.some((name) => words[name.from]!.word === "between")) &&
    // "how long the shift is, in hours": what it is measured in.
    !names.some((name) => name.to - name.from === 2 && words[name.from]!.word === "in") &&
    (sort !== "app-name" || !isOwnThing(request, words)) &&
    (sort !== "app-name" || said.some(({ word }) => /^(?:re)?(?:nam|call|titl|head|brand)/.test(word))) &&
    (!sort.startsWith("-") || isTakenAway(request, said, whole)) &&
    (sort !== "hide" ||
      said.some(({ mark }) => has(mark, "hide", "remove")) ||
      says(whole, "hidden") ||
      margin >= certainty.sure) &&
    !(traits.includes("adds") && says(said.map(({ word }) => word).join(" "), "taken away")) &&
    // "draft / published": a slash is between options.
    (traits.includes("names") || !said.some(({ word }) => word === "/")) &&
    !isOfStranger(request, said) &&
    !(sort === "sort" && said.some(({ mark }) => has(mark, ...noOrder))) &&
    (margin >= certainty.sure || isUsual(said)) &&
    said.every(
      ({ mark }) =>
        (margin >= certainty.certain ||
          ((mark.number === undefined || traits.includes("number")) &&
            (mark.color === undefined || traits.includes("color")))) &&
        ((mark.isSign && sort === "condition") ||
          mark.asks.every(
            (ask) =>
              mark.asks.length > 1 ||
              !isDecided(ask) ||
              answers.includes(ask) ||
              (margin >= certainty.certain && !ofItsOwn.includes(ask)),
          )),
    ) &&
    !(sort === "access" && goesOn(words.slice(to)))
  );
}

/** "the name of the app should have our logo": a thing of somebody's, and no name. */
const isOwnThing = ({ names: [name] }: Request, words: Word[]): boolean =>
  name !== undefined &&
  /^(?:our|my|your|an?)$/.test(words[name.from - 1]?.word ?? "") &&
  /^\p{Ll}/u.test(words[name.from]!.text);

/** "everybody sees just the jobs he entered himself": without its end a right would go to more people. */
const goesOn = ([next]: Word[]): boolean => next?.isWord === true && !says(next.word, "goes on");

/** What is taken away must be named itself, and nothing that it is taken out of. */
function isTakenAway({ sort, margin }: Request, said: Said[], whole: string): boolean {
  const isPointed = said.some(({ word }) => /^(?:it|them|that|this|those|these|they)$/.test(word));
  const isOption = sort === "-option" && said.some(({ mark }) => mark.states.length > 0);
  const isPlace = said.some(
    ({ mark }, at) => mark.entities.length > 0 && /^(?:of|from|in|on|at|to|for|out)$/.test(previousWord(said, at)),
  );
  // "throw no-shows out of the state": the field is where something is taken from.
  const isSource =
    sort === "-field" &&
    said.some(
      ({ mark }, at) => mark.fields.length > 0 && mark.entities.length === 0 && previousWord(said, at) === "of",
    ) &&
    said.some(({ word }) => word === "out" || word === "from");
  if (isSource) return false;
  const isAsked =
    said.some(({ mark }) => has(mark, "remove", "hide")) ||
    (sort !== "-table" && margin >= certainty.certain) ||
    (sort !== "-table" && margin >= certainty.sure && says(whole, "taken away"));
  // "workers without phone should not be possible" takes nothing away.
  if (/\bwithout\b/i.test(whole) && !said.some(({ mark }) => has(mark, "remove"))) return false;
  const isNamed = sort !== "-table" || said.some(({ mark }) => mark.entities.length > 0);
  // "portions we never fill in, chuck it out".
  const isItself = sort === "-field" && said.some(({ mark }) => mark.fields.length > 0);
  return isAsked && isNamed && (!isPointed || isOption || isItself) && !(sort === "-table" && isPlace);
}

/** "sort the invoices" in an app without invoices. */
const isOfStranger = ({ sort }: Request, said: Said[]): boolean =>
  said.some(({ mark, word }) => {
    const thing = isUnknown(mark) && isPlural(word) ? knownAs(word) : null;
    // "nurses see everything": who may do something is no table.
    return thing !== null && !(sort === "access" && (thing.kind === "person" || isPersonLike(singular(word))));
  });

/** Whether requests have been made with the words that name nothing in the app. */
const isUsual = (said: Said[]): boolean =>
  said.every(({ mark, word }) => !isUnknown(mark) || changeModel().words.has(word));

/** The word before a mark, without articles. */
function previousWord(marks: Said[], at: number): string {
  let before = at - 1;
  while (before > 0 && /^(?:the|all|our|my|these|those)$/.test(marks[before]!.word)) before--;
  return marks[before]?.word ?? "";
}

/** Whether words outside of every request are about the app, and ask for something that was not seen. */
export function asksElsewhere({ words }: Scene, requests: Request[]): boolean {
  const left = words.flatMap(({ mark }, at) =>
    mark && !requests.some(({ from, to }) => at >= from && at < to) ? [mark] : [],
  );
  const names = (mark: Mark) => mark.entities.length + mark.fields.length + mark.states.length > 0;
  if (requests.some(({ to }, at) => hasMember(words.slice(to, requests[at + 1]?.from)))) return true;
  if (
    requests.some(
      ({ from, sort }, at) => sort === "+field" && hasMemberBefore(words.slice(requests[at - 1]?.to ?? 0, from)),
    )
  )
    return true;
  const outside = words
    .flatMap(({ text }, at) => (requests.some(({ from, to }) => at >= from && at < to) ? [] : [text]))
    .join(" ");
  return (
    left.some(({ color, quoted }) => color !== undefined || quoted !== undefined) ||
    (left.some(names) && says(outside, "taken away")) ||
    (left.some(names) &&
      left.some((mark) => mark.asks.some((ask) => ask === "add" || ask === "colour" || isDecided(ask))))
  );
}

/** Whether a list begins before a request: "alcohol, award and | a label picture for each wine". */
function hasMemberBefore(before: Word[]): boolean {
  const run = before.slice(before.findLastIndex(({ text }) => /^[.;:!?()\n–—-]$/.test(text)) + 1);
  const last = run.findLastIndex(({ isWord }) => isWord);
  if (!/^(?:and|plus|&|und)$/.test(run[last]?.word ?? "")) return false;
  const members = run.slice(0, last).filter(({ isWord }) => isWord);
  return (
    members.length > 0 &&
    members.length < 6 &&
    members.every(({ mark, word }) => mark && !clauseWord.test(word) && (isUnknown(mark) || mark.fields.length > 0))
  );
}

/** Whether what follows a request goes on with its list: "dogs yes/no and the number plate of the car". */
function hasMember(behind: Word[]): boolean {
  const from = behind.findIndex(({ word }) => !/^(?:always|too|also|there|again|everywhere|as|well)$/.test(word));
  const rest = behind.slice(Math.max(0, from));
  const end = rest.findIndex(({ text }) => /^[,.;:!?()\n–—-]$/.test(text));
  const run = (end < 0 ? rest : rest.slice(0, end)).map(({ word }) => word);
  return (
    /^(?:and|plus|&|und)$/.test(run[0] ?? "") &&
    run.length > 1 &&
    run.length < 10 &&
    !run.some((word) => clauseWord.test(word))
  );
}

/** A word of a sentence of its own. */
const clauseWord =
  /^(?:i|i'm|we|they|it|it's|he|she|you|u|that|this|there|because|cause|bcs|so|if|when|who|then|thanks?|thx|ty|cheers|please|pls|plz|is|are|was|were|be|can|cant|can't|could|will|would|must|should|has|have|had|do|does|dont|don't|want|wants|need|needs|get|gets|make|makes)$/;
