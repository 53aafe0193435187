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

it("moves to the address of its name until somebody can have the old one", async () => {
  const { appId, api, say } = await start("New app");
  await say("a website for my kite school, people can book courses");
  const { slug } = await api.apps.get({ appId });
  expect(slug).toMatch(/^kite-school/);
  // The old address is free for others.
  expect((await api.apps.create({ name: "New app" })).slug).toBe("new-app");
  await say("rename the app to Windward");
  expect((await api.apps.get({ appId })).slug).toBe("windward");
  await api.runtime.publish({ appId });
  expect((await world.rest("GET /", { host: "windward.localhost:3000" })).status).toBe(200);
  await say("rename the app to Leeward");
  expect(await api.apps.get({ appId })).toMatchObject({ name: "Leeward", slug: "windward" });
});

it("keeps an address that its owner chose, and one that was given to somebody", async () => {
  const chosen = await start("Fleet");
  const { revision } = await chosen.api.apps.get({ appId: chosen.appId });
  await chosen.api.apps.update({ appId: chosen.appId, revision, slug: "our-vans" });
  const invited = await start("Staff list");
  const { url } = await invited.api.members.invite({ appId: invited.appId, role: "user" });
  for (const { appId, api, say } of [chosen, invited]) {
    await say("Inventory for my bakery");
    const { slug } = await api.apps.get({ appId });
    await say("rename the app to Crumb");
    expect(await api.apps.get({ appId })).toMatchObject({ name: "Crumb", slug });
  }
  expect(url).toContain("staff-list");
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

it("gives an app's card a fitting icon and a line of what it keeps, which follow its tables until somebody writes others", async () => {
  const { appId, api, say } = await start("New app");
  const card = async () => {
    const { description, icon, revision } = await api.apps.get({ appId });
    return { description, icon: icon.name, revision };
  };
  await say("A recipe website with recipes and reviews");
  expect(await card()).toMatchObject({ description: "Recipes and reviews", icon: "cooking" });
  await say("add a table of cooks with name and town");
  expect(await card()).toMatchObject({ description: "Recipes, reviews and cooks", icon: "cooking" });
  await api.apps.update({ appId, revision: (await card()).revision, description: "What we cook" });
  await say("add a table of shops with name and address");
  expect(await card()).toMatchObject({ description: "What we cook", icon: "cooking" });
});

it("wants open sign-up where the first message says that people sign up, which counts once the app has a domain", async () => {
  const { appId, api, say } = await start("New app");
  await say("An app for our clinic where patients sign up and book appointments with doctors");
  expect(await api.members.settings({ appId })).toMatchObject({ isSignupWanted: true, hasDomain: false });
  await api.members.setSignup({ appId, isSignupEnabled: false });
  await say("make it teal");
  expect(await api.members.settings({ appId })).toMatchObject({ isSignupWanted: false });
});
