import "server-only";
import type { OwnedApp } from "@/db/scope";
import { log } from "./log";

/** One event of a turn or a run; its data is JSON. */
export type LoggedEvent<Name extends string> = { event: Name; data: Record<string, unknown> };

/** Batching window: imperceptible, and saves most writes. */
const gatherMs = 40;

/**
 * Writes the events of something that runs, in order. Followers read them from their table, never from memory: what a
 * person sees is stored first.
 */
export abstract class EventLog<Name extends string> {
  #pending: LoggedEvent<Name>[] = [];
  #timer: NodeJS.Timeout | undefined;
  #written: Promise<void> = Promise.resolve();
  #isHeld = false;

  /** @param scope for writes outside of transactions @param name in the server's log */
  protected constructor(
    private readonly scope: OwnedApp,
    private readonly name: string,
  ) {}

  /** Stores events behind those before them. */
  protected abstract write(scope: OwnedApp, events: LoggedEvent<Name>[]): Promise<void>;

  /** Whether a timed write failed for a reason that its next explicit flush tells. */
  protected isExpected(_error: unknown): boolean {
    return false;
  }

  emit(event: Name, data: Record<string, unknown>): void {
    const last = this.#pending.at(-1);
    // Merge adjacent text, so that a fast model writes 20 rows a second instead of 1,000.
    if (
      last?.event === event &&
      typeof last.data.text === "string" &&
      typeof data.text === "string" &&
      last.data.id === data.id
    )
      last.data = { ...data, text: last.data.text + data.text };
    else this.#pending.push({ event, data });
    if (this.#isHeld) return;
    this.#timer ??= setTimeout(
      () =>
        void this.flush().catch((error: unknown) => {
          if (!this.isExpected(error)) log("warn", this.name, { error });
        }),
      gatherMs,
    );
  }

  /** Flushes, then buffers until the next explicit flush: a timed write would wait forever for an open transaction. */
  hold(): Promise<void> {
    this.#isHeld = true;
    return this.flush();
  }

  /** Writes buffered events. Given a transaction's scope, they become visible on commit. @throws what `write` throws */
  flush(scope: OwnedApp = this.scope): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = [];
    if (pending.length > 0) this.#written = this.#written.then(() => this.write(scope, pending));
    return this.#written;
  }
}
