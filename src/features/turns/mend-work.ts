import "server-only";
import { ModelError } from "@/engines/model/schema";
import { AppError } from "@/errors";
import type { CheckWork, Fault, Work } from "./check-work";
import { actionsOf } from "./message";
import { absorb, askWhole, retryEdits, type Talk } from "./talk";

const listed = (faults: Fault[]): string =>
  faults.map(({ message, place }) => `- ${place ? `${place}: ` : ""}${message}`).join("\n");

/** What the model is told of the check of its work. */
const mendRequest = (faults: Fault[], isUndone: boolean): string =>
  [
    ...(isUndone ? ["Your last attempt made it worse and was left out: the files are as they were before it."] : []),
    "Your changes were checked before they are stored. These faults are in them, and were not in the app before:",
    listed(faults),
    "",
    "Mend them by actions: send only what changes, based on the files as your actions left them; look at a file again where you are not sure. Say in a sentence what was wrong. Do not say that anything works which is named above and not mended.",
  ].join("\n");

/**
 * Checks an answer's work before the turn ends, and gives the model the findings, at most MODEL_AUTO_FIXES times. An
 * attempt that makes it worse is left out: the best state is kept, and `answer.work` says what stays open.
 */
export async function mendWork(talk: Talk, check: CheckWork, attemptsMax: number): Promise<void> {
  const { answer } = talk;
  let best = await look(talk, check, attemptsMax);
  let isUndone = false;
  for (let round = 1; best && best.faults.length > 0 && round <= attemptsMax; round += 1) {
    answer.mended = round;
    const before = new Set(actionsOf(answer.parts).map(({ id }) => id));
    const isLast = await attempt(talk, mendRequest(best.faults, isUndone), round);
    const made = actionsOf(answer.parts).filter(({ id }) => !before.has(id));
    const next = made.length > 0 ? await look(talk, check, attemptsMax - round) : undefined;
    isUndone = made.length > 0 && (next === undefined || next.faults.length > best.faults.length);
    if (isUndone) {
      answer.drop(new Set(made.map(({ id }) => id)));
      answer.tell("text", { text: "\n\nThis attempt made it worse, so it is left out.\n" });
    } else best = next ?? best;
    // A model that only talks has no better idea.
    if (isLast || made.length === 0) break;
  }
  answer.work = best;
}

/** One check, shown in the message. @param left attempts that are left to mend what it finds */
async function look(talk: Talk, check: CheckWork, left: number): Promise<Work | undefined> {
  const { answer, question } = talk;
  const actions = actionsOf(answer.parts);
  if (actions.length === 0) return undefined;
  absorb(talk);
  const id = `check-${answer.mended}`;
  answer.tell("tool-call", { id, name: "check_app", input: {} });
  const work = await check(actions);
  if (question.signal.aborted) throw new ModelError("Stopped", { retryable: false });
  const count = work?.faults.length ?? 0;
  const found = count === 0 ? "no faults" : `${count} ${count === 1 ? "fault" : "faults"}`;
  const summary = work
    ? `${work.summary}: ${found}`
    : "Not checked: something waits for you to decide, or nothing changed";
  const text = work && count > 0 ? listed(work.faults) : summary;
  answer.tell("tool-result", { id, output: { summary, text, isMending: count > 0 && left > 0 } });
  return work;
}

/** One try of the model to mend. Half of an action is nothing. @returns whether it was the last one possible */
async function attempt(talk: Talk, request: string, round: number): Promise<boolean> {
  const { answer, question } = talk;
  const suffix = `!${round}`;
  let isLast = false;
  try {
    talk.messages = [...talk.messages, { role: "user", content: request }];
    isLast = (await askWhole(talk, { suffix, role: "repair" })) !== undefined;
    await retryEdits(talk, suffix);
  } catch (error) {
    // The answer was whole before: without a service or a budget it stays as it is, and what is open is said.
    const isOver = error instanceof ModelError || (error instanceof AppError && error.reason === "usage-cap");
    if (question.signal.aborted || !isOver) throw error;
    isLast = true;
  }
  answer.isCut = false;
  const halves = actionsOf(answer.parts).filter(({ id, isComplete }) => id.includes(suffix) && !isComplete);
  answer.drop(new Set(halves.map(({ id }) => id)));
  return isLast;
}
