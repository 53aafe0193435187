/**
 * The text that words are counted in: the heading path belongs to it, since a passage seldom names its own subject.
 * Characters have one form, and of languages without spaces each pair of characters is a word.
 */
export function indexedText(heading: string, text: string): string {
  return splitRuns(`${heading}\n${text}`.normalize("NFKC"));
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2,}/gu;

/** "東京都" → " 東京 京都 ". */
export const splitRuns = (text: string): string =>
  text.replace(unspaced, (run) => {
    const characters = Array.from(run);
    return ` ${characters
      .slice(1)
      .map((character, index) => characters[index]! + character)
      .join(" ")} `;
  });

type Hashed = { hash: string };

/** Which stored chunks stay (by hash, each for one new one), which go, and which are new. */
export function matchChunks<Stored extends Hashed, Next extends Hashed>(
  stored: readonly Stored[],
  next: readonly Next[],
): { kept: { stored: Stored; next: Next }[]; gone: Stored[]; added: Next[] } {
  const waiting = new Map<string, Stored[]>();
  for (const one of stored) waiting.set(one.hash, [...(waiting.get(one.hash) ?? []), one]);
  const [kept, added]: [{ stored: Stored; next: Next }[], Next[]] = [[], []];
  for (const one of next) {
    const match = waiting.get(one.hash)?.shift();
    if (match) kept.push({ stored: match, next: one });
    else added.push(one);
  }
  return { kept, added, gone: [...waiting.values()].flat() };
}
