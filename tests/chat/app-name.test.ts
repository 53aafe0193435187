import { expect, it } from "vitest";
import { turnEnds } from "../support/turns";
import { withModel } from "../support/with-model";
import type { World } from "../support/world";

// What the pages call the app is its name everywhere: in the sign-in of the published app, its title and its mails.

let world: World;
withModel((opened) => ({ world } = opened), { MODEL_PROVIDER: "offline" });

async function start(name: string) {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name });
  const say = async (content: string) => {
    await owner.api.chat.send({ appId, content });
    await turnEnds(owner.api, appId);
    return (await owner.api.apps.get({ appId })).name;
  };
  return { ...owner, appId, say };
}

it("names an app that began empty after what was made in it, on its published page too", async () => {
  const { appId, api, say } = await start("New app");
  expect(await say("a website for my kite school, people can book courses")).toMatch(/kite school/i);
  await api.runtime.publish({ appId });
  const { slug, name } = await api.apps.get({ appId });
  const { body } = await world.rest("GET /", { host: `${slug}.localhost:3000` });
  expect(String(body)).toContain(`"appName":"${name}"`);
  expect(String(body)).toContain(`<title>${name}</title>`);
});

it("follows a new name that the assistant was told, and back again", async () => {
  const { say } = await start("Ovenly");
  expect(await say("Inventory for my bakery")).toBe("Ovenly");
  expect(await say("rename the app to Crumb")).toBe("Crumb");
  expect(await say("undo")).toBe("Ovenly");
});

it("keeps a name that its owner gave it since", async () => {
  const { appId, api, say } = await start("New app");
  await say("Inventory for my bakery");
  const { revision } = await api.apps.get({ appId });
  await api.apps.update({ appId, revision, name: "Ovenly" });
  expect(await say("add a phone number to suppliers")).toBe("Ovenly");
});

it("does not name an app after small talk", async () => {
  const { say } = await start("New app");
  expect(await say("hello")).toBe("New app");
});
