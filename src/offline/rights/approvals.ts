import "server-only";
import { setField } from "../draft/compose";
import { manyOf } from "../draft/draft";
import { findEntity } from "../draft/resolve";
import { sentence } from "../language/inflect";
import { participleOf } from "../language/participle";
import { label } from "../learned/requests/carry/carry";
import { optionsOf } from "../model/field-kinds";
import { clauseOf, refsOf, type Rule } from "../request/meaning/clause";
import { readRights } from "./row-rights";

const verbs = "approve|confirm|accept|reject|decline";
const approves = new RegExp(
  `^only (?:the |an? )?([\\p{L} ]+?) (?:can|may|should|must|(?:is|are) allowed to)(?: be able to)? (${verbs})(?: (?:or|and) (?:${verbs}))? (?:the |an? |all |new )*([\\p{L} ]+)$`,
  "iu",
);
const isAdmin = /^(?:boss|chief|management|admins?|administrators?|owner|me|i)$/i;

/** "only the boss can approve expenses": who alone sets what says so, which rows get where they have nothing of the sort. */
export const readApprovals: Rule = ({ draft, text }) => {
  const [, who = "", verb = "", rows = ""] = approves.exec(text) ?? [];
  const found = findEntity(draft.model, rows);
  if (rows === "" || found.kind !== "one") return false;
  const kept = structuredClone(draft.model);
  const entity = found.value;
  const done = participleOf(verb.toLowerCase());
  const isSo = (option: string) => option.toLowerCase() === done;
  const ref = refsOf(entity).find(({ name }) => name === done || optionsOf(entity.properties[name]!).some(isSo));
  if (!ref) setField(entity, { name: done, label: sentence(done), property: { type: "boolean" } });
  draft.touched = entity.name;
  const field = ref ? `the ${label(ref)} of ${manyOf(entity)}` : done;
  if (readRights(clauseOf(`only ${isAdmin.test(who) ? "admins" : who} can edit ${field}`, draft))) return true;
  draft.model = kept;
  return false;
};
