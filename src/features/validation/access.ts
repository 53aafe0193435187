import {
  defaultPermissions,
  permissionLevels,
  type PermissionLevel,
  type Permissions,
  type SourceFile,
  fileName,
} from "@/shipped/contract";
import { isObject } from "@/engines/detect/json";

/** One entity's permissions in two bundles. `before` is null for a new entity, `after` for one that is gone. */
export type AccessRow = { entity: string; before: Permissions | null; after: Permissions | null; isWider: boolean };

/** From nobody to everybody. */
const reach: PermissionLevel[] = ["none", "admin", "creator", "all", "anonymous"];

/**
 * The permission matrix of two bundles, for the question before a publish: may anybody now read or write what they
 * could not? A new entity is no wider than before: nothing of it was published yet.
 */
export function accessBetween(before: SourceFile[], after: SourceFile[]): AccessRow[] {
  const [old, fresh] = [accessOf(before), accessOf(after)];
  const names = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return names.map((entity) => {
    const [was, is] = [old.get(entity) ?? null, fresh.get(entity) ?? null];
    const isWider =
      was !== null &&
      is !== null &&
      (["read", "write"] as const).some((kind) => reach.indexOf(is[kind]) > reach.indexOf(was[kind]));
    return { entity, before: was, after: is, isWider };
  });
}

function accessOf(files: SourceFile[]): Map<string, Permissions> {
  return new Map(
    files
      .filter(({ path }) => path.startsWith("entities/"))
      .map(({ path, content }) => [fileName(path), permissionsOf(content)]),
  );
}

/** A level that is missing or unknown is the default, as the entity engine takes it. */
function permissionsOf(content: string): Permissions {
  let schema: unknown;
  try {
    schema = JSON.parse(content);
  } catch {
    return defaultPermissions;
  }
  const control = isObject(schema) ? schema["x-accessControl"] : undefined;
  const given = isObject(control) && isObject(control["permissions"]) ? control["permissions"] : {};
  const level = (kind: "read" | "write") =>
    permissionLevels.find((one) => one === given[kind]) ?? defaultPermissions[kind];
  return { read: level("read"), write: level("write") };
}
