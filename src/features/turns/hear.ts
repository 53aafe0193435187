import "server-only";
import { setImmediate } from "node:timers/promises";
import type { ModelMessage } from "ai";
import {
  type Earlier,
  type FinishReason,
  ModelError,
  type ModelProvider,
  type ModelRequest,
  type ModelTool,
  type Person,
  type ToolCall,
} from "@/engines/model/schema";
import { ActionParser } from "@/engines/protocol/parse";
import { mergeContinuation } from "@/engines/protocol/resume";
import type { Action, ParserEvent } from "@/engines/protocol/schema";
import type { SourceFile } from "@/shipped/contract";
import type { Answer } from "./answer";
import { actionsOf } from "./message";

/** One call of a model. */
export type Call = {
  provider: ModelProvider;
  signal: AbortSignal;
  files: SourceFile[];
  appName: string;
  person: Person | undefined;
  /** The app before its last changes; only for the offline builder. */
  earlier?: ((count: number) => Promise<Earlier>) | undefined;
  instructions: string;
  messages: ModelMessage[];
  tools?: Record<string, ModelTool> | undefined;
  role?: ModelRequest["role"];
  isPlanFirst?: boolean;
  /** Budget check before each call; throws when the month's budget is spent. @param usd cost of this turn so far */
  checkBudget: (usd: number | undefined) => Promise<void>;
};

/** An incomplete reply: cut inside an action, which stays open, or in prose. */
export type Cut = { inside?: Action | undefined };

/** A reply as it ended. `messages`: what it is in the next call, if the provider says so. */
export type Heard = { cut?: Cut | undefined; calls: ToolCall[]; messages: ModelMessage[] };

/** How long a reply that arrives all at once is read before others get the thread. */
const readingMsMax = 1;

type Streamed = Pick<Heard, "calls" | "messages"> & { reason: FinishReason; isAtLineStart: boolean };

/**
 * Whether to continue cut prose: only for explicit reasons, since a server that never sends a finish reason would be
 * continued every time.
 */
const isCutShort = (reason: FinishReason) => reason === "length" || reason === "content-filter";

/**
 * Streams one model call into `take` and sums up its usage.
 * @returns the finish reason, whether the text ended at a line break, and what the model asks to look at
 */
async function stream(call: Call, answer: Answer, take: (text: string) => void): Promise<Streamed> {
  const { provider, signal, files, appName, person, earlier, instructions, messages, tools, role, isPlanFirst } = call;
  await call.checkBudget(answer.usage?.totalCost);
  // A stream that just ends does not mean that the reply is complete: an open action counts as cut.
  const streamed: Streamed = { reason: "unknown", isAtLineStart: false, calls: [], messages: [] };
  let began = performance.now();
  for await (const event of provider.stream({
    instructions,
    messages,
    ...(tools && { tools }),
    ...(role && { role }),
    ...(isPlanFirst && { isPlanFirst }),
    workspace: { files, appName, person, earlier },
    signal,
  })) {
    if (event.kind === "text") {
      take(event.text);
      streamed.isAtLineStart = event.text.endsWith("\n");
    } else if (event.kind === "reasoning") answer.tell("reasoning", { text: event.text });
    else if (event.kind === "source") answer.addSource(event.url, event.title);
    else if (event.kind === "call") streamed.calls.push(event.call);
    else {
      answer.addCost(event.usage);
      streamed.reason = event.reason;
      streamed.messages = event.messages ?? [];
    }
    if (performance.now() - began < readingMsMax) continue;
    await setImmediate();
    began = performance.now();
  }
  if (signal.aborted) throw new ModelError("Stopped", { retryable: false });
  return streamed;
}

/** @param suffix makes this reply's action ids unique within the message */
export async function hearReply(call: Call, answer: Answer, suffix = ""): Promise<Heard> {
  const parser = new ActionParser();
  const { reason, isAtLineStart, calls, messages } = await stream(call, answer, (text) =>
    parser.push(text).forEach((event) => answer.take(renamed(event, suffix))),
  );
  let cut: Cut | undefined = isCutShort(reason) ? {} : undefined;
  for (const event of parser.end(reason).map((event) => renamed(event, suffix))) {
    if (event.kind === "close" && event.isTruncated) cut = { inside: leaveOpen(answer, event.id, isAtLineStart) };
    else answer.take(event);
  }
  return { cut, calls, messages };
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
export async function hearRest(call: Call, answer: Answer, cut: Action, suffix: string): Promise<Heard> {
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
    const own = isInside ? event : renamed(event, suffix);
    if (end && own.kind === "close" && own.isTruncated) inside = leaveOpen(answer, own.id, end.isAtLineStart);
    else answer.take(own);
  };
  const end = await stream(call, answer, (text) => parser.push(text).forEach((event) => receive(event)));
  parser.end(end.reason).forEach((event) => receive(event, end));
  const begunAnew = actionsOf(answer.parts).some(
    ({ id, type, file }) => id !== cut.id && type === cut.type && file === cut.file && id.endsWith(suffix),
  );
  if (begunAnew) answer.drop(new Set([cut.id]));
  return { cut: inside || isCutShort(end.reason) ? { inside } : undefined, calls: end.calls, messages: end.messages };
}

/** Suffixes action ids, because a later reply may reuse them. */
function renamed(event: ParserEvent, suffix: string): ParserEvent {
  if (event.kind === "text") return event;
  return event.kind === "open"
    ? { ...event, action: { ...event.action, id: event.action.id + suffix } }
    : { ...event, id: event.id + suffix };
}
