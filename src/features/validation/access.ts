import { type PermissionLevel, type Permissions, type SourceFile, fileName } from "@/shipped/contract";
import { isObject } from "@/engines/detect/facts/json";
import { type Access, widens } from "@/features/rows/rules";
import { openedFields } from "@/features/rows/field-rights";
import { accessOf } from "@/features/rows/access";
import { permissionsOf } from "@/features/rows/rules";
import type { EntitySchema } from "@/features/rows/schema";

/** One entity's permissions in two bundles. `before` is null for a new entity, `after` for a deleted one. */
export type AccessRow = {
  entity: string;
  before: Permissions | null;
  after: Permissions | null;
  beforeAccess?: Access;
  afterAccess?: Access;
  /** Fields that more people see or set. */
  openedFields?: string[];
  isWider: boolean;
};

/** Ordered from narrowest to widest. */
const reach: PermissionLevel[] = ["none", "admin", "creator", "all", "anonymous"];

/**
 * Permission changes between two bundles, for the check before publishing: may anybody read or write more than before?
 * A new entity counts as unchanged, since none of it was published.
 */
export function accessBetween(before: SourceFile[], after: SourceFile[]): AccessRow[] {
  const [old, fresh] = [standingsOf(before), standingsOf(after)];
  const names = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return names.map((entity) => {
    const [was, is] = [old.get(entity) ?? null, fresh.get(entity) ?? null];
    const isWider =
      was !== null &&
      is !== null &&
      (was.hasRules || is.hasRules
        ? widens(was.access, is.access)
        : (["read", "write"] as const).some((kind) => reach.indexOf(is.pair[kind]) > reach.indexOf(was.pair[kind])));
    const opened = was && is ? openedFields(was.schema, is.schema) : [];
    return {
      entity,
      before: was?.pair ?? null,
      after: is?.pair ?? null,
      ...rulesOf(was, is),
      ...(opened.length > 0 && { openedFields: opened }),
      isWider: isWider || opened.length > 0,
    };
  });
}

type Standing = { schema: EntitySchema; pair: Permissions; access: Access; hasRules: boolean };

/** Each side's rules, if any. */
const rulesOf = (was: Standing | null, is: Standing | null) => ({
  ...(was?.hasRules && { beforeAccess: was.access }),
  ...(is?.hasRules && { afterAccess: is.access }),
});

function standingsOf(files: SourceFile[]): Map<string, Standing> {
  return new Map(
    files
      .filter(({ path }) => path.startsWith("entities/"))
      .map(({ path, content }) => [fileName(path), standingOf(content)]),
  );
}

/** As rows treat it: unreadable permissions are the default. */
function standingOf(content: string): Standing {
  const schema = { properties: {}, ...readObject(content) } as EntitySchema;
  if (!isObject(schema.properties) || !Object.values(schema.properties).every(isObject)) schema.properties = {};
  if (!isObject(schema["x-accessControl"])) delete schema["x-accessControl"];
  const hasRules = schema["x-accessControl"]?.rules !== undefined;
  return { schema, pair: permissionsOf(schema), access: accessOf(schema), hasRules };
}

function readObject(content: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(content);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
