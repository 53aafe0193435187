import "server-only";
import { accessOf, type Level } from "../model/app-model";
import { testsOf, writeRights } from "../draft/rights";
import { asks, clauseOf, isAll, type Rule, tableOf } from "../request/meaning/clause";
import { has, isFieldOfRights, type Mark } from "../request/meaning/marks";
import { isPerson, whoIn } from "./who";

/** "…, but not change them": what is denied of rows that may be seen. */
const notChanged =
  /,?\s+(?:(?:but|and|yet|,)\s+)?(?:(?:they|he|she|it|this|that|these|those)\s+)?(?:can't|cannot|can not|cant|mustn't|must not|may not|shouldn't|should not|shouldnt|not|never|don't|do not|dont|without)\s+(?:allowed to |able to |be able to |be allowed to |to )?(?:change|edit|write|modify|touch|alter|update|editing|changing)\b(?:\s+(?:it|them|anything|those|these|any|of|in|to|there))*$/i;

const reach: Level[] = ["none", "creator", "admin", "all", "anonymous"];

/** "students can only look at courses": the "only" is of what they do, and not of who does it. */
const onlyRead = /\b(can|may|should|must|shall) (?:only|just) (?:be able to )?(?=(?:see|view|read|look|browse)\b)/i;

/** "let the staff see the shifts but not change them": they read, and admins write. */
export const readViewOnly: Rule = ({ text, draft }) => {
  const denied = notChanged.exec(text);
  if (!denied && !onlyRead.test(text)) return false;
  const clause = clauseOf(text.slice(0, denied?.index).replace(onlyRead, "$1 "), draft);
  const turn = clause.marks.findIndex((mark) => has(mark, "read"));
  const who = turn < 0 ? null : whoIn(clause.marks.slice(0, turn), text);
  const object = clause.marks.slice(turn + 1);
  const knows = (mark: Mark) =>
    mark.entities.length > 0 ||
    isPerson(mark.words.at(-1)!) ||
    /^(?:let|allow)$/.test(mark.words[0]!) ||
    has(mark, "can", "anyone", "signed", "read", "also", "show", "become");
  if (!who || !isAll(clause, knows) || asks(clause, "only", "own", "admin") || object.some(isFieldOfRights))
    return false;
  // "students may only read them": whatever was spoken of before may be another table.
  if (!denied && !object.some(({ entities }) => entities.length > 0)) return false;
  const entity = tableOf({ ...clause, marks: object });
  if (!entity) return false;
  const { read: was } = accessOf(entity);
  const level: Level = who.test === "anonymous" ? "anonymous" : "all";
  const read = reach.indexOf(level) > reach.indexOf(was) ? level : was;
  const isRole = typeof who.test === "object" && was !== "all" && was !== "anonymous";
  const rules = isRole ? { read: [...testsOf(entity).read, who.test] } : {};
  writeRights(entity, { read: isRole ? was : read, write: "admin" }, rules);
  draft.touched = entity.name;
  return true;
};
