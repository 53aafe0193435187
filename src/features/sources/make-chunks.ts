import type { ChunkDraft } from "@/features/retrieval/schema";
import { type Block, chunkTokens, overlapTokens } from "./schema";

/** Characters of scripts whose tokens are about a character each. */
const dense = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

/** Tokens of a text, estimated: four characters each, and one for each character of scripts without spaces. */
export function countTokens(text: string): number {
  const denseCount = text.match(dense)?.length ?? 0;
  return Math.ceil((text.length - denseCount) / 4 + denseCount);
}

/** A section that has this much text begins a new chunk at the next heading; shorter ones share one. */
const sectionTokens = chunkTokens / 4;

/** "Report › Costs (page 3)": the path of headings, which is indexed with the text. */
function headingOf(title: string, { heading, page }: Block): string {
  const path = [...new Set([title, ...heading])].filter(Boolean).join(" › ");
  return page === undefined ? path : `${path} (page ${page})`;
}

/** Where a text that is too long is cut, best place first: paragraph, line, sentence, word. */
const breaks = [/\n\s*\n/g, /\n/g, /[.!?。！？]["')\]]?\s+|[。！？]/g, /\s+/g];

/** The last place before `end`, and behind half of it, where one may cut. */
function cutBefore(text: string, end: number): number {
  const part = text.slice(0, end);
  for (const pattern of breaks) {
    let last = 0;
    for (const match of part.matchAll(pattern)) last = match.index + match[0].length;
    if (last > end / 2) return last;
  }
  // Not between the halves of a surrogate pair.
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? "") ? end - 1 : end;
}

/** So many characters have at most so many tokens. */
function charactersOf(text: string, tokens: number): number {
  const isDense = (text.match(dense)?.length ?? 0) > text.length / 4;
  return isDense ? tokens : tokens * 4;
}

/** A text in pieces of at most so many tokens, one at a time: a book may be one paragraph. */
function* splitText(text: string, tokens: number): Generator<string> {
  for (let at = 0; at < text.length;) {
    const window = text.slice(at, at + tokens * 4 + 1);
    const isLast = at + window.length === text.length && countTokens(window) <= tokens;
    const cut = isLast ? window.length : cutBefore(window, Math.min(window.length, charactersOf(window, tokens)));
    const piece = window.slice(0, cut).trim();
    if (piece) yield piece;
    at += Math.max(1, cut);
  }
}

/** The end of a chunk that the next one repeats, from the beginning of a sentence where there is one. */
function tailOf(text: string): string {
  const tail = text.slice(-charactersOf(text.slice(-4_000), overlapTokens));
  if (tail.length === text.length) return "";
  const sentence = /[.!?。！？]["')\]]?\s+|\n/.exec(tail);
  const start =
    sentence && sentence.index < tail.length / 2 ? sentence.index + sentence[0].length : tail.search(/\s/) + 1;
  return tail.slice(start).trim();
}

type Open = { heading: string; parts: string[]; tokens: number; head: string | undefined; ownTokens: number };

/**
 * Cuts a document into chunks of at most about 1,000 tokens, which overlap by about 200 where a section is cut. A row of
 * a table is never cut where it fits, and each chunk with rows says which columns they have.
 */
export const makeChunks = (title: string, blocks: readonly Block[]): ChunkDraft[] => [...draftChunks(title, blocks)];

/** The same one at a time, for who has other work to do in between. */
export function* draftChunks(title: string, blocks: readonly Block[]): Generator<ChunkDraft> {
  const drafts: ChunkDraft[] = [];
  let count = 0;
  let open: Open | undefined;
  let path = "";
  const close = () => {
    if (open && open.ownTokens > 0)
      drafts.push({
        position: count++,
        heading: open.heading,
        text: open.parts.join(open.head ? "\n" : "\n\n"),
      });
    open = undefined;
  };
  const begin = (block: Block, overlap: string): Open => ({
    heading: headingOf(title, block),
    parts: [overlap, block.head ?? ""].filter(Boolean),
    tokens: countTokens(overlap) + countTokens(block.head ?? ""),
    head: block.head,
    ownTokens: 0,
  });
  let part: string | undefined;
  for (const block of blocks) {
    if (block.part !== part) close();
    part = block.part;
    const here = [...block.heading, block.page ?? ""].join("\0");
    const isNewSection = here !== path;
    path = here;
    const headTokens = block.head === undefined ? 0 : countTokens(block.head);
    const room = Math.max(chunkTokens / 2, chunkTokens - headTokens);
    let index = -1;
    for (const piece of splitText(block.text, block.head === undefined ? chunkTokens - overlapTokens : room)) {
      index += 1;
      const tokens = countTokens(piece);
      if (open && (open.head !== block.head || (isNewSection && index === 0 && open.ownTokens >= sectionTokens)))
        close();
      if (open && open.tokens + tokens > chunkTokens) {
        const last: string =
          open.head === undefined && !(isNewSection && index === 0) ? tailOf(open.parts.join("\n\n")) : "";
        close();
        open = begin(block, last);
      }
      open ??= begin(block, "");
      // A short section that shares the chunk keeps its own heading as a line.
      const name = block.heading.at(-1);
      if (isNewSection && index === 0 && open.ownTokens > 0 && name && headingOf(title, block) !== open.heading)
        open.parts.push(`${name}:`);
      open.parts.push(piece);
      open.tokens += tokens;
      open.ownTokens += tokens;
      yield* drafts.splice(0);
    }
  }
  close();
  yield* drafts;
}
