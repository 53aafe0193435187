import "server-only";
import { isPlural, singular } from "../../language/inflect";
import { knownAs, namesThing } from "../../lexicon/known";
import { tasks } from "../../words/tasks";
import { leftIn, tellDeed } from "./deeds";
import { pointsIn, profileOf, resultOf, tellGiven } from "./given";
import { give, keep, type Kept, link, tableOf, type Told } from "./kept";
import { isField, isPersonNoun } from "./nouns";
import { type Done, doneTo } from "./object";
import { type Doing, mainOf, ownerOf, picture, pronoun, spoken, tablesFor, tell, tellFields } from "./rows";
import { tellAnswered, tellDecided, tellStates, tellTruth } from "./standing";

const shelf =
  /^(?:shopping |their |own )*(?:cart|basket|wish ?list|want list|watch ?list|favou?rites|bookmarks|reading list)$/;
const shelved = (head: string): string =>
  /cart|basket/.test(head) ? "cart item" : `${head.replace(/s$/, "").replace("wish list", "wishlist")} item`;

/** "assign a driver to a ride", "add a tea to the cart", "attach photos to an entry". */
function tellJoined(told: Told, left: string, right: string): boolean {
  const [to] = doneTo(right).phrases;
  const from = doneTo(left);
  if (!to) return false;
  const manner = { isShown: false, isFunction: false, isTold: true, isOwn: false };
  if (shelf.test(to.head)) {
    const what = tablesFor(told, from.phrases, manner)[0] ?? told.topic ?? mainOf(told);
    const table = keep(told, shelved(to.head), { isDeed: true });
    link(table, what);
    tell(told, table, [...from.told, ...doneTo(right).told]);
    told.topic = table;
    return true;
  }
  const other = tableOf(told, to.head) ?? tablesFor(told, [to], manner)[0];
  if (!other) return false;
  const isAlbum =
    from.phrases.length === 1 &&
    /^(?:photo|picture|video)s$/.test(from.phrases[0]!.head) &&
    !pronoun.test(to.head) &&
    to.isOne;
  if (isAlbum) {
    link(keep(told, singular(from.phrases[0]!.head)), other);
    return true;
  }
  if (
    from.phrases.every(({ head }) => isField(head) || picture.test(head)) &&
    from.phrases.every(({ head }) => !tableOf(told, head))
  )
    tell(
      told,
      other,
      from.phrases.map(({ head }) => singular(head)),
    );
  else
    for (const table of tablesFor(told, from.phrases, manner))
      if (table.isPerson && !other.isPerson) link(other, table);
      else link(table, other);
  told.topic = other;
  return true;
}

/** Links of rows that are entered: "goods for a need", a "goal of minutes". */
function linkEntered(told: Told, done: Done, rows: readonly Kept[], isLooking: boolean): void {
  for (const [at, { of }] of done.phrases.entries())
    for (const { word, noun } of of) {
      const other = /^(?:of|for|on|to|about|from|at|in)$/.test(word) ? tableOf(told, noun) : undefined;
      const row = rows[at] ?? rows.at(-1);
      if (!isLooking || word === "of") link(row, other);
      const isAmount = isField(noun) || (word === "of" && isPlural(noun) && !namesThing(noun));
      if (row && !other && !isLooking && /^(?:of|for|at)$/.test(word) && isAmount) tell(told, row, [noun]);
    }
}

/** "post a position" where the app is for posting internships: what these are called there. */
function calledOtherwise(told: Told, { verb }: Doing, done: Done): Kept | undefined {
  const [phrase] = done.phrases;
  if (!phrase?.isOne || done.phrases.length > 1 || done.told.length === 0 || tableOf(told, phrase.head))
    return undefined;
  const same = told.tables.filter(({ verbs }) => verbs.has(verb));
  const isOther = isPersonNoun(phrase.head) === (same[0]?.isPerson ?? false);
  return same.length === 1 && same[0]!.fields.length === 0 && isOther ? same[0] : undefined;
}

/** One thing that is done, taken apart. `isLooking`: at rows that there are. */
type OneTask = {
  told: Told;
  task: Doing;
  object: string;
  done: Done;
  isFunction: boolean;
  isLooking: boolean;
  manner: Parameters<typeof tablesFor>[2];
};

/** What leaves nothing: "edit their profile", "contact agents". */
function tellIdle({ told, task, object, done, isFunction, manner }: OneTask): Kept[] {
  const { verb } = task;
  const [phrase] = done.phrases;
  const table = phrase && tableOf(told, phrase.head);
  // "contacting agents": who is written to.
  if (!table && isFunction && verb === "contact")
    return tablesFor(
      told,
      done.phrases.filter(({ head }) => knownAs(head)?.kind === "person"),
      manner,
    );
  if (table) linkEntered(told, done, [table], true);
  if (tasks().editing.has(verb) && /^their /i.test(object)) tellFields(told, done, task, []);
  return table ? [table] : [];
}

/** "leave washing instructions": a line of text, where nobody knows such rows. */
function tellLine({ told, task: { verb }, object, done, isFunction }: OneTask): boolean {
  const isLine = ({ head }: { head: string }) =>
    (verb === "tell about" || (!namesThing(head) && !namesThing(head.split(" ").at(-1)!))) &&
    !tableOf(told, head) &&
    !pronoun.test(head);
  const loose = told.tables.findLast(({ isDeed }) => isDeed) ?? spoken(told);
  if (
    tasks().stating.has(verb) &&
    !isFunction &&
    loose &&
    done.phrases.every(isLine) &&
    done.told.length === 0 &&
    !/^their /i.test(object)
  ) {
    tell(
      told,
      loose,
      done.phrases.map(({ head }) => head),
    );
    return true;
  }
  return false;
}

/** The rows that a task names, with what is told of them. */
function tellRows({ told, task, object, done, isFunction, isLooking, manner }: OneTask): Kept[] {
  const { verb } = task;
  const other = isLooking ? undefined : calledOtherwise(told, task, done);
  const rows = other ? [other] : tablesFor(told, done.phrases, { ...manner, isShown: isLooking });
  const isChosen = tasks().choosing.has(verb);
  if (isChosen && !isFunction) told.chosen.push(...rows.filter(({ isDeed }) => !isDeed));
  const isOfField = done.phrases.some(({ head }) => isField(head));
  if ((!isLooking || isOfField) && rows.length === 0 && done.choices.length > 0 && done.phrases[0]) {
    const owner = ownerOf(told, done.phrases[0], task);
    if (owner) give(owner, { text: done.phrases[0].head, options: done.choices });
  } else if ((!isLooking || (isOfField && !isFunction)) && !other) tellFields(told, done, task, rows);
  if (rows.length > 0 && done.choices.length > 0)
    give(rows[0]!, { text: done.choices.join(" or "), options: done.choices });
  if (done.by.length > 0) tell(told, rows.at(-1) ?? mainOf(told) ?? keep(told, "entry"), done.by, true);
  const owner =
    rows.at(-1) ??
    (done.told.length > 0 ? ownerOf(told, { head: "", isMany: false, isOne: false, of: [] }, task) : undefined);
  if (owner) tell(told, owner, done.told, isLooking && rows.length === 0);
  if (done.clause !== "" && !tellTruth(told, done.clause)) tellDecided(done.clause, rows.at(-1));
  linkEntered(told, done, rows, isLooking);
  const about = told.topic;
  if (tasks().sending.has(verb) && !isFunction && about && !about.isPerson && !about.isDeed)
    for (const row of rows)
      told.later.push(() => {
        if (row !== about && row.to.size === 0) link(row, about);
      });
  const org =
    task.who && !isFunction && tasks().publishing.has(verb)
      ? told.tables.find(({ noun }) => noun === task.who)
      : undefined;
  if (org && /^(?:place|item|record)$/.test(knownAs(org.noun)?.kind ?? "")) for (const row of rows) link(row, org);
  // "the squad of a team".
  const [, whole] = / of an? ([a-z]+)\b/i.exec(object) ?? [];
  if (isLooking && whole && knownAs(whole) && !isField(whole) && !tableOf(told, whole))
    keep(told, whole, { isPerson: isPersonNoun(whole) });
  if (!isLooking && !isFunction)
    for (const row of rows) for (const one of told.chosen) if (!row.isPerson || !one.isPerson) link(row, one);
  return rows;
}

/** Reads one thing that is done into what is kept. */
export function tellTask(told: Told, task: Doing, isFunction: boolean): Kept[] {
  const { verb } = task;
  const { deeds, setting, joining, following, sorting, giving, awarding, handing, matching, requesting } = tasks();
  // "ask the instructor a question".
  const object = task.object.trim().replace(verb === "ask" ? /^(?:the|an?|their) [a-z]+ (?=an? )/i : /^\b$/, "");
  const put = setting.has(verb) || following.has(verb) ? tellStates(told, task) : undefined;
  if (put && (setting.has(verb) || put.length > 0)) return put;
  if (sorting.has(verb)) {
    const table = doneTo(object).phrases.flatMap(({ head }) => tableOf(told, head) ?? [])[0] ?? spoken(told);
    if (table) give(table, { text: "category", options: [], isCriterion: true });
    return table ? [table] : [];
  }
  const given = giving.has(verb) ? tellGiven(told, object) : undefined;
  const points = awarding.has(verb) ? pointsIn(told, object) : undefined;
  const voice = points ?? given ?? leftIn(told, task) ?? resultOf(told, task);
  if (voice) return [voice];
  if (/^whether /i.test(object) && (tellTruth(told, object) || tellAnswered(told, object))) return [];
  const done = doneTo(object);
  const profile = profileOf(told, task, done);
  if (profile) return [profile];
  if (
    done.clause !== "" &&
    done.phrases.length === 0 &&
    (tellTruth(told, done.clause) || tellAnswered(told, done.clause))
  )
    return [];
  const isOwn = /^their /i.test(object);
  const manner = { isShown: false, isFunction, isTold: done.told.length + done.by.length > 0, isOwn };
  const [shelfHead] = done.phrases
    .map(({ head }) => head)
    .filter((head) => shelf.test(head) && !/cart|basket/.test(head));
  if (shelfHead && isFunction) return [keep(told, shelved(shelfHead), { isDeed: true })];
  if (joining.has(verb) || handing.has(verb)) {
    const [, left, right] = /^(.+?) (?:together )?(?:to|with|into|on|among) (.+)$/i.exec(object) ?? [];
    const isTo =
      right && (joining.has(verb) ? done.told.length === 0 || / to | into /.test(object) : / to /.test(object));
    if (left && isTo && tellJoined(told, left, right)) return told.topic ? [told.topic] : [];
    if (matching.has(verb)) {
      const tables = tablesFor(told, done.phrases, { ...manner, isTold: true });
      if (isFunction) return tables;
      for (const table of tables) link(spoken(told), table);
      return [];
    }
  }
  if (deeds.has(verb) || requesting.has(verb.replaceAll("-", " "))) {
    const made = tellDeed(told, task, done, isFunction);
    if (made) return made;
  }
  const { looking, entering, idle } = tasks();
  const isMade = isFunction && entering.has(verb);
  const isLooking = looking.has(verb) && !isMade;
  const one: OneTask = { told, task, object, done, isFunction, isLooking, manner };
  if (idle.has(verb) && !isLooking && !isMade) return tellIdle(one);
  if (tellLine(one)) return [];
  const filled = verb === "fill in" && done.phrases[0]?.isOne ? done.phrases[0].head : undefined;
  if (filled && !tableOf(told, filled)) {
    const table = keep(told, filled, { isDeed: true });
    tell(told, table, done.told);
    return [table];
  }
  return tellRows(one);
}
