import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/db/id";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open({ PLANS: "on" })));
beforeEach(() => world.reset());
afterAll(() => world.close());

/** A builder who is no admin, on a plan. */
async function onPlan(plan: string) {
  await world.signUp();
  const { accountId, email, token } = await world.signUp();
  await world.db.execute(sql`update account set plan = ${plan} where id = ${accountId}`);
  const account = (await world.db.query.account.findFirst({ where: (row, { eq }) => eq(row.id, accountId) }))!;
  return { accountId, email, token, account, api: world.as({ kind: "account", account, token }) };
}

const switchedOff = async (work: () => Promise<void>) => {
  const before = world.platform.env;
  world.platform.env = { ...before, PLANS: "off" };
  await work().finally(() => (world.platform.env = before));
};

describe("Sign-up of an app's members, an app setting", () => {
  const enable = (token: string, appId: string, isSignupEnabled = true) =>
    world.rest(`PUT /api/apps/${appId}/settings/signup`, { token, body: { isSignupEnabled } });
  const gated = {
    status: 402,
    body: { error: { code: "upgrade-required", details: { gate: "app-settings" } } },
  };

  it.each([
    ["lite", "gen-app", false],
    ["explorer", "gen-app", false],
    ["moon", "gen-app", true],
    ["lite", "space", false],
    ["explorer", "space", true],
  ] as const)("on plan %s of a %s: allowed %s, through both doors", async (plan, kind, allowed) => {
    const { api, token } = await onPlan(plan);
    const { appId } = await api.apps.create({ name: "Club", kind });
    // Sign-up needs both besides.
    await world.db.execute(sql`update app set published_version_id = head_version_id where id = ${appId}`);
    await api.domains.set({ appId, name: `${appId}.test` });
    const answer = await enable(token, appId);
    const call = api.members.setSignup({ appId, isSignupEnabled: true });
    if (allowed) {
      expect(answer.status).toBe(200);
      await expect(call).resolves.toEqual({ isSignupEnabled: true });
    } else {
      expect(answer).toMatchObject(gated);
      await expect(call).rejects.toMatchObject({ reason: "upgrade-required", details: { gate: "app-settings" } });
    }
    // Closing the door needs no plan.
    expect((await enable(token, appId, false)).status).toBe(200);
    await switchedOff(async () => expect((await enable(token, appId)).status).toBe(200));
  });
});

describe("The upgrade dialog", () => {
  it("has the cards of this installation, each in its state", async () => {
    const { api } = await onPlan("explorer");
    const { title, cards } = await api.plans.dialog();
    expect(title).toBe("Your plan");
    expect(cards.map(({ id, name, state }) => [id, name, state])).toEqual([
      ["lite", "Free", "downgrade"],
      ["explorer", "Explorer", "selected"],
      ["moon", "Moon", "upgrade"],
      ["monetizer", "Monetizer", "upgrade"],
    ]);
  });

  it("offers nothing where plans are off", () =>
    switchedOff(async () => {
      const { api, token } = await onPlan("lite");
      expect(await api.plans.dialog()).toMatchObject({ arePlansOn: false, cards: [] });
      const { appId } = await api.apps.create({ name: "Shop" });
      expect((await world.rest(`GET /api/live_api/app/paidPlans?appId=${appId}`, { token })).body).toEqual({
        plans: [],
      });
    }));

  it("answers the paid plans of an app, in the shape of the specification", async () => {
    const { api, token } = await onPlan("lite");
    const { appId } = await api.apps.create({ name: "Shop" });
    const { body } = await world.rest(`GET /api/live_api/app/paidPlans?appId=${appId}`, { token });
    expect(body.plans.map(({ id }: { id: string }) => id)).toEqual(["explorer", "moon", "monetizer"]);
    expect(Object.keys(body.plans[0]).sort()).toEqual(
      [
        "buttonText",
        "description",
        "discountedPrice",
        "id",
        "isMostPopular",
        "link",
        "name",
        "oneTimePayment",
        "price",
        "priceYearly",
        "state",
      ].sort(),
    );
  });

  it("tells before a downgrade what it does to what is there", async () => {
    const { api } = await onPlan("moon");
    const { appId } = await api.apps.create({ name: "Shop" });
    for (const path of ["a", "b", "c", "d"])
      await world.db.execute(
        sql`insert into tool (app_id, id, path, status) values (${appId}, ${newId("t")}, ${path}, 'active')`,
      );
    expect((await api.plans.effects({ plan: "lite" })).effects.slice(0, 2)).toEqual([
      "Shop has 4 tools, the plan includes 3. All are kept; the newest one can be read and not changed.",
      "Shop has 4 live tools, the plan includes 1. They stay live; no other can be activated until some are drafts.",
    ]);
    expect((await api.plans.effects({ plan: "monetizer" })).effects).toEqual([]);
  });
});
