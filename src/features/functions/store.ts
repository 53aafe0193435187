import "server-only";
import { ownedByServer } from "@/api/gates";
import { and, asc, eq, sql } from "drizzle-orm";
import { deployment } from "@/db/schema/deployment";
import { type OwnedApp } from "@/db/scope";
import { sha256 } from "@/engines/blobs";
import type { AppFunctions } from "@/engines/functions/schema";
import type { Platform } from "@/engines/platform";
import type { SourceFile } from "@/shipped/contract";
import { secretValues } from "@/features/secrets/store";
import { AppError } from "@/errors";

export type Deployed = Omit<typeof deployment.$inferSelect, "appId" | "deployedAt">;

export const codeKey = (hash: string) => `functions/${hash}`;

/** Hash of a function's source files, to detect changes. */
export function hashSources(files: SourceFile[], sources: string[]): string {
  return sha256(
    JSON.stringify(files.filter(({ path }) => sources.includes(path)).map(({ path, content }) => [path, content])),
  );
}

export async function listDeployments({ db, appId }: OwnedApp): Promise<(typeof deployment.$inferSelect)[]> {
  return db.select().from(deployment).where(eq(deployment.appId, appId)).orderBy(asc(deployment.name));
}

export const fingerprintOf = (deployed: Pick<Deployed, "name" | "hash">[]) =>
  sha256(
    deployed
      .map(({ name, hash }) => `${name}:${hash}`)
      .sort()
      .join("\n"),
  );

/**
 * Input of an app's process: every deployed function, with `candidate` in place of its own deployment, and the secrets.
 */
export async function loadFunctions(
  { db, blobs, sealer }: Platform,
  appId: string,
  candidate?: Deployed,
): Promise<AppFunctions> {
  const scope = ownedByServer(db, appId);
  const stored: Pick<Deployed, "name" | "hash">[] = await listDeployments(scope);
  const wanted = candidate ? [...stored.filter(({ name }) => name !== candidate.name), candidate] : stored;
  if (wanted.length === 0) throw new AppError("function-not-found");
  const functions = await Promise.all(
    wanted.map(async ({ name, hash }) => {
      const bytes = await blobs.get(codeKey(hash));
      if (!bytes) throw new Error(`The code of a deployed function is missing: ${hash}`);
      return { name, hash, code: new TextDecoder().decode(bytes) };
    }),
  );
  return { appId, fingerprint: fingerprintOf(wanted), functions, secrets: await secretValues(scope, sealer) };
}

export async function saveDeployment({ db, appId }: OwnedApp, deployed: Deployed): Promise<void> {
  await db
    .insert(deployment)
    .values({ appId, ...deployed })
    .onConflictDoUpdate({
      target: [deployment.appId, deployment.name],
      set: { hash: deployed.hash, sources: deployed.sources, sourceHash: deployed.sourceHash, deployedAt: sql`now()` },
    });
}

export async function deleteDeployment({ db, appId }: OwnedApp, name: string): Promise<boolean> {
  const gone = await db
    .delete(deployment)
    .where(and(eq(deployment.appId, appId), eq(deployment.name, name)))
    .returning({ name: deployment.name });
  return gone.length > 0;
}
