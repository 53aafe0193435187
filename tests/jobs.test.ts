import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { World } from "./support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(async () => {
  await world.platform.jobs.stop();
  await world.close();
});

it("works through more jobs of one transaction than run at once, without waiting for the next poll", async () => {
  const { jobs } = world.platform;
  const seen: string[] = [];
  let [running, most] = [0, 0];
  const handle = async ({ id }: Record<string, string>) => {
    most = Math.max(most, (running += 1));
    await vi.waitFor(() => expect(most).toBe(2));
    running -= 1;
    seen.push(id!);
    if (id === "3") throw new Error("The third fails");
  };
  await jobs.start({ "many-at-once": handle }, { "many-at-once": { atOnce: 2 } });
  const ids = Array.from({ length: 12 }, (_, at) => String(at + 1));
  // One transaction announces all of its jobs by one NOTIFY.
  await world.db.transaction(async (tx) => {
    for (const id of ids) await jobs.send(tx, "many-at-once", { id });
  });
  await vi.waitFor(() => expect(seen).toHaveLength(12), { timeout: 10_000 });
  expect(seen.toSorted((left, right) => Number(left) - Number(right))).toEqual(ids);
  expect(most, "at once").toBe(2);
});
