/** Words that introduce an item and are no part of its name. */
const lead =
  /^(?:(?:and|or|also|then|finally|please|a|an|the|any|some|each|every|his|her|their|your|my|our|its|optional|user'?s|visitor'?s|customer'?s|client'?s|list of(?= (?:allergies|interests)))\s+)+/i;

/** Divides at commas, semicolons, line ends and "and", but not within brackets or quotes. */
export function splitItems(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let item = "";
  const close = () => {
    const trimmed = item
      .trim()
      .replace(/[.?!,;:]+$/, "")
      .trim();
    if (trimmed !== "") items.push(trimmed);
    item = "";
  };
  for (const piece of text.split(/([,;\n()[\]]|\s+(?:and|&|as well as|plus also)\s+)/i)) {
    if (piece === "(" || piece === "[") depth += 1;
    if (piece === ")" || piece === "]") depth -= 1;
    if (depth <= 0 && (/^[,;\n]$/.test(piece) || /^\s+(?:and|&|as well as|plus also)\s+$/i.test(piece))) close();
    else item += piece;
  }
  close();
  return items;
}

/** "the user's number of days" → "number of days". */
export const withoutLead = (item: string): string => item.trim().replace(lead, "").trim();

/** What is compared of a name: "How many days?" and "the number of days" are both "day". */
export const nameWords = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}|['’]s\b/gu, "")
    .replace(/\([^)]*\)/g, " ")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "" && !fillers.has(word))
    .map((word) => spellings[word] ?? word)
    .map((word) =>
      word.length > 3 && !/(?:ss|us|is)$/.test(word) ? word.replace(/ies$/, "y").replace(/s$/, "") : word,
    );

const spellings: Record<string, string> = {
  percentage: "percent",
  meter: "metre",
  meters: "metre",
  liter: "litre",
  liters: "litre",
  kilometers: "km",
  kilometres: "km",
  colour: "color",
};

const fillers = new Set(
  "a an the of for in on to is are was do does you your their his her my our its they we i how many much number amount total what which and or any current".split(
    " ",
  ),
);

/** Whether two names mean the same: 2 exactly, 1 where one has all words of the other, 0 not. */
export function likeness(left: string, right: string): 0 | 1 | 2 {
  const [one, other] = [nameWords(left), nameWords(right)];
  if (one.length === 0 || other.length === 0) return left.trim().toLowerCase() === right.trim().toLowerCase() ? 2 : 0;
  const shared = one.filter((word) => other.includes(word)).length;
  if (shared === one.length && shared === other.length) return 2;
  return shared === Math.min(one.length, other.length) && shared > 0 ? 1 : 0;
}
