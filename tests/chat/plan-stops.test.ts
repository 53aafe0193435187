import { describe, expect, it } from "vitest";
import { modelUsage } from "@/db/schema/chat";
import type { ScriptedModel } from "../support/scripted-model";
import { turnEnds } from "../support/turns";
import { withModel } from "../support/with-model";
import type { World } from "../support/world";

let world: World;
let model: ScriptedModel;
withModel((opened) => ({ world, model } = opened), { MODEL_MONTHLY_USD_MAX: "50" });

const page = (name: string) =>
  `<action type="add_file" file="pages/${name}.jsx" title="Add ${name}" id="a1">\nexport default function ${name}() {\n  return <p>${name}</p>;\n}\n</action id="a1">\n`;
const three = "Pages.\n\n<plan>\n- The page One\n- The page Two\n- The page Three\n</plan>\n";
type Builder = Awaited<ReturnType<World["signUp"]>>;

/** An app with a plan whose first step is in the middle of its answer; `end` lets the answer end. */
async function inTheFirstStep(join: (owner: Builder, appId: string) => Promise<Builder>) {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "App" });
  const starter = await join(owner, appId);
  model.reply(three);
  await starter.api.chat.send({ appId, content: "Three pages" });
  await turnEnds(owner.api, appId);
  const { id: planId } = (await owner.api.chat.plans({ appId }))[0]!;
  const { promise, resolve: end } = Promise.withResolvers<void>();
  model.reply(page("One"), { until: promise });
  await starter.api.chat.startPlan({ appId, planId });
  while (model.requests.length < 2) await new Promise((done) => setTimeout(done, 10));
  const settled = async () => {
    end();
    await turnEnds(owner.api, appId);
    return (await owner.api.chat.plans({ appId }))[0]!;
  };
  return { owner, starter, appId, planId, settled };
}

describe("A plan between two steps", () => {
  it("stops in words when whoever started it was removed, and the owner goes on with it", async () => {
    const { owner, starter, appId, planId, settled } = await inTheFirstStep(async ({ api }, id) => {
      const friend = await world.signUp();
      const { url } = await api.collaborators.invite({ appId: id, role: "edit" });
      await friend.api.collaborators.accept({ token: new URL(url).hash.slice(1) });
      return friend;
    });
    await owner.api.collaborators.remove({ appId, accountId: starter.accountId });
    expect(await settled()).toMatchObject({
      state: "paused",
      steps: [
        { state: "done" },
        {
          state: "failed",
          reason: "Whoever started this plan may no longer change this app. Continue it in your name.",
        },
        { state: "waiting" },
      ],
    });
    expect(model.requests).toHaveLength(2);
    for (const name of ["Two", "Three"]) model.reply(page(name));
    await owner.api.chat.startPlan({ appId, planId });
    await turnEnds(owner.api, appId);
    expect((await owner.api.chat.plans({ appId }))[0]).toMatchObject({ state: "done" });
  });

  it("stops in words when the month's budget is used up, keeps what is done, and asks no model", async () => {
    const { owner, appId, settled } = await inTheFirstStep((self) => Promise.resolve(self));
    await world.db
      .insert(modelUsage)
      .values({ accountId: owner.accountId, turnId: "t", appId: "", model: "m", tokens: 1, costUsd: 60 });
    expect(await settled()).toMatchObject({
      state: "paused",
      steps: [
        { state: "done" },
        { state: "failed", reason: "This month's budget for AI models is used up" },
        { state: "waiting" },
      ],
    });
    expect(model.requests).toHaveLength(2);
    expect((await owner.api.files.list({ appId })).map(({ path }) => path)).toEqual(["pages/One.jsx"]);
  });
});
