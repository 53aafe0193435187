import "server-only";
import { listed, plural } from "../../language/inflect";
import { splitList } from "../../language/normalize";
import { plainClasses, plainTypes } from "./class-notation";

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
  // "a system with modules for patients, doctors and billing".
  [
    /\bwith (?:the )?(?:modules|sections|features|functions|functionalities|areas|pages) (?:for|on|about) (?=[a-z ]+(?:, | and ))/gi,
    "with ",
  ],
  // "database with tables books, authors and loans", but "a restaurant with tables".
  [
    new RegExp(
      `\\b${having} (?:the )?(?:tables|entities) (?=(?:for )?[a-z]+s(?:, | \\(| and [a-z]+s\\b))(?:for )?`,
      "gi",
    ),
    "with ",
  ],
  // "Tracker for our agency, entities: Client, Project (budget)".
  [/(?:,| [-–])\s*(?:(?:data ?base )?tables|entities|data ?model)\s*[:=]\s*/gi, " with "],
  // "a CRUD app for books (title, author)".
  [/\bCRUD (?:web ?)?(?:apps?|application|tool|interface|system) (?:for|to manage|for managing) /gi, "app with "],
  [/\b(?:simple |basic )?CRUD (?:for|of) (?=[a-z ]+:)/gi, ""],
  [/\bCRUD (?:for|of) /gi, "app with "],
  [/\bCRUD /g, ""],
  // "status = open | done".
  [/(?<=[a-z]) = (?=[\w -]+(?: ?[|/] ?[\w -]+)+)/gi, ": "],
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

/** "customers, orders and products tables": those. */
const tablesBehind = /((?:\b[a-z]+s,? (?:and )?)+)\b([a-z]+s) (?:tables|entities)\b/gi;

/** "entities: policyholder, pet, policy": a table of each, and no fields of one. */
const bareTables =
  /\b((?:tables|entities|data ?model|models)(?: are)?\s*[:=]\s*)([a-z]+(?: [a-z]+)?(?:(?:, | and |, and )[a-z]+(?: [a-z]+)?)+)(?=\s*(?:[.;\n]|$))/gi;

/** A first message without talk of tables and fields: what they are called is what is kept. */
export function plainStructure(text: string): string {
  const many = plainClasses(plainTypes(text)).replaceAll(
    bareTables,
    (_, told: string, list: string) => told + listed(splitList(list).map(plural)),
  );
  return plainly.reduce((plain, [pattern, words]) => plain.replace(pattern, words), many).replace(tablesBehind, "$1$2");
}
