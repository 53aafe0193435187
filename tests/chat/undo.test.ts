import { beforeEach, describe, expect, it } from "vitest";
import { textOf } from "@/features/turns/message";
import { turnEnds } from "../support/turns";
import { withModel } from "../support/with-model";
import type { World } from "../support/world";

let world: World;
withModel((opened) => ({ world } = opened), { MODEL_PROVIDER: "offline" });

async function start() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "CRM" });
  const files = async () =>
    Object.fromEntries((await owner.api.files.list({ appId })).map((file) => [file.path, file.content]));
  const say = async (content: string) => {
    await owner.api.chat.send({ appId, content });
    await turnEnds(owner.api, appId);
    const messages = await owner.api.chat.messages({ appId });
    return { said: textOf(messages.at(-1)!.parts), metadata: messages.at(-1)!.metadata, files: await files() };
  };
  return { ...owner, appId, say, files };
}
type Started = Awaited<ReturnType<typeof start>>;

describe("“undo that” in the chat, without a model", () => {
  let app: Started;
  beforeEach(async () => {
    app = await start();
  });
  const build = () => app.say("a crm with contacts (name, email, status: lead/won/lost) and deals (title, amount)");

  it("is an ordinary turn, whose version has exactly the files of before", async () => {
    const first = await build();
    const second = await app.say("add a phone number to contacts");
    expect(second.files).not.toEqual(first.files);
    const undone = await app.say("undo that");
    expect(undone.files).toEqual(first.files);
    expect(undone.said).toContain("Undid “add a phone number to contacts”.");
    expect(undone.said).toContain("no longer have the field phone");
    const [newest] = await app.api.versions.list({ appId: app.appId });
    expect(newest).toMatchObject({ kind: "turn", userRequest: "undo that" });
  });

  it("goes one change further back the second time, and says so when there is nothing left", async () => {
    const first = await build();
    const second = await app.say("make the header dark green");
    await app.say("add a phone number to contacts");
    expect((await app.say("undo that")).files).toEqual(second.files);
    const twice = await app.say("udno teh last chnage");
    expect(twice.said).toContain("Undid “make the header dark green”.");
    expect(twice.files).toEqual(first.files);
    const thrice = await app.say("mach das rückgängig");
    expect(thrice.said).toContain("The app is empty again");
    expect(thrice.files).toEqual({});
    const none = await app.say("undo");
    expect(none.said).toContain("nothing to undo");
    expect(none.metadata).not.toHaveProperty("versionId");
  });

  it("takes back what was made after an undo before it goes further", async () => {
    const first = await build();
    await app.say("make the header dark green");
    await app.say("undo");
    await app.say("add a phone number to contacts");
    const undone = await app.say("undo");
    expect(undone.said).toContain("Undid “add a phone number to contacts”.");
    expect(undone.files).toEqual(first.files);
    expect((await app.say("undo")).said).toContain("The app is empty again");
  });

  it("takes several changes back at once", async () => {
    const first = await build();
    await app.say("make the header dark green");
    await app.say("add a phone number to contacts");
    const undone = await app.say("undo the last two changes");
    expect(undone.said).toContain(
      "Undid the last 2 changes, “add a phone number to contacts” and “make the header dark green”.",
    );
    expect(undone.files).toEqual(first.files);
  });

  it("takes back an edit by hand and a restore like any other change", async () => {
    const first = await build();
    const { appId, api } = app;
    await api.files.update({ appId, file: { id: "globals.css", content: "body { color: red }\n" } });
    const byHand = await app.say("undo that");
    expect(byHand.files).toEqual(first.files);
    expect(byHand.said).toMatch(/Undid “[^”]*globals\.css[^”]*”\.[^]*globals\.css is as it was/);
    const changed = await app.say("make the header dark green");
    const versions = await api.versions.list({ appId });
    const built = versions.at(-2)!;
    await api.versions.restore({ appId, versionId: built.id, messageId: built.messageId! });
    expect((await app.say("undo that")).files).toEqual(changed.files);
  });

  it("keeps rows, and undoes no older change in place of rows that were just added", async () => {
    await build();
    const { appId, api } = app;
    const rows = async () => (await api.entities.list({ appId, entity: "Contact" })).items.length;
    const before = await rows();
    const added = await app.say("add 12 sample contacts");
    expect(await rows()).toBe(before + 12);
    const undone = await app.say("undo that");
    expect(undone.files).toEqual(added.files);
    expect(undone.said).toMatch(/“add 12 sample contacts”.*only added rows/);
    expect(await rows()).toBe(before + 12);
    expect((await app.say("undo")).said).toContain("The app is empty again");
  });

  it("takes back nothing in place of a message that changed nothing, until it is said again", async () => {
    await build();
    const coloured = await app.say("make the header dark green");
    await app.say("send me an SMS when a deal is won");
    const kept = await app.say("undo that");
    expect(kept.files).toEqual(coloured.files);
    expect(kept.said).toMatch(/“send me an SMS when a deal is won”, changed nothing.*“make the header dark green”/);
    expect((await app.say("undo")).said).toContain("Undid “make the header dark green”.");
  });
});
