import "server-only";
import type { Rows } from "@/features/rows/read";
import { newId } from "@/db/id";
import type { OwnedApp } from "@/db/scope";
import { promised, targetsOf, unknownIn } from "@/features/rows/check-references";
import { claimValues } from "@/features/rows/claim-values";
import type { Claimant } from "@/features/rows/compare-values";
import { type Entity, entitiesIn } from "@/features/rows/entity";
import { addRows } from "@/features/rows/store";
import { withoutSystemFields } from "@/features/rows/validate-row";
import type { SourceFile } from "@/shipped/contract";
import type { LinkedRow } from "@/engines/protocol/records";

type Batch = { entity: string; rows: LinkedRow[] };
/** A record of the answer with its position and its fault, if any. */
type Draft = LinkedRow & { place: string; fault: string | undefined };
type Drafts = { entity: Entity; drafts: Draft[]; existing: Set<string> };

/**
 * Inserts the assistant's rows with normal validation; invalid ones are skipped and reported. Rows may refer to one
 * another in any order, unless the target is skipped itself.
 * @param waiting held rows of the same answer, which may be referred to already
 * @returns a message about skipped rows
 */
export async function insertRecords(
  owned: OwnedApp,
  files: SourceFile[],
  batches: Batch[],
  waiting: Batch[] = [],
): Promise<string[]> {
  const { entities } = entitiesIn(files);
  const refused: string[] = [];
  const checked: Drafts[] = [];
  for (const { entity: name, rows } of batches) {
    const entity = entities.get(name);
    if (!entity) refused.push(`There is no table ${name}`);
    else
      checked.push({
        entity,
        drafts: rows.map((row, index) => ({
          ...row,
          place: `${name}, record ${index + 1}`,
          fault: faultIn(entity.validate(row.fields)),
        })),
        existing: await targetsOf(
          asBuilder(owned, entity),
          rows.map(({ fields }) => fields),
        ),
      });
  }
  await markTaken(owned, checked);
  leaveOut(checked, waiting);
  for (const { entity, drafts } of checked) {
    const fitting = drafts.filter(({ fault }) => fault === undefined);
    const taken = await claimValues(asBuilder(owned, entity), fitting.map(claimantOf));
    for (const [index, faults] of taken.entries()) fitting[index]!.fault = faultIn(faults);
    const good = fitting.filter(({ fault }) => fault === undefined);
    if (good.length > 0)
      await addRows(
        { ...asBuilder(owned, entity), actor: null },
        good.map(({ id, fields }) => ({ id, json: JSON.stringify(withoutSystemFields(fields)) })),
        newId("c"),
      );
    refused.push(...drafts.flatMap(({ place, fault }) => (fault === undefined ? [] : [`${place}: ${fault}`])));
  }
  return refused;
}

/** With the builder's reach, but without an identity. */
const asBuilder = (scope: OwnedApp, entity: Entity): Rows => ({ scope, entity, actor: { id: "", role: "builder" } });

const faultIn = (faults: Record<string, string> | null): string | undefined => Object.values(faults ?? {})[0];

const claimantOf = ({ id, fields }: LinkedRow): Claimant => ({ id, data: fields });

/** Marks rows with a unique value that another one has, before others refer to them. */
async function markTaken(owned: OwnedApp, checked: Drafts[]): Promise<void> {
  for (const { entity, drafts } of checked) {
    const fitting = drafts.filter(({ fault }) => fault === undefined);
    const taken = await claimValues(asBuilder(owned, entity), fitting.map(claimantOf), new Map());
    for (const [index, faults] of taken.entries()) fitting[index]!.fault = faultIn(faults);
  }
}

/** Marks rows with dangling references until a fixed point: skipping one may make others dangle. */
function leaveOut(checked: Drafts[], waiting: Batch[]): void {
  const later = waiting.flatMap(({ entity, rows }) =>
    promised(
      entity,
      rows.map(({ id }) => id),
    ),
  );
  for (let isSettled = false; !isSettled;) {
    isSettled = true;
    const brought = checked.flatMap(({ entity, drafts }) =>
      promised(
        entity.name,
        drafts.flatMap(({ id, fault }) => (fault === undefined ? [id] : [])),
      ),
    );
    const known = new Set([...later, ...brought]);
    for (const { entity, drafts, existing } of checked) {
      const targets = new Set([...known, ...existing]);
      for (const draft of drafts.filter(({ fault }) => fault === undefined)) {
        draft.fault = faultIn(unknownIn(entity, draft.fields, targets));
        if (draft.fault !== undefined) isSettled = false;
      }
    }
  }
}
