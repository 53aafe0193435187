import "server-only";
import { sql } from "drizzle-orm";
import { toolRunEvent } from "@/db/schema/run";
import { rowsOf } from "@/db/open";
import type { OwnedApp } from "@/db/scope";
import { publish } from "@/engines/events";
import { log } from "@/engines/log";
import type { RunEvent } from "./rules";
import type { RunEventName } from "./schema";

/** How long words wait for company before they are stored. */
const gatherMs = 60;

/** Another process runs this run now. What this one still had to say is dropped. */
export class RunTaken extends Error {}

/**
 * Writes a run's events in order. What a person sees is stored first: a page reads events from the table, never from
 * memory. Only the process that holds the run can write them.
 */
export class RunLog {
  #pending: RunEvent[] = [];
  #timer: NodeJS.Timeout | undefined;
  #written: Promise<void> = Promise.resolve();
  #isHeld = false;

  constructor(
    private readonly scope: OwnedApp,
    private readonly run: { id: string; runner: string },
    private number: number,
  ) {}

  get lastNumber(): number {
    return this.number;
  }

  emit(event: RunEventName, data: Record<string, unknown>): void {
    const last = this.#pending.at(-1);
    if (event === "text" && last?.event === "text" && last.data.id === data.id)
      last.data = { ...data, text: String(last.data.text) + String(data.text) };
    else this.#pending.push({ event, data });
    if (this.#isHeld) return;
    this.#timer ??= setTimeout(
      () => void this.flush().catch((error: unknown) => error instanceof RunTaken || log("warn", "run-log", { error })),
      gatherMs,
    );
  }

  /**
   * Stores what waits and then keeps the rest until it is flushed by hand: a write of its own would wait for ever on an
   * open transaction.
   */
  hold(): Promise<void> {
    this.#isHeld = true;
    return this.flush();
  }

  /** Stores what waits. In a transaction, give its scope: the events then exist when it commits. @throws RunTaken */
  flush(scope: OwnedApp = this.scope): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = [];
    if (pending.length > 0) this.#written = this.#written.then(() => this.#write(scope, pending));
    return this.#written;
  }

  async #write({ db, appId }: OwnedApp, pending: RunEvent[]): Promise<void> {
    const first = this.number + 1;
    this.number += pending.length;
    const written = await rowsOf(
      db,
      sql`insert into ${toolRunEvent} (app_id, run_id, number, event, data)
          select ${appId}, ${this.run.id}, ${first}::int + ordinality - 1, item ->> 'event', item -> 'data'
          from jsonb_array_elements(${JSON.stringify(pending)}::jsonb) with ordinality as list(item, ordinality)
          where exists (select from tool_run where app_id = ${appId} and id = ${this.run.id} and runner = ${this.run.runner})
          returning number`,
    );
    if (written.length === 0) throw new RunTaken();
    await publish(db, `run:${this.run.id}`);
  }
}
