import "server-only";
import { singular } from "../../language/inflect";
import type { FieldSpec } from "../../model/field-kinds";
import { wordKey } from "../../words/word-key";
import type { PlannedTable } from "../../description/plan/plan";

export const isCount = ({ property }: FieldSpec): boolean => /^(?:number|integer)$/.test(String(property.type));

/** Whether rows of a table usually have a field of that name, in either number: "ingredients" of a recipe. */
export const hasField = (
  { thing }: Pick<PlannedTable, "thing">,
  noun: string,
  isOf: (spec: FieldSpec) => boolean = () => true,
): boolean =>
  thing?.fields.some(
    ({ spec, relates }) =>
      relates === undefined && isOf(spec) && singular(wordKey(spec.label)) === singular(wordKey(noun)),
  ) ?? false;
