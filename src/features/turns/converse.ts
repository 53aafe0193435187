import "server-only";
import type { Action } from "@/engines/protocol/schema";
import type { Answer } from "./answer";
import { mendWork } from "./mend-work";
import { actionsOf, planOf } from "./message";
import { askWhole, beginTalk, type Question, retryEdits } from "./talk";

/**
 * A turn's conversation: one reply with what it looks at and its continuations, retries of edits that do not fit, and
 * the check of what it made, whose findings it mends.
 */
export async function converse(question: Question, answer: Answer): Promise<void> {
  const talk = beginTalk(question, answer);
  const cut = await askWhole(talk, { inside: question.resumed && reopen(answer, question.resumed), suffix: "" });
  if (planOf(answer.parts) || question.planning === "asked") return changeNothing(answer);
  // The offline builder is deterministic: a retry would fail the same way.
  if (question.provider.name === "offline") return;
  await retryEdits(talk);
  // What is missing from a cut answer may be what is wrong with it.
  const isWhole = !cut && !answer.isCut;
  if (question.check && isWhole) await mendWork(talk, question.check, question.platform.env.MODEL_AUTO_FIXES);
}

/** A plan waits for the person: whatever the model did beside it is left out, and said. */
function changeNothing(answer: Answer): void {
  const made = actionsOf(answer.parts);
  if (made.length === 0) return;
  answer.drop(new Set(made.map(({ id }) => id)));
  const changes = made.length === 1 ? "A change" : `${made.length} changes`;
  answer.tell("text", {
    text: `\n\n${changes} written beside the plan ${made.length === 1 ? "is" : "are"} left out: nothing changes before you start it.\n`,
  });
}

/** Reopens the cut action of an earlier message in this one, with its content so far. */
function reopen(
  answer: Answer,
  { content, isComplete: _complete, isTruncated: _truncated, ...action }: Action,
): Action {
  answer.take({ kind: "open", action });
  answer.take({ kind: "delta", id: action.id, text: content });
  return { ...action, content, isComplete: false, isTruncated: false };
}
