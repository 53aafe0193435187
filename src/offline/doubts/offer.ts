import "server-only";
import type { AppModel, SourceFile } from "../model/app-model";
import type { Draft } from "../draft/draft";
import { languageOf } from "../lexicon/other-languages";
import { replyTo } from "../reply";
import { isWhole, tryRequest } from "../try-request";
import { compare, key } from "./comparison";
import { type Doubt, doubtsIn } from "./differences";
import { startedOver } from "./start-over";

export const doubtsMax = 3;

/** Both readings of a first message, where they differ. The little German that is known makes no names to offer. */
function readingsOf(first: string, today: Date): { made: Draft; other: Draft } | undefined {
  if (languageOf(first) === "de") return undefined;
  const messages = [{ role: "user" as const, content: first }];
  const { draft } = replyTo({ messages, workspace: { files: [], appName: "" } }, today);
  return draft.other && { made: draft, other: draft.other };
}

/** What is moved is still there. */
const fieldCount = ({ entities }: AppModel): number =>
  entities.reduce((sum, { properties }) => sum + Object.keys(properties).length, 0);

/**
 * Requests for what the builder may have missed in an app's first message: what only the other of its two readings has,
 * each verified by a trial run, at most three. A generator, because a trial takes milliseconds: the caller yields in
 * between.
 * @param said what was said in the chat, from its beginning
 */
export function* doubts(
  said: string[],
  app: AppModel,
  files: SourceFile[],
  appName: string,
  today: Date,
): Generator<string | undefined> {
  const [first = "", ...later] = said;
  const readings = readingsOf(first, today);
  yield undefined;
  if (!readings) return;
  const asked = new Set(later.map(key));
  const works = ({ kind, words, holds }: Doubt) => {
    if (asked.has(key(words)) || holds(app)) return false;
    const trial = tryRequest(words, { files, appName }, today);
    // Sample rows keep the options that they have: that is told as assumed.
    const isUnderstood = kind === "options" ? trial.isDone && trial.left === 0 : isWhole(trial);
    return isUnderstood && holds(trial.model) && fieldCount(trial.model) >= fieldCount(app);
  };
  const comparison = compare(readings.made.model, readings.other.model, first);
  const over = startedOver(comparison, readings.other, app);
  let open = over ? doubtsMax - 1 : doubtsMax;
  for (const doubt of doubtsIn(comparison)) {
    if (open === 0) break;
    const isOffered = works(doubt);
    if (isOffered) open -= 1;
    yield isOffered ? doubt.words : undefined;
  }
  if (over && !asked.has(key(over))) yield over;
}
