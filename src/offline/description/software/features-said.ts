import "server-only";
import { isPlural, listed } from "../../language/inflect";
import { splitList } from "../../language/normalize";
import { knownAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { loadWords } from "../../words/load";
import { wordKey } from "../../words/word-key";
import { software } from "../../words/software";
import { readMember } from "./feature-member";
import { withoutProducts, withoutStack } from "./products-said";
import { withoutAccounts, withoutRoles } from "./roles-said";

/** A first message whose list of features is one of rows and fields, and what such a list asked for besides. */
export type Features = {
  text: string;
  /** Views and pages that were listed among what is kept, as requests: "add a calendar". */
  wishes: string[];
  /** Services outside of the app, in the person's own words: "Slack notifications". */
  outside: string[];
  /** Roles that people were to have: "student, moderator". */
  roles: string[];
  /** Languages and frameworks that an app was to be made with. */
  stack: string[];
};

/** Where a list of features begins: "a CRM with", "include", "HR tool:", "- ". */
const opener = /\b(?:with|including|includes?|featuring|having|supports?|supporting)\s+(?:(?:an?|the|its)\s+)?|:\s+/i;
const opening = new RegExp(`^(?:[^,;:]*?(?:${opener.source})|\\s*- )`, "i");
/** What has features: "a customer with order history" has fields. */
const app =
  /\b(?:apps?|application|tool|system|website|site|platform|portal|software|dashboard|tracker|manager|planner|organi[sz]er|board|store|shop|crm|erp|cms|hub|page|generator|builder|blog|forum|marketplace|directory|network|saas|mvp|solution|suite|program|calendar|desk|lms|pos|wiki|studio|center|centre|workflow|menu|list|portfolio|management|tracking|booking|scheduling)\b/i;
const audience =
  /\b(?:app|application|tool|system|platform|portal|software|tracker|planner|manager) for (?:my |our |the )?(?:[a-z]+ )?[a-z]+s$/i;
const wished =
  /^\s*(?:please )?(?:build|create|make|design|generate|develop|set up|i (?:need|want)|we (?:need|want))\b/i;
const further = /^\s*(?:- |(?:it |they )?(?:should )?(?:also )?(?:include|support|have)s?\b|features?\b)/i;
const isOfApp = (opened: string): boolean => {
  const [head = ""] = opened.split(opener);
  return further.test(opened) || app.test(wished.test(head) ? head : head.trim().split(/\s+/).slice(-2).join(" "));
};
/** "customers can see the workshops and sign up": what somebody does is no list of features. */
const doing = /\b(?:can|could|should|must|may|will|want|wants)\b/i;

/** "columns (To Do, Done)" of a board are the choices of a status. */
const board = /\b(?:board|kanban)\b/i;
const columns = /^(?:columns|lists|lanes|stages)\s*(?=\()/i;

/** "tasks, milestones and assignee": tasks have one anyway. What none of the rows has is a field of the first. */
function withoutUsual(kept: string[], found: Features): string[] {
  const rows = kept.filter((one) => isPlural(one) && knownAs(one));
  if (rows.length === 0) return kept;
  const has = (noun: string, field: string) =>
    knownAs(noun)!.fields.some(
      ({ spec }) => spec.name === wordKey(field).replaceAll(" ", "_") || spec.name === wordKey(field).split(" ")[0],
    );
  const ofTables = new Set(loadWords().capabilities.values());
  const loose = kept.filter((one) => ofTables.has(one) && (!isPlural(one) || isAttribute(one)) && !knownAs(one));
  for (const field of loose)
    if (!rows.some((noun) => has(noun, field))) found.wishes.push(`add ${field} to ${rows[0]}`);
  return kept.filter((one) => !loose.includes(one));
}

const spelled = /^(?:boards|lists|cards|pages) \([^()]+,[^()]+\)$/i;
const fieldsIn = (said: string): boolean => {
  const fields = /\((.+)\)/.exec(said)![1]!.split(/\s*,\s*/);
  return fields.filter((field) => isAttribute(field)).length * 2 >= fields.length;
};

/** A sentence whose list is one of rows and fields; as it is where nothing in it is a feature. */
function readSentence(sentence: string, found: Features): string {
  const opened = opening.exec(sentence)?.[0];
  if (!opened || !isOfApp(opened)) return sentence;
  const members = splitList(asOne(sentence.slice(opened.length)));
  if (members.some((said) => doing.test(said))) return sentence;
  const read = members.map((said) =>
    // "boards (title, colour)": rows with their fields, and no feature.
    spelled.test(said) && fieldsIn(said)
      ? { kept: said }
      : board.test(opened) && columns.test(said)
        ? { kept: said.replace(columns, "status ") }
        : readMember(said),
  );
  const [head = ""] = opened.split(opener);
  // "a tracker for families with kids, chores": the app has them, and not each family.
  const isOfAudience =
    audience.test(head.trim()) && members.filter((said) => isPlural(said) && knownAs(said)).length > 1;
  const begun = isOfAudience ? `${head.trim()}: ` : opened.replace(/(?:an?|its)\s+$/i, "");
  if (!isOfAudience && read.every(({ kept }, at) => kept === members[at])) return sentence;
  for (const { wishes = [], outside = [] } of read) {
    found.wishes.push(...wishes);
    found.outside.push(...outside);
  }
  const kept = withoutUsual([...new Set(read.map((one) => one.kept).filter(Boolean))], found);
  return kept.length > 0 ? `${begun}${listed(kept)}` : head.trimEnd();
}

/** "stock per branch and product" is one member of a list, and "drag and drop" one feature. */
const perBoth = / per ([a-z]+) and (?=[a-z]+\b(?! (?:of|for)\b))/gi;
const asOne = (list: string): string =>
  [...loadWords().capabilities.keys(), ...software().views.keys()]
    .filter((words) => / and /.test(words))
    .reduce(
      (text, words) =>
        text.replaceAll(new RegExp(`\\b${words.replaceAll(" ", "[ -]")}\\b`, "gi"), (found) =>
          found.replaceAll(" ", "-"),
        ),
      list.replaceAll(perBoth, " per $1 per "),
    );

/** "a SaaS for gyms" is an app. */
const business = /\b(?:saas|mvp)(?: (?:app|application|platform|product|tool|website|software|startup))?\b/gi;
/** "Restaurant POS with orders". */
const pointOfSale = /\bPOS(?: (?:app|backend|software|system))?\b/g;

/** A first message in the words of people who know software, with its features as the rows and fields that are kept for them. */
export function plainFeatures(said: string): Features {
  const found: Features = { text: said, wishes: [], outside: [], roles: [], stack: [] };
  const plain = withoutStack(said);
  const bare = withoutRoles(withoutProducts(plain.text, opening.test(plain.text)));
  Object.assign(found, { stack: plain.stack, roles: bare.roles });
  const text = withoutAccounts(bare.text).replace(business, "app").replace(pointOfSale, "app");
  // The ends of sentences stay as they are.
  const pieces = text.split(/([.;!?\n]+(?:\s+|$))/);
  found.text = pieces.map((piece, at) => (at % 2 === 0 ? readSentence(piece, found) : piece)).join("");
  return found;
}
