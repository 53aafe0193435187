import "server-only";
import type { ModelMessage } from "ai";
import type { OwnedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { requestAfterCut } from "@/engines/protocol/resume";
import type { Action } from "@/engines/protocol/schema";
import type { Answer } from "./answer";
import { type Call, type Cut, hearReply, hearRest } from "./hear";
import { Looker } from "./look";
import { actionsOf, isToolPart, type MessagePart } from "./message";
import { editRetryRequest } from "./prompt";
import { stageActions } from "./stage";

/** "at most 2 automatic continuations"; a failed edit is retried with the nearest lines, then with the whole file. */
const continuationsMax = 2;
const editRetriesMax = 2;

/** Input of a turn's conversation with the model. */
export type Question = Call & {
  platform: Platform;
  scope: OwnedApp;
  /** The cut action of the previous message, which 'Let's keep going' resumes. */
  resumed: Action | undefined;
};

/** The conversation so far: what the model was sent, up to its last look at the app. */
type Talk = { question: Question; answer: Answer; messages: ModelMessage[]; looker: Looker; looks: number };

/** One reply with what it looks at, its continuations while it is cut, and retries of failed edits. */
export async function converse(question: Question, answer: Answer): Promise<void> {
  const { files, signal, messages, platform, scope } = question;
  const looker = new Looker(answer, () => ({
    platform,
    scope,
    files: stageActions(files, actionsOf(answer.parts)).files,
    signal,
  }));
  const talk: Talk = { question, answer, messages, looker, looks: 0 };
  let cut = await ask(talk, { inside: question.resumed && reopen(answer, question.resumed), suffix: "" });
  for (let count = 1; cut && count <= continuationsMax; count += 1)
    cut = await ask(talk, { request: requestAfterCut(cut.inside), inside: cut.inside, suffix: `+${count}` });
  if (cut) leaveCut(answer, cut);
  // The offline builder is deterministic: a retry would fail the same way.
  if (question.provider.name === "offline") return;
  for (let round = 1; round <= editRetriesMax; round += 1) {
    const failed = stageActions(files, actionsOf(answer.parts)).results.filter(
      ({ status, edit }) => status === "failed" && edit,
    );
    if (failed.length === 0) return;
    const tried = new Set(answer.parts);
    const request = editRetryRequest(failed, files, round === editRetriesMax);
    const stillCut = await ask(talk, { request, suffix: `~${round}` });
    if (stillCut) leaveCut(answer, stillCut);
    // Keep actions that were not sent again, so that the message tells what failed.
    const again = new Set(actionsOf(answer.parts.filter((part) => !tried.has(part))).map(({ file }) => file));
    answer.drop(new Set(failed.filter(({ file }) => again.has(file)).map(({ actionId }) => actionId)));
  }
}

type Asked = {
  /** What is said to the model; absent at first, when the messages end with the person's request. */
  request?: string;
  /** The cut action that the reply goes on in. */
  inside?: Action | undefined;
  /** Makes this reply's action ids unique within the message. */
  suffix: string;
};

/**
 * One reply, with everything that it looks at on its way. A reply that was cut is not answered what it asked: it has to
 * be whole first.
 * @returns how it was cut, if so
 */
async function ask(talk: Talk, { request, inside, suffix }: Asked): Promise<Cut | undefined> {
  const { question, answer, looker } = talk;
  const said: ModelMessage[] =
    request === undefined
      ? []
      : [
          { role: "assistant", content: rawReply(answer.parts) },
          { role: "user", content: request },
        ];
  let call: Call = { ...question, messages: [...talk.messages, ...said] };
  let heard = inside ? await hearRest(call, answer, inside, suffix || "+0") : await hearReply(call, answer, suffix);
  while (!heard.cut && heard.calls.length > 0 && !looker.isExhausted) {
    call = { ...call, messages: [...call.messages, ...(await looker.answerCalls(heard))] };
    talk.messages = call.messages;
    talk.looks += 1;
    heard = await hearReply(call, answer, `/${talk.looks}`);
  }
  return heard.cut;
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

/** The reply since its last look at the app, as the model wrote it. */
function rawReply(parts: MessagePart[]): string {
  const said = parts
    .slice(parts.findLastIndex(isToolPart) + 1)
    .map((part) =>
      part.type === "data-action"
        ? `<action type="${part.data.type}" file="${part.data.file}" id="${part.id}">\n${part.data.content}\n</action id="${part.id}">\n`
        : part.type === "text"
          ? part.text
          : "",
    );
  return said.join("") || "…";
}

/** Ends the answer as cut; a person may continue it. */
function leaveCut(answer: Answer, { inside }: Cut): void {
  answer.isCut = true;
  if (inside) answer.take({ kind: "close", id: inside.id, isComplete: false, isTruncated: true });
}
