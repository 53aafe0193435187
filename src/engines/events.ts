import "server-only";
import { sql } from "drizzle-orm";
import type { Database, OpenDatabase } from "@/db/open";
import { log } from "./log";

const channel = "joinery";
const announceDelayMs = 50;

/**
 * Names what changed. Listeners read the details from the database, so that a payload stays far below NOTIFY's 8,000
 * bytes.
 */
export type Topic =
  | `turn:${string}`
  | `run:${string}`
  | `composition:${string}`
  | `app:${string}`
  | `people:${string}`
  | `rows:${string}:${string}`
  | `secrets:${string}`
  | `functions:${string}`
  | `sources:${string}`
  | "schedules"
  | "models"
  | "plans"
  | `rights:${string}`;

type Listener = (data: string) => void;

/** NOTIFY to every process that shares the database. Inside a transaction it is delivered on commit. */
export async function publish(db: Database, topic: Topic, data = ""): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${JSON.stringify([topic, data])})`);
}

/** One LISTEN connection per process, fanned out by topic. */
export class Events {
  #listeners = new Map<Topic, Set<Listener>>();
  #announced = new Set<Topic>();

  async start(database: OpenDatabase): Promise<void> {
    await database.listen(channel, (payload) => {
      const [topic, data] = JSON.parse(payload) as [Topic, string];
      this.#listeners.get(topic)?.forEach((listener) => listener(data));
    });
  }

  /**
   * Debounced publish, for frequent news that may be late; never for ones that must arrive. Sent outside the caller's
   * transaction, because a NOTIFY in each would make Postgres serialize their commits.
   */
  announce(db: Database, topic: Topic): void {
    if (this.#announced.has(topic)) return;
    this.#announced.add(topic);
    setTimeout(() => {
      this.#announced.delete(topic);
      publish(db, topic).catch((error: unknown) => log("warn", "announce", { error }));
    }, announceDelayMs);
  }

  subscribe(topic: Topic, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(topic);
    };
  }
}
