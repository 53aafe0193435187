import "server-only";
import type { OwnedApp } from "@/db/scope";
import { publish } from "@/engines/events";
import { bundleFunction, type FunctionBundle, FunctionProblems } from "@/engines/functions/bundle";
import { ProbeFailure } from "@/engines/functions/open";
import type { Platform } from "@/engines/platform";
import { missingSecrets } from "@/features/secrets/rules";
import { secretKeys } from "@/features/secrets/store";
import type { SourceFile } from "@/features/files/schema";
import { headFiles } from "@/features/versions/store";
import { AppError } from "@/errors";
import { functionFile } from "./rules";
import { codeKey, fingerprintOf, hashSources, listDeployments, loadFunctions, saveDeployment } from "./store";

/**
 * Brings the newest code of one function into service. It takes over only after it was seen to load; until then, and when it does not,
 * the one before goes on answering.
 */
export async function deployFunction(platform: Platform, scope: OwnedApp, name: string): Promise<void> {
  const { files } = await headFiles(scope);
  const file = functionFile(files, name);
  if (!file) throw new AppError("function-name");
  const bundle = await bundled(files, file.path, name);
  const missing = missingSecrets(bundle.requiredSecrets.map((key) => ({ key, required: true })), await secretKeys(scope));
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

/** Every server that runs this app's functions learns that they changed. */
export async function tellServers(scope: OwnedApp): Promise<void> {
  await publish(scope.db, `functions:${scope.appId}`, fingerprintOf(await listDeployments(scope)));
}

async function bundled(files: SourceFile[], path: string, name: string): Promise<FunctionBundle> {
  try {
    return await bundleFunction(files, path, name);
  } catch (error) {
    throw error instanceof FunctionProblems ? new AppError("deploy-failed", { details: error.message, problems: error.problems }) : error;
  }
}
