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

/** A statement may run this long while others wait; then it is stopped, and starts again after them. */
const sliceMs = 3;
/** Between statements that were all stopped already, so that each comes to its end: twice as long each time. */
const longSliceMs = 50;
const longestSliceMs = 1_600;
/** What a lane may keep others waiting beyond its slices: a page with one long query is no attack. It comes back by so much a second. */
const patience = { ms: 500, msPerSecond: 5 };
/** A statement that was stopped more often than this is a long one. A short one may have met a busy moment. */
const shortYieldsMax = 3;
const isLong = ({ yields }: Call) => yields > shortYieldsMax;
/** Whoever was answered often asks again at once: so long no statement is begun that was stopped before. */
const pauseMs = 2;
/** Lanes that are remembered while they have nothing to do. */
const lanesMax = 1_000;

type Lane = {
  line: Call[];
  /** Start-time fair queueing: the time that its statements took, on a clock that all lanes share. */
  usedMs: number;
  /** What its statements take, as a moving average. */
  meanMs: number;
  patienceMs: number;
  patienceAt: number;
};

/**
 * Fair queueing for a database with one connection: the lane that used the least of its time goes first, so that whoever sends a thousand
 * statements, or long ones, waits for themselves. While a transaction is open, only its own statements go.
 */
export class CallQueue {
  #lanes = new Map<string, Lane>();
  /** The shared clock: where the lane stood that went last. Who comes back from a pause has saved up nothing. */
  #clockMs = 0;
  /** When a statement last ended that nobody had to stop, ms since the epoch. */
  #answeredAt = 0;
  #transaction: number | undefined;
  #inside: Call[] = [];

  #lane(call: Call): Lane {
    const name = laneOf(call);
    let lane = this.#lanes.get(name);
    if (!lane) {
      if (this.#lanes.size >= lanesMax) this.#forgetIdle();
      lane = { line: [], usedMs: 0, meanMs: 0, patienceMs: patience.ms, patienceAt: Date.now() };
      this.#lanes.set(name, lane);
    }
    return lane;
  }

  #forgetIdle(): void {
    for (const [name, { line }] of this.#lanes) if (line.length === 0) this.#lanes.delete(name);
  }

  add(call: Call, first = false): void {
    if (call.tx !== undefined) return void (first ? this.#inside.unshift(call) : this.#inside.push(call));
    const lane = this.#lane(call);
    if (lane.line.length === 0) lane.usedMs = Math.max(lane.usedMs, this.#clockMs);
    if (first) lane.line.unshift(call);
    else lane.line.push(call);
  }

  /** The lane that goes next, of those that may. */
  #nextLane(may: (first: Call) => boolean = () => true): Lane | undefined {
    let next: Lane | undefined;
    for (const lane of this.#lanes.values())
      if (lane.line[0] && may(lane.line[0]) && (!next || lane.usedMs < next.usedMs)) next = lane;
    return next;
  }

  /** The next call to send, or undefined when none may go now. @param isAhead behind one that still runs: only what is known to be short */
  take(isAhead: boolean): Call | undefined {
    if (this.#transaction !== undefined) {
      const call = this.#inside.shift();
      if (call?.message.method === "end") this.#transaction = undefined;
      return call;
    }
    const isPause = this.pauseMs() > 0;
    const lane = this.#nextLane((first) => !isPause || !isLong(first));
    if (!lane || (isAhead && (lane.meanMs > sliceMs || lane.line[0]!.yields > 0))) return undefined;
    const call = lane.line.shift()!;
    this.#clockMs = Math.max(this.#clockMs, lane.usedMs);
    if (call.message.method === "begin") this.#transaction = call.id;
    return call;
  }

  /** For how long nothing is begun that was stopped before, ms. */
  pauseMs(): number {
    return this.#answeredAt + pauseMs - Date.now();
  }

  /** Whether something only waits for that. */
  isPausing(): boolean {
    return this.#transaction === undefined && this.#nextLane() !== undefined;
  }

  /** Counts what a call took. @param isWhole false when it was stopped so that others could go first */
  charge(call: Call, ms: number, isWhole: boolean): void {
    const lane = this.#lane(call);
    lane.usedMs += ms;
    if (!isLong(call)) this.#answeredAt = Date.now();
    if (isWhole || ms > lane.meanMs) lane.meanMs += (ms - lane.meanMs) / 4;
  }

  /**
   * How long a running call may go on while others wait, ms from its beginning. A statement that never ran yet is let through after a short
   * slice; a lane that has kept others waiting little so far gets longer ones, which double until the statement fits.
   */
  sliceOf(call: Call): number {
    const next = this.#nextLane((first) => laneOf(first) !== laneOf(call));
    if (next?.line[0] && isLong(next.line[0])) return Math.min(longestSliceMs, longSliceMs * 2 ** call.yields);
    const lane = this.#lane(call);
    const now = Date.now();
    lane.patienceMs = Math.min(patience.ms, lane.patienceMs + ((now - lane.patienceAt) / 1_000) * patience.msPerSecond);
    lane.patienceAt = now;
    const longer = sliceMs * 2 ** call.yields;
    return longer <= lane.patienceMs ? longer : sliceMs;
  }

  /** Counts for how long a call kept others waiting beyond a slice. */
  spendPatience(call: Call, ms: number): void {
    this.#lane(call).patienceMs -= Math.max(0, ms - sliceMs);
  }

  remove(call: Call): boolean {
    for (const line of [this.#inside, ...[...this.#lanes.values()].map((lane) => lane.line)]) {
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

  /** Whether somebody of another lane could go now. */
  hasOthersThan(call: Call): boolean {
    if (this.#transaction !== undefined) return false;
    for (const [name, { line }] of this.#lanes) if (name !== laneOf(call) && line.length > 0) return true;
    return false;
  }

  waiting(): Call[] {
    return [...this.#inside, ...[...this.#lanes.values()].flatMap(({ line }) => line)];
  }

  /** Everything that waits, which is then nobody's any more. */
  clear(): Call[] {
    const calls = this.waiting();
    this.#lanes.clear();
    this.endTransaction();
    return calls;
  }
}
