import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runTurn } from "@/features/turns/run";
import { turnJob } from "@/features/turns/limits";
import { turnEnds } from "../support/turns";
import { World } from "../support/world";

const tutor = "private maths tutor: students, lessons, invoices";

describe("What is suggested after a turn", () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open({ MODEL_PROVIDER: "offline" });
    await world.platform.jobs.start({ [turnJob]: ({ appId, turnId }) => runTurn(world.platform, appId!, turnId!) });
  });
  afterAll(async () => {
    await world.platform.jobs.stop();
    await world.close();
  });
  beforeEach(() => world.reset());

  async function start() {
    const { api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "Untitled" });
    const say = async (content: string, more: { isPlanFirst?: boolean } = {}) => {
      await api.chat.send({ appId, content, ...more });
      await turnEnds(api, appId);
      return api.chat.suggestions({ appId });
    };
    return { api, appId, say };
  }

  it("is what the first message may have meant, before what suits the app: three in all", async () => {
    const { say, api, appId } = await start();
    expect(await api.chat.suggestions({ appId })).toEqual({ missed: [], next: [] });
    const { missed, next } = await say(tutor);
    expect(missed).toEqual([
      "Add a table for invoices with name and student",
      "Start over with students, lessons and invoices",
    ]);
    expect(next).toHaveLength(1);
    // After a reload, too.
    expect(await api.chat.suggestions({ appId })).toEqual({ missed, next });
  });

  it("is no longer what was missed once it was sent, or made moot by something else", async () => {
    const { say } = await start();
    const { missed } = await say(tutor);
    expect((await say(missed[1]!)).missed).toEqual([]);

    const other = await start();
    await other.say(tutor);
    const { missed: left, next } = await other.say("Add a phone number to lessons");
    // The app is another one by now, which starting over would undo.
    expect(left).toEqual(["Add a table for invoices with name and student"]);
    expect(next).toHaveLength(2);
  });

  it("is only what suits the app where the first message asked for a plan, or much was said since", async () => {
    const planned = await start();
    expect((await planned.say(tutor, { isPlanFirst: true })).missed).toEqual([]);

    const long = await start();
    let last = await long.say(tutor);
    for (const question of ["a", "b", "c", "d"].map((word) => `What is ${word}?`)) last = await long.say(question);
    expect(last.missed).not.toEqual([]);
    expect((await long.say("What is e?")).missed).toEqual([]);
  });
});
