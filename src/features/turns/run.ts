import "server-only";
import { ownedByServer } from "@/api/gates";
import type { ModelMessage } from "ai";
import { and, eq, sql } from "drizzle-orm";
import { app } from "@/db/schema/app";
import { turn } from "@/db/schema/chat";
import { type OwnedApp } from "@/db/scope";
import { log as writeLog } from "@/engines/log";
import { openModel } from "@/engines/model/open";
import {
  type FinishReason,
  ModelError,
  type ModelProvider,
  type ModelUsage,
  type Person,
} from "@/engines/model/schema";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { evaluate, type RetrievedFile } from "@/features/context/retrieve";
import { deployAfterTurn } from "@/features/functions/deploy";
import { functionOf, type SourceFile } from "@/shipped/contract";
import { headFiles } from "@/features/versions/store";
import { addUsage } from "./add-usage";
import { autoFixOf, beginAutoFix } from "./auto-fix";
import { commitTurn, type Ending } from "./commit";
import { ActionParser } from "@/engines/protocol/parse";
import { buildPrompt, editRetryRequest } from "./prompt";
import { readPerson } from "./read-person";
import { mergeContinuation, requestAfterCut } from "@/engines/protocol/resume";
import type { Action, ParserEvent } from "@/engines/protocol/schema";
import { stageActions } from "./stage";
import { checkBudget } from "@/features/usage/spend";
import { claimTurn, findMessage, findTurn, type TurnRow, updateMessage } from "./store";
import { TurnLog } from "./log";
import { actionsOf, eventOf, type MessagePart, takeEvent, textOf, type TurnEventName } from "./message";

/** "at most 2 automatic continuations"; a failed edit gets the nearest lines, then the whole file. */
const continuationsMax = 2;
const editRetriesMax = 2;
const heartbeatMs = 5_000;

/** Everything that one run of the assistant carries along. */
type Run = {
  scope: OwnedApp;
  row: TurnRow;
  log: TurnLog;
  provider: ModelProvider;
  signal: AbortSignal;
  files: SourceFile[];
  appName: string;
  person: Person | undefined;
  instructions: string;
  messages: ModelMessage[];
  parts: MessagePart[];
  /** Titles of the pages that the answer goes by, by their addresses. */
  sources: Map<string, string>;
  usage: ModelUsage | undefined;
  retrieved: RetrievedFile[];
  /** The action of the message before that was cut: 'Let's keep going' resumes inside it. */
  resumed: Action | undefined;
  /** The answer ends in the middle, after all continuations. */
  isCut: boolean;
  /** Whether the last reply ended with a line break. */
  isAtLineStart: boolean;
  /** Who pays, and how much a month. */
  accountId: string;
  capUsd: number | undefined;
  /** Saves of the message while it grows, one after the other, and when the next may be. */
  saving: Promise<void>;
  nextSave: number;
};

/** Runs a turn to its end, whatever that is. The job queue calls it; a turn that another process took, or that is over, is left alone. */
export async function runTurn(platform: Platform, appId: string, turnId: string): Promise<void> {
  const scope = ownedByServer(platform.db, appId);
  const row = await findTurn(scope, turnId).catch(() => undefined);
  if (row?.status !== "running" || !(await claimTurn(scope, turnId))) return;
  // Before the heartbeat begins: a turn that cannot even be read must look dead, and be recovered.
  const { parts, metadata } = await findMessage(scope, row.userMessageId);
  const stop = new AbortController();
  const log = new TurnLog(scope, turnId);
  const unsubscribe = platform.events.subscribe(`turn:${turnId}`, (data) => data === "stop" && stop.abort());
  const heartbeat = setInterval(() => void beat(scope, turnId, stop), heartbeatMs);
  const asked = autoFixOf(metadata);
  const request = asked ? "Automatic fix" : textOf(parts);
  const ending: Ending = {
    status: "done",
    parts: [],
    request,
    holdsHarm: platform.env.MODEL_PROVIDER !== "offline",
    fix: (owned, written) => beginAutoFix(platform, owned, written, asked),
  };
  if (row.stopRequestedAt) stop.abort();
  try {
    const run = await prepare(platform, scope, row, log, stop.signal);
    try {
      await converse(run);
    } finally {
      await run.saving;
      nameSources(run);
      ending.parts = run.parts;
      ending.usage = run.usage;
      ending.isCut = run.isCut;
      ending.metadata = contextOf(run);
    }
  } catch (error) {
    if (!(error instanceof ModelError || error instanceof AppError))
      writeLog("error", "turn", { appId, turnId, error });
    // Calls before the budget ended were answered, and their actions are kept.
    const usage = error instanceof AppError && error.reason === "usage-cap" ? ending.usage : undefined;
    Object.assign(
      ending,
      stop.signal.aborted
        ? { status: "stopped" }
        : {
            status: "failed",
            usage,
            error:
              error instanceof ModelError || error instanceof AppError
                ? error.message
                : "Something went wrong on our side. Your message is kept, try again.",
          },
    );
  } finally {
    clearInterval(heartbeat);
    unsubscribe();
  }
  await commitTurn(scope, row, log, ending);
  if (actionsOf(ending.parts).some(({ file }) => functionOf(file))) await deployAfterTurn(platform, scope);
}

/** "ContextMetadata" of 2-builder.md §3; recall is measured against the files that the turn then edited. */
function contextOf({ retrieved, files, parts }: Run): Record<string, unknown> {
  const edited = [
    ...new Set(actionsOf(parts).map(({ type, file }) => (type.endsWith("_entity") ? `entities/${file}.json` : file))),
  ].filter((path) => files.some((file) => file.path === path));
  return {
    contextFiles: retrieved.map(({ path }) => path),
    contextMetadata: {
      retrievedFiles: retrieved.map(({ path, methods }) => ({ filePath: path, retrievalMethods: methods })),
      relevantFiles: edited,
      evals: evaluate(retrieved, files, edited),
    },
  };
}

/** Tells others that this turn is alive, and notices a Stop that was asked for in another process. */
async function beat({ db, appId }: OwnedApp, turnId: string, stop: AbortController): Promise<void> {
  try {
    const [row] = await db
      .update(turn)
      .set({ heartbeatAt: sql`now()` })
      .where(and(eq(turn.appId, appId), eq(turn.id, turnId)))
      .returning({ stop: turn.stopRequestedAt });
    if (row?.stop) stop.abort();
  } catch (error) {
    writeLog("warn", "turn-heartbeat", { error });
  }
}

async function prepare(
  platform: Platform,
  scope: OwnedApp,
  row: TurnRow,
  log: TurnLog,
  signal: AbortSignal,
): Promise<Run> {
  const [record] = await scope.db
    .select({ name: app.name, ownerId: app.ownerId })
    .from(app)
    .where(eq(app.id, scope.appId));
  const { files } = await headFiles(scope);
  const provider = openModel(platform.env);
  const { instructions, messages, retrieved, resumed } = await buildPrompt({ platform, scope, row, files, provider });
  return {
    scope,
    row,
    log,
    provider,
    signal,
    files,
    appName: record?.name ?? "App",
    person:
      provider.name === "offline" ? await readPerson(scope, record?.ownerId ?? "", lastSaid(messages)) : undefined,
    instructions,
    messages,
    retrieved,
    resumed,
    parts: [],
    sources: new Map(),
    usage: undefined,
    isCut: false,
    isAtLineStart: false,
    accountId: record?.ownerId ?? "",
    capUsd: platform.env.MODEL_MONTHLY_USD_MAX,
    saving: Promise.resolve(),
    nextSave: 0,
  };
}

function lastSaid(messages: ModelMessage[]): string {
  const content = messages.at(-1)?.content;
  return typeof content === "string" ? content : "";
}

/** One reply, its continuations while it is cut, and new tries of edits that did not fit. */
async function converse(run: Run): Promise<void> {
  let cut = run.resumed ? await resume(run, run.resumed) : await reply(run, run.messages);
  for (let count = 1; cut && count <= continuationsMax; count += 1) {
    run.messages = [
      ...run.messages,
      { role: "assistant", content: rawReply(run.parts) },
      { role: "user", content: requestAfterCut(cut.inside) },
    ];
    cut = cut.inside ? await continueInside(run, cut.inside, count) : await reply(run, run.messages, `+${count}`);
  }
  if (cut) leaveCut(run, cut);
  // The offline builder reads the files themselves: an edit of its that fails once would fail again.
  if (run.provider.name === "offline") return;
  for (let round = 1; round <= editRetriesMax; round += 1) {
    const failed = stageActions(run.files, actionsOf(run.parts)).results.filter(
      ({ status, edit }) => status === "failed" && edit,
    );
    if (failed.length === 0) return;
    const request = editRetryRequest(failed, run.files, round === editRetriesMax);
    run.messages = [
      ...run.messages,
      { role: "assistant", content: rawReply(run.parts) },
      { role: "user", content: request },
    ];
    const tried = new Set(run.parts);
    const stillCut = await reply(run, run.messages, `~${round}`);
    if (stillCut) leaveCut(run, stillCut);
    // What was not sent again stays, so that the message says what could not be done.
    const again = new Set(actionsOf(run.parts.filter((part) => !tried.has(part))).map(({ file }) => file));
    const superseded = new Set(failed.filter(({ file }) => again.has(file)).map(({ actionId }) => actionId));
    run.parts = run.parts.filter((part) => part.type !== "data-action" || !superseded.has(part.id));
  }
}

/** Opens the cut action again in this message, as far as it came, and goes on inside it. */
function resume(
  run: Run,
  { content, isComplete: _complete, isTruncated: _truncated, ...action }: Action,
): Promise<Cut | undefined> {
  take(run, { kind: "open", action });
  take(run, { kind: "delta", id: action.id, text: content });
  return continueInside(run, { ...action, content, isComplete: false, isTruncated: false }, 0);
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

/** Whether words were cut, too: a server that never says how an answer ended would else be asked to go on with every one. */
const isCutShort = (reason: FinishReason) => reason === "length" || reason === "content-filter";

/** Streams one call of the model into `take`, and adds up what it cost. */
async function stream(run: Run, messages: ModelMessage[], take: (text: string) => void): Promise<FinishReason> {
  if (run.provider.name !== "offline") await checkBudget(run.scope.db, run.accountId, run.capUsd, run.usage?.totalCost);
  const workspace = { files: run.files, appName: run.appName, person: run.person };
  // A provider that just ends has not said that its reply is whole: what stands open then counts as cut.
  let reason: FinishReason = "unknown";
  for await (const event of run.provider.stream({
    instructions: run.instructions,
    messages,
    workspace,
    signal: run.signal,
  })) {
    if (event.kind === "text") {
      take(event.text);
      run.isAtLineStart = event.text.endsWith("\n");
    } else if (event.kind === "reasoning") {
      tell(run, "reasoning", { text: event.text });
    } else if (event.kind === "source") run.sources.set(event.url, event.title);
    else {
      run.usage = addUsage(run.usage, event.usage);
      reason = event.reason;
    }
  }
  if (run.signal.aborted) throw new ModelError("Stopped", { retryable: false });
  return reason;
}

/** @param suffix tells the actions of this reply from those of earlier ones */
async function reply(run: Run, messages: ModelMessage[], suffix = ""): Promise<Cut | undefined> {
  const parser = new ActionParser();
  const reason = await stream(run, messages, (text) =>
    parser.push(text).forEach((event) => take(run, renamed(event, suffix))),
  );
  let cut: Cut | undefined = isCutShort(reason) ? {} : undefined;
  for (const event of parser.end(reason).map((event) => renamed(event, suffix))) {
    if (event.kind === "close" && event.isTruncated) cut = { inside: leaveOpen(run, event.id) };
    else take(run, event);
  }
  return cut;
}

/**
 * The action that a reply was cut inside of. The parser keeps a last line break back, as it may belong to the closing tag; here it
 * is the body's own, and a model that goes on with the next line would otherwise join two lines.
 */
function leaveOpen(run: Run, cutId: string): Action | undefined {
  const find = () => actionsOf(run.parts).find(({ id }) => id === cutId);
  const content = find()?.content ?? "";
  if (run.isAtLineStart && content !== "" && !content.endsWith("\n"))
    take(run, { kind: "delta", id: cutId, text: "\n" });
  return find();
}

/**
 * The rest of a cut action: held until it is whole, then joined exactly, so that no follower ever sees a repeated line.
 * A model that opens the same file again instead has begun anew: the cut piece then gives way.
 */
async function continueInside(run: Run, cut: Action, round: number): Promise<Cut | undefined> {
  const parser = new ActionParser(cut);
  let more = "";
  let isJoined = false;
  let inside: Action | undefined;
  const join = () => {
    const rest = mergeContinuation(cut.content, more).slice(cut.content.length);
    if (rest) take(run, { kind: "delta", id: cut.id, text: rest });
    isJoined = true;
  };
  const receive = (event: ParserEvent, isEnd: boolean) => {
    const isInside = !isJoined && "id" in event && event.id === cut.id;
    if (isInside && event.kind === "delta") return void (more += event.text);
    if (isInside) join();
    const own = isInside ? event : renamed(event, `+${round}`);
    if (isEnd && own.kind === "close" && own.isTruncated) inside = leaveOpen(run, own.id);
    else take(run, own);
  };
  const reason = await stream(run, run.messages, (text) => parser.push(text).forEach((event) => receive(event, false)));
  parser.end(reason).forEach((event) => receive(event, true));
  const begunAnew = actionsOf(run.parts).some(
    ({ id, type, file }) => id !== cut.id && type === cut.type && file === cut.file && id.endsWith(`+${round}`),
  );
  if (begunAnew) run.parts = run.parts.filter((part) => part.type !== "data-action" || part.id !== cut.id);
  return inside || isCutShort(reason) ? { inside } : undefined;
}

/** A later reply may use the ids of an earlier one again. */
function renamed(event: ParserEvent, suffix: string): ParserEvent {
  if (event.kind === "text") return event;
  return event.kind === "open"
    ? { ...event, action: { ...event.action, id: event.action.id + suffix } }
    : { ...event, id: event.id + suffix };
}

/** The answer ends here for now: a person may let it go on. */
function leaveCut(run: Run, { inside }: Cut): void {
  run.isCut = true;
  if (inside) take(run, { kind: "close", id: inside.id, isComplete: false, isTruncated: true });
}

/** Below the answer, each once: a service names them in the middle of a sentence, and for every sentence anew. */
function nameSources(run: Run): void {
  for (const [url, title] of run.sources) {
    tell(run, "source", { url, title });
  }
}

/** One event: into the message, and to the followers. */
function tell(run: Run, name: TurnEventName, data: Record<string, unknown>): void {
  run.parts = takeEvent(run.parts, name, data);
  run.log.emit(name, data);
}

/** One event of the parser. When an action ends, it goes to the database at once. */
function take(run: Run, event: ParserEvent): void {
  const { name, data } = eventOf(event);
  tell(run, name, data);
  if (event.kind === "close") run.saving = save(run, run.saving);
}

/** A message grows with every action: to store all of it each time would cost the square of its length. */
const messageEveryMs = 1_000;

/** The events first: after a crash they say what was finished, and a message that said more would take it back (`recoverTurns`). */
async function save(run: Run, before: Promise<void>): Promise<void> {
  try {
    await Promise.all([before, run.log.flush()]);
    if (performance.now() < run.nextSave) return;
    run.nextSave = performance.now() + messageEveryMs;
    await updateMessage(run.scope, run.row.assistantMessageId, { parts: run.parts });
  } catch (error) {
    writeLog("warn", "turn-message", { error });
  }
}
