import "server-only";
import { type Chunk, chunksOf, type Noun, type Verb } from "../../lexicon/phrases";

/** Who does what to which thing, with what: one frame per verb, or per list that has none. */
export type Frame = {
  /** The nouns before the verb. Empty: the app, or nobody said. */
  subjects: Noun[];
  /** "users", "i", "they": people without a name of their own. */
  isAnyone: boolean;
  /** Verbs that share their objects: "browse, filter and download reports". */
  verbs: Verb[];
  objects: Noun[];
  /** "for my bakery", "with photos", "by status", in their order. */
  complements: { word: string; nouns: Noun[] }[];
};

const anyone =
  /^(?:users?|visitors?|people|everyone|everybody|anyone|anybody|someone|somebody|i|we|you|they|who|whoever|he|she|he or she|customers? and staff)$/i;

const empty = (): Frame => ({ subjects: [], isAnyone: false, verbs: [], objects: [], complements: [] });
const isBare = (frame: Frame) => frame.objects.length === 0 && frame.complements.length === 0;

/** Every noun of a frame behind its verb. */
export const nounsOf = ({ objects, complements }: Frame): Noun[] => [
  ...objects,
  ...complements.flatMap(({ nouns }) => nouns),
];

/** Takes the noun right before a verb out of the frame that it closed: "… post openings and nurses | apply". */
function takeSubject(frame: Frame, at: number): Noun[] {
  const list = frame.complements.at(-1)?.nouns ?? frame.objects;
  const last = list.at(-1);
  if (!last || last.end !== at) return [];
  const isRelative = frame.verbs.length > 0 && list.length === 1 && !last.isPlural && last.determiner === "";
  if (isRelative && !frame.complements.length) return [];
  list.pop();
  // "customers and agents can comment": what is joined without a comma does it together.
  return [last];
}

/** Reads the frames of one sentence. */
export function framesOf(sentence: string, among: readonly string[]): Frame[] {
  const frames: Frame[] = [empty()];
  let relative: Noun[] | null = null;
  let pronoun = false;
  const chunks = chunksOf(sentence, among);
  for (const [index, chunk] of chunks.entries()) {
    const frame = frames.at(-1)!;
    const before = chunks[index - 1];
    if (chunk.kind === "noun") {
      (frame.complements.at(-1)?.nouns ?? frame.objects).push(chunk);
      pronoun = false;
    } else if (chunk.kind === "preposition") frame.complements.push({ word: chunk.word, nouns: [] });
    else if (chunk.kind === "pronoun") {
      if (/^(?:who|which|that|whom)$/.test(chunk.word)) relative = lastNoun(frame);
      else pronoun = true;
    } else if (chunk.kind === "verb") {
      frames.push(...startFrame(frame, chunk, { before, relative, pronoun }));
      relative = null;
      pronoun = false;
    }
  }
  return frames.filter((frame) => frame.verbs.length > 0 || !isBare(frame));
}

const lastNoun = (frame: Frame): Noun[] => {
  const last = (frame.complements.at(-1)?.nouns ?? frame.objects).at(-1);
  return last ? [last] : [];
};

type Context = { before: Chunk | undefined; relative: Noun[] | null; pronoun: boolean };

function startFrame(frame: Frame, verb: Verb, { before, relative, pronoun }: Context): Frame[] {
  const follows = before?.kind === "join" || before?.kind === "mark" || before?.kind === "verb";
  if (follows && frame.verbs.length > 0 && isBare(frame)) {
    frame.verbs.push(verb);
    return [];
  }
  if (relative?.length)
    return [
      { ...empty(), subjects: relative, isAnyone: relative.every(({ text }) => anyone.test(text)), verbs: [verb] },
    ];
  if (pronoun) return [{ ...empty(), isAnyone: true, verbs: [verb] }];
  const taken = before?.kind === "noun" ? takeSubject(frame, verb.at) : [];
  if (taken.length > 0)
    return [{ ...empty(), subjects: taken, isAnyone: taken.every(({ text }) => anyone.test(text)), verbs: [verb] }];
  return [{ ...empty(), subjects: frame.subjects, isAnyone: frame.isAnyone, verbs: [verb] }];
}
