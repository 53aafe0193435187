import "server-only";
import type { Caller } from "./caller";

/** One request to the worker with its pending promise. */
export type Call = {
  id: number;
  message: Record<string, unknown>;
  caller: Caller | undefined;
  /** Its transaction: the id of the `begin` call. */
  tx: number | undefined;
  /** How often it was preempted for other lanes. */
  yields: number;
  /** When it first started, ms since the epoch. Undefined while it never ran. */
  startedAt: number | undefined;
  /** When its current attempt started, ms since the epoch. */
  runsSince: number;
  resolve: (value: never) => void;
  reject: (error: Error) => void;
};

const serverLane = "";
const laneOf = (call: Call) => call.caller?.lane ?? serverLane;

/** Time slice while others wait; a statement that exceeds it is preempted and restarted after them. */
const sliceMs = 3;
/**
 * Time slice among preempted statements. It doubles with each restart, so that every one of them finishes in the end.
 */
const longSliceMs = 50;
const longestSliceMs = 1_600;
/**
 * A lane's burst allowance beyond its slices, so that a page with one long query is not treated as an attack. Refills
 * like a token bucket.
 */
const patience = { ms: 500, msPerSecond: 5 };
/** Preempted more often than this, a statement counts as long. A short one may have hit a busy moment. */
const shortYieldsMax = 3;
const isLong = ({ yields }: Call) => yields > shortYieldsMax;
/** Grace period after an answer in which no long statement starts: its caller often has a follow-up query. */
const pauseMs = 2;
/** Idle lanes remembered at most. */
const lanesMax = 1_000;

type Lane = {
  line: Call[];
  /** Start-time fair queueing: virtual time used by this lane, on the clock that all lanes share. */
  usedMs: number;
  /** Moving average of its statements' durations. */
  meanMs: number;
  patienceMs: number;
  patienceAt: number;
};

/**
 * Start-time fair queueing for a database with one connection: the lane with the least virtual time goes first, so that
 * a caller who sends a thousand statements, or long ones, only delays itself. While a transaction is open, only its own
 * statements go.
 */
export class CallQueue {
  #lanes = new Map<string, Lane>();
  /**
   * The virtual clock: the start time of the lane served last. An idle lane joins here and earns no credit for its
   * pause.
   */
  #clockMs = 0;
  /** When a statement that is not long last ended, ms since the epoch. */
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

  /** The next lane in order, among those whose first call passes the filter. */
  #nextLane(may: (first: Call) => boolean = () => true): Lane | undefined {
    let next: Lane | undefined;
    for (const lane of this.#lanes.values())
      if (lane.line[0] && may(lane.line[0]) && (!next || lane.usedMs < next.usedMs)) next = lane;
    return next;
  }

  /**
   * The next call to send, or undefined when none may go now. @param isAhead pipelined behind a running call: only
   * lanes with short statements
   */
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

  /** Remaining grace period before a long statement may start, ms. */
  pauseMs(): number {
    return this.#answeredAt + pauseMs - Date.now();
  }

  /** Whether calls wait only for the grace period to end. */
  isPausing(): boolean {
    return this.#transaction === undefined && this.#nextLane() !== undefined;
  }

  /** Charges a call's duration to its lane. @param isWhole false when it was preempted */
  charge(call: Call, ms: number, isWhole: boolean): void {
    const lane = this.#lane(call);
    lane.usedMs += ms;
    if (!isLong(call)) this.#answeredAt = Date.now();
    if (isWhole || ms > lane.meanMs) lane.meanMs += (ms - lane.meanMs) / 4;
  }

  /**
   * Time slice of a running call, ms from its start. A call that has not run yet preempts after a short slice; a lane
   * with allowance left gets slices that double until its statement fits.
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

  /** Charges the time that a call held others up beyond a slice against its lane's allowance. */
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

  /** Forgets the open transaction. @returns its unsent calls */
  endTransaction(): Call[] {
    this.#transaction = undefined;
    return this.#inside.splice(0);
  }

  isOpen(transaction: number): boolean {
    return this.#transaction === transaction;
  }

  /** Whether another lane has calls that could run now. */
  hasOthersThan(call: Call): boolean {
    if (this.#transaction !== undefined) return false;
    for (const [name, { line }] of this.#lanes) if (name !== laneOf(call) && line.length > 0) return true;
    return false;
  }

  waiting(): Call[] {
    return [...this.#inside, ...[...this.#lanes.values()].flatMap(({ line }) => line)];
  }

  /** Empties the queue. @returns everything that waited, for the caller to settle */
  clear(): Call[] {
    const calls = this.waiting();
    this.#lanes.clear();
    this.endTransaction();
    return calls;
  }
}
