import { describe, expect, it } from "vitest";
import { LaneSlots } from "@/db/lane-slots";

/** Work that ends when it is told to, and who runs at a moment. */
function crowd(slots: LaneSlots) {
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (lane: string, signal?: AbortSignal) =>
    slots.run(
      lane,
      () => {
        running.push(lane);
        return new Promise<void>((end) =>
          ends.push(() => {
            running.splice(running.indexOf(lane), 1);
            end();
          }),
        );
      },
      signal,
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const count = (lane: string) => running.filter((one) => one === lane).length;
  return { ask, count, settled, endOne: () => ends.shift()!() };
}

describe("The connections of a pool", () => {
  it("are never all one lane's: it holds no more than it leaves free", async () => {
    const { ask, count, settled, endOne } = crowd(new LaneSlots(8));
    for (let index = 0; index < 20; index += 1) void ask("crowd");
    for (let index = 0; index < 20; index += 1) void ask("another crowd");
    void ask("neighbour");
    await settled();
    expect([count("crowd"), count("another crowd"), count("neighbour")]).toEqual([4, 2, 1]);
    for (let ended = 0; ended < 41; ended += 1) {
      endOne();
      await settled();
      expect(count("crowd") + count("another crowd")).toBeLessThanOrEqual(7);
    }
    expect([count("crowd"), count("another crowd"), count("neighbour")]).toEqual([0, 0, 0]);
  });

  it("are not waited for by those who hung up", async () => {
    const { ask, count, settled, endOne } = crowd(new LaneSlots(2));
    const hangUp = new AbortController();
    void ask("one");
    const waiting = ask("one", hangUp.signal);
    hangUp.abort();
    await expect(waiting).rejects.toMatchObject({ code: "57014" });
    endOne();
    await settled();
    expect(count("one")).toBe(0);
    void ask("one");
    await settled();
    expect(count("one")).toBe(1);
  });
});
