import "server-only";
import { isGermanWord } from "./german-in-english";
import { isGermanNoun } from "./german-nouns";

/** Small words that stand in nearly every sentence of a language, and in hardly any English one. */
const smallWords: Record<string, string> = {
  de: "keine kein muss darf ich und der das ein eine einen einem einer für mit bitte brauche brauchen möchte will soll sollen bei auf zum zur nicht wir mein meine meinen meiner unsere unser ist sind wird nach von den dem im auch noch füge mach mache lösche entferne erstelle zeige zeig lösch ergänze stell baue ändere nenne benenne nenn nenne sortiere nur jeder jede jedes hinzu zwischen ohne normalerweise markieren nein anfang werden",
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

/**
 * The language of a request: null for English, and for what is too short to tell.
 * @param isOfGerman whether it is about an app whose tables have German names
 */
export function languageOf(text: string, isOfGerman = false): string | null {
  const words =
    text
      .toLowerCase()
      .replace(/\b[yj]\/n\b/g, " ")
      // "language: en/de/fr", "en, de, fr": codes are no words.
      .replace(/\b[a-z]{2}(?:\s*[/,|]\s*[a-z]{2}\b)+/g, " ")
      .match(/\p{L}+/gu) ?? [];
  if (/(?<=\p{Lu}\p{Ll}+.*) (?:entfernen|löschen|hinzufügen|umbenennen|ergänzen|anlegen)[.!]?$/u.test(text))
    return "de";
  if (/\b(?:gruppieren|umbenennen|sortieren|hinzufügen|löschen|heißen)\b/iu.test(text)) return "de";
  // "Lieferdatum ist Pflicht", "status als board bitte".
  if (
    /\b(?:ist|sind) (?:pflicht|eindeutig|optional|freiwillig|erforderlich)\b|\bals (?:board|kalender|liste|diagramm|kanban|karten|auswahl|auswahlliste|galerie|kacheln|tabelle|dropdown)\b/iu.test(
      text,
    )
  )
    return "de";
  if (/\b(?:pflichtfeld|weg damit|feld \S+ dazu)\b/iu.test(text)) return "de";
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
  // "überfällige Termine rot", "neueste Tiere oben": words of the list, and nothing English beside them.
  const german = words.filter(isGermanWord).length;
  // "Stärke unter 2 rot", in an app that somebody made in German.
  const isSaid = german + nouns > 0 || /[äöüß]/i.test(text) || (best.language === "de" && best.hits > 0);
  if (isOfGerman && isSaid && count(english) === 0) return "de";
  if (german > 1 && german * 2 >= words.length && count(english) === 0) return "de";
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
