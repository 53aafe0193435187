import "server-only";
import type { AppModel } from "./model/app-model";
import { saidInstead } from "./draft/draft";
import { type Asked, replyTo } from "./reply";

/** How a request would be carried out: how much of it is left out or explained instead, and how much assumed. */
export type Trial = { isDone: boolean; left: number; assumed: number; model: AppModel };

/** Whether a request is understood completely. */
export const isWhole = ({ isDone, left, assumed }: Trial): boolean => isDone && left + assumed === 0;

/**
 * A trial run of a request on a copy of an app.
 * @param earlier what was said before
 */
export function tryRequest(
  words: string,
  workspace: Pick<Asked["workspace"], "files" | "appName">,
  today: Date,
  earlier: string[] = [],
): Trial {
  const messages = [...earlier, words].map((content) => ({ role: "user" as const, content }));
  const { draft, changes } = replyTo({ messages, workspace }, today);
  const isDone = changes.length > 0 && draft.done.length > 0;
  return { isDone, left: saidInstead(draft), assumed: draft.assumed.length, model: draft.model };
}
