import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Call, CallQueue } from "@/db/embedded-queue";

let queue: CallQueue;
let count = 0;
beforeEach(() => {
  queue = new CallQueue();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function ask(lane: string, more: Partial<Call> = {}): Call {
  const call: Call = {
    id: (count += 1),
    message: { method: "query" },
    caller: { lane, deadlineMs: 3_000 },
    tx: undefined,
    yields: 0,
    startedAt: undefined,
    runsSince: 0,
    resolve: () => undefined,
    reject: () => undefined,
    ...more,
  };
  queue.add(call, call.yields > 0);
  return call;
}

/** Runs the next call for so long. @returns its lane */
function run(msOf: Record<string, number>): string | undefined {
  vi.advanceTimersByTime(10);
  const call = queue.take(false);
  if (!call) return undefined;
  queue.charge(call, msOf[call.caller!.lane]!, true);
  return call.caller!.lane;
}

describe("The embedded database's queue", () => {
  it("shares time and not turns: who sends long statements waits for themselves", () => {
    for (let index = 0; index < 30; index += 1) {
      ask("long");
      ask("short");
    }
    const ran = Array.from({ length: 33 }, () => run({ long: 20, short: 2 }));
    expect(ran.filter((lane) => lane === "short").length).toBeGreaterThanOrEqual(28);
    expect(ran.filter((lane) => lane === "long").length).toBeGreaterThanOrEqual(3);
  });

  it("gives nobody time for the time in which they asked for nothing", () => {
    for (let index = 0; index < 20; index += 1) ask("busy");
    for (let index = 0; index < 10; index += 1) run({ busy: 10 });
    for (let index = 0; index < 10; index += 1) ask("new");
    const ran = Array.from({ length: 10 }, () => run({ busy: 10, new: 10 }));
    expect(ran.filter((lane) => lane === "new").length).toBeLessThanOrEqual(6);
  });

  it("lets a statement run a short slice while another one that never ran waits", () => {
    const call = ask("crowd", { yields: 9 });
    vi.advanceTimersByTime(10);
    queue.take(false);
    ask("other");
    expect(queue.sliceOf(call)).toBe(3);
  });

  it("lets a long statement of a patient lane double its slices until it fits, and no longer once it kept others waiting enough", () => {
    const call = ask("page", { yields: 5 });
    vi.advanceTimersByTime(10);
    queue.take(false);
    ask("other");
    expect(queue.sliceOf(call)).toBe(96);
    for (let index = 0; index < 6; index += 1) queue.spendPatience(call, 96);
    expect(queue.sliceOf(call)).toBe(3);
    vi.advanceTimersByTime(60_000);
    expect(queue.sliceOf(call)).toBe(96);
  });

  it("takes a short statement that met a busy moment for no long one", () => {
    const call = ask("crowd", { yields: 9 });
    vi.advanceTimersByTime(10);
    queue.take(false);
    ask("other", { yields: 1 });
    expect(queue.sliceOf(call)).toBe(3);
  });

  it("brings statements to their end that were all stopped before", () => {
    const call = ask("one", { yields: 3 });
    vi.advanceTimersByTime(10);
    queue.take(false);
    ask("other", { yields: 4 });
    expect(queue.sliceOf(call)).toBe(400);
  });

  it("waits a moment for whoever was just answered before it begins again what it stopped", () => {
    ask("short");
    run({ short: 1 });
    ask("crowd", { yields: 4 });
    expect(queue.take(false)).toBeUndefined();
    expect(queue.pauseMs()).toBeGreaterThan(0);
    ask("short");
    expect(queue.take(false)?.caller?.lane).toBe("short");
  });
});
