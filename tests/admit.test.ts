import { setImmediate, setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { admit } from "@/doors/admit";

/** Runs many requests of one app, and says how many were under way at once at most. */
async function mostAtOnce(lane: string, count: number, work: () => Promise<unknown>): Promise<number> {
  let [running, most] = [0, 0];
  await Promise.all(
    Array.from({ length: count }, () =>
      admit(lane, async () => {
        running += 1;
        most = Math.max(most, running);
        await work();
        running -= 1;
      }),
    ),
  );
  return most;
}

/** Takes many turns of the event loop and next to no time. */
async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await setImmediate();
}

describe("Of the requests of one app", () => {
  it("four that take long are under way at once, and the others wait", async () => {
    expect(await mostAtOnce("long", 12, () => setTimeout(30))).toBe(4);
  });

  it("sixteen that are short are under way at once, once that is known", async () => {
    await expect.poll(() => mostAtOnce("short", 200, manyTurns)).toBe(16);
  });

  it("four again, as soon as they take long", async () => {
    await expect.poll(() => mostAtOnce("changing", 200, manyTurns)).toBe(16);
    expect(await mostAtOnce("changing", 40, () => setTimeout(60))).toBeLessThanOrEqual(16);
    expect(await mostAtOnce("changing", 20, () => setTimeout(5))).toBe(4);
  });

  it("none keeps another app's waiting", async () => {
    const ended: string[] = [];
    const crowd = mostAtOnce("crowd", 20, () => setTimeout(20)).then(() => ended.push("crowd"));
    await admit("quiet", () => setImmediate()).then(() => ended.push("quiet"));
    await crowd;
    expect(ended).toEqual(["quiet", "crowd"]);
  });
});
