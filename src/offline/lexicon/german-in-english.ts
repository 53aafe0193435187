import "server-only";
import { singular, wordsOf } from "../language/inflect";
import { loadWords, typeOf } from "../words/load";
import { wordKey } from "../words/word-key";
import { splitOutside } from "../language/normalize";
import { germanVerbs } from "../words/german-verbs";
import { germanNoun, isCompound, isThing } from "./german-nouns";
import { germanSentences } from "./german-sentences";

/** Small words, adjectives and the nouns of small businesses, in the forms in which they are said. */
function germanWords(): ReadonlyMap<string, string> {
  // What has become a name has lost its umlauts.
  german ??= new Map(
    [...loadWords().german].flatMap(([english, words]) =>
      words.flatMap((word) => [word, ...wordsOf(word)].map((key) => [key, english] as const)),
    ),
  );
  return german;
}
let german: ReadonlyMap<string, string> | undefined;

/** "Ich brauche …" is read before "… brauchen …", which would take "ich" for a table. */
const bySubject = (sentence: string) =>
  /^(?:ich|wir)\s/i.test(sentence)
    ? germanSentences.filter(([, plain]) => plain.startsWith("i need"))
    : germanSentences;

/** Nouns that are put behind what they are about: "Vereinsverwaltung". */
const shells: Record<string, string> = {
  verwaltung: "management",
  planer: "planner",
  liste: "list",
  app: "app",
  formular: "form",
  sammlung: "collection",
  verzeichnis: "directory",
  kartei: "list",
  übersicht: "overview",
  kalender: "calendar",
};

/** Endings of adjectives: "offene", "bezahlten". */
const inflected = /^(\p{Ll}{4,}?)e[nrsm]?$/u;
function adjective(word: string): string | undefined {
  const stem = inflected.exec(word)?.[1];
  const english = stem === undefined ? undefined : germanWords().get(stem);
  // "bestanden", "lagere": verbs, and no stock or warehouse.
  const isNoun = english !== undefined && (isThing(english) || !/^(?:boolean|text)$/.test(typeOf(english).type));
  return isNoun ? undefined : english;
}

/** Whether a word is German, and no English one. */
export function isGermanWord(word: string): boolean {
  const key = word.toLowerCase();
  const english = germanWords().get(key) ?? adjective(key);
  return english !== undefined && english !== key && key.length > 2 && !falseFriends.test(key);
}

/** English words, or names, that look like German nouns. */
const falseFriends =
  /^(?:note|notes|band|rate|rates|gift|gifts|tag|tags|chef|handy|bad|arm|gang|art|fest|tool|tools|app|apps|website|team|teams|service|blog|blogs|user|link|links|partner|status|name|ticket|tickets|event|events)$/i;

/** A word of no list: a noun of the domain data, a compound of two of them, or a name. */
function inEnglish(word: string, isOne: boolean, isCased: boolean): string {
  if (falseFriends.test(word)) return word;
  // "Film-Titel": each noun by itself.
  const halves = word.split("-");
  if (halves.length === 2 && halves.every((half) => /^\p{Lu}\p{Ll}{2,}$/u.test(half)))
    return halves.map((half) => germanWords().get(half.toLowerCase()) ?? inEnglish(half, isOne, isCased)).join(" ");
  // Where nouns are capitalized, "stellen" is a verb and no job opening.
  if (isCased && /^\p{Ll}/u.test(word) && !loadWords().translations.has(wordKey(word))) return word;
  const shell = Object.keys(shells).find((one) => word.toLowerCase().endsWith(one) && word.length > one.length + 3);
  if (shell && germanNoun(word, true) === null) {
    const head = word.slice(0, -shell.length).toLowerCase();
    const about =
      germanWords().get(head.replace(/s$/, "")) ??
      germanWords().get(head.replace(/e?n?$/, "")) ??
      germanWords().get(head) ??
      germanNoun(head, true) ??
      (falseFriends.test(head) ? head : null);
    if (about) return `${about} ${shells[shell]}`;
  }
  return germanNoun(word, isOne) ?? word;
}

/** Verbs whose first syllable stands at the end: "reichen Ideen ein". */
const separable: [RegExp, string][] = [
  [/\breich(?:en|t|e) (?:(?:neue|ihre|eigene) )?(.{2,40}?) ein\b/giu, "submit $1"],
  [/\b(?:stimmen|stimmt) (?:über (.{2,40}?) |dafür |darüber )?ab\b/giu, "vote $1"],
  [/\b(?:melden|meldet) sich (?:zu[mr]? |für |bei )?(.{0,40}?) ?an\b/giu, "sign up for $1"],
  [/\b(?:leihen|leiht) (.{2,40}?) aus\b/giu, "borrow $1"],
  [/\b(?:tragen|trägt) (.{2,40}?) ein\b/giu, "enter $1"],
  [/\b(?:laden|lädt) (.{2,40}?) hoch\b/giu, "upload $1"],
  [/\b(?:legen|legt) (.{2,40}?) an\b/giu, "create $1"],
  [/\b(?:lehnt|lehnen) (.{2,40}? )?ab\b/giu, "declines $1"],
  [/\b(?:sagen|sagt) (.{2,40}? )?ab\b/giu, "cancel $1"],
  [/\b(?:stellt|stellen) (?:einen |eine )?(?=Antr[aä]g)/giu, "submit "],
];
/** "Art soll Hund, Katze oder Vogel sein": options stay in the person's own words. */
const optionsAre =
  /^(?:(?:die|der|das)\s+)?(\p{L}+)\s+(?:soll|sollte|kann|darf)\s+(?:nur\s+)?([^",:;()]+(?:,\s+[^",:;()]+)*\s+oder\s+[^",:;()]+?)\s+sein(?:\s+(?:können|dürfen))?$/iu;
/** "möchte Kunden verwalten": what is done comes last. */
const lastVerb =
  /^((?:ich|wir)\s+(?:möchten?|will|wollen|muss|müssen|würden?)(?:\s+gerne?)?)\s+(.+?)\s+(?:verwalten|organisieren|erfassen|speichern|tracken|festhalten|dokumentieren|planen|sammeln|pflegen|haben|aufschreiben|notieren)$/i;

/** "Wir organisieren ein Dorffest und brauchen Helferschichten": what for is no part of it. */
const because = /^(ich|wir) [^,.:;]+ und (brauchen?|möchten?|wollen|will|suchen?) /i;
/** "Der Kegelclub braucht ne App: Mitglieder": whose it is, and what it keeps. */
const neededBy =
  /^(?:der|die|das|unsere?r?|meine?r?) ([^,.:;]+?) (?:braucht|brauchen|sucht|suchen|möchte|hätte gern)(?: gern)? (?:'?ne[n]?|eine[n]?|ein) (?:kleine |einfache )?(?:app|anwendung|software|datenbank|seite|programm)\s*(?:mit|für)?\s*:\s*/i;
/** "Ich brauche: Kurse (Titel, Datum)". */
const needing = /^(?:ich|wir) (?:brauchen?|benötigen?|möchten?|wollen|hätten? gern[e]?)\s*:\s*/i;
/** "eine Übersicht der Stücke, die im Ofen stehen, mit Stand": the rows, and what they have. */
const overviewOf =
  /(?:(?:eine[n]?|die) )?(?:übersicht|liste|aufstellung|auflistung) (?:der|über die|aller|von|mit) (?=\p{Lu})/giu;
const whichAre =
  /(?<=\p{Lu}\p{L}+), die [^,.;:()]+ (?:stehen|liegen|sind|hängen|warten|kommen|laufen)(?:, | und )(?=mit )/gu;
/** "Stand (roh, fertig)": how far it is, and no market stall. */
const standing = /\bStand(?=\s*[:(])/g;

/** "Ich sammle Fossilien: Fundort, Foto": the table, whose fields follow. */
const collected = /^(?:ich sammle|wir sammeln) (?=\p{Lu}\p{L}+\s*(?::|-\s|$))/iu;

/** A German word as it was said, and what it was read as: "Kunden", "customers". */
export type GermanWord = { said: string; english: string };

/** "Holzart (Buche, Eiche, Fichte)" names choices, which stay as they were said; "Kunden (Name, Telefon)" names fields. */
function isChoices(part: string): boolean {
  const items = /^\(([^()]+)\)$/.exec(part)?.[1]?.split(/\s*,\s*/) ?? [];
  return items.length > 1 && items.filter(isFieldOrThing).length * 2 < items.length;
}

/** "Boote (Name, Klasse), Fahrten (Boot, Strecke)": in a list of nothing but brackets each has its fields. */
const areTables = (said: string): boolean => {
  const members = splitOutside(said.replace(/^[^:(]+:\s*/, ""), /^(?:\s*,\s*(?:und\s+)?|\s+und\s+)/i);
  return members.length > 1 && members.every((member) => /^\p{Lu}\p{L}+ \([^()]+,[^()]+\)$/u.test(member.trim()));
};

const hasFields = (part: string | undefined, areAll: boolean) => part?.includes(",") && (areAll || !isChoices(part));

/** "Alarme (Kunde, Zeitpunkt)": a noun of no list has fields, so it stands for a table: the readers know tables by their plural. */
function asTable(part: string, words: GermanWord[]): string {
  return part.replace(/(?<=(?:^|[\s,:])\s*)(\p{Lu}\p{L}{3,}(?<!en|er|s))(?=\s*$)/u, (said) => {
    if (inEnglish(said, false, true) !== said || germanWords().has(said.toLowerCase())) return said;
    words.push({ said, english: `${said}s` });
    return `${said}s`;
  });
}

function isFieldOrThing(said: string): boolean {
  const { attributes, translations, byName } = loadWords();
  const key = wordKey(said);
  const english = wordKey(germanWords().get(said.toLowerCase()) ?? key);
  return (
    translations.has(key) || [key, english, singular(english)].some((one) => attributes.has(one) || byName.has(one))
  );
}

/** "…, das braucht kein Mensch". */
const reason = /^(?:das|dies|es|sie|die|der)\s+(?:brauch|benötig|nutz|verwend|ist|sind|war)/i;
const betweenWishes = /^(?:\s*,\s*(?:und\s+|aber\s+)?|\s+und\s+)/i;

/** "Käufer gruppieren, und quantity soll Flaschen heißen": wishes in a row, each by its own turn of phrase. */
function sentenceInEnglish(sentence: string, words: GermanWord[], app: KnownApp): string {
  const parts = splitOutside(sentence, betweenWishes);
  const isWish = (part: string) => !reason.test(part) && bySubject(part).some(([pattern]) => pattern.test(part));
  if (parts.length > 1 && parts.length < 5 && parts.every(isWish))
    return parts.map((part) => wishInEnglish(part, words, app)).join(", ");
  return wishInEnglish(sentence, words, app);
}

/** The app that is changed: whether it keeps such rows, and whether a field of it is called so. */
type KnownApp = { keeps: (noun: string) => boolean; names: (word: string) => boolean };
const noApp: KnownApp = { keeps: () => true, names: () => false };

/** "Notfallkontakt" in an app without contacts: what only ends in the name of a thing stays as it was said. */
const isOther = (word: string, english: string, app: KnownApp): boolean =>
  isCompound(word) && isThing(english) && !app.keeps(english);

/** "Guten Tag, könnten Sie bitte …": a greeting and a request without them. */
const courtesy =
  /^(?:(?:guten (?:tag|morgen|abend)|hallo|hi|hey|moin|servus|grüezi)(?: zusammen)?[,!.]?\s+)?(?:(?:könnten|könntest|könntet|können|kannst|würden|würdest)\s+(?:sie|du|ihr|wir)\s+(?:bitte\s+|mal\s+|uns\s+|mir\s+)*)?/i;

/** "Kategorie: Werkzeug, Garten", where the app has one: its options stay in the person's own words. */
function inOwnOptions(text: string, app: KnownApp): string {
  const [, head = "", list = ""] = /^([\p{L} ]{3,40}): ?([^:()"/]+,[^:()"/]+)$/u.exec(text) ?? [];
  const field = head.replace(/^make (.+) a dropdown$/, "$1").trim();
  if (app === noApp || field === "" || !app.names(field) || app.keeps(field)) return text;
  const options = list.split(/\s*,\s*(?:und\s+|oder\s+)?|\s+(?:und|oder)\s+/i).filter(Boolean);
  return `${head}: ${options.map((one) => `"${one}"`).join(", ")}`;
}

/** "Notfallnummer" of an app that is changed: a new field keeps the whole of its name, and not the last noun alone. */
const isNewName = (word: string, english: string, ordered: string, app: KnownApp): boolean =>
  app !== noApp && ordered.startsWith("add ") && isCompound(word) && loadWords().attributes.has(english);

function wishInEnglish(sentence: string, words: GermanWord[], app: KnownApp): string {
  const said = separable
    .reduce((text, [verb, plain]) => text.replaceAll(verb, plain), sentence.replace(courtesy, ""))
    .replace(/\p{L}+$/u, (verb) => germanVerbs().get(verb) ?? verb)
    .replace(optionsAre, (_, field: string, list: string) => {
      const options = list.split(/\s*,\s*(?:oder\s+)?|\s+oder\s+/i).map((option) => `"${option}"`);
      return `make ${field} a dropdown: ${options.join(", ")}`;
    })
    .replace(lastVerb, "ich brauche $2")
    .replace(collected, "")
    .replace(because, "$1 $2 ")
    .replace(neededBy, "$1: ")
    .replace(needing, "")
    .replaceAll(overviewOf, "")
    .replaceAll(whichAre, " ")
    .replaceAll(standing, "Status")
    .replaceAll(/\bStimme(?=\s*[:(])/g, "Stimmlage")
    .replaceAll(/\bja ?\/ ?nein\b/gi, "yes/no")
    .replaceAll(/(?<=^|\s)'?ne[n]? (?=\p{L})/giu, "eine ")
    .replace(/^pro (?=\p{Lu}\p{L}+\s*:)/iu, "")
    .replaceAll(/\bAnzahl (?:der |von |an )?(?=\p{Lu})/gu, "number of ")
    .replaceAll(/\bwer (?:es|sie|ihn|das)(?: gerade| aktuell| derzeit)? (?:hat|benutzt|nutzt)\b/gi, "who has it")
    .replaceAll(/-(app|liste|verwaltung|seite)\b/gi, " $1")
    // "von, bis": of a time.
    .replaceAll(/(?<=[,(:]\s*|\bmit )von(?=\s*,|\s+(?:und|bis)\b)/gi, (from) => {
      words.push({ said: from, english: "from" });
      return "from";
    })
    // "der Name des Besitzers".
    .replaceAll(/(?<=\p{Lu}\p{L}+ )(?:des|der) (?=\p{Lu})/gu, "von ");
  const rule = bySubject(said).find(([pattern]) => pattern.test(said));
  const ordered = inOwnOptions(rule ? said.replace(rule[0], rule[1]) : said, app);
  // "Menge, Mindestmenge": a compound stays as it is beside its own last noun.
  const whole = (said.match(/\p{L}+/gu) ?? [])
    .filter((word) => !isCompound(word))
    .map((word) => inEnglish(word, false, true));
  const fields = new Set(whole.filter((english) => loadWords().attributes.has(english)));
  let before = "";
  const isCased = /\s\p{Lu}\p{Ll}{2}/u.test(said);
  const inWords = (part: string) =>
    part.replaceAll(
      /"[^"]*"|(?<=[:(]\s*)\p{L}[\p{L} -]*(?:\/\p{L}[\p{L} -]*)+|\p{L}[\p{L}-]*/giu,
      (word, at: number) => {
        // "Art: Buch/DVD/Spiel": options stay in the person's own words.
        if (word.includes("/")) return word;
        const isOne = /^(?:ein|eine|einen|einem|einer|jede|jeder|jedes|jeden|pro|a|an|each)$/i.test(before);
        before = word;
        if (word.startsWith('"')) return word;
        const noun =
          germanWords().get(word.toLowerCase()) ??
          adjective(at === 0 ? word.toLowerCase() : word) ??
          inEnglish(word, isOne, isCased);
        const isOwn = /^\p{Lu}/u.test(word) && app.names(word) && !app.keeps(noun);
        const english =
          isOwn ||
          isNewName(word, noun, ordered, app) ||
          (fields.has(noun) && isCompound(word)) ||
          isOther(word, noun, app)
            ? word
            : noun;
        words.push({ said: word, english });
        return english;
      },
    );
  const areAll = areTables(ordered);
  return ordered
    .split(/(\([^()]*\))/)
    .map((part, at, parts) =>
      isChoices(part) && !areAll ? part : inWords(hasFields(parts[at + 1], areAll) ? asTable(part, words) : part),
    )
    .join("")
    .replaceAll(/\ba (?=my\b|the\b|also\b)/gi, "")
    .replaceAll(/\ba (?=[aeio])/gi, "an ");
}

/** "den Gästen (guests)": a table of an app in English by its own name, which a person puts behind theirs. */
export const byOwnName = (text: string): string =>
  text.replaceAll(/(?<![\p{L}\d])\p{Lu}[\p{L}-]+ \((\p{Ll}+)\)/gu, "$1");

/**
 * Plain German requests in the English of the readers. Words that are in no list stay: they may be names.
 * @param words takes every word as it was read
 * @param app the app that is changed
 */
export const germanInEnglish = (text: string, words: GermanWord[] = [], app: KnownApp = noApp): string =>
  text
    .split(/(?<=[.!?\n])\s*/)
    .map((sentence) => {
      const end = /[.!?\s]*$/.exec(sentence)![0];
      return `${sentenceInEnglish(sentence.slice(0, sentence.length - end.length).trim(), words, app)}${end || ""}`;
    })
    .join(" ")
    .trim();
