import "server-only";
import { newId } from "@/db/id";
import type { OwnedApp } from "@/db/scope";
import { entitiesIn } from "@/features/entities/schemas";
import { addRows } from "@/features/entities/store";
import { withoutSystemFields } from "@/features/entities/validate-row";
import type { SourceFile } from "@/features/files/schema";
import type { LinkedRow } from "./records";

/**
 * Rows that the assistant brings: checked like anybody's, the ones that do not fit are left out and named.
 * @returns what to say of those that were left out
 */
export async function insertRecords(owned: OwnedApp, files: SourceFile[], batches: { entity: string; rows: LinkedRow[] }[]): Promise<string[]> {
  const { entities } = entitiesIn(files);
  const refused: string[] = [];
  for (const { entity: name, rows } of batches) {
    const entity = entities.get(name);
    if (!entity) {
      refused.push(`There is no entity ${name}`);
      continue;
    }
    const good = rows.filter(({ fields }, index) => {
      const faults = entity.validate(fields);
      const [first] = Object.entries(faults ?? {});
      if (first) refused.push(`${name}, record ${index + 1}: ${first[0]} ${first[1]}`);
      return !faults;
    });
    if (good.length > 0) await addRows({ scope: owned, entity, actor: null }, good.map(({ id, fields }) => ({ id, data: withoutSystemFields(fields) })), newId("c"));
  }
  return refused;
}
