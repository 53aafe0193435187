import "server-only";
import type { Entity } from "../../../model/app-model";
import { isArchetype } from "../../../words/archetypes";
import { type Draft, manyOf } from "../../draft/draft";
import { inferProperty, kindOf } from "../../../model/field-kinds";
import { everyday, type Wording } from "./everyday";
import { splitList, splitOptions } from "../../../language/normalize";
import { findEntity, findField, isPronoun } from "../../draft/resolve";
import { distance, isPlural, singular, snake, wordsOf } from "../../../language/inflect";

const tableOf = (draft: Draft, said: string): Entity | undefined => {
  const found = findEntity(draft.model, said);
  return found.kind === "one" ? found.value : undefined;
};

/** The table that is meant when none is named. */
const meant = (draft: Draft): Entity | undefined =>
  draft.model.entities.find(({ name }) => name === draft.touched) ??
  (draft.model.entities.length === 1 ? draft.model.entities[0] : undefined);
const tableSaid = (draft: Draft, said: string | undefined): Entity | undefined =>
  !said || isPronoun(said) ? meant(draft) : tableOf(draft, said);

/** Words that speak of a property, although nothing else in the app is called so. */
const isOfField = (noun: string) =>
  /(?:requirements?|preferences?|restrictions?|allerg(?:y|ies)|instructions?|needs?|details?|notes?|remarks?|tags?)$/i.test(
    noun,
  ) ||
  (!isArchetype(noun) && kindOf(snake(singular(noun)), inferProperty(snake(singular(noun)))) !== "text");

const quoted = (text: string) => (/^".*"$/.test(text) ? text : `"${text}"`);

const wordings: Wording[] = [
  // Wishes: what follows is the request.
  [
    /^(?:make it (?:possible|easy)(?: for (?:me|us|people|users))? to|allow (?:me|us) to|(?:i|we) (?:want|need|would like|should be able) to be able to|(?:i|we) (?:should|must) be able to|let (?:me|us))\s+((?:assign|comment|add|create|group|attach|upload)\b.+)$/i,
    ([, rest]) => [rest!],
  ],

  // The look.
  [
    /^(?:use|set|make|change|switch|i want|give (?:it|the app))\b(?!.*\b(?:chart|field|column)\b).*\b(dark|black|light|white) (?:background|theme)$/i,
    ([, mode]) => [`${/dark|black/i.test(mode!) ? "dark" : "light"} mode`],
  ],
  [
    /^(?:change|turn|make|move|put)\s+(?:the )?(?:menu|navigation|sidebar|nav)\b.*\btop\b.*$/i,
    () => ["put the menu at the top"],
  ],
  [/^(?:change|set)\s+(?:the )?title to\s+((?:"[^"]+"|[A-Z].*))$/, ([, name]) => [`call the app ${name!}`]],

  // Dropdowns, defaults, required fields.
  [
    /^(?:the )?(.+?)\s+(?:should|must|needs? to)\s+(?:be|become)\s+(?:an?\s+)?(?:status|state|choice|selection|list)(?:\s+field)?\s*(?:with|of|from|:|between)\s+(.+)$/i,
    ([, field, options]) => [`make ${field} a dropdown with ${options}`],
  ],
  [
    /^(?:change|set|update)\s+(?:the )?(.+?)(?:\s+(?:of|in|on|for)\s+(?:the )?([\w ]+?))?\s+to\s+(?:be\s+)?(.+,.+|.+\/.+)$/i,
    ([, field, table, options], draft) => {
      const entity = tableSaid(draft, table);
      const found =
        entity && !/\b(?:drop-?down|select|choice|enum|picklist|options?)\b/i.test(options!)
          ? findField(entity, field!)
          : undefined;
      return entity &&
        found?.kind === "one" &&
        entity.properties[found.value]!.enum &&
        splitOptions(options!).length > 1
        ? [`make ${field} of ${manyOf(entity)} a dropdown with ${options}`]
        : null;
    },
  ],
  [
    /^(?:all |every |each |an? |the )?new\s+(.+?)\s+(?:should |must |shall |always )?(?:starts?|begins?|open|opens)(?:\s+out)?\s+(?:as|with|in|at)\s+(?:the )?(?:status |stage |state )?"?([\w ]+?)"?$/i,
    ([, table, value], draft) => startWith(tableOf(draft, table!), value!),
  ],
  [
    /^(?:the |all |an? )?(.+?)\s+(?:should|can|may|could|might)\s+also\s+be\s+(?:set to |marked (?:as )?)?"?([\w ]{2,24})"?$/i,
    ([, table, value], draft) => {
      const entity = tableOf(draft, table!);
      const state = entity && stateOf(entity);
      return entity && state && wordsOf(value!).length <= 2
        ? [`add ${quoted(value!)} to the ${state} options of ${manyOf(entity)}`]
        : null;
    },
  ],
  [
    /^assign\s+(?:the |each |every |all )?(.+?)\s+to\s+(?:an?\s+|the\s+|my\s+|our\s+|different\s+)?(?:people|persons?|someone|somebody|users?|team ?(?:members?|mates?)|others|colleagues?)$/i,
    ([, table], draft) => {
      const entity = tableSaid(draft, table);
      return entity ? [`add an assignee to ${manyOf(entity)}`] : null;
    },
  ],
  [
    /^make\s+"?([\w -]{2,24}?)"?\s+(?:one of the|an?|another)\s+(?:new\s+|possible\s+)?(status|stage|option|value|choice)(?:e?s)?(?:\s+(?:of|for)\s+(?:the )?(.+))?$/i,
    ([, value, , table], draft) => {
      const entity = tableSaid(draft, table) ?? draft.model.entities.find((one) => stateOf(one));
      const state = entity && stateOf(entity);
      return entity && state ? [`add ${quoted(value!)} to the ${state} options of ${manyOf(entity)}`] : null;
    },
  ],

  // Tables and links.
  [
    /^(?:also\s+)?(?:track|manage|keep track of|store|we (?:also )?(?:need|track|have)|i (?:also )?(?:need|track|have)|add)\s+(?:my |our |the )?([\w -]+(?:,\s*(?:and\s+)?[\w -]+)*,?\s+and\s+[\w -]+)$/i,
    ([, list], draft) => {
      const nouns = splitList(list!);
      return nouns.length > 1 &&
        nouns.every((noun) => isPlural(noun) && wordsOf(noun).length <= 3 && !tableOf(draft, noun) && !isOfField(noun))
        ? nouns.map((noun) => `add a table for ${noun}`)
        : null;
    },
  ],
  [
    /^(?:the |all |our |[\w ]+\s)?(?:can |should be able to |may |must )?(?:comment|leave comments|add comments)\s+(?:on|to)\s+(?:the |each |every |an? )?(.+)$/i,
    ([, table], draft) =>
      tableOf(draft, table!) && !/^(?:only|just)\b/i.test(table!)
        ? [`each ${singular(table!)} has many comments`]
        : null,
  ],

  // Views.
  [
    /^(?:group|split|arrange|organi[sz]e)\s+(?:the |my |all )?(.+?)\s+by\s+(?:the |their )?(.+)$/i,
    ([, table, field], draft) => {
      const entity = tableSaid(draft, table);
      const found = entity && findField(entity, field!);
      return entity && found?.kind === "one" && kindOf(found.value, entity.properties[found.value]!) === "enum"
        ? [`add a board of ${manyOf(entity)} by ${field}`]
        : null;
    },
  ],
];

const stateOf = (entity: Entity) => ["status", "stage", "state"].find((name) => entity.properties[name]?.enum);

/** "new tickets start as open": the option is added where the dropdown lacks it. */
function startWith(entity: Entity | undefined, value: string): string[] | null {
  const state = entity && stateOf(entity);
  if (!entity || !state) return null;
  const isOffered = entity.properties[state]!.enum!.some(
    (option) => String(option).toLowerCase() === value.toLowerCase(),
  );
  return [
    ...(isOffered ? [] : [`add ${quoted(value)} to the ${state} options of ${manyOf(entity)}`]),
    `set the default ${state} of ${manyOf(entity)} to ${value}`,
  ];
}

/** Words of requests that nobody means otherwise, as they are mistyped. */
const commandWords = [
  "dashboard",
  "calendar",
  "kanban",
  "dropdown",
  "background",
  "checkbox",
  "sidebar",
  "currency",
  "permission",
  "field",
  "column",
  "remove",
  "rename",
  "required",
  "option",
];

function mendTyping(clause: string): string {
  return clause.replace(/^ad (?=an? |the )/i, "add ").replaceAll(/\b[a-z]{5,}\b/gi, (said) => {
    const word = said.toLowerCase();
    return commandWords.find((known) => known !== word && `${known}s` !== word && distance(word, known) === 1) ?? said;
  });
}

/** A clause in the words that are left to answer to: what an everyday wording has taken in is understood. */
export function leftToAnswer(clause: string, draft: Draft, depth = 0): string {
  const plain = mendTyping(clause);
  for (const [pattern, write] of everyday) {
    const match = pattern.exec(plain);
    const written = match && write(match, draft);
    if (written)
      return written.map((one) => (one === plain || depth > 1 ? one : leftToAnswer(one, draft, depth + 1))).join(". ");
  }
  return plain;
}

/** The plain requests that a clause means; the clause itself when it is plain already. */
export function reword(clause: string, draft: Draft): string[] {
  let plain = mendTyping(clause);
  // A wish may hold a wording of its own: "make it possible to assign tasks to people".
  for (let depth = 0; depth < 2; depth += 1) {
    for (const [pattern, write] of [...everyday, ...wordings]) {
      const match = pattern.exec(plain);
      const written = match && write(match, draft);
      if (!written) continue;
      if (written.length > 1 || depth > 0) return written;
      plain = written[0]!;
      break;
    }
  }
  return [plain];
}
