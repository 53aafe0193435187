import "server-only";
import { ownedByServer } from "@/api/gates";
import type { ModelMessage } from "ai";
import { and, eq, sql } from "drizzle-orm";
import { app } from "@/db/schema/app";
import { turn } from "@/db/schema/chat";
import { type OwnedApp } from "@/db/scope";
import { log as writeLog } from "@/engines/log";
import { openModel } from "@/engines/model/open";
import { ModelError, type ModelProvider } from "@/engines/model/schema";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { evaluate, type RetrievedFile } from "@/features/context/retrieve";
import { deployAfterTurn } from "@/features/functions/deploy";
import { browserFor } from "@/features/inspections/inspect";
import { toolsFor } from "@/features/inspections/schema";
import { citationsOf } from "@/features/retrieval/cite";
import { checkBudget } from "@/features/usage/spend";
import { readAhead } from "@/features/validation/check-in-time";
import { headFiles } from "@/features/versions/store";
import { functionOf, type SourceFile } from "@/shipped/contract";
import { offlineProvider } from "@/offline/provider";
import { Answer } from "./answer";
import { type Work, workCheck } from "./check-work";
import { wayBackNow } from "./fix-loop";
import { commitTurn, type Ending } from "./commit";
import { converse } from "./converse";
import { goBack } from "./go-back";
import { TurnLog } from "./log";
import { actionsOf, type MessagePart, textOf } from "./message";
import { buildPrompt, type Prompt } from "./prompt";
import { readPerson } from "./read-person";
import type { Planning, Question } from "./talk";
import { claimTurn, findMessage, findTurn, type TurnRow, updateMessage } from "./store";

const heartbeatMs = 5_000;

/** Job handler: runs a turn to its end. A no-op for a turn that is claimed elsewhere or over. */
export async function runTurn(platform: Platform, appId: string, turnId: string): Promise<void> {
  const scope = ownedByServer(platform.db, appId);
  const row = await findTurn(scope, turnId).catch(() => undefined);
  if (row?.status !== "running" || !(await claimTurn(scope, turnId))) return;
  // Before the heartbeat starts: a turn that cannot be read must look dead, so that it is recovered.
  const { parts, metadata } = await findMessage(scope, row.userMessageId);
  const stop = new AbortController();
  const log = new TurnLog(scope, turnId);
  const unsubscribe = platform.events.subscribe(`turn:${turnId}`, (data) => data === "stop" && stop.abort());
  const heartbeat = setInterval(() => void beat(scope, turnId, stop), heartbeatMs);
  // Starting points always use the offline builder, so that they match their pictures.
  const provider = metadata.builder === "offline" ? offlineProvider(0) : openModel(platform.env);
  const request = textOf(parts);
  const ending: Ending = {
    status: "done",
    parts: [],
    request,
    holdsHarm: provider.name !== "offline",
  };
  if (row.stopRequestedAt) stop.abort();
  try {
    const { question, retrieved, passages } = await prepare(platform, scope, row, {
      ending,
      provider,
      request,
      authorId: authorOf(metadata),
      planning: planningOf(metadata),
      signal: stop.signal,
    });
    const answer = new Answer(log, { mayPlan: question.planning !== "never" });
    try {
      await converse(question, answer);
    } finally {
      answer.end();
      ending.parts = answer.parts;
      ending.usage = answer.usage;
      ending.isCut = answer.isCut;
      ending.work = answer.work;
      ending.metadata = {
        ...(answer.mended > 0 && { systemActionInfo: { type: "autofix" } }),
        ...(answer.mended > 0 && isOpen(answer.work) && { fixLoop: (await wayBackNow(scope)) ?? {} }),
        ...contextOf(retrieved, question.files, answer.parts),
        ...(passages.length > 0 && { passages: citationsOf(passages) }),
      };
    }
  } catch (error) {
    if (!(error instanceof ModelError || error instanceof AppError))
      writeLog("error", "turn", { appId, turnId, error });
    // Calls before the budget ran out are billed, and their actions kept.
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
  await commitTurn(platform, scope, row, log, ending);
  if (actionsOf(ending.parts).some(({ file }) => functionOf(file)))
    await deployAfterTurn(platform, scope, authorOf(metadata));
}

/** "ContextMetadata" of 2-builder.md §3; recall is measured against the files that the turn edited. */
function contextOf(retrieved: RetrievedFile[], files: SourceFile[], parts: MessagePart[]): Record<string, unknown> {
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

/** Heartbeat; also picks up a Stop that was requested in another process. */
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

type Run = {
  ending: Ending;
  provider: ModelProvider;
  request: string;
  authorId: string | undefined;
  planning: Planning;
  signal: AbortSignal;
};

async function prepare(
  platform: Platform,
  scope: OwnedApp,
  row: TurnRow,
  { ending, provider, request, authorId, planning, signal }: Run,
): Promise<{ question: Question } & Pick<Prompt, "retrieved" | "passages">> {
  const [record] = await scope.db
    .select({ name: app.name, ownerId: app.ownerId })
    .from(app)
    .where(eq(app.id, scope.appId));
  const { versionId, files } = await headFiles(scope);
  readAhead(files);
  const prompt = await buildPrompt({ platform, scope, row, files, provider, planning, signal });
  const { instructions, messages, retrieved, passages, resumed } = prompt;
  const ownerId = record?.ownerId ?? "";
  const isOffline = provider.name === "offline";
  const browser = isOffline ? undefined : await browserFor(platform.env);
  const question: Question = {
    platform,
    scope,
    provider,
    signal,
    files,
    appName: record?.name ?? "App",
    person: isOffline ? await readPerson(scope, authorId ?? ownerId, lastSaid(messages)) : undefined,
    earlier: isOffline ? undoFor(scope, row, ending) : undefined,
    instructions,
    messages,
    tools: isOffline ? undefined : toolsFor(browser !== undefined),
    browser,
    resumed,
    planning,
    isPlanFirst: planning === "asked",
    check: isChecked(platform, provider) ? workCheck({ scope, versionId, files, request, signal }) : undefined,
    checkBudget: async (usd) => {
      if (!isOffline) await checkBudget(scope.db, ownerId, platform.env.MODEL_MONTHLY_USD_MAX, usd);
    },
  };
  return { question, retrieved, passages };
}

/** What an undo goes back to: stored before it begins, so that whoever ends the turn knows it, in this process or another. */
const undoFor = (scope: OwnedApp, row: TurnRow, ending: Ending) => async (count: number) => {
  const { earlier, version } = await goBack(scope, row, count);
  ending.wentBackTo = version;
  if (version) await updateMessage(scope, row.assistantMessageId, { metadata: { goesBackTo: version.id } });
  return earlier;
};

/** The account that wrote a message. */
const authorOf = ({ authorId }: Record<string, unknown>): string | undefined =>
  typeof authorId === "string" ? authorId : undefined;

/** A step of a plan, a fix of errors, and what is to be done at once are not planned again. */
const planningOf = ({ isPlanFirst, isAtOnce, step, systemActionInfo }: Record<string, unknown>): Planning =>
  isPlanFirst === true ? "asked" : isAtOnce === true || step || systemActionInfo ? "never" : "free";

/** The offline builder and replays are deterministic: they would repeat themselves. */
const isChecked = ({ env }: Platform, { name }: ModelProvider): boolean =>
  name !== "offline" && name !== "replay" && env.MODEL_AUTO_FIXES > 0;

const isOpen = (work: Work | undefined): boolean => work?.faults.some(({ place }) => place !== "") ?? false;

function lastSaid(messages: ModelMessage[]): string {
  const content = messages.at(-1)?.content;
  if (typeof content === "string" || !content) return content ?? "";
  return content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}
