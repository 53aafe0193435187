import "server-only";
import { isPlural, plural, singular } from "../../language/inflect";
import { splitList } from "../../language/normalize";
import { knownAs, quietAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { loadWords, wordKey } from "../../words/load";
import { software, type View } from "../../words/software";

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
const determiner = /^(?:(?:an?|the|its|my|our|some|all)\s+)+/i;
/** "search by location", "reviews from guests", "a page where": more than the name of a feature. */
const clause =
  /\b(?:that|which|who|whose|where|can|could|should|must|so|when|if|per|of|for|by|from|to|in|at|on|without|has|have|is|are)\b/i;
/** "customers can see the workshops and sign up": what somebody does is no list of features. */
const doing = /\b(?:can|could|should|must|may|will|want|wants)\b/i;
const wordsMax = 5;

/** A member of a list: what is kept for it, and what it asked for otherwise. */
type Member = Partial<Pick<Features, "wishes" | "outside">> & { kept: string };

/** The rows that a noun means, in the plural. Null where it is nothing of which there are rows. */
const rowsOf = (noun: string): string | null =>
  noun !== "" && (knownAs(noun) ?? quietAs(noun)) ? plural(singular(noun)) : null;

/** "Reports" by itself are figures; "condition reports" are rows. */
const isIn = (key: string, words: string) =>
  key === words || (words !== "reports" && ` ${key} `.includes(` ${words} `));
const viewsIn = (key: string): View[] => {
  const { views } = software();
  return [...new Set([...views].flatMap(([words, view]) => (isIn(key, words) ? [view] : [])))];
};
/** A view in the words that the readers of descriptions know. */
const viewNames: Record<View, string> = { calendar: "calendar", board: "kanban board", dashboard: "dashboard" };
const viewNamed = (key: string): string => viewsIn(key).map((view) => viewNames[view])[0] ?? "";

/** "deal pipeline tracking": deals. Null where the words before are nothing that an app keeps. */
function handled(words: string[]): string | null {
  const { handling, registers } = software();
  const head = words.at(-1)!;
  if (words.length < 2 || !(handling.has(head) || registers.has(head))) return null;
  const before = words.slice(0, -1);
  const noun = before.join(" ");
  const known = loadWords().capabilities.get(noun) || rowsOf(noun) || handled(before) || rowsOf(before.at(-1)!);
  // "test drive booking": rows of which nothing is known.
  return known ?? (handling.has(head) && !isAttribute(noun) ? plural(singular(noun)) : null);
}

/** "Slack notifications", "Stripe payments": what is kept for it stays, the service is told. */
function outsideOf(said: string, words: string[]): Member | null {
  const { outside } = software();
  if (isAttribute(said) || !words.some((word) => outside.has(word))) return null;
  const rest = words.filter((word) => !outside.has(word)).join(" ");
  return { kept: loadWords().capabilities.get(rest) ?? rowsOf(rest) ?? "", outside: [said] };
}

/** "about page", "FAQ section": a page of text. */
function pageOf(key: string): Member | null {
  const name = key.replace(/ (?:pages?|sections?|info|information|statement)$/, "");
  if (name === key || !software().pages.has(name)) return null;
  return { kept: "", wishes: [`add ${/^[aeiou]/.test(name) ? "an" : "a"} ${name} page`] };
}

/** A part of a screen, or a view: "calendar view", "property cards", "sales charts". Null where it is neither. */
function shownOf(words: string[]): Member | null {
  const isOfScreen = words.length > 1 && software().screens.has(words.at(-1)!);
  const view = viewNamed(words.join(" "));
  if (!isOfScreen && (view === "" || words.length > 3)) return null;
  const noun = words.slice(0, -1).join(" ");
  // "vendor dashboards" are of vendors, "sales charts" of nothing that is kept.
  const rows = view === "" || (knownAs(noun) ?? quietAs(noun))?.kind === "person" ? rowsOf(noun) : null;
  return { kept: [rows, view].filter(Boolean).join(", ") };
}

function readPhrase(said: string): Member {
  const { capabilities } = loadWords();
  const key = wordKey(said.replace(determiner, ""));
  const words = key.split(" ");
  while (words.length > 1 && !capabilities.has(words.join(" ")) && software().plainly.has(words[0]!)) words.shift();
  const bare = words.join(" ");
  const exactly = capabilities.get(bare);
  if (exactly !== undefined) return { kept: exactly || viewNamed(bare) };
  if (bare === "" || words.length > wordsMax || clause.test(said)) return { kept: said };
  const shown = software().screens.has(words.at(-1)!) || !knownAs(bare);
  const read = pageOf(key) ?? outsideOf(said, words) ?? (shown ? shownOf(words) : null);
  if (read) return read;
  return { kept: (shown ? handled(words) : null) ?? said };
}

/** "providers by specialty", "appointments with status tracking": a member with fields of its own. */
const inner = /^(.+?)\s+(?:with|by)\s+(.+)$/is;

function readMember(said: string): Member {
  const [, phrase = said, choices] = /^(.*?)\s*(\(.+\))$/s.exec(said) ?? [];
  const parts = inner.exec(phrase);
  const read = (parts ? [parts[1]!, parts[2]!] : [phrase]).map(readPhrase);
  const isAsSaid = read.every(({ kept }, at) => kept === (parts ? parts[at + 1] : phrase));
  if (isAsSaid) return { kept: said };
  const kept = read
    .map((one) => one.kept)
    .filter(Boolean)
    .join(" with ");
  // "filters (price, beds)": what is filtered by is kept.
  const behind = kept === "" ? choices?.slice(1, -1) : choices;
  return {
    kept: [kept, behind].filter(Boolean).join(" "),
    wishes: read.flatMap(({ wishes = [] }) => wishes),
    outside: read.flatMap(({ outside = [] }) => outside),
  };
}

/** "columns (To Do, Done)" of a board are the choices of a status. */
const board = /\b(?:board|kanban)\b/i;
const columns = /^(?:columns|lists|lanes|stages)\s*(?=\()/i;

const joined = (kept: string[]): string =>
  kept.length < 2 ? (kept[0] ?? "") : `${kept.slice(0, -1).join(", ")} and ${kept.at(-1)}`;

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

/** A sentence whose list is one of rows and fields; as it is where nothing in it is a feature. */
function readSentence(sentence: string, found: Features): string {
  const opened = opening.exec(sentence)?.[0];
  if (!opened || !isOfApp(opened)) return sentence;
  const members = splitList(asOne(sentence.slice(opened.length)));
  if (members.some((said) => doing.test(said))) return sentence;
  const read = members.map((said) =>
    board.test(opened) && columns.test(said) ? { kept: said.replace(columns, "status ") } : readMember(said),
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
  return kept.length > 0 ? `${begun}${joined(kept)}` : head.trimEnd();
}

/** "drag and drop" is one feature, and no two members of a list. */
const asOne = (list: string): string =>
  [...loadWords().capabilities.keys(), ...software().views.keys()]
    .filter((words) => / and /.test(words))
    .reduce(
      (text, words) =>
        text.replaceAll(new RegExp(`\\b${words.replaceAll(" ", "[ -]")}\\b`, "gi"), (found) =>
          found.replaceAll(" ", "-"),
        ),
      list,
    );

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** "React and Tailwind.", "using Spring Boot, MongoDB and Docker". */
function withoutStack(text: string, found: Features): string {
  const one = `(?:${software()
    .stack.toSorted((left, right) => right.length - left.length)
    .map(escaped)
    .join("|")})`;
  const named = new RegExp(
    `(?:[,;]? ?\\b(?:built |made |written |implemented )?(?:using|with|in|on) |(?<=[.;\\n]\\s*)(?:(?:please )?use )?)(?:the )?(${one}(?:(?:\\s*[,/+]\\s*|,?\\s+(?:and|&)\\s+)${one})*)(?=\\s*(?:[.;\\n]|$|\\bwith\\b|\\bfor\\b))`,
    "gi",
  );
  return text
    .replace(named, (_, list: string) => {
      found.stack.push(...list.split(/\s*[,/+&]\s*|,?\s+and\s+/i));
      return "";
    })
    .replaceAll(/(?:\.\s*){2,}/g, ". ");
}

/** "Airbnb clone", "a clone of Trello for recipes": what such an app keeps, where the message does not say. */
function withoutProducts(text: string): string {
  const { products } = software();
  const one = `(${[...products.keys()]
    .toSorted((left, right) => right.length - left.length)
    .map(escaped)
    .join("|")})`;
  const isListed = opening.test(text);
  const kindOf = (all: string, name: string, things?: string) => {
    const [kind = "", rows = ""] = (products.get(name.toLowerCase()) ?? "").split(" with ");
    if (kind === "") return all;
    // "a clone of Airbnb for houseboats": those, and what goes with them.
    const kept = things ? [things, ...splitList(rows).slice(1)] : splitList(rows);
    const app = things ? `${things} ${kind.split(" ").at(-1)}` : kind;
    return isListed ? app : `${app} with ${joined(kept)}`;
  };
  const of = "(?: for ((?:[a-z]+ ){0,2}[a-z]+s)(?=\\s*(?:[.;,\\n]|$)))?";
  return text
    .replace(
      new RegExp(`\\b${one}[- ](?:clone|copy|alternative|replacement)(?: app| website| site)?\\b${of}`, "gi"),
      kindOf,
    )
    .replace(new RegExp(`\\b(?:clone|copy|version) of ${one}\\b${of}`, "gi"), kindOf)
    .replace(new RegExp(`\\b(?:(?:an? )?(?:app|website|site|something) like )${one}\\b${of}`, "gi"), kindOf)
    .replace(new RegExp(`\\b${one}[- ](?:style|like|inspired)\\s+(?=[a-z])`, "gi"), "");
}

/** "Roles: student, moderator.", "user roles admin + waiter": people are members or admins. */
const rolesSaid =
  /(?:(?<=^|[.;\n] ?)|[,;] ?| (?:with|and) )(?:(?:user|multi|different)[- ]?roles?|roles|user types)(?: ?[:=(] ?| (?=[a-z]+ ?[+/]))([^.;:()\n]{3,80})\)?(?=[.;\n]|$)/gi;
function withoutRoles(text: string, found: Features): string {
  return text.replace(rolesSaid, (all, said: string) => {
    const roles = said.split(/[,+/&]|\band\b/i).map((role) => role.trim());
    // "roles: name, actor" of a play: the fields of a table.
    if (roles.length < 2 || roles.some((role) => isAttribute(role) || !/^[a-z]+(?:[ -][a-z]+)?$/i.test(role)))
      return all;
    found.roles.push(said.trim());
    return "";
  });
}

/** "Users can sign up and log in.": every app has accounts. */
const accounts =
  /(?<=^|[.;\n]\s*)(?:(?:the |all )?(?:users|people|visitors|members|customers|admins) (?:can|should be able to|must|need to) |(?:with |add |include )?(?:user )?)(?:(?:sign|log) ?(?:up|in|out)|register|log ?out|authentication|(?:create|have) (?:an )?accounts?)(?:(?:,| and|,? or) (?:to )?(?:(?:sign|log) ?(?:up|in|out)|register|log ?out|(?:create|have) (?:an )?accounts?))*\s*(?:[.;\n]+\s*|$)/gi;
/** "a SaaS for gyms" is an app. */
const business = /\b(?:saas|mvp)(?: (?:app|application|platform|product|tool|website|software|startup))?\b/gi;
/** "Restaurant POS with orders". */
const pointOfSale = /\bPOS(?: (?:app|backend|software|system))?\b/g;

/** A first message in the words of people who know software, with its features as the rows and fields that are kept for them. */
export function plainFeatures(said: string): Features {
  const found: Features = { text: said, wishes: [], outside: [], roles: [], stack: [] };
  const text = withoutRoles(withoutProducts(withoutStack(said, found)), found)
    .replace(business, "app")
    .replace(pointOfSale, "app")
    .replace(accounts, "");
  // The ends of sentences stay as they are.
  const pieces = text.split(/([.;!?\n]+(?:\s+|$))/);
  found.text = pieces.map((piece, at) => (at % 2 === 0 ? readSentence(piece, found) : piece)).join("");
  return found;
}
