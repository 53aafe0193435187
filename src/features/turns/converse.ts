import "server-only";
import type { ModelMessage } from "ai";
import { type FinishReason, ModelError, type ModelProvider, type Person } from "@/engines/model/schema";
import { ActionParser } from "@/engines/protocol/parse";
import { mergeContinuation, requestAfterCut } from "@/engines/protocol/resume";
import type { Action, ParserEvent } from "@/engines/protocol/schema";
import type { SourceFile } from "@/shipped/contract";
import type { Answer } from "./answer";
import { actionsOf, type MessagePart } from "./message";
import { editRetryRequest } from "./prompt";
import { stageActions } from "./stage";

/** "at most 2 automatic continuations"; a failed edit is retried with the nearest lines, then with the whole file. */
const continuationsMax = 2;
const editRetriesMax = 2;

/** Input of a turn's conversation with the model. */
export type Question = {
  provider: ModelProvider;
  signal: AbortSignal;
  files: SourceFile[];
  appName: string;
  person: Person | undefined;
  instructions: string;
  messages: ModelMessage[];
  /** The cut action of the previous message, which 'Let's keep going' resumes. */
  resumed: Action | undefined;
  /** Budget check before each call; throws when the month's budget is spent. @param usd cost of this turn so far */
  checkBudget: (usd: number | undefined) => Promise<void>;
};

/** One reply, its continuations while it is cut, and retries of failed edits. */
export async function converse(question: Question, answer: Answer): Promise<void> {
  let { messages } = question;
  const goOn = (request: string) => {
    messages = [
      ...messages,
      { role: "assistant", content: rawReply(answer.parts) },
      { role: "user", content: request },
    ];
    return { ...question, messages };
  };
  let cut = question.resumed ? await resume(question, answer, question.resumed) : await reply(question, answer);
  for (let count = 1; cut && count <= continuationsMax; count += 1) {
    const next = goOn(requestAfterCut(cut.inside));
    cut = cut.inside ? await continueInside(next, answer, cut.inside, count) : await reply(next, answer, `+${count}`);
  }
  if (cut) leaveCut(answer, cut);
  // The offline builder is deterministic: a retry would fail the same way.
  if (question.provider.name === "offline") return;
  for (let round = 1; round <= editRetriesMax; round += 1) {
    const failed = stageActions(question.files, actionsOf(answer.parts)).results.filter(
      ({ status, edit }) => status === "failed" && edit,
    );
    if (failed.length === 0) return;
    const next = goOn(editRetryRequest(failed, question.files, round === editRetriesMax));
    const tried = new Set(answer.parts);
    const stillCut = await reply(next, answer, `~${round}`);
    if (stillCut) leaveCut(answer, stillCut);
    // Keep actions that were not sent again, so that the message tells what failed.
    const again = new Set(actionsOf(answer.parts.filter((part) => !tried.has(part))).map(({ file }) => file));
    answer.drop(new Set(failed.filter(({ file }) => again.has(file)).map(({ actionId }) => actionId)));
  }
}

/** Reopens the cut action in this message with its content so far. */
function resume(
  question: Question,
  answer: Answer,
  { content, isComplete: _complete, isTruncated: _truncated, ...action }: Action,
): Promise<Cut | undefined> {
  answer.take({ kind: "open", action });
  answer.take({ kind: "delta", id: action.id, text: content });
  return continueInside(question, answer, { ...action, content, isComplete: false, isTruncated: false }, 0);
}

/** The reply so far as the model wrote it. */
function rawReply(parts: MessagePart[]): string {
  const said = parts.map((part) =>
    part.type === "data-action"
      ? `<action type="${part.data.type}" file="${part.data.file}" id="${part.id}">\n${part.data.content}\n</action id="${part.id}">\n`
      : part.type === "text"
        ? part.text
        : "",
  );
  return said.join("") || "…";
}

/** An incomplete reply: cut inside an action, which stays open, or in prose. */
type Cut = { inside?: Action | undefined };

/**
 * Whether to continue cut prose: only for explicit reasons, since a server that never sends a finish reason would be
 * continued every time.
 */
const isCutShort = (reason: FinishReason) => reason === "length" || reason === "content-filter";

/**
 * Streams one model call into `take` and sums up its usage.
 * @returns the finish reason, and whether the text ended at a line break
 */
async function stream(
  { provider, signal, files, appName, person, instructions, messages, checkBudget }: Question,
  answer: Answer,
  take: (text: string) => void,
): Promise<{ reason: FinishReason; isAtLineStart: boolean }> {
  await checkBudget(answer.usage?.totalCost);
  // A stream that just ends does not mean that the reply is complete: an open action counts as cut.
  let reason: FinishReason = "unknown";
  let isAtLineStart = false;
  for await (const event of provider.stream({
    instructions,
    messages,
    workspace: { files, appName, person },
    signal,
  })) {
    if (event.kind === "text") {
      take(event.text);
      isAtLineStart = event.text.endsWith("\n");
    } else if (event.kind === "reasoning") answer.tell("reasoning", { text: event.text });
    else if (event.kind === "source") answer.addSource(event.url, event.title);
    else {
      answer.addCost(event.usage);
      reason = event.reason;
    }
  }
  if (signal.aborted) throw new ModelError("Stopped", { retryable: false });
  return { reason, isAtLineStart };
}

/** @param suffix makes this reply's action ids unique within the message */
async function reply(question: Question, answer: Answer, suffix = ""): Promise<Cut | undefined> {
  const parser = new ActionParser();
  const { reason, isAtLineStart } = await stream(question, answer, (text) =>
    parser.push(text).forEach((event) => answer.take(renamed(event, suffix))),
  );
  let cut: Cut | undefined = isCutShort(reason) ? {} : undefined;
  for (const event of parser.end(reason).map((event) => renamed(event, suffix))) {
    if (event.kind === "close" && event.isTruncated) cut = { inside: leaveOpen(answer, event.id, isAtLineStart) };
    else answer.take(event);
  }
  return cut;
}

/**
 * The action that a reply was cut in. The parser holds back a last line break, which could belong to the closing tag;
 * here it belongs to the body, or the continuation would join two lines.
 */
function leaveOpen(answer: Answer, cutId: string, isAtLineStart: boolean): Action | undefined {
  const find = () => actionsOf(answer.parts).find(({ id }) => id === cutId);
  const content = find()?.content ?? "";
  if (isAtLineStart && content !== "" && !content.endsWith("\n")) answer.take({ kind: "delta", id: cutId, text: "\n" });
  return find();
}

/**
 * The continuation of a cut action: buffered until complete and then merged exactly, so that no follower sees a
 * repeated line. When the model opens the same file again, it has started over: the cut piece is dropped.
 */
async function continueInside(
  question: Question,
  answer: Answer,
  cut: Action,
  round: number,
): Promise<Cut | undefined> {
  const parser = new ActionParser(cut);
  let more = "";
  let isJoined = false;
  let inside: Action | undefined;
  const join = () => {
    const rest = mergeContinuation(cut.content, more).slice(cut.content.length);
    if (rest) answer.take({ kind: "delta", id: cut.id, text: rest });
    isJoined = true;
  };
  /** @param end given at the reply's end; whether the text ended at a line break */
  const receive = (event: ParserEvent, end?: { isAtLineStart: boolean }) => {
    const isInside = !isJoined && "id" in event && event.id === cut.id;
    if (isInside && event.kind === "delta") return void (more += event.text);
    if (isInside) join();
    const own = isInside ? event : renamed(event, `+${round}`);
    if (end && own.kind === "close" && own.isTruncated) inside = leaveOpen(answer, own.id, end.isAtLineStart);
    else answer.take(own);
  };
  const end = await stream(question, answer, (text) => parser.push(text).forEach((event) => receive(event)));
  parser.end(end.reason).forEach((event) => receive(event, end));
  const begunAnew = actionsOf(answer.parts).some(
    ({ id, type, file }) => id !== cut.id && type === cut.type && file === cut.file && id.endsWith(`+${round}`),
  );
  if (begunAnew) answer.drop(new Set([cut.id]));
  return inside || isCutShort(end.reason) ? { inside } : undefined;
}

/** Suffixes action ids, because a later reply may reuse them. */
function renamed(event: ParserEvent, suffix: string): ParserEvent {
  if (event.kind === "text") return event;
  return event.kind === "open"
    ? { ...event, action: { ...event.action, id: event.action.id + suffix } }
    : { ...event, id: event.id + suffix };
}

/** Ends the answer as cut; a person may continue it. */
function leaveCut(answer: Answer, { inside }: Cut): void {
  answer.isCut = true;
  if (inside) answer.take({ kind: "close", id: inside.id, isComplete: false, isTruncated: true });
}
