import "server-only";
import { setImmediate } from "node:timers/promises";
import type { OwnedApp } from "@/db/scope";
import { textOf } from "@/features/turns/message";
import { firstMessages, type MessageRow } from "@/features/turns/store";
import { headFiles } from "@/features/versions/store";
import { readModel } from "@/offline/model/app-model";
import { doubts } from "@/offline/doubts/offer";
import { offlineModel } from "@/offline/provider";
import { suggest } from "@/offline/suggest";

/** What may have been missed in the app's first message, and what suits the app next: three in all. */
export type Suggestions = { missed: string[]; next: string[] };

const shown = 3;
const triedMax = 14;
/** Who has said more than this has seen what is offered, and does not want it. */
const doubtedMessagesMax = 10;

/** LRU cache by version, which is immutable, and by how much was said. */
const known = new Map<string, Suggestions>();
const knownMax = 200;

/** Suggestions for an app's current state; none without tables. */
export async function suggestionsFor(scope: OwnedApp, appName: string): Promise<Suggestions> {
  const [{ versionId, files }, messages] = await Promise.all([
    headFiles(scope),
    firstMessages(scope, doubtedMessagesMax + 1),
  ]);
  const key = `${versionId} ${messages.at(-1)?.id ?? ""}`;
  const before = known.get(key);
  if (before) return before;
  const { model } = readModel(files, appName);
  const found: Suggestions = { missed: [], next: [] };
  if (model.entities.length > 0) {
    const said = saidToBuilder(messages);
    if (said) found.missed = await first(shown, doubts(said, model, files, appName, new Date()));
    found.next = await first(shown - found.missed.length, suggest(model, files, appName, new Date()));
  }
  known.set(key, found);
  if (known.size > knownMax) known.delete(known.keys().next().value!);
  return found;
}

/** What was said, where the chat is short and its first message was carried out without a model. */
function saidToBuilder(messages: MessageRow[]): string[] | undefined {
  const [request, answer] = messages;
  if (!request || !answer || messages.length > doubtedMessagesMax) return undefined;
  const usage = answer.metadata.usage as { modelInfo?: { model?: unknown } } | undefined;
  // The sentences of starting points are ours, and a plan carries out each of its steps as a message of its own.
  const isOurs = request.metadata.builder !== undefined || request.metadata.isPlanFirst === true;
  if (isOurs || usage?.modelInfo?.model !== offlineModel) return undefined;
  return messages.filter(({ role }) => role === "user").map(({ parts }) => textOf(parts));
}

/** The first that are found, within a limit of trials: each builds a whole message, so yield to other requests in between. */
async function first(count: number, trials: Iterable<string | undefined>): Promise<string[]> {
  const found: string[] = [];
  let tried = 0;
  if (count === 0) return found;
  for (const words of trials) {
    if (words) found.push(words);
    tried += 1;
    if (found.length === count || tried === triedMax) break;
    await setImmediate();
  }
  return found;
}
