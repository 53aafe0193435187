import "server-only";
import { accessOf, type AppModel, type Entity, entityOf } from "../../model/app-model";
import { labelFor } from "../../model/field-kinds";
import { listed } from "../../language/inflect";
import { rowOperations } from "@/shipped/contract";
import { describeAccess } from "../../draft/compose";
import { manyOf, titleOf } from "../../draft/draft";
import { testsOf } from "../../draft/rights";
import { addingOf, operationWords, partsSaid, testText, told, whoMay } from "../../draft/rights-said";
import { optionsOf } from "../../model/field-kinds";
import { type Difference, same } from "./difference";
import { fieldDifferences } from "./fields";

function ruleDifferences(before: Entity, after: Entity): Difference[] {
  const [was, is] = [before["x-accessControl"]?.rules ?? {}, after["x-accessControl"]?.rules ?? {}];
  return rowOperations.flatMap((operation) => {
    if (same(was[operation], is[operation])) return [];
    const tests = is[operation];
    const words = tests === undefined ? "" : tests.map(testText).join("|") || "nobody";
    return {
      line: `rules ${after.name} ${operation}=${words}`,
      state: `rules ${after.name} ${operation}`,
      said: `${titleOf(after)}: ${tests === undefined ? `who may ${operationWords[operation]} goes by the table again` : `${whoMay(tests)} can ${operationWords[operation]}`}.`,
      about: [after.name, manyOf(after), operation, operationWords[operation], words],
    };
  });
}

/** "anybody can add some; only admins can see or change them": all of a table's rights in one line, where several differ. */
function rightsSaid(before: Entity, after: Entity): string {
  const [was, is] = [addingOf(testsOf(before)), addingOf(testsOf(after))];
  const changed = told.filter((operation) => !same(was[operation], is[operation]));
  const isOfAdding = same(changed, ["create"]);
  return `${titleOf(after)}: ${partsSaid(is, changed)}${isOfAdding ? "; who may see, change or delete them stays as it was" : ""}.`;
}
/** What differs in who may do what with a table's rows. */
function rightsDifferences(before: Entity, after: Entity): Difference[] {
  const [was, is] = [accessOf(before), accessOf(after)];
  const ofPair: Difference[] = same(was, is)
    ? []
    : [
        {
          line: `access ${after.name} read=${is.read} write=${is.write}`,
          said: `${titleOf(after)}: ${describeAccess(is)}.`,
          state: `access ${after.name}`,
          about: [after.name, manyOf(after)],
        },
      ];
  const found = [...ofPair, ...ruleDifferences(before, after)];
  const rules = after["x-accessControl"]?.rules;
  const isOfAdding = found.length === 1 && found[0]!.line.startsWith(`rules ${after.name} create=`);
  if (found.length < 2 && !isOfAdding && !(rules && ofPair.length > 0)) return found;
  const said = rules ? rightsSaid(before, after) : `${titleOf(after)}: ${describeAccess(is)}.`;
  return found.map((one) => ({ ...one, said, state: `access ${after.name}` }));
}

export function tableDifferences(before: AppModel, after: AppModel): Difference[] {
  const found: Difference[] = [];
  for (const entity of after.entities) {
    const old = entityOf(before, entity.name);
    const fields = Object.entries(entity.properties).map(([name, value]) => labelFor(name, value).toLowerCase());
    if (!old) {
      found.push({
        line: `+table ${entity.name} ${Object.keys(entity.properties).join(", ")}`,
        said: `There is a new table, ${manyOf(entity)}, with ${listed(fields)}.`,
        about: [
          entity.name,
          manyOf(entity),
          ...Object.keys(entity.properties),
          ...fields,
          ...Object.values(entity.properties).flatMap((value) => [...optionsOf(value), value["x-reference"] ?? ""]),
        ],
      });
      continue;
    }
    if (manyOf(old) !== manyOf(entity))
      found.push({
        line: `~table ${entity.name} title=${titleOf(entity)}`,
        said: `${titleOf(old)} are called ${manyOf(entity)} now.`,
        about: [manyOf(old), manyOf(entity)],
      });
    found.push(...fieldDifferences(old, entity));
    found.push(...rightsDifferences(old, entity));
  }
  for (const entity of before.entities)
    if (!entityOf(after, entity.name))
      found.push({
        line: `-table ${entity.name}`,
        said: `The table ${manyOf(entity)} is gone; its rows stay stored and come back with an earlier version.`,
        about: [entity.name, manyOf(entity)],
      });
  return found;
}
