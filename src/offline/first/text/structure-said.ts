import "server-only";
import { isPlural, plural } from "../../language/inflect";
import { isAttribute } from "../../lexicon/lexicon";
import { knownAs } from "../../lexicon/known";
import { loadWords } from "../../words/load";

const tables =
  "(?:data(?:base)? )?(?:tables|entities|models|collections|modules|sections|resources|record types|data types|lists|objects)";
const fields =
  "(?:(?:data )?(?:fields|columns|attributes|properties)|details|data points|data|information|infos?|inputs)";
const features = "(?:(?:main |core |key )?(?:features|functions|functionalit(?:y|ies)|modules|capabilities|parts))";
const given = "(?:the following|following|these|those|the|two|three|four|five|six|seven|\\d)";
const having =
  "(?:(?:(?:that|which|it|and) )?(?:with|has|have|having|containing|including|include|using|uses?|needs?|(?:i|we) (?:need|want)|(?:it )?should (?:have|contain|include)|consists? of|made up of))";
const keeping = "(?:store|save|keep|track|record|collect|capture|manage|note|log)";

/** How people who know databases speak of an app's parts, with the plain words for it. */
const plainly: [RegExp, string][] = [
  // "with the following tables: customers, orders".
  [new RegExp(`\\b${having} (?:${given} )?${tables}(?: in it)?\\s*(?::|-|–)\\s*`, "gi"), "with "],
  // "database with tables books, authors and loans", but "a restaurant with tables".
  [
    new RegExp(
      `\\b${having} (?:the )?(?:tables|entities) (?=(?:for )?[a-z]+s(?:, | \\(| and [a-z]+s\\b))(?:for )?`,
      "gi",
    ),
    "with ",
  ],
  [
    /(^|[.;\n]\s*)(?:the |my |our )?(?:(?:data ?base )?tables|entities|data ?base schema|schema|data ?model|modules)(?: are| is)?\s*[:=]\s*/gi,
    "$1",
  ],
  // "store the following information about my employees: name, salary".
  [
    new RegExp(
      `\\b${keeping} (?:(?:${given}|all|some) )?${fields} (?:about|of|on|for) (?:(?:my|our|the|each|every|all|an?) )*([a-z][a-z -]*?)\\s*:\\s*`,
      "gi",
    ),
    "$1: ",
  ],
  // "wine cellar. I need fields for name, vintage".
  [
    new RegExp(
      `(?:[.;,]\\s*|\\s+(?:and )?)(?:it |they |each(?: one)? )?${having} (?:${given} )?${fields}(?:\\s*(?::|-|–)\\s*| (?:for|like|such as|called)\\s+(?=[a-z][a-z ]*(?:,| and )))`,
      "gi",
    ),
    " with ",
  ],
  [/[.;\n]\s*(?:fields|columns|attributes)(?: are)?\s*[:=]\s*/gi, " with "],
  // "with these features: tasks, time tracking".
  [new RegExp(`\\b${having} (?:${given} )?${features}\\s*(?::|-|–)\\s*`, "gi"), "with "],
  [/(^|[.;\n]\s*)(?:the |main |core |key )*features(?: are)?\s*[:=]\s*/gi, "$1"],
];

const listed = "(?<=(?:\\bwith|\\bincluding|[,:]|\\band|&|\\+|[.;\\n] ?-?)\\s+)";
const ends = "(?=\\s*(?:[,.;]|$|\\band\\b|&|\\n))";
const name = "([a-z]+(?:-[a-z]+)?(?: [a-z]+)?)";
/** "lead management, deal tracking": the handling of rows, where the rows are meant. */
const handled = new RegExp(
  `${listed}${name} (management|administration|handling|tracking|scheduling|logging)${ends}`,
  "gi",
);
/** "employee records, trainer profiles, patient registration": people. */
const registered = new RegExp(
  `${listed}${name} (?:records|profiles|database|directory|registration|onboarding)${ends}`,
  "gi",
);
/** A whole member of a list. */
const member = new RegExp(`${listed}(?:(?:an?|the|its|simple) )?([a-z-]+(?: [a-z-]+){0,4}?)${ends}`, "gi");

function rowsHandled(all: string, noun: string, work: string): string {
  const key = noun.toLowerCase();
  const isKept = knownAs(key) !== null && !isPlural(key);
  return isKept && (/^(?:management|administration|handling)$/i.test(work) || !isAttribute(key)) ? plural(key) : all;
}

const peopleIn = (all: string, noun: string): string =>
  knownAs(noun.toLowerCase())?.kind === "person" ? plural(noun.toLowerCase()) : all;

const keptFor = (all: string, words: string): string => loadWords().capabilities.get(words.toLowerCase()) ?? all;
/** What a list is left with where a member of it is nothing: "with , due dates and ". */
const gaps: [RegExp, string][] = [
  [/(?<=\b(?:with|including)) +(?:,|and\b) */gi, " "],
  [/,(?:\s*,)+/g, ","],
  [/,?\s+and\s*(?=[.;\n]|$)/gi, ""],
  [/,\s*and\s*,/gi, ","],
  [/\s+(?:with|including)\s*(?=[.;\n]|$)/gi, ""],
];

/** "customers, orders and products tables": those. */
const tablesBehind = /((?:\b[a-z]+s,? (?:and )?)+)\b([a-z]+s) (?:tables|entities)\b/gi;

/** A first message without talk of tables, fields and features: what they are called is what is kept. */
export function plainStructure(text: string): string {
  const said = plainly
    .reduce((plain, [pattern, words]) => plain.replace(pattern, words), text)
    .replace(tablesBehind, "$1$2");
  const kept = said.replace(member, keptFor);
  const whole = kept === said ? said : gaps.reduce((plain, [pattern, words]) => plain.replace(pattern, words), kept);
  return whole.replace(handled, rowsHandled).replace(registered, peopleIn);
}
