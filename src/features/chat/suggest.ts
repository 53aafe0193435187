import "server-only";
import { setImmediate } from "node:timers/promises";
import type { OwnedApp } from "@/db/scope";
import { headFiles } from "@/features/versions/store";
import { readModel } from "@/offline/app-model";
import { suggest } from "@/offline/suggest";

const shown = 3;
const triedMax = 14;

/** By version, which never changes. The map's order is that of use. */
const known = new Map<string, string[]>();
const knownMax = 200;

/** Things to try next in an app as it stands now; none while it has no tables. */
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
      // Each trial works a whole message into the app: others take their turn in between.
      await setImmediate();
    }
  known.set(versionId, found);
  if (known.size > knownMax) known.delete(known.keys().next().value!);
  return found;
}
