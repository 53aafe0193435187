import "server-only";

/** What is longer is a whole message, which is not asked for again. */
const lengthMax = 120;
const knownMax = 20_000;

/**
 * Keeps what a pure function answers for words and phrases: to read one message, the same few hundred are asked for
 * thousands of times.
 * @param answer the same for the same text, and changed by nobody
 */
export function remember<Answer extends string | number | boolean | readonly string[]>(
  answer: (text: string) => Answer,
): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const found = answer(text);
    if (text.length > lengthMax) return found;
    if (known.size >= knownMax) known.clear();
    known.set(text, found);
    return found;
  };
}
