import "server-only";
import { kindOf, labelFor } from "../model/field-kinds";
import { parseField } from "../words/parse-field";
import { isOneOff, isPlural, listed, singular, wordsOf } from "../language/inflect";
import type { Draft } from "../draft/draft";
import { plain } from "../lexicon/plain-words";
import { isAttribute, isPlainVerb } from "../lexicon/lexicon";
import { isSomebody, relatives } from "../lexicon/nouns";
import { tag, tokenize } from "../lexicon/tokens";
import { websites } from "../words/websites";
import type { Plan } from "../description/plan/plan";
import { framesOf } from "../description/statements/statements";
import { weigh } from "../description/plan/weigh";

/** Words that carry nothing of their own: how well, how often, how much, how nicely. */
const idle = new Set(
  `coordinate coordinating expecting internal elderly vintage beloved homepage handmade homemade euro euros dollar dollars pound pounds francs eur usd gbp chf sample rows demo about actually again already always anything around available based basic best better big both busy clean clear come comes complete current currently custom different direct easy easily efficient etc everything everywhere fast few find first fancy free friendly full general good great help helps idea important info information interactive interested kind large later least like little long look looking lot main many maybe modern more most much must nice nobody normal nothing often once online only other own part platform possible practical pretty quick quickly ready real really regular relevant right same separate several side similar simple single small software soft some somehow sometimes soon special specific sure thing things today together type under upcoming useful usual usually various very want way ways web well whole work works yet implement implementing develop developing design run runs running portal detail details feature features function ability purpose everyone people person myself our ours their theirs it's i'm we're they're don't doesn't let's please thanks whom whose`.split(
    /\s+/,
  ),
);

/** Of which country or language something is: "learning spanish", "an italian restaurant". */
const origin =
  /^(?:american|arabic|argentin(?:e|ian)|asian|australian|austrian|belgian|brazilian|british|bulgarian|canadian|catalan|chinese|croatian|czech|danish|dutch|egyptian|english|european|finnish|french|german|greek|hebrew|hindi|hungarian|indian|indonesian|irish|italian|japanese|korean|latin|lebanese|mandarin|mediterranean|mexican|moroccan|norwegian|persian|peruvian|polish|portuguese|romanian|russian|scottish|serbian|slovak|spanish|swedish|swiss|thai|turkish|ukrainian|vietnamese|welsh)$/;

/** What an app is or looks like, and what any list has: nothing is to be made of it where it stands beside what is kept. */
const ofApps =
  /^(?:crm|erp|cms|logs?|collections?|inventory|catalog(?:ue)?s?|directory|registry|registers?|overviews?|journal|diary|book|database|history|records?|numbers?|counts?|amount|contents?|trackers?|tracking|manag(?:e|ing|ement|er)|planner|planning|organi[sz]er?|plan|lists?|process|schedule|timetable|daily|weekly|monthly|yearly|week|year|time|group|team|business|personal|public|local|family|friends?|members?)$/;

const stems = (word: string): string[] => {
  const one = singular(word);
  return [
    word,
    one,
    one.replace(/(?:ing|ed|er|ers)$/, ""),
    one.replace(/(?:ing|ed|er)$/, "e"),
    one.replace(/ies$/, "y"),
  ];
};

/** What people call a page. */
const screens: Record<string, string[]> = {
  board: ["kanban", "trello"],
  calendar: ["schedule", "timetable"],
  dashboard: [
    "statistics",
    "stats",
    "analytics",
    "charts",
    "chart",
    "graphs",
    "graph",
    "overview",
    "summary",
    "report",
  ],
  gallery: ["photos", "pictures"],
  slots: ["booking", "times"],
};

/** The usual choices of its fields: they answer to a word for how something is, and not to rows that were asked for. */
const choicesOf = ({ model }: Draft): Set<string> =>
  new Set(
    model.entities
      .flatMap(({ properties }) => Object.values(properties).flatMap((value) => value.enum ?? value.items?.enum ?? []))
      .flatMap((option) => wordsOf(String(option)))
      .flatMap(stems),
  );

/** Every word that something in the app answers to. */
function answered({ kind, phrase, heard, tables, refused }: Plan, { model, things }: Draft): Set<string> {
  const named = model.entities.flatMap((entity) => [
    entity.name,
    entity.title ?? "",
    ...Object.entries(entity.properties).flatMap(([name, value]) => [name, labelFor(name, value)]),
    things[entity.name] ?? "",
  ]);
  const shown = model.pages.flatMap(({ title, kind: view, form }) => [
    title,
    view,
    form ?? "",
    ...(screens[view] ?? []),
  ]);
  const kept = [
    ...named,
    ...shown,
    // "kids pocket money": a plural in the name asks for its rows all the same.
    ...wordsOf(model.name).filter((word) => !isPlural(word)),
    kind?.name ?? "",
    phrase,
    ...heard,
    ...refused,
    ...tables.flatMap(({ said }) => said),
  ];
  const features = tables.flatMap((table) => [
    ...table.features.flatMap(({ phrases }) => phrases),
    ...(table.called ?? []),
    table.act?.makes ?? "",
  ]);
  return new Set([...kept, ...features].flatMap(wordsOf).flatMap(stems));
}

/** Words of requests that are fields as well: where no field answers to one, it is told. */
const asked = /^(?:photos?|pictures?|images?|files?|tags|count|amount|percent)$/;

/** "people book a wheel": there "book" is no word for the app. */
const doing =
  /\b(?:people|members|users|customers|guests|visitors|they|kids|students|clients|everyone)\s+(?:can |may )?(book|order|record)\b/g;

/** Where and for whom the app is: "for my bakery" asks for no table. */
const audiences = (sentence: string, among: readonly string[]): string[] =>
  framesOf(sentence, among).flatMap(({ complements }) =>
    complements
      .filter(({ word, nouns }) => /^(?:for|of|in|at|on)$/.test(word) && nouns[0] !== undefined && !nouns[0].isPlural)
      .flatMap(({ nouns }) => wordsOf(nouns[0]!.text)),
  );

/** "for our physiotherapy practice", "I'm a music teacher": who has the app, by the last word. */
function houseIn(sentence: string): string[] {
  const key = `${sentence.toLowerCase()} `;
  const [, said = ""] = /\bfor (?:our|my) ((?:[a-z-]+ ){1,3})/.exec(key) ?? [];
  const words = said.trim().split(" ");
  const end = words.findIndex((word) => websites().organisations.has(word));
  const [, asker = ""] =
    /^(?:hi|hello)?,? ?(?:i['’]?m|i am) an? ((?:[a-z-]+ ){1,3}?)(?:with|and|who|at|in|from)\b/.exec(key) ?? [];
  return [...(end < 0 ? [] : words.slice(0, end + 1)), ...asker.trim().split(" ")];
}

/** "party equipment", "clinical trial participants": of which sort the rows are that a table keeps. */
const isSortOf = (run: readonly string[], next: string, { tables }: Plan): boolean =>
  // "urgent orders": how a row is, which would be a field.
  (run.length === 2 ||
    (run.length === 1 &&
      (isSomebody(run[0]!) || tag(tokenize(`of ${run[0]} ${next}`), () => null)[1]?.part === "noun"))) &&
  !run.some((word) => isPlural(word) || word === "vip" || /^\d/.test(word)) &&
  tables.some(({ noun }) => noun.split(" ").at(-1) === singular(next));

/** Reads the sentences against what stands: the words that nothing answers to are told, in the person's own order. */
export function noteUnused(sentences: string[], plan: Plan, draft: Draft): void {
  const known = answered(plan, draft);
  const choices = choicesOf(draft);
  const unused: string[] = [];
  // Not told, but a reading that explains them is the likelier one.
  const sorts: string[] = [];
  for (const [at, sentence] of sentences.entries()) {
    const places = new Set(at === 0 ? [...audiences(sentence, plan.among), ...houseIn(sentence)] : []);
    let run: string[] = [];
    const done = new Set([...sentence.toLowerCase().matchAll(doing)].map(([, verb]) => verb));
    const isAnswered = (word: string) => !(done.has(word) && !plan.heard.has(word)) && isKept(word);
    const isKept = (word: string) =>
      (plain.has(word) && !asked.test(word)) ||
      idle.has(word) ||
      idle.has(singular(word)) ||
      ofApps.test(word) ||
      origin.test(word) ||
      places.has(word) ||
      isPlainVerb(word) ||
      word.length < 3 ||
      relatives.test(word) ||
      /^\d/.test(word) ||
      stems(word).some((stem) => known.has(stem)) ||
      (!isPlural(word) && stems(word).some((stem) => choices.has(stem))) ||
      (word.length > 5 && [...known].some((other) => isOneOff(word, other)));
    for (const word of [...wordsOf(sentence.replaceAll(/['’]\w+/g, "")), "."]) {
      if (word !== "." && !isAnswered(word)) run.push(word);
      else if (run.length > 0) {
        if (at === 0 && isSortOf(run, word, plan)) sorts.push(run.join(" "));
        else unused.push(run.join(" "));
        run = [];
      }
    }
  }
  const said = [...new Set(unused)].slice(0, 12).map((text) => `“${text}”`);
  draft.doubts += [...unused, ...sorts].flatMap(wordsOf).length;
  if (said.length > 0) draft.skipped.push(`I made nothing of these words: ${said.join(", ")}.`);
}

/** Fields that may have been meant for more: rows under a plural, or a rule in many words. They are told, since a plain text keeps neither. */
export function noteLoose({ tables, among }: Plan, draft: Draft): void {
  const loose = tables.flatMap(({ said, noun }) =>
    said
      .filter((phrase) => {
        const spec = parseField(phrase);
        // "rehearsal dates": many of them, in one field for a date.
        if (spec && /(?:^|_)dates$/.test(spec.name) && kindOf(spec.name, spec.property) === "date") return true;
        if (!spec || kindOf(spec.name, spec.property) !== "text") return false;
        if (!draft.model.entities.some(({ properties }) => spec.name in properties)) return false;
        const words = wordsOf(phrase);
        if (words.length > 3) return true;
        const { weight, isMany } = weigh(phrase, among);
        return (isMany && weight >= 0.3 && !isAttribute(phrase)) || words.some((word) => /^\d/.test(word));
      })
      .map((phrase) => `“${phrase}” (of each ${noun})`),
  );
  draft.doubts += new Set(loose).size;
  if (loose.length > 0)
    draft.skipped.push(
      `I made only a field of ${listed([...new Set(loose)].slice(0, 6))}. If you mean more than that, tell me what to keep of it.`,
    );
}
