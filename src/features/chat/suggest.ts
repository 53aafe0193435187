import "server-only";
import { setImmediate } from "node:timers/promises";
import type { OwnedApp } from "@/db/scope";
import { headFiles } from "@/features/versions/store";
import { readModel } from "@/offline/model/app-model";
import { suggest } from "@/offline/suggest";

const shown = 3;
const triedMax = 14;

/** LRU cache by version, which is immutable. */
const known = new Map<string, string[]>();
const knownMax = 200;

/** Suggestions for an app's current state; none without tables. */
export async function suggestionsFor(scope: OwnedApp, appName: string): Promise<string[]> {
  const { versionId, files } = await headFiles(scope);
  const before = known.get(versionId);
  if (before) return before;
  const { model } = readModel(files, appName);
  const found: string[] = [];
  let tried = 0;
  if (model.entities.length > 0)
    for (const words of suggest(model, files, appName, new Date())) {
      if (words) found.push(words);
      tried += 1;
      if (found.length === shown || tried === triedMax) break;
      // Each trial builds a whole message; yield to other requests in between.
      await setImmediate();
    }
  known.set(versionId, found);
  if (known.size > knownMax) known.delete(known.keys().next().value!);
  return found;
}
