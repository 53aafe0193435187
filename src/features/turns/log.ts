import "server-only";
import { turnEvent } from "@/db/schema/chat";
import type { OwnedApp } from "@/db/scope";
import { publish } from "@/engines/events";
import { log } from "@/engines/log";
import type { TurnEventName } from "./message";

type Pending = { event: TurnEventName; data: Record<string, unknown> };

/**
 * How long words wait for company before they are stored: short for an eye, long enough to save the database most
 * writes.
 */
const gatherMs = 40;

/**
 * Writes a turn's events in order. What a person sees is stored first: a browser reads events from the table, never
 * from memory.
 */
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
    // Pieces of one text join, so that a fast model writes twenty rows a second and not a thousand.
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

  /**
   * Stores what waits and then keeps the rest until it is flushed by hand: a write of its own would wait for ever on an
   * open transaction.
   */
  hold(): Promise<void> {
    this.#isHeld = true;
    return this.flush();
  }

  /** Stores what waits. In a transaction, give its scope: the events then exist when it commits. */
  flush(scope: OwnedApp = this.scope): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = [];
    if (pending.length > 0) this.#written = this.#written.then(() => this.#write(scope, pending));
    return this.#written;
  }

  async #write({ db, appId }: OwnedApp, pending: Pending[]): Promise<void> {
    await db
      .insert(turnEvent)
      .values(
        pending.map(({ event, data }) => ({ appId, turnId: this.turnId, number: (this.number += 1), event, data })),
      );
    await publish(db, `turn:${this.turnId}`);
  }
}
