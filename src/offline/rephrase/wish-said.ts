import "server-only";
import { isPlural, plural } from "../language/inflect";
import { wordKey } from "../words/word-key";
import { knownAs } from "../lexicon/known";
import { verbAt } from "../lexicon/lexicon";
import { tokenize } from "../lexicon/tokens";

/** Questions to the assistant, or about what can be built: answered, and no wish for an app. */
const toAssistant =
  /\b(?:you|your|build|app|apps|data|import|publish|export|joinery|website)\b|^(?:how|why|can|could|may|should|is it|are there|what (?:can|could|should|is|are) (?:i|we|this|that|it)\b)(?! (?:many|much|often|long|far|old)\b)/i;
const own = /\b(?:i|we|my|our|me|us|everyone|everybody|whose)\b/i;
/** "track what i eat": no thing is named, but what is done tells it. */
const doing =
  /^(?:(?:track|log|note|record|remember|list|write down|keep track of) )?what (?:i|we|did i|did we|do i|do we|have i|have we) (\w+)(?: (?:\w+ ){0,3}\w+)?$/i;
const when =
  /\s+(?:today|tonight|yesterday|tomorrow|right now|now|this (?:week|month|year)|last (?:week|month|year))$/i;

/** What somebody who asks so wants to keep, as they would wish for it. */
const wishes: [RegExp, (match: RegExpExecArray) => string][] = [
  [/^(?:who|whom|how much do(?:es)?) .*\bowes?\b.*$/i, () => "track my debts"],
  [
    /^whose turn is it to (\w+) (?:the |our |my )?(.+)$/i,
    (match) => `${match[2]!} ${match[1]!.replace(/e$/i, "")}ing rota`,
  ],
  [/^who(?:'s|’s| is|se| are)? (?:all )?coming to (?:my|our|the) (.+)$/i, (match) => `${match[1]!} guests`],
  [/^what (?:do|should|must) (?:i|we) (?:still )?(?:need to |have to )?(?:buy|shop).*$/i, () => "shopping list"],
  [/^who did (?:i|we) (.+?) (to|from|with)$/i, (match) => `i ${match[1]!} ${match[2]!} people`],
  [
    /^(?:did|have|has) (?:i|we) (?:already |ever )?\w+ ((?:my|our) .+?)(?: yet)?$/i,
    (match) => `track ${match[1]!.replace(when, "")}`,
  ],
  [
    /^(what|which [\w ]+?|how (?:many|much) [\w ]+?) (?:did|do|have|had|should|will) (i|we) (.+)$/i,
    ([, what = "", who = "", rest = ""]) =>
      `track ${what.replace(/^(?:how many|how much|which) /i, "")} ${who} ${what === "what" ? rest : rest.replace(when, "")}`,
  ],
];

/** "whats in the freezer + use by". */
const shelved =
  /^(?:i want to know |know )?what(?:['’]?s| is| do (?:i|we) have) in (?:my|our|the) ([\w-]+(?: (?!and\b|with\b)[\w-]+)?)(?:\s*(?:\+|,|\band\b|\bwith\b)\s*(.+))?$/i;

/** What is written down whenever that is done: "spend" and "spent" → "Expense". */
function deedOf(verb: string | undefined): string | undefined {
  if (!verb) return undefined;
  const entry = verbAt(tokenize(verb), 0)?.entry;
  const makes = entry?.sort === "record" ? entry.data.makes : "{";
  return makes.includes("{") ? undefined : makes.toLowerCase();
}

/** Verbs that are things, too: "track parcels" is about parcels, and not about tracks. */
const keeping =
  /^(?:please )?(?:track|record|monitor|document|log|list|catalogu?e|measure) (?!(?:my|our|the|all|of|an?|what|which|how|who|when|where|if|every|each|everything)\b)([\w'-]+(?: [\w'-]+){0,3}?)(?=[,;:.(]|\s+(?:with|and|for|in|of|on|at|per|by|from|to|who|that|which|where)\s|\s*$)/i;

/** "track parcels" as "track my parcels", which is what is said of things and never of a "track day". */
function keepingSaid(text: string): string | null {
  const [, what = ""] = keeping.exec(text) ?? [];
  const named = wordKey(text.slice(0, text.indexOf(what)) + what.split(" ")[0]!);
  if (what === "" || knownAs(named) || /^(?:track|record) record/i.test(text)) return null;
  if (!isPlural(what) && !knownAs(what)) return null;
  return `track my ${text.slice(text.indexOf(what))}`;
}

/**
 * "who did i lend my books to?", "what's in my freezer": asked of an app that keeps nothing yet, it is what the person
 * wants an app to answer.
 * @returns the wish; null where nothing of their own is asked for
 */
export function wishSaid(text: string): string | null {
  const kept = keepingSaid(text);
  if (kept) return kept;
  const question = text.trim().replace(/[?!.\s]+$/, "");
  const [, shelf, more] = shelved.exec(question) ?? [];
  if (shelf) return `${shelf} inventory${more ? ` with ${more}` : ""}`;
  if (toAssistant.test(question) || !own.test(question) || /[.!?\n]/.test(question)) return null;
  const deed = deedOf(doing.exec(question)?.[1]);
  if (deed) return `track my ${plural(deed)}`;
  for (const [pattern, write] of wishes) {
    const match = pattern.exec(question);
    if (match) return write(match);
  }
  return text.trim().endsWith("?") ? question : null;
}
