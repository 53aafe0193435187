import "server-only";
import type { Entity } from "../../../app-model";
import { kindOf } from "../../../fields";
import { singular } from "../../../inflect";
import { type Draft, manyOf } from "../../draft";
import { splitList } from "../../normalize";
import { findEntity, findField } from "../../resolve";

/** A way in which busy people put a request, and the plain ones that it means. Null: not meant that way after all. */
export type Wording = [pattern: RegExp, plain: (match: RegExpExecArray, draft: Draft) => string[] | null];

const tableOf = (draft: Draft, said: string): Entity | undefined => {
  const found = findEntity(draft.model, said);
  return found.kind === "one" ? found.value : undefined;
};
const ownerOf = (draft: Draft, field: string): Entity | undefined => {
  const owners = draft.model.entities.filter((entity) => findField(entity, field).kind === "one");
  return owners.length === 1 ? owners[0] : owners.find(({ name }) => name === draft.touched);
};
/** The dropdown that "stages" or "deal stages" means. */
function dropdownOf(draft: Draft, said: string, table?: string): { entity: Entity; field: string } | null {
  const words = said.trim().split(/\s+/);
  const field = singular(words.at(-1)!);
  const entity = tableOf(draft, table ?? words.slice(0, -1).join(" ")) ?? ownerOf(draft, field);
  const found = entity && findField(entity, field);
  return entity && found?.kind === "one" && entity.properties[found.value]!.enum
    ? { entity, field: found.value.replaceAll("_", " ") }
    : null;
}
const addOptions = (draft: Draft, options: string, said: string, table?: string): string[] | null => {
  const found = dropdownOf(draft, said, table);
  return found && splitList(options).map((one) => `add option ${one} to ${found.field} of ${manyOf(found.entity)}`);
};
const requireAll = (draft: Draft, fields: string, table?: string): string[] | null => {
  const wanted = splitList(fields).map((field) => field.replace(/^(?:the|an?|its|their)\s+/i, ""));
  const owners = wanted.map((field) => (table ? tableOf(draft, table) : ownerOf(draft, field)));
  return owners.every(Boolean) ? wanted.map((field, at) => `make ${field} of ${manyOf(owners[at]!)} required`) : null;
};

const amounts = /cheap|expensive|highest|lowest|biggest|smallest|largest/i;
const isDown = /newest|latest|recent|expensive|highest|biggest|largest/i;
/** "cheapest properties first": by the table's own price or date. */
function inOrder(draft: Draft, word: string, table: string): string[] | null {
  const entity = tableOf(draft, table);
  const kinds = amounts.test(word) ? ["money", "number", "percent", "rating"] : ["date", "datetime"];
  const fields = Object.keys(entity?.properties ?? {}).filter((name) =>
    kinds.includes(kindOf(name, entity!.properties[name]!)),
  );
  const field = fields.find((name) => /price|amount|total|created|date|due/.test(name)) ?? fields[0];
  return entity && field
    ? [`sort ${manyOf(entity)} by ${field.replaceAll("_", " ")} ${isDown.test(word) ? "descending" : "ascending"}`]
    : null;
}

const looks =
  /\b(?:fonts?|corners?|edges|sidebar|background|header|buttons?|theme|mode|spacing|compact|airy|colou?rs?|components?|cards?|text|accent|serif)\b/i;

export const everyday: Wording[] = [
  [/^(?:make sure|ensure|see to it|take care)(?: that)?\s+(.+)$/i, ([, rest]) => [rest!]],
  [
    /^(?:we |i )?(?:also )?(?:(?:need|want|have) to )?(?:know|record|store|note|remember|capture|write down)\s+(?:the |an? |also )*(.+?) (?:of|for) (?:each|every|all|our|the|my|an?)\s+([\w ]+)$/i,
    ([, field, table], draft) =>
      tableOf(draft, table!) ? [`add ${field} to ${manyOf(tableOf(draft, table!)!)}`] : null,
  ],
  [
    /^(?:turn|switch) (?:on )?(?:the )?([\w ]+?)(?: on)? (?:for|in) ([\w ]+)$/i,
    ([, field, table], draft) =>
      tableOf(draft, table!) && !/\b(?:mode|theme|dark|light)\b/i.test(field!)
        ? [`add ${field} to ${manyOf(tableOf(draft, table!)!)}`]
        : null,
  ],

  // Options of dropdowns.
  [
    /^(?:the )?([\w ]+?)(?: of ([\w ]+?))? (?:needs?|should get|gets?|lacks?|is missing) (?:an? |one |the )*(?:extra |another |new |additional |further |more )*(?:level|option|value|choice|state|status|step|stage)s?\s*:?\s*(?:called |named )?(.+)$/i,
    ([, field, table, options], draft) => addOptions(draft, options!, field!, table),
  ],
  [
    /^(?:add|include|allow|append) (?!(?:an? |the |another |new )*(?:option|value|choice)\b)(.+?) (?:to|in|as) (?:the |our |my )?([\w ]*?(?:stages|statuses|status|priorities|categories|types|levels|stage|priority))(?: of ([\w ]+))?$/i,
    ([, options, field, table], draft) => addOptions(draft, options!.replace(/^(?:an?|the) /i, ""), field!, table),
  ],
  [
    /^(?:new|more|extra|additional) ([\w ]+?(?:statuses|stages|priorities|categories|types|levels|options))\s*:\s*(.+?)(?:,? (?:and |but )?(?:please )?(?:keep|leave) (?:all )?(?:the )?(?:old|existing|others?|rest|current)(?: ones)?)?$/i,
    ([, field, options], draft) => addOptions(draft, options!, field!.replace(/ options$/i, "")),
  ],

  // What must be filled in.
  [
    /^(?:the )?(.+?)(?: of ([\w ]+?))? (?:is|are|should be|must be|has to be|have to be) (?:compulsory|obligatory|mandatory|required|a must|necessary|(?:always )?filled in|always there)$/i,
    ([, fields, table], draft) => (/,| and /.test(fields!) || !table ? requireAll(draft, fields!, table) : null),
  ],
  [
    /^(?:the )?(.+?)(?: of ([\w ]+?))? (?:cannot|can't|can not|must not|mustn't|may not|should not|shouldn't|must never|should never) be (?:left )?(?:empty|blank|missing|out)$/i,
    ([, fields, table], draft) => requireAll(draft, fields!, table),
  ],
  [
    /^(?:nobody|no ?one|people|users|you) (?:can|may|should|must|cannot|can't|must not)(?: not| be able to)? (?:save|add|create|enter|submit) (?:an? |new )*([\w ]+?) without (?:an? |the )?(.+)$/i,
    ([, table, fields], draft) => requireAll(draft, fields!, table),
  ],
  [
    /^no ([\w ]+?) without (?:an? |the )?(.+)$/i,
    ([, table, fields], draft) => (tableOf(draft, table!) ? requireAll(draft, fields!, table) : null),
  ],

  // Tables.
  [/^(?:a )?new table\s*(?:for|:|-|called|named)?\s*(\w.+)$/i, ([, table]) => [`add a table for ${table}`]],
  [
    /^(?:add|create|make|need|want|(?:i|we) (?:also )?(?:need|want)) an? (?:[\w-]+ ){1,3}(?:with|for|of) ((?:\w+ ){1,2}\(.+\))$/i,
    ([, table]) => [`add a table for ${table}`],
  ],

  // Figures.
  [
    /^(?:the )?((?:sum|total|average|number|count)(?: of)? .+? (?:per|by|for each|over) [\w ]+?)(?: as an? (?:bar |pie |line )?(?:chart|graph|diagram))?$/i,
    ([, figure]) => [`show ${figure} as a chart`],
  ],

  // Order, hiding.
  [
    /^(?:show |list |put |sort )?(?:the )?(newest|latest|most recent|oldest|soonest|earliest|cheapest|most expensive|highest|lowest|biggest|largest|smallest) ([\w ]+?) (?:first|on top|at the top)$/i,
    ([, word, table], draft) => inOrder(draft, word!, table!),
  ],
  [
    /^(hide|don't show|do not show) (?:the )?(.+?(?:,| and ).+?) (?:columns? |fields? )?(?:in|on|from|of) (?:the )?([\w ]+)$/i,
    ([, , fields, table], draft) =>
      tableOf(draft, table!)
        ? splitList(fields!).map((field) => `hide ${field.replace(/^the /i, "")} in ${manyOf(tableOf(draft, table!)!)}`)
        : null,
  ],
  [
    /^(?:hide|don't show|do not show) (?:the )?([\w ]+?) (?:column|field)$/i,
    ([, field], draft) => {
      const entity = ownerOf(draft, field!);
      return entity ? [`hide ${field} in ${manyOf(entity)}`] : null;
    },
  ],

  // Several looks in one breath.
  [
    /^(?:use|with|apply|i (?:want|like)|give (?:it|me)|set)\s+(.+?(?:,| and ).+)$/i,
    ([, list]) => {
      const parts = splitList(list!);
      return parts.length > 1 && parts.every((part) => looks.test(part) && part.split(" ").length < 7)
        ? parts.map((part) => `use ${part}`)
        : null;
    },
  ],
];
