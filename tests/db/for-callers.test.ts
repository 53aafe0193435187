import type postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asCaller, isCanceled } from "@/db/caller";
import { forCallers, type Pool } from "@/db/for-callers";
import { LaneSlots } from "@/db/lane-slots";

/** A pool of one connection whose only statement never ends. */
function taken(): Required<Pool> {
  const slots = new LaneSlots(1);
  void slots.run("other", () => new Promise<never>(() => {}));
  return { client: { unsafe: () => Promise.resolve([]) } as unknown as postgres.Sql, slots };
}

describe("A statement on one row by its key", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("waits for a connection once, and then says that the database is busy", async () => {
    const [own, shared] = [taken(), taken()];
    const client = forCallers(own.client, () => own, shared);
    const caller = { lane: "app", deadlineMs: 3_000, sharing: "may" as const };
    const answer = asCaller(caller, async () => client.unsafe("select 1")).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(31_000);
    const error = await Promise.race([answer, Promise.resolve("still waits")]);
    expect(isCanceled(error)).toBe(true);
    expect(error).toHaveProperty("message", "The database is busy");
  });
});
