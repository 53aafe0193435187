import "server-only";
import { isAttribute } from "../../../lexicon/lexicon";
import { knownAs } from "../../../lexicon/known";
import { typeOf } from "../../../words/load";
import type { Scene } from "../tagging/features";
import type { Tag } from "../tagging/tags";

type Range = { from: number; to: number };
/** A field of a list whose options stand right behind it: "service: bath/trim", "product (flyer, poster)", "badge (bronze silver gold)". */
type Choice = { field: Range; options: Range[] };

const opensItem = /^(?:[,(;]|with|mit|and|und|&|has|have|hat|haben)$/;
const endsItem = /^(?:[,.);\n]|and|und|&)$/;
const wordsMax = 3;

/** The name that ends before a mark, where it is a member of a list; null where a sentence goes on. */
function memberBefore({ tokens, sorts }: Scene, end: number): Range | null {
  let from = end;
  while (from > 0 && end - from < wordsMax && tokens[from - 1]!.isWord && !sorts[from - 1]!.startsWith("=")) from -= 1;
  // "an area (gate, bar)"
  const open = /^(?:an?|the|their|its)$/.test(tokens[from - 1]?.word ?? "") ? from - 2 : from - 1;
  const isMember = from < end && opensItem.test(tokens[open]?.word ?? "");
  return isMember ? { from, to: end } : null;
}

/** The runs of words between two places, cut at a mark. */
function runs({ tokens }: Scene, from: number, to: number, mark: RegExp): Range[] {
  const found: Range[] = [];
  let start = from;
  for (let at = from; at <= to; at++) {
    if (at < to && !mark.test(tokens[at]!.word)) continue;
    if (at > start) found.push({ from: start, to: at });
    start = at + 1;
  }
  return found;
}
const isShort = ({ tokens }: Scene, { from, to }: Range) =>
  to - from <= wordsMax && tokens.slice(from, to).every(({ isWord }) => isWord);
const textOf = ({ tokens }: Scene, { from, to }: Range) =>
  tokens
    .slice(from, to)
    .map(({ word }) => word)
    .join(" ");
/** What a row has of its own, and no option: "name", "due date"; a poster and a banner are pictures, and sorts of what is printed. */
const isOwn = (scene: Scene, range: Range) =>
  [textOf(scene, range), scene.tokens[range.to - 1]!.lemma].some(
    (noun) => isAttribute(noun) && (typeOf(noun).type !== "image" || /photo|picture|image|logo|scan/.test(noun)),
  );

/** Options in brackets, all of them: with commas, slashes, "or", or as words in a row. */
function bracketed(scene: Scene, open: number): Range[] | null {
  const { tokens, sorts } = scene;
  const close = tokens.findIndex(({ text }, at) => at > open && text === ")");
  if (close < 0 || !endsItem.test(tokens[close + 1]?.word ?? ".")) return null;
  const inside = tokens.slice(open + 1, close);
  const isRow = inside.length > 2 && inside.every(({ isWord }, at) => isWord && !sorts[open + 1 + at]!.startsWith("="));
  // "(ok / not ok, signed by)": options, and a field.
  const isMixed = [",", "/"].every((mark) => inside.some(({ text }) => text === mark));
  if (isMixed) return null;
  const options = isRow
    ? inside.map((_, at) => ({ from: open + 1 + at, to: open + 2 + at }))
    : runs(scene, open + 1, close, /^(?:[,/]|or|oder)$/);
  const isPlain = options.length > 1 && options.every((one) => isShort(scene, one) && !isOwn(scene, one));
  // "(ring number, sex)" are fields; "(Smith, Jones)" of known rows are, too.
  const isRows = options.some(({ to }) => tokens[to - 1]!.isPlural && knownAs(tokens[to - 1]!.word) !== null);
  return isPlain && !isRows ? options : null;
}

/** Options behind a colon, with slashes between them: "service: bath/trim/full groom". */
function slashed(scene: Scene, colon: number): Range[] | null {
  const { tokens } = scene;
  let to = colon + 1;
  while (
    to < tokens.length &&
    (tokens[to]!.isWord || tokens[to]!.text === "/") &&
    !/^(?:and|und)$/.test(tokens[to]!.word)
  )
    to += 1;
  const options = runs(scene, colon + 1, to, /^\/$/);
  return options.length > 1 && endsItem.test(tokens[to]?.word ?? ".") && options.every((one) => isShort(scene, one))
    ? options
    : null;
}

/** The fields of a message whose options are beyond doubt. */
export function plainChoicesIn(scene: Scene): Choice[] {
  const { tokens } = scene;
  return tokens.flatMap(({ text }, at): Choice[] => {
    const options = text === "(" ? bracketed(scene, at) : text === ":" ? slashed(scene, at) : null;
    const name = options ? memberBefore(scene, at) : null;
    // "lines (metre, yard)" may be rows; "tags (any of new/used)" are none.
    const field = name && (!tokens[at - 1]!.isPlural || tokens[options![0]!.from]!.word === "any") ? name : null;
    return options && field ? [{ field, options }] : [];
  });
}

/** Which tags the tokens of such fields and options may have. */
export function tagsOfChoices(choices: readonly Choice[]): (at: number, tag: Tag) => boolean {
  const told = new Map<number, Tag>();
  const tell = ({ from, to }: Range, role: "field" | "option") => {
    for (let at = from; at < to; at++) told.set(at, at === from ? role : `+${role}`);
  };
  for (const { field, options } of choices) {
    tell(field, "field");
    for (const option of options) tell(option, "option");
  }
  return (at, tag) => (told.get(at) ?? tag) === tag;
}
