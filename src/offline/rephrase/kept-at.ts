import "server-only";
import { isPlural, singular } from "../language/inflect";
import { knownAs, quietAs } from "../lexicon/known";
import { isServingPerson, isSomebody, relatives } from "../lexicon/nouns";
import { kindsIn } from "../words/find";
import { websites } from "../words/websites";
import { inOrder, rule } from "./phrase-rule";

const own = {
  keep: "(?:track|manage|keep track of|organi[sz]e|record|log|administer|monitor|handle|document|plan|coordinate|collect)",
  plan: "(?:schedule|plan|manage|track|organi[sz]e|coordinate)",
  store: "(?:store|keep|collect|save|track|keep track of|log|record|organi[sz]e|manage|remember|plan)",
  running: "(?:manag(?:e|ing)|run(?:ning)?|organi[sz](?:e|ing)|track(?:ing)?)",
  /** All that is left. */
  rest: "[^]+",
  /** "payments and members": at least two. */
  list: "(?:[a-z]+ ){0,2}[a-z]+(?:, (?:[a-z]+ ){0,2}[a-z]+)*,? and (?:our |the )?(?:[a-z]+ ){0,2}[a-z]+",
};

const isRow = (noun: string): boolean => isPlural(noun) && (knownAs(noun) ?? quietAs(noun)) !== null;

/** These, whatever a gym's app keeps otherwise. */
function keptAt(app: string, house: string, list: string): string | null {
  const rows = list.toLowerCase().split(/,? and (?:our |the )?|, /);
  return rows.every(isRow) ? `${app.toLowerCase()} for our ${house.toLowerCase()}: ${rows.join(", ")}` : null;
}

/** That, whatever a church's app has otherwise. */
function doneAt(house: string, deed: string, rows: string): string | null {
  const isPlace = websites().organisations.has(house.split(" ").at(-1)!.toLowerCase());
  return isPlace && kindsIn(rows).length > 0 && isPlural(rows) ? `${deed} ${rows} for our ${house}` : null;
}

const isKeeper = (noun: string): boolean => isSomebody(noun) || quietAs(noun)?.kind === "person";

/** What is kept where, or by whom, as what the app is for: "a tool for our gym to track payments and members". */
export const plainKeeping = inOrder([
  rule(
    "{few}{app} for {few2}{rows} to {keep} {rest}",
    ({ few, app, rows, keep, rest }) => {
      const who = singular(rows.split(" ").at(-1)!);
      // A homework app of teachers has these.
      return isKeeper(who) && !isServingPerson(who) ? `${few}${app} to ${keep} ${rest}` : null;
    },
    own,
  ),
  rule(
    "{ask}{software} for my {word} to {store} (his |her |their )?…",
    ({ ask, software, word, store }) => (relatives.test(word) ? `${ask}${software} to ${store} my ` : null),
    own,
  ),
  rule("{ask}{app} (to|for) {running} {our} {noun}['’]s {list}", ({ app, noun, list }) => keptAt(app, noun, list), own),
  rule("{ask}{app} (for|at) {our} {house} to {keep} {list}", ({ app, house, list }) => keptAt(app, house, list), own),
  rule("{ask}{app} (for|at) {our} {house} to {plan} {noun}", ({ house, plan, noun }) => doneAt(house, plan, noun), own),
  rule("{ask}{word} {app} to {plan} {noun}", ({ word, plan, noun }) => doneAt(word, plan, noun), own),
]);
