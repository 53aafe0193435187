import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { requeueTurns } from "@/features/turns/recover";
import { runTurn } from "@/features/turns/run";
import { claimTurn } from "@/features/turns/store";
import { mintOwnedApp } from "@/db/scope";
import { mortal } from "../support/mortal";
import type { ScriptedModel } from "../support/scripted-model";
import { turnEnds } from "../support/turns";
import { restartTurns, type TurnProcess, withModel } from "../support/with-model";
import type { World } from "../support/world";

let world: World;
let model: ScriptedModel;
let turns: TurnProcess;
withModel((opened) => ({ world, model, turns } = opened));

const page =
  '<action type="add_file" file="pages/Home.jsx" title="Add" id="a1">\nexport default () => null;\n</action id="a1">\n';

async function start() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "App" });
  return { ...owner, appId };
}

/** Takes the job as a process does that dies before it did anything with it. */
function takeAndDie(): Promise<void> {
  return new Promise((resolve) => (turns.run = () => Promise.resolve(resolve())));
}

describe("A process that is killed between taking a turn's job and claiming the turn", () => {
  it("leaves a turn that the next start answers", async () => {
    const { api, appId } = await start();
    const taken = takeAndDie();
    await api.chat.send({ appId, content: "Go" });
    await taken;
    model.reply(page);
    await restartTurns({ world, turns });
    await turnEnds(api, appId);
    expect((await api.chat.messages({ appId })).at(-1)!.metadata).toMatchObject({ status: "done" });
  });

  it("leaves a turn that the beat of another process hands on once it is old, and not before", async () => {
    const { api, appId } = await start();
    const taken = takeAndDie();
    await api.chat.send({ appId, content: "Go" });
    await taken;
    turns.run = runTurn;
    expect(await requeueTurns(world.platform)).toBe(0);
    model.reply(page);
    await world.db.execute(sql`update turn set heartbeat_at = now() - interval '1 minute'`);
    expect(await requeueTurns(world.platform)).toBe(1);
    await turnEnds(api, appId);
    expect((await api.chat.messages({ appId })).at(-1)!.metadata).toMatchObject({ status: "done" });
  });

  it("leaves a turn that Stop ends at once, and the next message is answered", async () => {
    const { api, appId } = await start();
    const taken = takeAndDie();
    const { turnId } = await api.chat.send({ appId, content: "Go" });
    await taken;
    await api.chat.stop({ appId, turnId });
    expect(await api.chat.turn({ appId })).toBeNull();
    expect((await api.chat.messages({ appId })).at(-1)!.metadata).toMatchObject({ status: "stopped" });
    turns.run = runTurn;
    model.reply(page);
    await api.chat.send({ appId, content: "Again" });
    await turnEnds(api, appId);
    expect((await api.chat.messages({ appId })).at(-1)!.metadata).toMatchObject({ status: "done" });
  });
});

describe("Stop", () => {
  it("ends a turn whose process is gone", async () => {
    const { api, appId } = await start();
    const taken = takeAndDie();
    const { turnId } = await api.chat.send({ appId, content: "Go" });
    await taken;
    await claimTurn(mintOwnedApp(world.db, appId), turnId);
    await world.db.execute(sql`update turn set heartbeat_at = now() - interval '1 minute'`);
    await api.chat.stop({ appId, turnId });
    expect(await api.chat.turn({ appId })).toBeNull();
  });
});

describe("A process that is killed at any step of a turn", () => {
  it("leaves it whole or stopped at the next start, never half, and never in the way of the next message", async () => {
    const { api, appId } = await start();
    const seen = new Set<unknown>();
    let points = 0;
    for (let hasDied = true; hasDied; points += 1) {
      model.reset();
      model.reply(`One page.\n${page.replace("Home", `Page${points}`)}`);
      const ended = new Promise<boolean>((resolve) => {
        turns.run = async (platform, ...ids) => {
          const process = mortal(platform, points);
          await runTurn(process.platform, ...ids).catch(() => undefined);
          resolve(process.isDead());
        };
      });
      await api.chat.send({ appId, content: `Message ${points}` });
      hasDied = await ended;
      model.reset();
      model.reply(page.replace("Home", `Page${points}`));
      await restartTurns({ world, turns });
      await turnEnds(api, appId);
      const { metadata } = (await api.chat.messages({ appId })).at(-1)!;
      seen.add(metadata.status);
      const hasPage = (await api.files.list({ appId })).some(({ path }) => path === `pages/Page${points}.jsx`);
      expect([points, metadata.status, hasPage]).toEqual([points, metadata.status, metadata.versionId !== undefined]);
      expect([points, hasPage || metadata.status === "stopped"]).toEqual([points, true]);
    }
    expect(seen).toEqual(new Set(["done", "stopped"]));
    expect(points).toBeGreaterThan(20);
    expect((await api.chat.messages({ appId })).length).toBe(points * 2);
  }, 120_000);
});
