import "server-only";
import { uniqueWordings } from "../../lexicon/unique-words";

/** What opens the fields of a table: "customers with", "Parts:", "vehicles (". */
const opening = /([\w-]+)\s*(?:\(|:|\bwith\b|\bhave\b|\bhas\b|\bcontains?\b)/gi;
/** Fields that one tells rows apart by: other things that are called unique are no wish ("unique handmade items"). */
const telling =
  "(?:e-?mail(?: address)?|number|no|nr|code|sku|ids?|isbn|key|name|plate|title|slug|handle|phone|serial|barcode|vin|iban|url|address|reference|ref)(?:e?s)?";
const beforeIt = new RegExp(
  `\\b(?:an? )?unique ((?:(?!(?:with|and|of|for|by|in|on|to|that|at)\\b)[\\w-]+ ){0,3}?${telling})(?=\\s*(?:[,;.)(\\n]|$|\\b(?:and|or|with|which|that)\\b))`,
  "gi",
);
const behindIt = /([\w][\w -]*?) \((?:([^()\n]*?)[,;]\s*)?unique(?:[,;]\s*([^()\n]*))?\)/gi;
const asSentence =
  /^(?:the )?[\w -]+ (?:must|has to|have to|should|shall|needs? to) (?:always )?be unique$|^(?:the )?[\w -]+ (?:is|are) (?:always )?unique$/i;

export type UniqueSaid = {
  rest: string;
  /** Each as wishes of which the first one that is understood counts. */
  wishes: string[][];
};

/**
 * Takes out of a description what is to be unique, which would be read as a part of its names ("unique email") or as
 * tables ("no duplicate plates"). The wishes hold for the finished app.
 */
export function withoutUnique(text: string): UniqueSaid {
  const wishes: string[][] = [];
  if (!/\b(?:unique|duplicated?s?|twice|once|same)\b/i.test(text)) return { rest: text, wishes };
  const rest = text.replaceAll(/[^.!?;\n]+(?:[.!?;](?=\s|$)|\n|$)?|[.!?;\n]/g, (piece) => {
    const plain = inPlain(piece);
    if (asSentence.test(plain)) {
      wishes.push([plain]);
      return piece.endsWith("\n") ? "\n" : "";
    }
    return withoutMarks(piece, wishes);
  });
  return wishes.length > 0 ? { rest: rest.trim(), wishes } : { rest: text, wishes };
}

const inPlain = (piece: string): string =>
  uniqueWordings.reduce(
    (said, [pattern, plain]) => said.replace(pattern, plain),
    piece
      .trim()
      .replace(/[.!?;]+$/, "")
      .replace(/^(?:and|also|but|-|\*|please|make sure(?: that)?|ensure(?: that)?) /i, ""),
  );

/** "customers with a unique email", "article number (text, unique)". */
function withoutMarks(piece: string, wishes: string[][]): string {
  const note = (field: string, at: number) => {
    const table = [...piece.slice(0, at).matchAll(opening)].at(-1)?.[1];
    const plain = `the ${field} must be unique`;
    wishes.push(table ? [`the ${field} of ${table} must be unique`, plain] : [plain]);
  };
  const unbracketed = piece.replaceAll(behindIt, (_, field: string, before = "", after = "", at: number) => {
    const others = [before, after].filter(Boolean).join(", ");
    note(field.replace(/^(?:.*\b(?:with|and|have|has)|-|\*)\s+/i, "").trim(), at);
    return others ? `${field} (${others})` : field;
  });
  return unbracketed.replaceAll(beforeIt, (said, field: string, at: number) => {
    note(field, at);
    return /^an? /i.test(said) ? `${/^[aeiou]/i.test(field) ? "an" : "a"} ${field}` : field;
  });
}
