import "server-only";
import type { ModelMessage } from "ai";
import type { OwnedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { writePlan } from "@/engines/protocol/plan";
import { requestAfterCut } from "@/engines/protocol/resume";
import type { Action } from "@/engines/protocol/schema";
import type { Answer } from "./answer";
import type { CheckWork } from "./check-work";
import { type Call, type Cut, hearReply, hearRest } from "./hear";
import { Looker } from "./look";
import { actionsOf, isToolPart, type MessagePart } from "./message";
import { editRetryRequest } from "./prompt";
import { stageActions } from "./stage";

/** "at most 2 automatic continuations"; a failed edit is retried with the nearest lines, then with the whole file. */
const continuationsMax = 2;
const editRetriesMax = 2;

/** Whether an answer may be a plan: the person asked for one, it is left to the model, or there is none. */
export type Planning = "asked" | "free" | "never";

/** Input of a turn's conversation with the model. */
export type Question = Call & {
  platform: Platform;
  scope: OwnedApp;
  /** The cut action of the previous message, which 'Let's keep going' resumes. */
  resumed: Action | undefined;
  planning: Planning;
  /** Takes pictures of pages; absent where there is no browser, or the model cannot see. */
  browser?: string | undefined;
  /** Absent where work is not checked: without a model, or where it is switched off. */
  check?: CheckWork | undefined;
};

/** The conversation so far. `messages`: what the model was sent, up to its last look at the app or check. */
export type Talk = { question: Question; answer: Answer; messages: ModelMessage[]; looker: Looker; looks: number };

export function beginTalk(question: Question, answer: Answer): Talk {
  const { files, signal, messages, platform, scope, browser } = question;
  const sight = () => ({ platform, scope, signal, browser, files: stageActions(files, actionsOf(answer.parts)).files });
  return { question, answer, messages, looker: new Looker(answer, sight), looks: 0 };
}

type Asked = {
  /** What is said to the model; absent when the messages end with a request. */
  request?: string;
  /** The cut action that the reply goes on in. */
  inside?: Action | undefined;
  /** Makes this reply's action ids unique within the message. */
  suffix: string;
  role?: Call["role"];
};

/** A reply with its continuations while it is cut. @returns how it stayed cut, if so */
export async function askWhole(talk: Talk, asked: Asked): Promise<Cut | undefined> {
  let cut = await ask(talk, asked);
  for (let count = 1; cut && count <= continuationsMax; count += 1)
    cut = await ask(talk, {
      request: requestAfterCut(cut.inside),
      inside: cut.inside,
      ...(asked.role && { role: asked.role }),
      suffix: `${asked.suffix}+${count}`,
    });
  if (cut) leaveCut(talk.answer, cut);
  return cut;
}

/** Retries of edits that do not fit. */
export async function retryEdits(talk: Talk, suffix = ""): Promise<void> {
  const { answer, question } = talk;
  for (let round = 1; round <= editRetriesMax; round += 1) {
    const failed = stageActions(question.files, actionsOf(answer.parts)).results.filter(
      ({ status, edit }) => status === "failed" && edit,
    );
    if (failed.length === 0) return;
    const tried = new Set(answer.parts);
    const request = editRetryRequest(failed, question.files, round === editRetriesMax);
    const stillCut = await ask(talk, { request, suffix: `${suffix}~${round}` });
    if (stillCut) leaveCut(answer, stillCut);
    // Keep actions that were not sent again, so that the message tells what failed.
    const again = new Set(actionsOf(answer.parts.filter((part) => !tried.has(part))).map(({ file }) => file));
    answer.drop(new Set(failed.filter(({ file }) => again.has(file)).map(({ actionId }) => actionId)));
  }
}

/** Takes over what the model said since its last look, before a part ends it. */
export function absorb(talk: Talk): void {
  talk.messages = [...talk.messages, { role: "assistant", content: rawReply(talk.answer.parts) }];
}

/**
 * One reply, with everything that it looks at on its way. A reply that was cut is not answered what it asked: it has to
 * be whole first.
 * @returns how it was cut, if so
 */
async function ask(talk: Talk, { request, inside, suffix, role }: Asked): Promise<Cut | undefined> {
  const { question, answer, looker } = talk;
  const said: ModelMessage[] =
    request === undefined
      ? []
      : [
          { role: "assistant", content: rawReply(answer.parts) },
          { role: "user", content: request },
        ];
  let call: Call = { ...question, ...(role && { role }), messages: [...talk.messages, ...said] };
  let heard = inside ? await hearRest(call, answer, inside, suffix || "+0") : await hearReply(call, answer, suffix);
  while (!heard.cut && heard.calls.length > 0 && !looker.isExhausted) {
    call = { ...call, messages: [...call.messages, ...(await looker.answerCalls(heard))] };
    talk.messages = call.messages;
    talk.looks += 1;
    heard = await hearReply(call, answer, `/${talk.looks}`);
  }
  return heard.cut;
}

/** The reply since its last look at the app, as the model wrote it. */
function rawReply(parts: MessagePart[]): string {
  const said = parts
    .slice(parts.findLastIndex(isToolPart) + 1)
    .map((part) =>
      part.type === "data-action"
        ? `<action type="${part.data.type}" file="${part.data.file}" id="${part.id}">\n${part.data.content}\n</action id="${part.id}">\n`
        : part.type === "data-plan"
          ? writePlan(part.data)
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
