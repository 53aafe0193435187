import "server-only";

export type Token = { text: string; at: number; end: number };

/** The words and signs of a request; what stands in quotes is one. */
export const tokensOf = (text: string): Token[] =>
  [
    ...text.matchAll(
      /"[^"]*"|(?<=^|\s)'[^']+'(?=$|[\s,.;:)])|->|=>|→|[\p{L}\d#%€$£][\p{L}\d#%€$£'’-]*(?:\.\d+)?(?:(?<=\p{L})\++(?![^\s,.;:)]))?|[,:;()/|[\]=+&<>]/gu,
    ),
  ].map((match) => ({ text: match[0], at: match.index, end: match.index + match[0].length }));
