import "server-only";
import { isPlural, plural, singular } from "../../language/inflect";
import { knownAs, namesThing, quietAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { screenWord, verbLike, weak } from "../../lexicon/nouns";
import { briefs } from "../../words/briefs";
import { loadWords } from "../../words/load";
import { wordKey } from "../../words/word-key";
import { software } from "../../words/software";

const preposition =
  / (?:by|with|from|to|for|in|into|on|onto|at|using|through|via|based on|about|as|when|while|before|after|during|between|among|against|across|within|without|whether|if|so|which|that|who|where|including|such as|like|per|over|under|they|themselves|made|built|generated|based|created|available|needed)(?= |$)/i;
const determiner =
  /^(?:(?:an?|the|its|my|our|your|their|his|her|each|every|all|any|some|several|multiple|various|these|those|both|one|other|new|own|other) )+/i;
/** "their children's grades". */
const owners = /^(?:[\w-]+['’]s|[\w-]+s['’]) (?=\w)/;
const views = /\b(?:calendars?|dashboards?|charts?|graphs?|kanban|boards?)\b/i;

/** Pages that a site has anyway, and no rows. */
const isPage = /^(?:home ?pages?|homes?|contact(?: us)?|landing|main|start|index|log ?in|profiles?|check ?out|pages?)$/;

const facts = /^(?:data|details|information|info|profiles|records)$/;
const picture = /^(?:photos?|pictures?|images?|videos?)$/;
const isOutcome = /^(?:results|grades|scores|marks)$/;

const isListed = /^(?:list|register|directory|catalog|catalogue)$/;

/** "view the roster": the shifts that are in it. */
const isPlanShown =
  /^(?:(?:class |course |doctor |own )?(?:rosters?|schedules?|agendas?|timetables?)|calendar|catalogue|catalog|list|directory|archive)$/;

/** The noun phrase that an object begins with: "teas" of "teas by category". */
const phraseOf = (object: string): string =>
  object
    .replace(/^(?:to|about|on|of|for|from|through|in) /i, "")
    .split(preposition)[0]!
    .replace(
      / (?:online|offline|easily|quickly|directly|securely|efficiently|together|anytime|in real time|in real-time)$/i,
      "",
    )
    .trim();

/** The rows that a noun phrase of a brief is about, in the plural; null where it is nothing of which there are rows. */
export function rowsOf(said: string, isShown = false): string | null {
  const { told, shelves, intangible } = briefs();
  let words = wordKey(
    said
      .replace(determiner, "")
      .replace(owners, "")
      .replace(/^(?:low|out.of).stock /i, ""),
  )
    .split(" ")
    .filter(Boolean);
  while (words.length > 1 && (told.has(words[0]!) || software().plainly.has(words[0]!)) && !namesThing(words.join(" ")))
    words = words.slice(1);
  const noun = words.join(" ");
  if (noun === "") return null;
  // "the list of donors", "details of a tour".
  const of = words.indexOf("of");
  if (of > 0 && (shelves.has(singular(words[of - 1]!)) || (isShown && picture.test(words[of - 1]!))))
    return rowsOf(words.slice(of + 1).join(" "), isShown);
  if (of > 0) return rowsOf(words.slice(0, of).join(" "), isShown);
  const last = singular(words.at(-1)!);
  // "view profiles": of whoever they tell.
  if (isShown && /^(?:user )?profiles?$/.test(noun)) return null;
  const capability = loadWords().capabilities.get(noun);
  if (capability) return isAttribute(capability) && !namesThing(capability) ? null : capability;
  if (
    capability === "" ||
    (isShown && isPlanShown.test(noun)) ||
    (isShown && screenWord.test(noun)) ||
    (software().pages.has(noun) && !namesThing(noun)) ||
    intangible.has(noun) ||
    (intangible.has(words.at(-1)!) && !namesThing(noun)) ||
    isPage.test(noun)
  )
    return null;
  const before = words.slice(0, -1).join(" ");
  if (knownAs(noun)?.name.toLowerCase() === singular(noun)) return plural(singular(noun));
  // "see their results": of what they took part in.
  if (isShown && isOutcome.test(noun)) return noun;
  const isShelf =
    shelves.has(last) ||
    software().handling.has(words.at(-1)!) ||
    (isAttribute(last) && !knownAs(last)) ||
    software().registers.has(words.at(-1)!) ||
    software().screens.has(words.at(-1)!);
  // "maintaining a species list": rows, though others have a species each.
  if (words.length > 1 && !isShown && isListed.test(last) && isAttribute(before)) return plural(singular(before));
  if (words.length > 1 && isShelf) {
    // "sensor data": of the sensors.
    const rows = rowsOf(!facts.test(words.at(-1)!) ? before : plural(singular(before)), isShown);
    // "blood inventory": nobody counts bloods.
    if (rows && (isPlural(before) || namesThing(before) || !software().registers.has(words.at(-1)!))) return rows;
    // "estimated arrival times": fields.
    if (
      software().screens.has(words.at(-1)!) ||
      (!rows && isAttribute(last) && !namesThing(noun) && (words.length > 2 || !knownAs(last)))
    )
      return null;
  }
  if (namesThing(noun)) return plural(singular(noun));
  // "student reviews": whose they are, or of what.
  if (words.length > 1 && isPlural(words.at(-1)!) && knownAs(last)) return noun;
  if (
    isAttribute(noun) ||
    isAttribute(last) ||
    (screenWord.test(last) && !(words.length > 1 && last === "session")) ||
    (words.length === 1 && weak.has(last))
  )
    return null;
  if (verbLike.test(noun)) return null;
  return isPlural(words.at(-1)!) || (!isShown && words.length < 3) ? plural(singular(noun)) : null;
}

/** "monthly revenue reports", "ticket sales" that somebody looks at: figures of the rows that there are. */
const isReportOf = (phrase: string, isShown: boolean): boolean => {
  const words = wordKey(phrase.replace(determiner, "")).split(" ");
  const { told, intangible, reported } = briefs();
  if (isShown && words.length > 1 && words.at(-1) === "sales") return true;
  return (
    /^(?:reports?|statistics)$/.test(words.at(-1)!) &&
    words
      .slice(0, -1)
      .every((word) => told.has(word) || intangible.has(word) || reported.has(word) || software().plainly.has(word))
  );
};

/** What the object of a verb names: rows with their fields, and views ("products (name, price)", "calendar"). */
export function keptIn(object: string, isShown: boolean): string[] {
  const [, what, among] =
    /^(.+?) (?:for|from|of|at) (?:several|multiple|different|various|many) (\w+s)$/i.exec(object) ?? [];
  // "tickets for several venues".
  if (what && among && knownAs(among)) return [...keptIn(what, isShown), ...keptIn(among, isShown)];
  const kept: { rows: string; fields: string[] }[] = [];
  for (const one of object.replace(/(?:^| )by .+$/i, "").split(/,\s*(?:and |or )?|\s+(?:and|or|as well as)\s+/i)) {
    const [, noun = one, field] = /^(.+?) with (.+)$/i.exec(one) ?? [];
    const last = kept.at(-1);
    if (field === undefined && last && last.fields.length > 0 && isAttribute(one.replace(determiner, ""))) {
      last.fields.push(one.replace(determiner, ""));
      continue;
    }
    const phrase = phraseOf(noun);
    // "a home page": a page, and no rows.
    const [, shown] = /^(.+) pages?$/i.exec(phrase) ?? [];
    if (shown && !isPlural(shown) && (isPage.test(shown) || !knownAs(shown))) continue;
    const isReport = isReportOf(phrase, isShown);
    const view = isReport ? "dashboard" : views.exec(one)?.[0];
    const rows = isReport ? null : rowsOf(phrase, isShown);
    if (rows)
      kept.push({ rows, fields: field === undefined || views.test(field) ? [] : [field.replace(determiner, "")] });
    if (view)
      kept.push({
        rows: /^(?:chart|graph)/i.test(view) ? "dashboard" : singular(view.toLowerCase()),
        fields: [],
      });
  }
  return kept.map(({ rows, fields }) => (fields.length > 0 ? `${rows} (${fields.join(", ")})` : rows));
}

/**
 * Whether rows of a noun have such a field anyway: "ingredient" where there are ingredients, "location" where there is an address.
 * @param among things that nouns mean in this message before others
 */
export function hasField(rows: string, noun: string, among: readonly string[] = []): boolean {
  const key = singular(wordKey(noun.replace(/^(?:the )?number of /i, "")));
  const others = loadWords().alike.get(key) ?? [];
  return (
    (knownAs(rows, among) ?? quietAs(rows))?.fields.some(({ spec }) => {
      const label = singular(spec.label.toLowerCase());
      return label === key || label.endsWith(` ${key}`) || others.includes(label);
    }) ?? false
  );
}
