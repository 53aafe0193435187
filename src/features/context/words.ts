/** Stop words. */
const stopWords = new Set(
  "a an and are as at be but by can could do does for from get go has have how i if in into is it its let like make me my no not of on one or our please should so some than that the their them then there these they this to up us use want was we what when where which will with would you your".split(
    " ",
  ),
);

/**
 * Stems a word: "categories", "category"; "saves", "saved", "saving", "save". Always a prefix, but for a final y, so
 * that texts can be searched for it.
 */
export function stem(word: string): string {
  if (word.length < 4) return word;
  const one = word
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x)es$/, "$1")
    .replace(/([^su])s$/, "$1");
  const bare = one.replace(/(?:ing|ed)$/, "");
  const root = bare.length >= 3 && /[aeiouy]/.test(bare) ? bare.replace(/([bdgmnprt])\1$/, "$1") : one;
  return root.length > 3 ? root.replace(/e$/, "") : root;
}

/** "ContactsPage.jsx" → contacts, page, jsx; "XMLParser" → xml, parser. */
export const partsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

export const stemsOf = (text: string): string[] =>
  partsOf(text)
    .filter((word) => word.length > 1)
    .map(stem);

/** A request's search terms: distinct words, and pairs of neighbours joined, since "sign up" is `Signup` in code. */
export function termsOf(request: string): { single: string[]; joined: string[] } {
  const words = partsOf(request);
  const single = new Set(words.filter((word) => word.length > 1 && !stopWords.has(word)).map(stem));
  const joined = new Set(
    words
      .slice(1)
      .flatMap((word, at) => (stopWords.has(word) || stopWords.has(words[at]!) ? [] : [stem(words[at]! + word)])),
  );
  return { single: [...single], joined: [...joined].filter((word) => !single.has(word)) };
}
