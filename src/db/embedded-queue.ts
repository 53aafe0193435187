import "server-only";
import type { Caller } from "./caller";

/** One message for the worker, and who waits for its answer. */
export type Call = {
  id: number;
  message: Record<string, unknown>;
  caller: Caller | undefined;
  /** The transaction that it belongs to, by the id of its begin. */
  tx: number | undefined;
  /** How often it was stopped so that others could go first. */
  yields: number;
  /** When it was first given to the worker, ms since the epoch. */
  startedAt: number | undefined;
  /** When it began to run this time, ms since the epoch. */
  runsSince: number;
  resolve: (value: never) => void;
  reject: (error: Error) => void;
};

const serverLane = "";
const laneOf = (call: Call) => call.caller?.lane ?? serverLane;

/**
 * Fair queueing for a database with one connection: lanes take turns, so that whoever sends a thousand statements waits for themselves.
 * While a transaction is open, only its own statements go.
 */
export class CallQueue {
  #lanes = new Map<string, Call[]>();
  #transaction: number | undefined;
  #inside: Call[] = [];

  add(call: Call, first = false): void {
    const line = call.tx !== undefined ? this.#inside : (this.#lanes.get(laneOf(call)) ?? []);
    if (call.tx === undefined) this.#lanes.set(laneOf(call), line);
    if (first) line.unshift(call);
    else line.push(call);
  }

  /** The next call to send, or undefined when none may go now. */
  take(): Call | undefined {
    if (this.#transaction !== undefined) {
      const call = this.#inside.shift();
      if (call?.message.method === "end") this.#transaction = undefined;
      return call;
    }
    for (const [lane, line] of this.#lanes) {
      // Round robin: a lane that had its turn goes to the end of the map.
      this.#lanes.delete(lane);
      const call = line.shift();
      if (line.length > 0) this.#lanes.set(lane, line);
      if (!call) continue;
      if (call.message.method === "begin") this.#transaction = call.id;
      return call;
    }
    return undefined;
  }

  remove(call: Call): boolean {
    for (const line of [this.#inside, ...this.#lanes.values()]) {
      const at = line.indexOf(call);
      if (at >= 0) return line.splice(at, 1).length > 0;
    }
    return false;
  }

  /** Forgets the open transaction. @returns its calls that were not sent */
  endTransaction(): Call[] {
    this.#transaction = undefined;
    return this.#inside.splice(0);
  }

  isOpen(transaction: number): boolean {
    return this.#transaction === transaction;
  }

  /** How many of its lane wait behind a call. */
  behind(call: Call): number {
    return this.#lanes.get(laneOf(call))?.length ?? 0;
  }

  /** Whether somebody of another lane could go now. */
  hasOthersThan(call: Call): boolean {
    if (this.#transaction !== undefined) return false;
    for (const [lane, line] of this.#lanes) if (lane !== laneOf(call) && line.length > 0) return true;
    return false;
  }

  waiting(): Call[] {
    return [...this.#inside, ...[...this.#lanes.values()].flat()];
  }

  /** Everything that waits, which is then nobody's any more. */
  clear(): Call[] {
    const calls = this.waiting();
    this.#lanes.clear();
    this.endTransaction();
    return calls;
  }
}
