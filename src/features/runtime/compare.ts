import "server-only";
import { type SourceFile, fileName } from "@/shipped/contract";
import { accessInWords, audiences } from "@/features/members/rules";
import { accessOfPair } from "@/features/rows/rules";
import type { EntityProperty } from "@/features/rows/schema";
import { type AccessRow, accessBetween } from "@/features/validation/access";
import { byPath, changesBetween } from "@/features/versions/rules";
import type { AccessChange, PublishChanges, TableChange } from "./schema";

/** What visitors get to see differently once `after` takes the place of `before`: code, tables and permissions. */
export function compareBundles(before: SourceFile[], after: SourceFile[]): PublishChanges {
  const files = changesBetween(byPath(before), byPath(after));
  return {
    files: files.filter(({ path }) => !path.startsWith("entities/")),
    tables: tablesBetween(before, after),
    access: accessBetween(before, after).flatMap(accessChanges),
  };
}

const isTable = ({ path }: SourceFile) => path.startsWith("entities/");

function fieldsOf(content: string): Map<string, EntityProperty> {
  try {
    const { properties = {} } = JSON.parse(content) as { properties?: Record<string, EntityProperty> };
    return new Map(Object.entries(properties));
  } catch {
    return new Map();
  }
}

/** `fields` says each change in words: "email added", "amount: text → number", "note removed". */
function tablesBetween(before: SourceFile[], after: SourceFile[]): TableChange[] {
  const [old, fresh] = [byPath(before.filter(isTable)), byPath(after.filter(isTable))];
  return changesBetween(old, fresh).flatMap(({ path, kind }): TableChange[] => {
    const table = fileName(path);
    if (kind === "added") return [{ table, kind, fields: [] }];
    if (kind === "deleted") return [{ table, kind, fields: [] }];
    const fields = fieldChanges(fieldsOf(old.get(path)!), fieldsOf(fresh.get(path)!));
    return fields.length > 0 ? [{ table, kind: "changed", fields }] : [];
  });
}

function fieldChanges(old: Map<string, EntityProperty>, fresh: Map<string, EntityProperty>): string[] {
  const names = [...new Set([...old.keys(), ...fresh.keys()])];
  return names.flatMap((name) => {
    const [was, is] = [old.get(name), fresh.get(name)];
    if (!was) return [`${name} added`];
    if (!is) return [`${name} removed`];
    if (was.type !== is.type) return [`${name}: ${was.type ?? "any"} → ${is.type ?? "any"}`];
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [`${name} changed`];
  });
}

const names = { strangers: "Strangers", members: "Members", admins: "Admins" } as const;

/** Tables that come or go say so themselves; here stands what changes for those that stay. */
function accessChanges({ entity, before, after, beforeAccess, afterAccess }: AccessRow): AccessChange[] {
  if (!before || !after) return [];
  const was = accessInWords(beforeAccess ?? accessOfPair(before));
  const is = accessInWords(afterAccess ?? accessOfPair(after));
  return audiences
    .filter((audience) => was[audience] !== is[audience])
    .map((audience) => ({ table: entity, who: names[audience], before: was[audience], after: is[audience] }));
}
