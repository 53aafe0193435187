import "server-only";
import type { OwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { permissionsName } from "./rules";
import type { Permissions } from "@/shipped/contract";
import type { EntitySchema } from "@/features/rows/schema";
import { findEntity } from "@/features/rows/entity";
import { headEntities } from "./schemas";

/**
 * Writes an entity's permission pair into its schema file, replacing its rules, as a version. It takes effect for
 * members on publishing.
 */
export async function setPermissions(
  scope: OwnedApp,
  entity: string,
  permissions: Permissions,
): Promise<{ versionId: string | null; name: string }> {
  findEntity(await headEntities(scope), entity);
  const name = permissionsName(permissions);
  const draft = { kind: "edit", description: `${entity}: ${name}`, joins: "addition" } as const;
  const written = await writeVersion(scope, draft, (files) =>
    files.map((file) => {
      if (file.path !== `entities/${entity}.json`) return file;
      const schema = JSON.parse(file.content) as EntitySchema;
      return {
        ...file,
        content: `${JSON.stringify({ ...schema, "x-accessControl": { ...schema["x-accessControl"], rules: undefined, permissions } }, null, 2)}\n`,
      };
    }),
  );
  return { versionId: written?.version.id ?? null, name };
}
