import "server-only";
import { and, eq } from "drizzle-orm";
import { account } from "@/db/schema/account";
import { app } from "@/db/schema/app";
import { collaborator } from "@/db/schema/collaborator";
import type { OwnedApp } from "@/db/scope";
import { publish } from "@/engines/events";
import { bundleFunction, type FunctionBundle, FunctionProblems } from "@/engines/functions/bundle";
import { ProbeFailure } from "@/engines/functions/open";
import { functionOf, type SourceFile } from "@/shipped/contract";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { missingSecrets } from "@/features/secrets/rules";
import { secretKeys } from "@/features/secrets/store";
import { headFiles } from "@/features/versions/store";
import { AppError } from "@/errors";
import { isAdmin } from "@/features/account/rules";
import { functionFile } from "./rules";
import { codeKey, fingerprintOf, hashSources, listDeployments, loadFunctions, saveDeployment } from "./store";

/** Deploys a function's newest code. It replaces the previous deployment only once it has been seen to load. */
export async function deployFunction(platform: Platform, scope: OwnedApp, name: string): Promise<void> {
  const { files } = await headFiles(scope);
  const file = functionFile(files, name);
  if (!file) throw new AppError("function-name");
  const bundle = await bundled(files, file.path, name);
  const missing = missingSecrets(
    bundle.requiredSecrets.map((key) => ({ key, required: true })),
    await secretKeys(scope),
  );
  if (missing.length > 0) throw new AppError("missing_secrets", { missing: missing.map(({ key }) => key) });
  await platform.blobs.put(codeKey(bundle.hash), new TextEncoder().encode(bundle.code), "text/javascript");
  const deployed = { name, hash: bundle.hash, sources: bundle.sources, sourceHash: hashSources(files, bundle.sources) };
  try {
    await platform.functions.deploy(scope.appId, name, () => loadFunctions(platform, scope.appId, deployed));
  } catch (error) {
    throw error instanceof ProbeFailure ? new AppError("deploy-failed", { details: error.message }) : error;
  }
  await saveDeployment(scope, deployed);
  await tellServers(scope);
}

/**
 * Deploys every function whose code has changed: after a turn, so that the app calls what the assistant has just
 * written. Failures keep the old deployment; the reason is in the app's log.
 */
export async function deployChanged(platform: Platform, scope: OwnedApp): Promise<void> {
  const [{ files }, deployed] = await Promise.all([headFiles(scope), listDeployments(scope)]);
  for (const name of new Set(files.flatMap(({ path }) => functionOf(path) ?? []))) {
    const row = deployed.find((one) => one.name === name);
    if (row && hashSources(files, row.sources) === row.sourceHash) continue;
    try {
      await deployFunction(platform, scope, name);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { missing = [], details = "" } = {
        ...(error.details as { missing?: string[]; details?: string } | undefined),
      };
      platform.functions
        .log(scope.appId)
        .add("error", [`${name}: ${error.message}`, ...missing, details].filter(Boolean).join("\n"), {
          function: name,
          call: "deploy",
        });
    }
  }
}

/**
 * Only admins deploy (1-platform.md §6), also when the assistant wrote the function: whoever asked for it must be an
 * admin of the installation, and the app's owner or an admin of it, since a function reads the app's secrets.
 * @param authorId the account that asked; by default the owner
 */
export async function deployAfterTurn(platform: Platform, scope: OwnedApp, authorId?: string): Promise<void> {
  try {
    const [author] = await scope.db
      .select({ account, ownerId: app.ownerId, role: collaborator.role })
      .from(app)
      .innerJoin(account, eq(account.id, authorId ?? app.ownerId))
      .leftJoin(collaborator, and(eq(collaborator.appId, app.id), eq(collaborator.accountId, account.id)))
      .where(eq(app.id, scope.appId));
    if (!author || (author.ownerId !== author.account.id && author.role !== "admin")) return;
    if (isAdmin(author.account, platform.env.ADMIN_EMAILS)) await deployChanged(platform, scope);
  } catch (error) {
    // The turn is committed; the function can be deployed by hand.
    log("warn", "deploy-after-turn", { appId: scope.appId, error });
  }
}

/** Notifies all servers that run this app's functions. */
export async function tellServers(scope: OwnedApp): Promise<void> {
  await publish(scope.db, `functions:${scope.appId}`, fingerprintOf(await listDeployments(scope)));
}

async function bundled(files: SourceFile[], path: string, name: string): Promise<FunctionBundle> {
  try {
    return await bundleFunction(files, path, name);
  } catch (error) {
    throw error instanceof FunctionProblems
      ? new AppError("deploy-failed", { details: error.message, problems: error.problems })
      : error;
  }
}
