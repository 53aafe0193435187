import "server-only";
import { labelFor } from "../../fields";
import { distance, singular, wordsOf } from "../../inflect";
import type { Draft } from "../draft";
import { plain } from "../plain-words";
import { isPlainVerb } from "../lexicon";
import type { Plan } from "./plan";
import { framesOf } from "./statements";

/** Words of descriptions that ask for nothing of their own. */
const idle = new Set(
  `crm erp cms euro euros dollar dollars pound pounds francs eur usd gbp chf sample rows demo about actually again already always anything around available based basic best better big both busy business clean clear come comes company complete current currently custom daily different digital direct easy easily efficient etc everything everywhere fast few find first fancy free friendly full general good great help helps idea important info information interactive interested job kind large later least like little local long look looking lot main many maybe modern monthly more most much must nice nobody normal nothing often once online only organise organize other overview own own part personal place plan platform possible practical pretty public quick quickly ready real really regular relevant right same separate several side similar simple single small software soft some soon special specific sure team thing things time today together track tracker tracking trello type under upcoming useful usual usually various very want way ways web week weekly well whole work works year yearly yet implement implementing develop developing design run runs running manage managing management manager planner planning portal organizer organiser log logs collection inventory catalog catalogue directory registry register overview journal diary book board calendar market shop store schedule timetable plan roster list history record records number numbers count amount details detail content contents feature features function ability purpose process everyone people person myself family friends friend group groups house home office school shop studio department institute association college university hobby our ours their theirs it's i'm we're they're don't doesn't let's please thanks`.split(
    /\s+/,
  ),
);

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

/** Every word that something in the app answers to. */
function answered({ kind, phrase, heard, tables, refused }: Plan, { model, things }: Draft): Set<string> {
  const named = model.entities.flatMap((entity) => [
    entity.name,
    entity.title ?? "",
    ...Object.entries(entity.properties).flatMap(([name, value]) => [
      name,
      labelFor(name, value),
      ...(value.enum ?? value.items?.enum ?? []).map(String),
    ]),
    things[entity.name] ?? "",
  ]);
  const kept = [...named, kind?.name ?? "", phrase, ...heard, ...refused];
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

/** Reads the sentences against what stands: the words that nothing answers to are told, in the person's own order. */
export function noteUnused(sentences: string[], plan: Plan, draft: Draft): void {
  const known = answered(plan, draft);
  const unused: string[] = [];
  for (const [at, sentence] of sentences.entries()) {
    const places = new Set(at === 0 ? audiences(sentence, plan.among) : []);
    let run: string[] = [];
    const done = new Set([...sentence.toLowerCase().matchAll(doing)].map(([, verb]) => verb));
    const isAnswered = (word: string) => !(done.has(word) && !plan.heard.has(word)) && isKept(word);
    const isKept = (word: string) =>
      (plain.has(word) && !asked.test(word)) ||
      idle.has(word) ||
      idle.has(singular(word)) ||
      places.has(word) ||
      isPlainVerb(word) ||
      word.length < 3 ||
      /^\d/.test(word) ||
      stems(word).some((stem) => known.has(stem)) ||
      (word.length > 5 && [...known].some((other) => distance(word, other) === 1));
    for (const word of [...wordsOf(sentence.replaceAll(/['’]\w+/g, "")), "."]) {
      if (word !== "." && !isAnswered(word)) run.push(word);
      else if (run.length > 0) {
        unused.push(run.join(" "));
        run = [];
      }
    }
  }
  const said = [...new Set(unused)].slice(0, 12).map((text) => `“${text}”`);
  if (said.length > 0) draft.skipped.push(`I made nothing of these words: ${said.join(", ")}.`);
}
