import "server-only";
import { loadWords } from "../words/load";
import { differencesBetween } from "../request/differences/between";
import { manyOf } from "../draft/draft";
import { asks, clauseOf, type Rule } from "../request/meaning/clause";
import { readAdditions } from "./additions";

/** "every table needs a notes field", "a photo for everything": the same field in each table. */
export const readEverywhere: Rule = ({ text, draft, marks }) => {
  if (!asks({ text, draft, marks }, "add", "have", "field")) return false;
  const phrase = [...(loadWords().said.get("every table") ?? [])]
    .sort((one, other) => other.length - one.length)
    .find((one) => new RegExp(`\\b${one}\\b`, "i").test(text));
  if (!phrase) return false;
  const { model } = draft;
  const kept = structuredClone(draft);
  for (const { name } of kept.model.entities) {
    const entity = draft.model.entities.find((one) => one.name === name)!;
    const before = structuredClone(draft.model);
    const said = text.replace(new RegExp(`\\b${phrase}\\b`, "i"), manyOf(entity));
    const isRead = readAdditions(clauseOf(said, draft));
    const lines = differencesBetween(before, draft.model).map(({ line }) => line);
    if (isRead && lines.every((line) => line.startsWith("+field"))) continue;
    Object.assign(draft, kept, { model });
    return false;
  }
  return true;
};
