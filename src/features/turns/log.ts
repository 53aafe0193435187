import "server-only";
import { sql } from "drizzle-orm";
import { turnEvent } from "@/db/schema/chat";
import { jsonPieces } from "@/db/json-pieces";
import type { OwnedApp } from "@/db/scope";
import { publish } from "@/engines/events";
import { log } from "@/engines/log";
import type { TurnEventName } from "./message";

type Pending = { event: TurnEventName; data: Record<string, unknown> };

/** Batching window for text events: imperceptible, and saves most writes. */
const gatherMs = 40;

/** Writes a turn's events in order. Followers read from the table, never from memory. */
export class TurnLog {
  #pending: Pending[] = [];
  #timer: NodeJS.Timeout | undefined;
  #written: Promise<void> = Promise.resolve();
  #isHeld = false;

  constructor(
    private readonly scope: OwnedApp,
    private readonly turnId: string,
    private number = 0,
  ) {}

  emit(event: TurnEventName, data: Record<string, unknown>): void {
    const last = this.#pending.at(-1);
    // Merge adjacent text, so that a fast model writes 20 rows a second instead of 1,000.
    if (
      last &&
      last.event === event &&
      typeof last.data.text === "string" &&
      typeof data.text === "string" &&
      last.data.id === data.id
    )
      last.data = { ...data, text: last.data.text + data.text };
    else this.#pending.push({ event, data });
    if (!this.#isHeld)
      this.#timer ??= setTimeout(
        () => void this.flush().catch((error: unknown) => log("warn", "turn-log", { error })),
        gatherMs,
      );
  }

  /** Flushes, then buffers until the next explicit flush: a timed write would wait forever for an open transaction. */
  hold(): Promise<void> {
    this.#isHeld = true;
    return this.flush();
  }

  /** Writes buffered events. Given a transaction's scope, they become visible on commit. */
  flush(scope: OwnedApp = this.scope): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = [];
    if (pending.length > 0) this.#written = this.#written.then(() => this.#write(scope, pending));
    return this.#written;
  }

  async #write({ db, appId }: OwnedApp, pending: Pending[]): Promise<void> {
    for (const { count, json } of jsonPieces(pending)) {
      const before = this.number;
      this.number += count;
      await db.execute(
        sql`insert into ${turnEvent} (app_id, turn_id, number, event, data)
            select ${appId}, ${this.turnId}, ${before}::int + list.place, list.value->>'event', list.value->'data'
            from jsonb_array_elements(${json}::jsonb) with ordinality as list(value, place)`,
      );
    }
    await publish(db, `turn:${this.turnId}`);
  }
}
