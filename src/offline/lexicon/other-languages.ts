import "server-only";
import { wordsOf } from "../language/inflect";
import { loadWords, wordKey } from "../words/load";
import { germanNoun, isGermanNoun } from "./german-nouns";

/** Small words that stand in nearly every sentence of a language, and in hardly any English one. */
const smallWords: Record<string, string> = {
  de: "keine kein muss darf ich und der das ein eine einen einem einer für mit bitte brauche brauchen möchte will soll sollen bei auf zum zur nicht wir mein meine meinen meiner unsere unser ist sind wird nach von den dem im auch noch füge mach mache lösche entferne erstelle zeige baue ändere nenne benenne sortiere nur jeder jede jedes hinzu",
  es: "una un para mis mi los las el la con por quiero necesito crear crea haz añade agrega elimina cambia aplicación del que y muestra pon hacer gestionar",
  fr: "une un pour mes mon ma les le la des du avec je veux voudrais besoin créer crée ajoute ajouter supprime change et que application gérer montre mets fais est",
  it: "una un i il la le gli con voglio vorrei ho bisogno creare crea aggiungi elimina cambia applicazione di che e mostra fammi gestire mie miei",
  pt: "uma um para meus minhas os as o com quero preciso criar crie adicione remova mude aplicativo de que e mostre gerenciar",
  nl: "een het de voor met ik wil heb nodig maak voeg toe verwijder verander mijn onze en aan laat zien beheren",
};
const english = new Set(
  "a an the and for with my i want need add make create build remove change show of to in on is are each every should can only please app rename sort by".split(
    " ",
  ),
);
const sets = new Map(Object.entries(smallWords).map(([language, words]) => [language, new Set(words.split(" "))]));

/** The language of a request: null for English, and for what is too short to tell. */
export function languageOf(text: string): string | null {
  const words =
    text
      .toLowerCase()
      .replace(/\b[yj]\/n\b/g, " ")
      .match(/\p{L}+/gu) ?? [];
  if (/(?<=\p{Lu}\p{Ll}+.*) (?:entfernen|löschen|hinzufügen|umbenennen|ergänzen|anlegen)[.!]?$/u.test(text))
    return "de";
  if (/\b(?:gruppieren|umbenennen|sortieren|hinzufügen|löschen|heißen)\b/iu.test(text)) return "de";
  // "Lieferdatum ist Pflicht", "status als board bitte".
  if (
    /\b(?:ist|sind) (?:pflicht|eindeutig|optional|freiwillig|erforderlich)\b|\bals (?:board|kalender|liste|diagramm|kanban|karten)\b/iu.test(
      text,
    )
  )
    return "de";
  if (/^(?:die|der|das|den|dem|keine?|es)\s.*\b(?:muss|müssen|darf|dürfen|soll|sollen)\b/iu.test(text)) return "de";
  const count = (set: Set<string>) => words.filter((word) => set.has(word)).length;
  // One word said twice is none of a language: "con" and "as" are English words, too.
  const said = new Set(words);
  const best = [...sets]
    .map(([language, set]) => ({ language, hits: [...set].filter((word) => said.has(word)).length }))
    .sort((left, right) => right.hits - left.hits)[0]!;
  const isGerman = sets.get("de")!.has(words[0] ?? "") || /[äöüß]/i.test(text);
  if (best.language === "de" && isGerman && best.hits > 0 && best.hits >= count(english)) return "de";
  // "Tierheim: Hunde, Katzen und Spenden": hardly a small word among them.
  const nouns = (text.match(/\p{Lu}\p{Ll}{3,}/gu) ?? []).slice(0, 20).filter(isGermanNoun).length;
  if (nouns > 0 && (nouns > 1 || /[äöüß]/i.test(text)) && nouns >= count(english)) return "de";
  return best.hits >= 2 && best.hits > count(english) ? best.language : null;
}

/** What is said to those whose language the fixed rules do not know. */
export const notUnderstood: Record<string, string> = {
  es: "Sin un modelo de IA solo entiendo peticiones sencillas en inglés o alemán, por ejemplo “an app with customers (name, phone) and invoices (number, amount)”. Con una clave de modelo en la configuración del servidor también entiendo español.",
  fr: "Sans modèle d'IA, je ne comprends que des demandes simples en anglais ou en allemand, par exemple « an app with recipes (title, minutes) and ingredients ». Avec une clé de modèle dans la configuration du serveur, je comprends aussi le français.",
  it: "Senza un modello di IA capisco solo richieste semplici in inglese o tedesco, per esempio “an app with customers (name, phone) and invoices”. Con una chiave di modello nella configurazione del server capisco anche l'italiano.",
  pt: "Sem um modelo de IA só entendo pedidos simples em inglês ou alemão, por exemplo “an app with customers (name, phone) and invoices”. Com uma chave de modelo na configuração do servidor também entendo português.",
  nl: "Zonder AI-model begrijp ik alleen eenvoudige verzoeken in het Engels of Duits, bijvoorbeeld “an app with customers (name, phone) and invoices”. Met een modelsleutel in de serverinstellingen begrijp ik ook Nederlands.",
};

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

/** Where German puts its verb, and English does not. */
const germanSentences: [RegExp, string][] = [
  [
    /^(.+?)\s+(?:soll|sollen|kann|können|darf|dürfen)\s+auch\s+(.+?)\s+(?:sein|haben|heißen)(?:\s+(?:können|dürfen))?$/i,
    "$1 can also be $2",
  ],
  [/^(.+?)\s+(?:soll|sollen|muss|müssen)\s+(.+?)\s+heißen$/i, 'rename $1 to "$2"'],
  [
    /^(.+?)\s+(?:darf|dürfen|soll|sollen|kann|können)\s+(?:nie|niemals|nicht)\s+negativ\s+sein$/i,
    "$1 must not be negative",
  ],
  [
    /^(.+?)\s+ist\s+pflicht\s+und\s+darf\s+(?:nie|niemals|nicht)\s+negativ\s+sein$/i,
    "$1 is required, $1 must not be negative",
  ],
  [
    /^(?:bitte\s+)?(?:lösch|entfern|nimm|streich)e?\s+(?:bitte\s+)?(?:das\s+feld\s+|die\s+spalte\s+)?(.+?)\s+(?:bei|von|aus)\s+(?:den\s+|der\s+|dem\s+)?(.+?)(?:\s+(?:weg|heraus|raus))?(?:,.*)?$/i,
    "remove $1 from $2",
  ],
  [/^(.+?)\s+umbenennen\s+(?:in|zu)\s+"?([^"]+)"?$/i, 'rename $1 to "$2"'],
  [
    /^(?:bitte\s+)?(?:die\s+liste\s+(?:der|von|mit)\s+)?(.+?)\s+(?:bitte\s+)?nach\s+(.+?)\s+gruppieren$/i,
    "group $1 by $2",
  ],
  [/^(?:für|bei)\s+jeden?r?s?\s+(.+?)\s+(?:bitte\s+)?(?:noch|auch)\s+(.+)$/i, "add $2 to $1"],
  [
    /^(.+?)\s+(?:bitte\s+)?als\s+(?:karten|galerie|kacheln)(?:\s+mit\s+(?:foto|bild|fotos|bildern))?(?:\s+(?:an)?zeigen)?$/i,
    "show $1 as a gallery",
  ],
  [
    /^(?:bitte\s+)?(?:füge?|ergänze|gib)\s+(?:bitte\s+)?(?:bei|zu|zum|zur|in|im|für)\s+(.+?)\s+((?:ein|eine|einen|noch|das|die|den)\s+.+?)(?:\s+(?:hinzu|ein|dazu))?$/i,
    "add $2 to $1",
  ],
  [
    /^(?:bitte\s+)?(?:füge?|ergänze)\s+(?:bitte\s+)?(.+?)\s+(?:bei|zu|zum|zur|in|für)\s+(?:den\s+|der\s+|dem\s+)?(.+?)(?:\s+(?:hinzu|ein|dazu))?$/i,
    "add $1 to $2",
  ],
  [/^(?:bitte\s+)?(?:füge?|ergänze)\s+(?:bitte\s+)?(.+?)(?:\s+(?:hinzu|ein|dazu))?$/i, "add $1"],
  [
    /^(?:bitte\s+)?(?:noch\s+)?(.+?)\s+(?:bei|zu|zum|zur|in|für)\s+(?:den\s+|der\s+|dem\s+)?(.+?)\s+(?:hinzufügen|ergänzen|anlegen|einfügen)$/i,
    "add $1 to $2",
  ],
  [/^(?:bitte\s+)?(.+?)\s+(?:hinzufügen|anlegen|ergänzen)$/i, "add $1"],
  [
    /^(?:bitte\s+)?(.+?)\s+(?:bei|von|aus)\s+(?:den\s+|der\s+|dem\s+)?(.+?)\s+(?:löschen|entfernen)$/i,
    "remove $1 from $2",
  ],
  [/^(?:bitte\s+)?(.+?)\s+(?:löschen|entfernen)$/i, "remove $1"],
  [/^(?:bitte\s+)?(.+?)\s+(?:in|zu)\s+(.+?)\s+umbenennen$/i, "rename $1 to $2"],
  [
    /^(?:bitte\s+)?(?:lösche|entferne|nimm)\s+(.+?)\s+(?:bei|von|aus)\s+(?:den\s+|der\s+|dem\s+)?(.+?)(?:\s+(?:weg|heraus|raus))?$/i,
    "remove $1 from $2",
  ],
  [
    /^(?:bitte\s+)?(?:weg\s+mit\s+(?:de[mnr]\s+)?)?(.+?)\s+(?:bei|von|aus)\s+(?:den\s+|der\s+|dem\s+)?(.+?)(?:(?<=^(?:bitte\s+)?weg\s.*)|\s+(?:weg|raus))$/i,
    "remove $1 from $2",
  ],
  [/^(?:bitte\s+)?(?:lösche|entferne|weg\s+mit(?:\s+de[mnr])?)\s+(.+)$/i, "remove $1"],
  [/^(?:bitte\s+)?(?:mach|mache|färbe)\s+(.+?)\s+zu(?:r|m)?\s+pflichtfeld$/i, "make $1 required"],
  [
    /^(.+?)\s+(?:muss|müssen|braucht|brauchen|soll|sollen)\s+(?:nicht\s+(?:mehr\s+)?|nicht\s+länger\s+)(?:zu\s+)?(?:eindeutig|einmalig)\s+(?:zu\s+)?sein$/i,
    "$1 need not be unique",
  ],
  [
    /^(.+?)\s+(?:(?:muss|müssen|soll|sollen)\s+(?:immer\s+)?(?:eindeutig|einmalig|einzigartig)\s+sein|(?:ist|sind)\s+(?:immer\s+)?(?:eindeutig|einmalig))$/i,
    "$1 must be unique",
  ],
  [
    /^(.+?)\s+(?:darf|dürfen|soll|sollen|kann|können)\s+(?:nur\s+einmal|nicht\s+(?:doppelt|zweimal|mehrfach|mehrmals)|nie\s+doppelt)\s+(?:vorkommen|vergeben\s+werden|vergeben\s+sein|da\s+sein|vorhanden\s+sein|verwendet\s+werden|benutzt\s+werden|existieren)$/i,
    "$1 must be unique",
  ],
  [
    /^(?:bitte\s+|es\s+(?:darf|soll|sollen|dürfen)\s+)?keine?\s+(?:doppelten?|mehrfachen?)\s+(.+?)(?:\s+(?:geben|mehr|haben))?$/i,
    "$1 must be unique",
  ],
  [
    /^(?:keine\s+)?zwei\s+(.+?)\s+(?:dürfen\s+(?:nicht\s+)?|sollen\s+(?:nicht\s+)?|mit\s+)(?:die|der|das|dieselbe|derselbe|dasselbe|denselben|derselben|demselben)?\s*(?:gleiche[nrs]?\s+)?(.+?)(?:\s+haben)?$/i,
    "the $2 of $1 must be unique",
  ],
  [/^(?:bitte\s+)?(?:mach|mache|färbe)\s+(.+)$/i, "make $1"],
  [
    /^(?:(?:ich|wir)\s+(?:will|wollen|möchten?|muss|müssen)\s+)?(?:unsere\s+|meine\s+)?(.+?)\s+(?:verwalten|erfassen|organisieren|dokumentieren|planen)$/i,
    "manage $1",
  ],
  [/^(?:bitte\s+)?benenne\s+(.+?)\s+in\s+(.+?)\s+um$/i, "rename $1 to $2"],
  [/^(?:bitte\s+)?nenne?\s+(.+?)\s+(\S+)(?:\s+um)?$/i, "call $1 $2"],
  [/^(?:bitte\s+)?sortiere\s+(.+?)\s+nach\s+(.+)$/i, "sort $1 by $2"],
  [/^(?:bitte\s+)?(?:die\s+liste\s+(?:der|von|mit)\s+)?(.+?)\s+nach\s+(.+?)\s+(?:sortieren|ordnen)$/i, "sort $1 by $2"],
  [/^(?:bitte\s+)?(?:die\s+liste\s+(?:der|von|mit)\s+)?(.+?)\s+nach\s+(.+?)\s+filtern$/i, "filter $1 by $2"],
  [/^(?:bitte\s+)?(.+?)\s+(?:in|im|als)\s+(?:einem\s+)?kalender\s+(?:an)?zeigen$/i, "add a calendar of $1"],
  [
    /^(?:bitte\s+)?(?:zeig|zeige)\s+(?:mir\s+)?(.+?)\s+(?:in|im|als)\s+(?:einem\s+|einen\s+)?kalender(?:\s+an)?$/i,
    "add a calendar of $1",
  ],
  [/^(?:bitte\s+)?(?:zeig|zeige)\s+(?:mir\s+)?(.+?)(?:\s+an)?$/i, "show $1"],
  [/^nur\s+(.+?)\s+(?:dürfen|können|sollen)\s+(.+?)\s+(?:sehen|ansehen|lesen)$/i, "only $1 can view $2"],
  [
    /^nur\s+(.+?)\s+(?:dürfen|können|sollen)\s+(.+?)\s+(?:ändern|bearbeiten|schreiben|anlegen)$/i,
    "only $1 can edit $2",
  ],
  [/^(?:jede[rs]?|ein|eine)\s+(.+?)\s+gehört\s+zu\s+(?:einem|einer|einen)\s+(.+)$/i, "each $1 belongs to a $2"],
  [/^(?:jede[rs]?)\s+(.+?)\s+hat\s+(.+)$/i, "each $1 has $2"],
  [/^(?:mein|unser|meine|unsere)\s+(\S+)\s+(?:braucht|benötigt)\s+(.+)$/i, "i need $2"],
  [/^gib\s+(.+?)\s+((?:ein|eine|einen)\s+.+)$/i, "add $2 to $1"],
  [/^(.+?)\s+(?:brauchen|braucht|benötigen|benötigt)\s+(?:auch\s+|noch\s+)?(.+)$/i, "$1 need $2"],
  [
    /^(?:ich|wir)\s+(?:brauche|brauchen|möchte|möchten|will|wollen|hätte gern|benötige)\s+(?:gerne?\s+)?(.+?)(?:\s+(?:haben|bauen|erstellen))?$/i,
    "i need $1",
  ],
  [/^(?:bitte\s+)?(?:erstelle|baue?|entwickle|programmiere)\s+(?:mir\s+|uns\s+)?(?:bitte\s+)?(.+)$/i, "create $1"],
  [/^(?:ändere|setze)\s+(.+?)\s+(?:auf|zu|in)\s+(.+)$/i, "change $1 to $2"],
];

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
};

/** English words, or names, that look like German nouns. */
const falseFriends =
  /^(?:note|notes|band|rate|rates|gift|gifts|tag|tags|chef|handy|bad|arm|gang|art|fest|tool|tools|app|apps|website|team|teams|service|blog|blogs|user|link|links|partner|status|name|ticket|tickets|event|events)$/i;

/** A word of no list: a noun of the domain data, a compound of two of them, or a name. */
function inEnglish(word: string, isOne: boolean, isCased: boolean): string {
  if (falseFriends.test(word)) return word;
  // Where nouns are capitalized, "stellen" is a verb and no job opening.
  if (isCased && /^\p{Ll}/u.test(word) && !loadWords().translations.has(wordKey(word))) return word;
  const shell = Object.keys(shells).find((one) => word.toLowerCase().endsWith(one) && word.length > one.length + 3);
  if (shell && germanNoun(word, true) === null) {
    const head = word.slice(0, -shell.length).toLowerCase();
    const about =
      germanWords().get(head.replace(/s$/, "")) ??
      germanWords().get(head.replace(/e?n?$/, "")) ??
      germanWords().get(head) ??
      germanNoun(head, true);
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
/** "möchte Kunden verwalten": what is done comes last. */
const lastVerb =
  /^((?:ich|wir)\s+(?:möchten?|will|wollen|muss|müssen|würden?)(?:\s+gerne?)?)\s+(.+?)\s+(?:verwalten|organisieren|erfassen|speichern|tracken|festhalten|dokumentieren|planen|sammeln|pflegen|haben|aufschreiben|notieren)$/i;

function sentenceInEnglish(sentence: string): string {
  const said = separable
    .reduce((text, [verb, plain]) => text.replaceAll(verb, plain), sentence)
    .replace(lastVerb, "ich brauche $2")
    .replaceAll(/\bAnzahl (?:der |von |an )?(?=\p{Lu})/gu, "number of ")
    .replaceAll(/\bwer (?:es|sie|ihn|das)(?: gerade| aktuell| derzeit)? (?:hat|benutzt|nutzt)\b/gi, "who has it")
    .replaceAll(/-(app|liste|verwaltung|seite)\b/gi, " $1")
    // "von, bis": of a time.
    .replaceAll(/(?<=[,(:]\s*|\bmit )von(?=\s*,|\s+(?:und|bis)\b)/gi, "from")
    // "der Name des Besitzers".
    .replaceAll(/(?<=\p{Lu}\p{L}+ )(?:des|der) (?=\p{Lu})/gu, "von ");
  const rule = bySubject(said).find(([pattern]) => pattern.test(said));
  const ordered = rule ? said.replace(rule[0], rule[1]) : said;
  let before = "";
  const isCased = /\s\p{Lu}\p{Ll}{2}/u.test(said);
  return ordered
    .replaceAll(/"[^"]*"|(?<=[:(]\s*)\p{L}[\p{L} -]*(?:\/\p{L}[\p{L} -]*)+|\p{L}[\p{L}-]*/giu, (word) => {
      // "Art: Buch/DVD/Spiel": options stay in the person's own words.
      if (word.includes("/")) return word;
      const isOne = /^(?:ein|eine|einen|einem|einer|jede|jeder|jedes|jeden|pro|a|an|each)$/i.test(before);
      before = word;
      return word.startsWith('"') ? word : (germanWords().get(word.toLowerCase()) ?? inEnglish(word, isOne, isCased));
    })
    .replaceAll(/\ba (?=my\b|the\b|also\b)/gi, "")
    .replaceAll(/\ba (?=[aeio])/gi, "an ");
}

/** Plain German requests in the English of the readers. Words that are in no list stay: they may be names. */
export const germanInEnglish = (text: string): string =>
  text
    .split(/(?<=[.!?\n])\s*/)
    .map((sentence) => {
      const end = /[.!?\s]*$/.exec(sentence)![0];
      return `${sentenceInEnglish(sentence.slice(0, sentence.length - end.length).trim())}${end || ""}`;
    })
    .join(" ")
    .trim();
