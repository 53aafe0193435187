import type { Passage } from "@/features/retrieval/schema";
import { fieldText } from "../tool/check-fields";
import type { FieldValue, RunDefinition } from "../schema";

/** Letters and digits with single spaces between: "Gluten-free" is found in "gluten free". */
const plain = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;

type Filtering = { isIncluded: boolean; words: string[] };

const filtersOf = ({ fields }: Pick<RunDefinition, "fields">, values: Record<string, FieldValue>): Filtering[] =>
  fields.flatMap(({ name, filterCondition }) => {
    const value = values[name];
    if (filterCondition === "none" || value === undefined) return [];
    const words = (Array.isArray(value) ? value : [fieldText(value)]).map(plain).filter((word) => word.trim() !== "");
    return words.length > 0 ? [{ isIncluded: filterCondition === "include", words }] : [];
  });

export const isFiltered = (definition: Pick<RunDefinition, "fields">, values: Record<string, FieldValue>): boolean =>
  filtersOf(definition, values).length > 0;

/**
 * "filterCondition (none, include, exclude)" (1-platform.md §3): of what the data says, only what names an answer, or
 * nothing that does. Of several answers to one field, one is enough.
 */
export function filterPassages<Given extends Pick<Passage, "heading" | "text">>(
  passages: Given[],
  definition: Pick<RunDefinition, "fields">,
  values: Record<string, FieldValue>,
): Given[] {
  const filters = filtersOf(definition, values);
  return passages.filter(({ heading, text }) => {
    const said = plain(`${heading} ${text}`);
    return filters.every(({ isIncluded, words }) => words.some((word) => said.includes(word)) === isIncluded);
  });
}
