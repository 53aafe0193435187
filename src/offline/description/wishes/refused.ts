import "server-only";
import { singular } from "../../language/inflect";

const noun = "((?:[a-z]+ )?[a-z]+s)";
/** "invoices are done elsewhere", "so please no courses", "payments are not needed here", "leave the invoices out". */
const refusals = [
  new RegExp(
    `\\b${noun} (?:is|are|get) (?:done|handled|managed|kept|made|written|sent) (?:elsewhere|somewhere else|outside|by (?:our|my|the) \\w+|in (?:another|a different) \\w+)\\b`,
    "gi",
  ),
  new RegExp(`\\b(?:so|please|but|,)(?: please)? no ([a-z]+s)(?= please|\\s*[,.!;)]|\\s*$)`, "gi"),
  new RegExp(`\\b${noun} (?:is|are) (?:not|n't) (?:needed|necessary|part of (?:it|this))\\b`, "gi"),
  new RegExp(`\\b(?:leave|keep) (?:the |our |my )?${noun} out\\b`, "gi"),
];

/** Nouns that a message says not to keep, in the singular. */
export const refusedIn = (message: string): string[] =>
  refusals.flatMap((pattern) =>
    [...message.toLowerCase().matchAll(pattern)].map((match) => singular(match[1]!.split(" ").at(-1)!)),
  );
