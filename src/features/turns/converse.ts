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

/** "at most 2 automatic continuations"; a failed edit gets the nearest lines, then the whole file. */
const continuationsMax = 2;
const editRetriesMax = 2;

/** What a turn asks of the model. */
export type Question = {
  provider: ModelProvider;
  signal: AbortSignal;
  files: SourceFile[];
  appName: string;
  person: Person | undefined;
  instructions: string;
  messages: ModelMessage[];
  /** The action of the message before that was cut: 'Let's keep going' resumes inside it. */
  resumed: Action | undefined;
  /** Asked before each call: throws when the month's budget is spent. @param usd what this turn has cost so far */
  checkBudget: (usd: number | undefined) => Promise<void>;
};

/** One reply, its continuations while it is cut, and new tries of edits that did not fit. */
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
  // The offline builder reads the files themselves: an edit of its that fails once would fail again.
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
    // What was not sent again stays, so that the message says what could not be done.
    const again = new Set(actionsOf(answer.parts.filter((part) => !tried.has(part))).map(({ file }) => file));
    answer.drop(new Set(failed.filter(({ file }) => again.has(file)).map(({ actionId }) => actionId)));
  }
}

/** Opens the cut action again in this message, as far as it came, and goes on inside it. */
function resume(
  question: Question,
  answer: Answer,
  { content, isComplete: _complete, isTruncated: _truncated, ...action }: Action,
): Promise<Cut | undefined> {
  answer.take({ kind: "open", action });
  answer.take({ kind: "delta", id: action.id, text: content });
  return continueInside(question, answer, { ...action, content, isComplete: false, isTruncated: false }, 0);
}

/** What the model said so far, as it would see its own words. */
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

/** A reply that ended before it was whole: inside of an action, which is left open, or among the words. */
type Cut = { inside?: Action | undefined };

/**
 * Whether words were cut, too: a server that never says how an answer ended would else be asked to go on with every
 * one.
 */
const isCutShort = (reason: FinishReason) => reason === "length" || reason === "content-filter";

/**
 * Streams one call of the model into `take`, and adds up what it cost.
 * @returns how it ended, and whether its last words ended a line
 */
async function stream(
  { provider, signal, files, appName, person, instructions, messages, checkBudget }: Question,
  answer: Answer,
  take: (text: string) => void,
): Promise<{ reason: FinishReason; isAtLineStart: boolean }> {
  await checkBudget(answer.usage?.totalCost);
  // A provider that just ends has not said that its reply is whole: what stands open then counts as cut.
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

/** @param suffix tells the actions of this reply from those of earlier ones */
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
 * The action that a reply was cut inside of. The parser keeps a last line break back, as it may belong to the closing
 * tag; here it is the body's own, and a model that goes on with the next line would otherwise join two lines.
 */
function leaveOpen(answer: Answer, cutId: string, isAtLineStart: boolean): Action | undefined {
  const find = () => actionsOf(answer.parts).find(({ id }) => id === cutId);
  const content = find()?.content ?? "";
  if (isAtLineStart && content !== "" && !content.endsWith("\n")) answer.take({ kind: "delta", id: cutId, text: "\n" });
  return find();
}

/**
 * The rest of a cut action: held until it is whole, then joined exactly, so that no follower ever sees a repeated line.
 * A model that opens the same file again instead has begun anew: the cut piece then gives way.
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
  /** @param end the reply is over; whether its last words ended a line */
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

/** A later reply may use the ids of an earlier one again. */
function renamed(event: ParserEvent, suffix: string): ParserEvent {
  if (event.kind === "text") return event;
  return event.kind === "open"
    ? { ...event, action: { ...event.action, id: event.action.id + suffix } }
    : { ...event, id: event.id + suffix };
}

/** The answer ends here for now: a person may let it go on. */
function leaveCut(answer: Answer, { inside }: Cut): void {
  answer.isCut = true;
  if (inside) answer.take({ kind: "close", id: inside.id, isComplete: false, isTruncated: true });
}
