import "server-only";
import { loadWords } from "../words/load";

/** The longest first: "better call it" before "better". */
const phrases = (name: string) =>
  [...(loadWords().said.get(name) ?? [])]
    .sort((one, other) => other.length - one.length)
    .map((phrase) => phrase.replaceAll(/['’]/g, "['’]?"))
    .join("|");
/** "The word is Pieces. Can you change it?" */
const andChanged =
  /[.!]\s*(?:please |pls )?(?:can|could|would|will) (?:you|u) (?:please |pls )?(?:change|fix|adapt|do) (?:it|that|this)(?: please| pls)?[.!?]*$/i;
const subject = String.raw`(?:(?:the |our )?(?:word|name|term|title|label|field|column|page|table) )?("[^"]+"|[\p{L}][\p{L}\d ]{1,30}?)`;
const named = String.raw`\s*:?\s*("[^"]+"|[\p{L}\d][\p{L}\d '-]{0,38}?)(?: (?:please|pls|instead|then|here))*(?=\s*(?:$|[.!?,;\n]| and | but ))`;

let built: RegExp[] | undefined;

/** Built once: the words come from a file. */
function patterns(): RegExp[] {
  const better = String.raw`(?: here)?(?:\s*[,;:.!–-]+\s*|\s+)(?:so |please |pls |and |can you |could you |then |rather )*(?:${phrases("better named")})`;
  const start = String.raw`(^|[.!?\n]\s*)`;
  built ??= [
    String.raw`${start}${subject} (?:${phrases("ill named")})(?: (?:for us|to us|to me|at all)|(?<=(?:confuse|irritate|puzzle)s?)(?: (?:the|our|my|all|some|of))* [\p{L}]+)?${better}${named}`,
    String.raw`${start}(?:${phrases("not liked")}) ${subject}${better}${named}`,
  ].map((source) => new RegExp(source, "giu"));
  return built;
}

/** "'people' isn't clear, call it household size", "nobody understands district, better: part of town": what is complained of gets the other name. */
export function withoutComplaints(said: string): string {
  const renamed = patterns().reduce(
    (text, pattern) =>
      text.replaceAll(pattern, (_, before: string, was: string, name: string) => {
        const [old, now] = [was, name].map((one) => one.replaceAll('"', "").trim());
        return `${before}rename ${old!} to "${now!}"`;
      }),
    said,
  );
  return renamed === said ? said : renamed.replace(andChanged, "");
}
