import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { secret } from "@/db/schema";
import { mintOwnedApp } from "@/db/scope";
import { missingSecrets, refusalOf } from "@/features/secrets/rules";
import { secretValues } from "@/features/secrets/store";
import { World } from "../support/world";

const canary = "canary-7f3a9c51-do-not-leak";

describe("The rules of secrets (1-platform.md §5)", () => {
  it.each([
    ["a new one with its value", [{ key: "A", value: "1" }], null],
    ["a new one without a value", [{ key: "A" }], "secret-incomplete"],
    ["a new one with blanks", [{ key: "A", value: "  " }], "secret-incomplete"],
    ["a saved one that keeps its value", [{ key: "OLD" }], null],
    ["a saved one with a new value", [{ key: "OLD", value: "2" }], null],
    ["a saved one emptied", [{ key: "OLD", value: "" }], "secret-incomplete"],
    [
      "one key twice",
      [
        { key: "A", value: "1" },
        { key: "A", value: "2" },
      ],
      "secret-repeated",
    ],
  ])("%s → %s", (_name, entries, refusal) => expect(refusalOf(entries, new Set(["OLD"]))).toBe(refusal));

  it("finds missing ones by comparing each declared required secret with the stored keys", () => {
    const declared = [
      { key: "A", required: true },
      { key: "B", required: false },
      { key: "OLD", required: true },
    ];
    expect(missingSecrets(declared, new Set(["OLD"])).map(({ key }) => key)).toEqual(["A"]);
  });
});

describe("Secrets", () => {
  let world: World;
  beforeAll(async () => void (world = await World.open()));
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  const start = async () => {
    const admin = await world.signUp();
    const { appId } = await admin.api.apps.create({ name: "Mailer" });
    return { ...admin, appId };
  };

  it("are kept sealed, and no answer holds a value", async () => {
    const { token, appId } = await start();
    const saved = await world.rest(`POST /apps/${appId}/secrets`, {
      token,
      body: { secrets: [{ key: "MAIL_KEY", value: canary, instructions: "From the mail service" }] },
    });
    expect(saved).toMatchObject({
      status: 200,
      body: { secrets: [{ key: "MAIL_KEY", instructions: "From the mail service" }] },
    });
    const shown = await world.rest(`GET /apps/${appId}/secrets`, { token });
    expect(JSON.stringify([saved, shown])).not.toContain(canary);
    expect(JSON.stringify(await world.db.select().from(secret))).not.toContain(canary);
    expect(await secretValues(mintOwnedApp(world.db, appId), world.platform.sealer)).toEqual({ MAIL_KEY: canary });
  });

  it("a sealed value copied to another app or key does not open", async () => {
    const { api, appId } = await start();
    await api.secrets.update({ appId, secrets: [{ key: "A", value: canary }] });
    await world.db.update(secret).set({ key: "B" });
    await expect(secretValues(mintOwnedApp(world.db, appId), world.platform.sealer)).rejects.toThrow();
  });

  it("a save without a value keeps the stored one, and a save is all or nothing", async () => {
    const { api, appId } = await start();
    await api.secrets.update({ appId, secrets: [{ key: "A", value: canary }] });
    await api.secrets.update({
      appId,
      secrets: [
        { key: "A", instructions: "new words" },
        { key: "B", value: "2" },
      ],
    });
    expect(await secretValues(mintOwnedApp(world.db, appId), world.platform.sealer)).toEqual({ A: canary, B: "2" });
    await expect(
      api.secrets.update({ appId, secrets: [{ key: "C", value: "3" }, { key: "D" }] }),
    ).rejects.toMatchObject({
      message: "Please provide both key and value for all secrets or remove empty ones",
    });
    expect((await api.secrets.list({ appId })).map(({ key }) => key)).toEqual(["A", "B"]);
  });

  it.each(["2FAST", "A-B", "A B", "Ä", "__proto__x!"])("refuses the key %s", async (key) => {
    const { api, appId } = await start();
    await expect(api.secrets.update({ appId, secrets: [{ key, value: "1" }] })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  it("are gone when deleted", async () => {
    const { api, token, appId } = await start();
    await api.secrets.update({ appId, secrets: [{ key: "A", value: "1" }] });
    expect(await world.rest(`DELETE /apps/${appId}/secrets/A`, { token })).toMatchObject({ status: 200 });
    expect(await api.secrets.list({ appId })).toEqual([]);
  });

  it("are for admins only", async () => {
    await start();
    const builder = await world.signUp();
    const { appId } = await builder.api.apps.create({ name: "Mine" });
    expect(await world.rest(`GET /apps/${appId}/secrets`, { token: builder.token })).toMatchObject({
      status: 403,
      body: { error: { code: "admin-only" } },
    });
  });
});
