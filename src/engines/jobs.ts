import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { type ConstructorOptions, fromDrizzle, fromPglite, PgBoss } from "pg-boss";
import type postgres from "postgres";
import { type Database, type OpenDatabase, rowsOf } from "@/db/open";
import { EmbeddedClient } from "@/db/embedded";
import { log } from "./log";

const usuallyAtOnce = 8;

/** How often one worker of each queue looks for jobs that no NOTIFY announces: those that are due after a wait. */
const pollSeconds = 30;

/** The other workers of a queue only work when they are woken: polling, too, they took 0.1–0.2 s of processor in ten. */
const neverSeconds = 24 * 3_600;

/** Exponential backoff of a queue's failed jobs: the wait doubles up to `secondsMax`. */
export type Retries = { limit: number; seconds: number; secondsMax: number };

/** `atOnce`: concurrent jobs of the queue in this process, 8 by default. */
export type QueueOptions = { atOnce?: number; retries?: Retries };

/** `output` is the error that it failed with. */
export type FailedJob = {
  id: string;
  queue: string;
  data: Record<string, string>;
  output: unknown;
  tries: number;
  failedAt: string;
};

export type JobHandler = (data: Record<string, string>) => Promise<void>;

/** pg-boss over our own pool: no second pool, and LISTEN instead of polling on both engines. */
type BossDatabase = NonNullable<ConstructorOptions["db"]>;

/** Parameters as pg-boss's usual driver sends them: undefined becomes null, objects become JSON. */
function asSent(value: unknown): postgres.ParameterOrJSON<never> {
  const isPlain = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return (isPlain ? JSON.stringify(value) : (value ?? null)) as postgres.ParameterOrJSON<never>;
}

function adapt(database: OpenDatabase): BossDatabase {
  if (database.driver instanceof EmbeddedClient)
    return fromPglite(database.driver as unknown as Parameters<typeof fromPglite>[0]);
  const client: postgres.Sql = database.driver;
  return {
    executeSql: async (text, values) => {
      const result = await onOneConnection(client, (connection) => connection.unsafe(text, values?.map(asSent)));
      const rows = Array.isArray(result[0]) ? (result as unknown as unknown[][]).flat() : [...result];
      return { rows };
    },
    listen: async (channel, onNotification, onReconnect) => {
      const subscription = await client.listen(channel, onNotification, onReconnect);
      return { close: () => subscription.unlisten() };
    },
  };
}

/** pg-boss sends whole transactions as one text, which must run on one connection that nobody shares meanwhile. */
async function onOneConnection<T>(
  client: postgres.Sql,
  work: (connection: postgres.ReservedSql) => Promise<T>,
): Promise<T> {
  const connection = await client.reserve();
  try {
    return await work(connection);
  } catch (error) {
    await connection`rollback`.catch(() => undefined);
    throw error;
  } finally {
    connection.release();
  }
}

/** Durable jobs: one sent inside a transaction exists if and only if that transaction commits. */
export class Jobs {
  #boss: PgBoss;
  #started = false;
  readonly #queues = new Set<string>();

  constructor(database: OpenDatabase) {
    this.#boss = new PgBoss({
      db: adapt(database),
      backend: database.kind === "embedded" ? "pglite" : "postgres",
      useListenNotify: true,
      // Flows (jobs that wait for others) are not used; pg-boss looks for them every five seconds by default.
      flowIntervalSeconds: neverSeconds,
    });
    this.#boss.on("error", (error) => log("error", "jobs", { error }));
  }

  /** Starts working on these queues. Failed jobs are retried only where the queue has `retries`. */
  async start(handlers: Record<string, JobHandler>, queues: Record<string, QueueOptions> = {}): Promise<void> {
    await this.#boss.start();
    this.#started = true;
    for (const [name, handler] of Object.entries(handlers)) {
      const { atOnce = usuallyAtOnce, retries } = queues[name] ?? {};
      await this.#boss.createQueue(name, {
        retryLimit: retries?.limit ?? 0,
        ...(retries && { retryDelay: retries.seconds, retryBackoff: true, retryDelayMax: retries.secondsMax }),
        expireInSeconds: 3600,
        notify: true,
      });
      // Warm up: pg-boss reads a queue's settings lazily. On the embedded database's one connection that read would
      // deadlock with an open transaction.
      await this.#boss.findJobs(name, { id: randomUUID() });
      this.#queues.add(name);
      await this.#work(name, handler, atOnce);
    }
  }

  /**
   * Starts the workers of a queue. One NOTIFY stands for all jobs of a transaction, and wakes each worker for one job:
   * a worker that has found one wakes the next, and looks again when it has finished.
   */
  async #work(name: string, handler: JobHandler, atOnce: number): Promise<void> {
    const workers: string[] = [];
    for (let at = 0; at < atOnce; at += 1) {
      const wake = (one: number) => this.#boss.notifyWorker(workers[one % atOnce] ?? "");
      const poll = at === 0 ? pollSeconds : neverSeconds;
      workers[at] = await this.#boss.work<Record<string, string>>(
        name,
        { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: poll },
        async ([job]) => {
          if (!job) return;
          wake(at + 1);
          try {
            await handler(job.data);
          } finally {
            wake(at);
          }
        },
      );
    }
  }

  /** Whether jobs can be sent inside of transactions: before that, it would wait for the embedded connection for ever. */
  get isStarted(): boolean {
    return this.#started;
  }

  /** @throws when this process does not serve the queue */
  async send(db: Database, name: string, data: Record<string, string>): Promise<void> {
    if (this.#started && !this.#queues.has(name)) throw new Error(`There is no queue "${name}"`);
    await this.#boss.send(name, data, { db: fromDrizzle(db as unknown as Parameters<typeof fromDrizzle>[0], sql) });
  }

  /** Jobs out of retries (dead letters), newest first; empty where no job ever ran. */
  async listFailed(db: Database): Promise<FailedJob[]> {
    const [queue] = await rowsOf<{ name: string | null }>(db, sql`select to_regclass('pgboss.job')::text as name`);
    if (!queue?.name) return [];
    const rows = await rowsOf<FailedJob & { failedAt: string | Date }>(
      db,
      sql`select id, name as queue, data, output, retry_count as tries, completed_on as "failedAt" from pgboss.job
          where state = 'failed' order by completed_on desc limit 100`,
    );
    return rows.map((row) => ({ ...row, tries: row.tries + 1, failedAt: new Date(row.failedAt).toISOString() }));
  }

  /** Requeues a failed job. @returns whether it existed */
  async retry(db: Database, queue: string, id: string): Promise<boolean> {
    const failed = sql`select 1 from pgboss.job where name = ${queue} and id = ${id} and state = 'failed'`;
    if ((await rowsOf(db, failed)).length === 0) return false;
    await this.#boss.retry(queue, id);
    return true;
  }

  /** Runs a job on a cron schedule (UTC), once for all servers that share the database. */
  async schedule(name: string, cron: string): Promise<void> {
    await this.#boss.schedule(name, cron);
  }

  /** Waits briefly for running jobs. A no-op when never started. */
  async stop(): Promise<void> {
    if (!this.#started) return;
    await this.#boss.stop({ graceful: true, timeout: 5_000 });
  }
}
