import "server-only";
import type { Entity } from "../../../model/app-model";

import { type Draft, manyOf } from "../../draft/draft";
import { splitList } from "../../../language/normalize";
import { findEntity, findField } from "../../draft/resolve";

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

const requireAll = (draft: Draft, fields: string, table?: string): string[] | null => {
  const wanted = splitList(fields).map((field) => field.replace(/^(?:the|an?|its|their)\s+/i, ""));
  const owners = wanted.map((field) => (table ? tableOf(draft, table) : ownerOf(draft, field)));
  return owners.every(Boolean) ? wanted.map((field, at) => `make ${field} of ${manyOf(owners[at]!)} required`) : null;
};

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
  [
    /^(?:nobody|no ?one|people|users|you) (?:can|may|should|must|cannot|can't|must not)(?: not| be able to)? (?:save|add|create|enter|submit) (?:an? |new )*([\w ]+?) without (?:an? |the )?(.+)$/i,
    ([, table, fields], draft) => requireAll(draft, fields!, table),
  ],

  // Tables.
  [/^(?:a )?new table\s*(?:for|:|-|called|named)?\s*(\w.+)$/i, ([, table]) => [`add a table for ${table}`]],
  [
    /^(?:add|create|make|need|want|(?:i|we) (?:also )?(?:need|want)) an? (?:[\w-]+ ){1,3}(?:with|for|of) ((?:\w+ ){1,2}\(.+\))$/i,
    ([, table]) => [`add a table for ${table}`],
  ],
  [
    /^(?:hide|don't show|do not show) (?:the )?([\w ]+?) (?:column|field)$/i,
    ([, field], draft) => {
      const entity = ownerOf(draft, field!);
      return entity ? [`hide ${field} in ${manyOf(entity)}`] : null;
    },
  ],
];
