import { describe, expect, it } from "vitest";
import { secretValues } from "@/features/secrets/store";
import { mintOwnedApp } from "@/db/scope";
import type { ScriptedModel } from "../support/scripted-model";
import { turnEnds } from "../support/turns";
import { withModel } from "../support/with-model";
import type { World } from "../support/world";

let world: World;
let model: ScriptedModel;
withModel((opened) => ({ world, model } = opened));

const wanted =
  '{"secretName":"MAIL_KEY","description":"Of the mail service"}\n{"secretName":"PAY_KEY","description":""}';

/** An owner who is no admin, whose assistant has asked for two secrets. */
async function asked() {
  await world.signUp();
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "App" });
  model.reply(`I need keys.\n<action type="request_secrets" title="Keys" id="s1">\n${wanted}\n</action id="s1">\n`);
  await owner.api.chat.send({ appId, content: "Send mail" });
  await turnEnds(owner.api, appId);
  const messageId = (await owner.api.chat.messages({ appId })).at(-1)!.id;
  const values = () => secretValues(mintOwnedApp(world.db, appId), world.platform.sealer);
  return { ...owner, appId, about: { appId, messageId, actionId: "s1" }, values };
}

describe("Secrets that the assistant asked for", () => {
  it("are entered by the app's owner, who need not be an admin, and their values never come back", async () => {
    const { api, about, values } = await asked();
    expect(await api.chat.requestedSecrets(about)).toEqual([
      { secretName: "MAIL_KEY", description: "Of the mail service", isSet: false },
      { secretName: "PAY_KEY", description: "", isSet: false },
    ]);
    await api.chat.enterSecrets({ ...about, secrets: [{ key: "MAIL_KEY", value: "canary-1" }] });
    expect(await values()).toEqual({ MAIL_KEY: "canary-1" });
    const shown = await api.chat.requestedSecrets(about);
    expect(shown.map(({ isSet }) => isSet)).toEqual([true, false]);
    expect(JSON.stringify([shown, await api.chat.messages({ appId: about.appId })])).not.toContain("canary-1");
  });

  it("are all that they may enter: no other key, and no dialog of all secrets", async () => {
    const { api, about, appId, values } = await asked();
    const enter = (key: string) => api.chat.enterSecrets({ ...about, secrets: [{ key, value: "v" }] });
    await expect(enter("OTHER_KEY")).rejects.toMatchObject({ reason: "secret-not-requested" });
    await expect(api.secrets.list({ appId })).rejects.toMatchObject({ reason: "admin-only" });
    await expect(api.secrets.update({ appId, secrets: [{ key: "MAIL_KEY", value: "v" }] })).rejects.toMatchObject({
      reason: "admin-only",
    });
    expect(await values()).toEqual({});
  });

  it("are asked for by an action that stands in this app's chat, and by nothing else", async () => {
    const { api, about } = await asked();
    const other = await asked();
    const secrets = [{ key: "MAIL_KEY", value: "v" }];
    for (const wrong of [{ actionId: "s2" }, { messageId: "m1" }, { messageId: other.about.messageId }])
      await expect(api.chat.enterSecrets({ ...about, ...wrong, secrets })).rejects.toMatchObject({
        reason: "message-not-found",
      });
    await expect(other.api.chat.enterSecrets({ ...about, secrets })).rejects.toMatchObject({ reason: "app-not-found" });
  });

  it.each(["", "   "])("need a value: %j is none", async (value) => {
    const { api, about, values } = await asked();
    await expect(api.chat.enterSecrets({ ...about, secrets: [{ key: "MAIL_KEY", value }] })).rejects.toMatchObject({
      reason: "secret-incomplete",
    });
    expect(await values()).toEqual({});
  });
});
