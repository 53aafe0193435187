import "server-only";
import type { Token } from "../../../lexicon/message-tokens";
import type { Scene } from "../tagging/features";
import { asksForOptions, namesField } from "./said-choices";
import type { Span } from "../tagging/tags";

type Range = { from: number; to: number };

const setting = /^(?:set|sets|mark|marks|move|moves|change|changes|switch|switches|put|puts|turn|turns)$/;
const copula = /^(?:is|are|be)$/;
const stateNoun = /^(?:status|state|stage|phase)$/;
/** Behind the last option: a sentence goes on. */
const goesOn =
  /^(?:and|or|but|when|if|so|with|by|for|in|on|at|to|of|from|after|before|while|until|who|which|that|each|then|as)$/;
const divides = /^[,;:.!?()\n/–—]$/;
const optionMax = 3;

/** From how many tokens on a text is longer than an option. */
const isLong = ({ from, to }: Range) => to - from > optionMax || to <= from;

/** The options that end with an "or", from left to right; what leads to the first is the token before it. */
function optionsAt(tokens: readonly Token[], or: number): Range[] {
  let to = or + 1;
  const isEnd = (at: number) =>
    goesOn.test(tokens[at]!.word) && !(tokens[at]!.word === "of" && tokens[at - 1]!.word === "out");
  while (to < tokens.length && !divides.test(tokens[to]!.text) && !isEnd(to)) to += 1;
  const options: Range[] = [{ from: or + 1, to }];
  // "draft, sent, or paid".
  let end = tokens[or - 1]?.text === "," ? or - 1 : or;
  while (end > 0) {
    let from = end;
    while (from > 0 && end - from <= optionMax && !divides.test(tokens[from - 1]!.text) && !leads(tokens[from - 1]!))
      from -= 1;
    options.unshift({ from, to: end });
    if (tokens[from - 1]?.text !== "," || isLong(options[0]!)) break;
    end = from - 1;
  }
  return options.some(isLong) ? [] : options;
}

const leads = ({ word }: Token) => /^(?:to|as|into|either)$/.test(word) || copula.test(word) || asksForOptions(word);

/** "It is greenware, bisque or exploded": what options are told of without a name; "a state which is either begun or finished": with one. */
function toldOf({ tokens }: Scene, lead: number, count: number): Range | null | undefined {
  const isEither = tokens[lead]!.word === "either";
  const verb = isEither ? lead - 1 : lead;
  const before = tokens[verb - 1];
  // "charts that can be downloaded, shared or scheduled": what is done.
  const isDone = before !== undefined && /^(?:can|may|could)$/.test(before.word);
  if (!copula.test(tokens[verb]?.word ?? "") || isDone || count < (isEither ? 2 : 3)) return undefined;
  const noun = tokens[verb - 2];
  const isOfOne =
    before !== undefined &&
    /^(?:which|that)$/.test(before.word) &&
    noun &&
    (asksForOptions(noun.word) || stateNoun.test(noun.word));
  return isOfOne ? { from: verb - 2, to: verb - 1 } : null;
}

/** A plural names rows, unless all end with it: "white wins, black wins or draw". */
const isPlain = ({ tokens, sorts }: Scene, { from, to }: Range, options: readonly Range[]) => {
  const last = tokens[to - 1]!;
  const isShared = options.filter((option) => tokens[option.to - 1]!.word === last.word).length > 1;
  return (
    /^\p{L}/u.test(tokens[from]!.text) && (!last.isPlural || isShared) && /^(?:[^=]|=(?:not|in)$)/.test(sorts[from]!)
  );
};

/** Whether options are what fields are called: "title, date or price". One may be both: "minor, major or total". */
const areFields = ({ tokens }: Scene, options: readonly Range[]) =>
  options.filter(({ from, to }) =>
    namesField(
      tokens
        .slice(from, to)
        .map(({ word }) => word)
        .join(" "),
    ),
  ).length >
  (options.length - 1) / 2;

/** The noun that options are told of; null where they have none, undefined where these are no options. */
function nameOf({ tokens, sorts, parts }: Scene, first: number, count: number): Range | null | undefined {
  const lead = tokens[first - 1];
  if (!lead) return undefined;
  if (asksForOptions(lead.word) && !lead.isPlural) return count > 2 ? { from: first - 1, to: first } : undefined;
  const told = toldOf({ tokens, sorts, parts }, first - 1, count);
  if (told !== undefined) return told;
  const start = tokens.findLastIndex(({ text }, at) => at < first && /^[.!?;\n]$/.test(text)) + 1;
  const verb = tokens.findLastIndex(({ word }, at) => at < first - 1 && at >= start && setting.test(word));
  if (verb < 0 || first - verb > 8) return undefined;
  const noun = tokens.findIndex(({ word }, at) => at > verb && at < first && stateNoun.test(word));
  return noun < 0 ? null : { from: noun, to: noun + 1 };
}

/** "set it to draft, sent or paid", "severity minor, major or total": all of them, of which the tagger often sees but the last two. */
export function statesSaid(scene: Scene, tagged: readonly Span[]): Span[] {
  let spans = [...tagged];
  for (const [or, { word }] of scene.tokens.entries()) {
    if (!/^(?:or|oder)$/.test(word)) continue;
    const options = optionsAt(scene.tokens, or);
    if (options.length < 2 || !options.every((option) => isPlain(scene, option, options)) || areFields(scene, options))
      continue;
    const name = nameOf(scene, options[0]!.from, options.length);
    if (name === undefined) continue;
    const whole = { from: options[0]!.from, to: options.at(-1)!.to };
    const isFree = ({ from, to }: Span) =>
      [whole, ...(name ? [name] : [])].every((taken) => to <= taken.from || from >= taken.to);
    spans = [
      ...spans.filter(isFree),
      ...(name ? [{ role: "field" as const, ...name }] : []),
      ...options.map((option, at): Span => ({ role: at === 0 && !name ? "choice" : "option", ...option })),
    ].sort((left, right) => left.from - right.from);
  }
  return spans;
}
