import "server-only";
import type { FilePart } from "ai";
import { eq, sql } from "drizzle-orm";
import { ownedByServer, visitHost } from "@/api/gates";
import { app } from "@/db/schema/app";
import { toolRun } from "@/db/schema/run";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { log as writeLog } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { entitiesOfVersion, visibleVersion } from "@/features/entities/schemas";
import { queryContext } from "@/features/retrieval/query-context";
import { findUpload } from "@/features/runtime/store";
import { AppError } from "@/errors";
import { answerBlock, type Answering, type Closing, isComputed } from "./block/answer-block";
import { claimRun, type Claimed } from "./claim";
import { fieldText, fileIdOf } from "./tool/check-fields";
import { filterPassages, isFiltered } from "./block/filter-passages";
import { withEarlierResults } from "./block/earlier-results";
import { foldRun, type Progress } from "./rules";
import { RunLog, RunTaken } from "./run-log";
import type { RunBlock, RunStage, RunStatus } from "./schema";
import { findSimilar, ofRun, progressOf, type RunRow } from "./store";
import { returnRun } from "./use-limits";
import { validateBlocks } from "./block/validate";
import { visitorOf } from "./visitor";

/** So many times as many passages are looked for where fields filter them. */
const filteredTimes = 2;

const heartbeatMs = 5_000;
const photoBytesMax = 5_000_000;

/**
 * Runs a tool to its end, whatever that is. The job queue calls it; a run that another process has, or that is over, is
 * left alone. Blocks that were answered before a crash are not asked again.
 */
export async function runTool(platform: Platform, appId: string, runId: string): Promise<void> {
  const owned = ownedByServer(platform.db, appId);
  const claimed = await claimRun(owned, runId);
  if (!claimed) return;
  const stop = new AbortController();
  const unsubscribe = platform.events.subscribe(`run:${runId}`, (data) => data === "stop" && stop.abort());
  const heartbeat = setInterval(() => void beat(owned, claimed, stop), heartbeatMs);
  if (claimed.row.stopRequestedAt) stop.abort();
  try {
    const running = await Running.start(platform, owned, claimed);
    await goOn(running, stop.signal);
  } catch (error) {
    // Its heartbeat has ended: it is taken up again (requeueRuns).
    if (!(error instanceof RunTaken)) writeLog("error", "tool-run", { appId, runId, error });
  } finally {
    clearInterval(heartbeat);
    unsubscribe();
  }
}

async function goOn(running: Running, signal: AbortSignal): Promise<void> {
  try {
    await running.go(signal);
    await running.end("finished");
  } catch (error) {
    if (error instanceof RunTaken) throw error;
    if (!signal.aborted) writeLog("error", "tool-run", { error });
    await running.end(signal.aborted ? "stopped" : "failed");
  }
}

/** Tells others that this run is alive, and notices a Stop that was asked for in another process. */
async function beat({ db, appId }: OwnedApp, { row, runner }: Claimed, stop: AbortController): Promise<void> {
  try {
    const [found] = await db
      .update(toolRun)
      .set({ heartbeatAt: sql`now()` })
      .where(ofRun({ appId }, row.id))
      .returning({ stop: toolRun.stopRequestedAt, runner: toolRun.runner });
    if (found?.stop || found?.runner !== runner) stop.abort();
  } catch (error) {
    writeLog("warn", "tool-run-heartbeat", { error });
  }
}

/** What a run asks data sources: what its visitor entered, and what the tool is for. */
function askedOf({ input, definition }: RunRow, values: Answering["values"]): string {
  const entered = [input, ...Object.values(values).map(fieldText)].join("\n").trim();
  return entered === "" ? definition.header : entered;
}

class Running {
  readonly #row: RunRow;

  private constructor(
    private readonly platform: Platform,
    private readonly owned: OwnedApp,
    { row }: Claimed,
    readonly log: RunLog,
    private progress: Progress,
  ) {
    this.#row = row;
  }

  /** Takes up what an earlier runner of this run had told already. */
  static async start(platform: Platform, owned: OwnedApp, claimed: Claimed): Promise<Running> {
    const { progress, lastEvent } = await progressOf(owned, claimed.row);
    const log = new RunLog(owned, { id: claimed.row.id, runner: claimed.runner }, lastEvent);
    return new Running(platform, owned, claimed, log, progress);
  }

  async go(signal: AbortSignal): Promise<void> {
    const open = () =>
      this.#row.definition.blocks.filter(({ id }) =>
        ["waiting", "streaming"].includes(this.#block(id)?.status ?? "done"),
      );
    const asksModel = open().some((block) => !isComputed(block));
    if (asksModel && this.#row.similarTo === null) await this.#reuse();
    const answering = await this.#prepare(signal, asksModel && open().some((block) => !isComputed(block)));
    this.#stage("generate");
    for (const block of open()) {
      signal.throwIfAborted();
      this.#tell("block-open", { id: block.id });
      const closing = await answerBlock(answering, block, this.progress.blocks, (text) =>
        this.#tell("text", { id: block.id, text }),
      );
      await this.#close(block.id, closing);
    }
    const checked = this.progress.blocks.filter(({ validation }) => validation?.status === "pending");
    if (checked.length === 0) return;
    this.#stage("validate");
    await validateBlocks(answering, this.progress.blocks, (id, validation) =>
      this.#tell("validation", { id, ...validation }),
    );
  }

  /** "Search for a similar earlier result": what a model answered to the same question of the same visitor stands again. */
  async #reuse(): Promise<void> {
    if (this.#row.settings.isFresh) return;
    this.#stage("search-similar-item");
    const similar = await findSimilar(this.owned, this.#row);
    if (!similar) return;
    const { db } = this.owned;
    await db.update(toolRun).set({ similarTo: similar.id }).where(ofRun(this.owned, this.#row.id));
    for (const block of this.#row.definition.blocks) {
      const earlier = similar.blocks.find(({ id }) => id === block.id);
      if (isComputed(block) || earlier?.status !== "done" || earlier.isEdited || earlier.message) continue;
      this.#tell("block-open", { id: block.id });
      await this.#close(block.id, { status: "done", text: earlier.text, isReused: true });
    }
  }

  async #prepare(signal: AbortSignal, asksModel: boolean): Promise<Answering> {
    const { platform, owned } = this;
    const row = this.#row;
    const [record] = await owned.db.select().from(app).where(eq(app.id, owned.appId));
    if (!record) throw new AppError("app-not-found");
    const visitor = await visitorOf(platform, owned, row.visitor);
    const visited = visitHost(
      platform,
      owned.appId,
      visitor ? { kind: "visitor", appId: owned.appId, visitor, token: "" } : { kind: "anonymous" },
    );
    const values = await withEarlierResults(owned, row);
    let context: Answering["context"] = [];
    if (asksModel && platform.env.MODEL_PROVIDER !== "offline") {
      this.#stage("query-context-items");
      const { definition, settings } = row;
      // What a filter takes away is made up for by what comes behind it.
      const limit = settings.numOfChunks * (isFiltered(definition, values) ? filteredTimes : 1);
      const { aiQueryMethod: method, isReranked } = settings;
      const found = await queryContext(platform, owned, askedOf(row, values), { limit, method, isReranked });
      context = filterPassages(found, definition, values).slice(0, settings.numOfChunks);
    }
    return {
      platform,
      owned,
      visited,
      entities: () => entitiesOfVersion(visited, visibleVersion(record, visitor)),
      ownerId: record.ownerId,
      row,
      values,
      photos: asksModel ? await this.#photos(visited) : [],
      context,
      signal,
    };
  }

  /** What was photographed or uploaded into the tool's photo fields, as a model takes it. */
  async #photos(visited: Answering["visited"]): Promise<FilePart[]> {
    const { definition, fields } = this.#row;
    const found: FilePart[] = [];
    for (const { name, type } of definition.fields) {
      const id = type === "photo" && typeof fields[name] === "string" ? fileIdOf(fields[name]) : undefined;
      const file = id && (await findUpload(visited, id));
      if (!file || !file.contentType.startsWith("image/") || file.bytes > photoBytesMax) continue;
      const data = await this.platform.blobs.get(file.key);
      if (data) found.push({ type: "file", data: new Uint8Array(data), mediaType: file.contentType });
    }
    return found;
  }

  #block(id: string): RunBlock | undefined {
    return this.progress.blocks.find((block) => block.id === id);
  }

  #stage(stage: RunStage): void {
    this.#tell("stage", { stage });
  }

  #tell(event: Parameters<RunLog["emit"]>[0], data: Record<string, unknown>): void {
    this.progress = foldRun(this.progress, [{ event, data }]);
    this.log.emit(event, data);
  }

  /** An answered block is stored before anybody is told that it is. */
  async #close(id: string, closing: Closing): Promise<void> {
    this.#tell("block-close", { id, ...closing });
    await this.log.flush();
  }

  async end(status: Extract<RunStatus, "finished" | "failed" | "stopped">): Promise<void> {
    const error = status === "failed" ? "Something went wrong on our side. Try again." : undefined;
    await this.log.hold();
    if (error) this.#tell("error", { message: error });
    this.#tell("done", { status });
    const { blocks } = this.progress;
    const row = this.#row;
    await inTransaction(this.owned, async (owned) => {
      await this.log.flush(owned);
      await owned.db
        .update(toolRun)
        .set({ status, blocks, error: error ?? null, baseEvent: this.log.lastNumber, finishedAt: sql`now()` })
        .where(ofRun(owned, row.id));
      // Nobody pays with a run for a result without a single answer.
      if (!blocks.some((block) => block.status === "done")) await returnRun(owned, row);
    });
  }
}
