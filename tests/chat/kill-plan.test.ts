import { describe, expect, it } from "vitest";
import { runTurn } from "@/features/turns/run";
import { mortal } from "../support/mortal";
import type { ScriptedModel } from "../support/scripted-model";
import { turnEnds } from "../support/turns";
import { restartTurns, type TurnProcess, withModel } from "../support/with-model";
import type { World } from "../support/world";

let world: World;
let model: ScriptedModel;
let turns: TurnProcess;
withModel((opened) => ({ world, model, turns } = opened));

const page = (name: string) =>
  `<action type="add_file" file="pages/${name}.jsx" title="Add" id="a1">\nexport default () => null;\n</action id="a1">\n`;
const names = ["One", "Two", "Three"];

async function start() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "App" });
  const { api } = owner;
  const propose = async () => {
    model.reset();
    model.reply(`<plan title="Pages">\n${names.map((name) => `- ${name}\n`).join("")}</plan>\n`);
    await api.chat.send({ appId, content: "Three pages" });
    await turnEnds(api, appId);
    model.reset();
    return (await api.chat.plans({ appId }))[0]!.id;
  };
  return { ...owner, appId, propose };
}

describe("A server that is killed while a plan runs", () => {
  it("between two steps goes on with the next one at its start", async () => {
    const { api, appId, propose } = await start();
    const planId = await propose();
    const reply = (...some: string[]) => some.forEach((name) => model.reply(page(name)));
    reply(...names);
    // The second step's job is taken by a process that dies before it did anything with it.
    let taken = 0;
    const died = new Promise<void>((resolve) => {
      turns.run = (...given) => ((taken += 1) === 2 ? Promise.resolve(resolve()) : runTurn(...given));
    });
    await api.chat.startPlan({ appId, planId });
    await died;
    expect((await api.chat.plans({ appId }))[0]!.steps.map(({ state }) => state)).toEqual([
      "done",
      "running",
      "waiting",
    ]);
    await restartTurns({ world, turns });
    await turnEnds(api, appId);
    expect((await api.chat.plans({ appId }))[0]!.state).toBe("done");
  });

  it("at any moment of any step ends with every step done once its start is over, and each in a version", async () => {
    let deaths = 0;
    for (let points = 0, hasDied = true; hasDied; points += 7) {
      // A new app each time: in one app, each plan would read the pages of all plans before.
      const { api, appId, propose } = await start();
      const planId = await propose();
      // One life for the whole plan: its process dies somewhere in it.
      const process = mortal(world.platform, points);
      hasDied = await new Promise<boolean>((resolve, reject) => {
        // More replies than steps: a step that was cut off is asked for again.
        for (let time = 0; time < 12; time += 1) model.reply(page(`P${points}n${time}`));
        let ended = 0;
        turns.run = async (_platform, ...ids) => {
          await runTurn(process.platform, ...ids).catch(() => undefined);
          ended += 1;
          if (process.isDead() || ended === names.length) resolve(process.isDead());
        };
        api.chat.startPlan({ appId, planId }).catch(reject);
      });
      if (hasDied) deaths += 1;
      await restartTurns({ world, turns });
      await turnEnds(api, appId);
      const plan = (await api.chat.plans({ appId }))[0]!;
      expect([points, plan.state, ...plan.steps.map(({ state }) => state)]).toEqual([
        points,
        "done",
        "done",
        "done",
        "done",
      ]);
      const versions = new Set(plan.steps.map(({ versionId }) => versionId));
      expect([versions.size, versions.has(undefined)]).toEqual([3, false]);
    }
    expect(deaths).toBeGreaterThan(8);
  }, 150_000);
});
