import "server-only";

/** What stands before a piece: the start of the sentence, a comma, "and", a colon or a dash between spaces. */
export type Mark = "start" | "comma" | "and" | "colon";

/** A sentence between two marks, with what its brackets hold. */
export type Piece = { text: string; mark: Mark; inner?: string };

const separators: [RegExp, Mark][] = [
  [/^\s*[,;]\s*(?:(?:(?:and|or|but|plus|also|then|as well as|und)|so(?=\s+(?:each|every)\s))\s+)*/i, "comma"],
  [/^\s+so (?:that )?(?=(?:i|we|they|people|[a-z]+s|everyone)\s)/i, "comma"],
  [/^\s*:(?=\s|$)\s*/, "colon"],
  [/^\s+-\s+/, "colon"],
  [/^\s+(?:and|&|\+|plus|as well as|und)\s+(?:also\s+)?/i, "and"],
];
/** "terms and conditions", "date and time": one thing of two words, with what stands between them as a bar. */
const pairs =
  /\b(?:terms\|conditions|date\|time|bed\|breakfast|pros\|cons|back\|forth|trial\|error|lost\|found|arts\|crafts|health\|safety|q\|a|food\|(?:beverages?|drinks?)|research\|development|profit\|loss|black\|white|before\|after)\b/i;

const closing: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

/** Cuts a sentence at its marks; brackets and quotes stay whole. */
export function piecesIn(sentence: string): Piece[] {
  const pieces: Piece[] = [];
  let current = "";
  let inner: string | undefined;
  let mark: Mark = "start";
  const close = () => {
    const text = current.replace(/\s+/g, " ").trim();
    if (text !== "") pieces.push({ text, mark, ...(inner === undefined ? {} : { inner }) });
    current = "";
    inner = undefined;
  };
  let isQuoted = false;
  for (let at = 0; at < sentence.length; at++) {
    const char = sentence[at]!;
    const end = closing[char] ? sentence.indexOf(closing[char], at) : -1;
    if (end > at && !isQuoted) {
      inner = inner === undefined ? sentence.slice(at + 1, end) : `${inner}, ${sentence.slice(at + 1, end)}`;
      at = end;
      // "applications (company, answer) with a board": what follows is no part of their name.
      if (/^\s+(?:with|plus|including)\s/i.test(sentence.slice(at + 1, at + 14)) && current.trim() !== "") {
        close();
        mark = "comma";
      }
      continue;
    }
    if (char === '"') isQuoted = !isQuoted;
    const found = isQuoted ? undefined : separatorAt(sentence, at);
    if (found) {
      close();
      mark = found.mark;
      at += found.size - 1;
    } else current += char;
  }
  close();
  return pieces;
}

function separatorAt(sentence: string, at: number): { mark: Mark; size: number } | undefined {
  const rest = sentence.slice(at, at + 60);
  for (const [pattern, mark] of separators) {
    const size = pattern.exec(rest)?.[0].length ?? 0;
    if (size === 0) continue;
    const isPair =
      mark === "and" &&
      pairs.test(`${sentence.slice(Math.max(0, at - 20), at)}|${sentence.slice(at + size, at + size + 20)}`);
    if (!isPair) return { mark, size };
  }
  return undefined;
}
