import "server-only";
import { titleOf } from "../draft/draft";
import { plural, sentence, singular, wordsOf } from "../language/inflect";
import { germanForms } from "../lexicon/german-forms";
import type { AppModel, Entity, Property } from "../model/app-model";
import type { Rule } from "../request/meaning/clause";
import { thingOf } from "../words/find";
import { germanLabels, germanTables } from "../words/german-labels";
import { loadWords } from "../words/load";

const what =
  "(?:labels?|captions?|names|headings|titles|field names|column names|texts?|wording|words|app|site|everything|interface|ui|menu|language)";
const german = "(german|deutsch|english|englisch)";
/** "labels in german", "make the labels german", "translate everything to German", "the language should be german". */
const asked = [
  new RegExp(
    `^(?:(?:make|set|show|put|translate|change|switch|turn|have|give|use|i (?:want|need)|we (?:want|need))(?: me| us)? )?(?:all )?(?:of )?(?:the |my |our )?${what}(?: of the (?:app|fields|tables|columns))?(?: (?:should|must) be| is| are| shall be)?(?: please)?(?: in| to| into| auf)? ${german}(?: now| please| again)*$`,
    "i",
  ),
  new RegExp(
    `^(?:(?:make|use|set|show|i (?:want|need)|we (?:want|need)|please) )?(?:it )?(?:in |auf )?${german}(?: ${what})?(?: please| now| again)*$`,
    "i",
  ),
  new RegExp(
    `^translate (?:it|this|the app|everything)?(?: in| to| into| auf) ${german}(?: please| now| again)*$`,
    "i",
  ),
];

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
type Forms = { one: string; many: string };

/** What the rows of a table are called, in German. */
function germanTable(entity: Entity): Forms | undefined {
  const english = wordsOf(entity.name).join(" ").toLowerCase();
  const listed = germanTables().get(english);
  if (listed) return listed;
  const [one, ...others] = thingOf(english)?.de ?? [];
  // "Schülerin" is a pupil, and no pupils.
  const isOfPeople = one?.endsWith("er") && others.includes(`${one}in`);
  const many = isOfPeople ? one : others.find((other) => !/in(?:nen)?$/.test(other));
  // The data name one and several of them: "Mitglied, Mitglieder".
  if (one && many && one.slice(0, 3) === many.slice(0, 3)) return { one, many };
  const said = one ?? loadWords().german.get(singular(english))?.[0];
  return said === undefined ? undefined : germanForms(said, english);
}

/** A field's name in German. A link goes by the name of one row of its table. */
function germanField(name: string, property: Property, { entities }: AppModel): string | undefined {
  const spoken = wordsOf(name).join(" ");
  const german = germanLabels().get(spoken) ?? loadWords().germanFields.get(spoken);
  const linked = entities.find((entity) => entity.name === property["x-reference"]);
  const isNamedSo = linked && spoken === wordsOf(linked.name).join(" ").toLowerCase();
  const shown = isNamedSo ? (germanTable(linked)?.one ?? german) : (german ?? (linked && germanTable(linked)?.one));
  return shown === undefined ? undefined : capital(shown);
}

/** Words for the form of a page, behind the name of its table. */
const forms = [
  [" calendar", ": Kalender"],
  [" board", ": Tafel"],
] as const;

/** Gives a table another name, and its pages with it. */
function call(model: AppModel, entity: Entity, named: Forms | undefined): void {
  const before = entity["x-plural"] ?? sentence(plural(titleOf(entity)));
  if (named) {
    entity.title = named.one;
    entity["x-plural"] = named.many;
  } else {
    delete entity.title;
    delete entity["x-plural"];
  }
  const after = named?.many ?? sentence(plural(wordsOf(entity.name).join(" ")));
  for (const page of model.pages) {
    if (page.entity !== entity.name || !page.title.startsWith(before)) continue;
    const rest = page.title.slice(before.length);
    const form = forms.find((pair) => pair.some((one) => one === rest));
    page.title = after + (form?.[named ? 1 : 0] ?? rest);
  }
}

/** A field's own name again; "length_minutes" is a length in minutes. */
function inEnglish(name: string, property: Property): void {
  const [, length] = /^(.+)_minutes$/.exec(name) ?? [];
  if (length) property.title = `${sentence(wordsOf(length).join(" "))} (minutes)`;
  else delete property.title;
}

/** Shows tables and fields by German names, where the domain data know some, or by their English ones again. */
export const readLabelLanguage: Rule = ({ draft, text }) => {
  const language = asked.map((pattern) => pattern.exec(text.trim())?.[1]).find((match) => match !== undefined);
  if (language === undefined) return false;
  const isGerman = /^(?:german|deutsch)$/i.test(language);
  const unknown: string[] = [];
  for (const entity of draft.model.entities) {
    const named = isGerman ? germanTable(entity) : undefined;
    if (isGerman && !named) unknown.push(titleOf(entity).toLowerCase());
    else if (isGerman || entity.title === germanTable(entity)?.one) call(draft.model, entity, named);
    for (const [name, property] of Object.entries(entity.properties)) {
      const title = isGerman ? germanField(name, property, draft.model) : undefined;
      if (title) property.title = title;
      else if (isGerman) unknown.push(wordsOf(name).join(" "));
      // What somebody called it stays.
      else if (property.title === germanField(name, property, draft.model)) inEnglish(name, property);
    }
  }
  if (isGerman && unknown.length > 0)
    draft.assumed.push(
      `I know no German word for ${[...new Set(unknown)].map((word) => `“${word}”`).join(", ")}: say “rename … to …” for these.`,
    );
  draft.assumed.push(
    isGerman
      ? "The app's own buttons and messages are English. What options and rows say stays as it is."
      : "What options and rows say stays as it is.",
  );
  return true;
};
