import "server-only";
import { entityOf } from "../model/app-model";
import { inferProperty } from "../model/field-kinds";
import { type Draft, manyOf } from "../draft/draft";
import { already, label } from "../learned/requests/carry/carry";
import { type Clause, clauseOf, kindOfRef, pickRef, type Rule } from "../request/meaning/clause";
import { type FieldRef, isFiller, marksOf } from "../request/meaning/marks";
import { says } from "../learned/requests/says";

const field = String.raw`(?:the )?([\p{L}\d][\p{L}\d ]*?)`;
const input = String.raw`(?: (?:box|field|text|input|area|text ?box))?`;
/** What is written does not fit: "notes is too small", "way too long for that little box", "several lines in service". */
const roomSaid = [
  String.raw`^${field}${input} (?:is|are) (?:much |way |far |a bit |really )*(?:too|to) (?:small|short|little|narrow|tiny|cramped)\b.*$`,
  String.raw`^.*\bin ${field}${input} (?:is|are|gets?) (?:much |way |far |usually |often )*(?:too|to) long for\b.*$`,
  String.raw`^(?:.*\b)?(?:write|enter|type|put|have) (?:several|more|many|multiple|a few) (?:lines|sentences|paragraphs) (?:in|into|for|of|under) ${field}$`,
  String.raw`^make ${field}${input} (?:much |a bit )?(?:longer|roomier|multi-?line)$`,
  String.raw`^${field}${input} (?:should be |must be |has to be |have to be )?(?:really |very )?long$`,
  String.raw`^(?:more|several|many) (?:lines|space|room|text) (?:for|in|under) ${field}$`,
].map((source) => new RegExp(source, "iu"));

const longer = /^(?:and )?(?:make|it should be|it must be|should be) (?:it |that )?(?:much |a bit )?longer$/i;

/** A text of one line that should hold several becomes a long one. */
export const readRoom: Rule = (clause) => {
  const { draft, text } = clause;
  const last = draft.field && draft.model.entities.find(({ name }) => name === draft.field?.entity);
  const ref =
    fieldIn(clause) ??
    (last &&
    (says(text, "more room") || longer.test(text)) &&
    clause.marks.every(({ fields, words }) => fields.length === 0 || words[0] === "make")
      ? { entity: last, name: draft.field!.name }
      : undefined);
  if (!ref?.entity.properties[ref.name]) return false;
  const kind = kindOfRef(ref);
  if (kind === "longtext") return already(draft, `${label(ref)} of ${manyOf(ref.entity)} holds several lines`);
  if (kind !== "text") return false;
  const { title } = ref.entity.properties[ref.name]!;
  ref.entity.properties[ref.name] = { ...inferProperty(ref.name, "longtext"), ...(title ? { title } : {}) };
  draft.touched = ref.entity.name;
  return true;
};

/** "i need a big box" behind what is said of a field. */
function pointedIn({ draft, text }: Clause): FieldRef | undefined {
  const entity = entityOf(draft.model, draft.field?.entity);
  const name = draft.field?.name ?? "";
  return entity?.properties[name] && says(text, "more room") ? { entity, name } : undefined;
}

/** "make it a big text field" of what has just become one: the same wish again. */
export function isRoomAgain(text: string, draft: Draft): boolean {
  const ref = pointedIn(clauseOf(text, draft));
  return (
    ref !== undefined &&
    kindOfRef(ref) === "longtext" &&
    marksOf(text, draft.model).every(({ fields }) => fields.length === 0)
  );
}

function fieldIn(clause: Clause): FieldRef | undefined {
  const said = roomSaid.map((pattern) => pattern.exec(clause.text)?.[1]).find((one) => one !== undefined);
  const marks = said === undefined ? [] : marksOf(said, clause.draft.model).filter((mark) => !isFiller(mark));
  const named = marks.filter((mark) => mark.fields.length > 0);
  const isAll = marks.every((mark) => mark.fields.length + mark.entities.length > 0);
  return named.length === 1 && isAll ? pickRef(clause, named[0]!.fields) : undefined;
}
