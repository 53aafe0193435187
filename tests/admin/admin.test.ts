import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { account, auditEntry, entityRow } from "@/db/schema";
import { goodPassword, World } from "../support/world";

let world: World;
beforeAll(async () => {
  world = await World.open({ PLANS: "on" });
  await world.platform.jobs.start({ stubborn: () => Promise.reject(new Error("the disk is full")) });
});
beforeEach(() => world.reset());
afterAll(async () => {
  await world.platform.jobs.stop();
  await world.close();
});

const start = async () => ({
  admin: await world.signUp("admin@example.com"),
  eve: await world.signUp("eve@example.com"),
});
const rowOf = async (id: string) => (await world.db.select().from(account).where(eq(account.id, id)))[0]!;
const current = (token: string) => world.rest("GET /api/live_api/account/current", { token });
const verbs = async () =>
  (await world.db.select().from(auditEntry).orderBy(auditEntry.number)).map(
    ({ actor, verb, target }) => `${actor} ${verb} ${target}`,
  );

describe("Accounts", () => {
  it("are found by a part of their address, page by page", async () => {
    const { admin } = await start();
    await world.signUp("steve@example.com");
    const found = await admin.api.admin.accounts({ search: "EVE" });
    expect(found.items.map(({ email }) => email)).toEqual(["steve@example.com", "eve@example.com"]);
    expect((await admin.api.admin.accounts({ search: "%" })).items).toEqual([]);
    await world.db.execute(
      sql`insert into account (id, email, password_hash) select 'u' || n, 'many' || n || '@example.com', '' from generate_series(1, 60) as n`,
    );
    const first = await admin.api.admin.accounts({ search: "many", direction: "forward" });
    const second = await admin.api.admin.accounts({ search: "many", cursor: first.nextCursor! });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([50, 10, null]);
    expect(new Set([...first.items, ...second.items].map(({ accountId }) => accountId)).size).toBe(60);
  });

  it("get a plan, a password, a verified address, an office; each is in the log, which nobody can change", async () => {
    const { admin, eve } = await start();
    await admin.api.admin.setPlan({ accountId: "EVE@example.com", plan: "moon" });
    await admin.api.admin.verifyEmail({ accountId: eve.accountId });
    await admin.api.admin.setPassword({ accountId: eve.accountId, password: "walnut-harbour-77-tide" });
    await admin.api.admin.setAdmin({ accountId: eve.accountId, isAdmin: true });
    expect(await rowOf(eve.accountId)).toMatchObject({ plan: "moon", isAdmin: true });
    expect((await rowOf(eve.accountId)).emailVerifiedAt).not.toBeNull();
    expect((await current(eve.token)).status).toBe(401);
    const body = { email: "eve@example.com", password: "walnut-harbour-77-tide" };
    expect((await world.rest("POST /api/auth/sign-in", { body })).status).toBe(200);
    expect((await world.rest("POST /api/auth/sign-in", { body: { ...body, password: goodPassword } })).status).toBe(
      401,
    );
    expect(await verbs()).toEqual([
      "admin@example.com plan-given eve@example.com",
      "admin@example.com email-verified eve@example.com",
      "admin@example.com password-set eve@example.com",
      "admin@example.com admin-made eve@example.com",
    ]);
    const whole = await world.db.select().from(auditEntry);
    expect(JSON.stringify(whole)).not.toContain("walnut");
    await expect(world.db.execute(sql`update audit_entry set actor = 'nobody'`)).rejects.toThrow();
    await expect(world.db.execute(sql`delete from audit_entry`)).rejects.toThrow();
  });

  it("refuses a password that is easy to guess", async () => {
    const { admin, eve } = await start();
    const weak = admin.api.admin.setPassword({ accountId: eve.accountId, password: "password1" });
    await expect(weak).rejects.toMatchObject({ reason: "weak-new-password" });
  });

  it("that are disabled are signed out everywhere, and cannot sign in", async () => {
    const { admin, eve } = await start();
    await admin.api.admin.setDisabled({ accountId: eve.accountId, isDisabled: true });
    expect((await current(eve.token)).status).toBe(401);
    const body = { email: "eve@example.com", password: goodPassword };
    expect((await world.rest("POST /api/auth/sign-in", { body })).body.error.message).toBe(
      "User is disabled, contact us for more info",
    );
    await admin.api.admin.setDisabled({ accountId: eve.accountId, isDisabled: false });
    expect((await current(eve.token)).status).toBe(401);
    expect((await world.rest("POST /api/auth/sign-in", { body })).status).toBe(200);
  });

  it("always leave one admin, even when two remove each other at once", async () => {
    const { admin, eve } = await start();
    const alone = [
      () => admin.api.admin.setAdmin({ accountId: admin.accountId, isAdmin: false }),
      () => admin.api.admin.setDisabled({ accountId: admin.accountId, isDisabled: true }),
    ];
    for (const call of alone) await expect(call()).rejects.toMatchObject({ reason: "last-admin" });
    await admin.api.admin.setAdmin({ accountId: eve.accountId, isAdmin: true });
    const second = world.as({ kind: "account", account: await rowOf(eve.accountId), token: eve.token });
    const both = await Promise.allSettled([
      admin.api.admin.setAdmin({ accountId: eve.accountId, isAdmin: false }),
      second.admin.setAdmin({ accountId: admin.accountId, isAdmin: false }),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("Signing in as somebody", () => {
  it("opens a marked session that a refresh keeps marked, and leads back", async () => {
    const { admin, eve } = await start();
    const { token } = await admin.api.admin.signInAs({ accountId: eve.accountId });
    const as = async (session: string) =>
      world.as({ kind: "account", account: await rowOf(eve.accountId), token: session });
    expect((await current(token)).body.email).toBe("eve@example.com");
    expect(await (await as(token)).admin.impersonation()).toEqual({
      admin: "admin@example.com",
      email: "eve@example.com",
    });
    expect(await (await as(eve.token)).admin.impersonation()).toBeNull();
    expect(await world.anonymous.admin.impersonation()).toBeNull();
    const { token: fresh } = await (await as(token)).account.refresh();
    expect(await (await as(fresh)).admin.impersonation()).not.toBeNull();
    const back = await (await as(fresh)).admin.leave();
    expect((await current(back.token)).body.email).toBe("admin@example.com");
    for (const over of [token, fresh]) expect((await current(over)).status).toBe(401);
    expect(await verbs()).toEqual([
      "admin@example.com signed-in-as eve@example.com",
      "admin@example.com signed-out-of eve@example.com",
    ]);
  });

  it("does not lead back to an office that was taken away meanwhile", async () => {
    const { admin, eve } = await start();
    const { token } = await admin.api.admin.signInAs({ accountId: eve.accountId });
    await world.db.execute(sql`delete from account_session where user_id = ${admin.accountId}`);
    const as = world.as({ kind: "account", account: await rowOf(eve.accountId), token });
    await expect(as.admin.leave()).rejects.toMatchObject({ reason: "not-signed-in" });
    expect((await current(token)).status).toBe(401);
  });

  it("is not possible for another admin, a disabled account, or without being one", async () => {
    const { admin, eve } = await start();
    await expect(eve.api.admin.signInAs({ accountId: admin.accountId })).rejects.toMatchObject({
      reason: "admin-only",
    });
    await admin.api.admin.setDisabled({ accountId: eve.accountId, isDisabled: true });
    await expect(admin.api.admin.signInAs({ accountId: eve.accountId })).rejects.toMatchObject({
      reason: "account-disabled",
    });
    await expect(admin.api.admin.signInAs({ accountId: admin.accountId })).rejects.toMatchObject({
      reason: "not-allowed",
    });
    await expect(eve.api.admin.leave()).rejects.toMatchObject({ reason: "not-allowed" });
  });
});

describe("The installation", () => {
  it("tells what models cost, and what apps hold", async () => {
    const { admin, eve } = await start();
    const { appId } = await eve.api.apps.create({ name: "Shop" });
    await world.db.execute(
      sql`insert into model_usage (account_id, turn_id, app_id, model, tokens, cost_usd) values (${eve.accountId}, 't1', ${appId}, 'm', 1200, 0.5), (${eve.accountId}, 't2', ${appId}, 'm', 300, 0.25)`,
    );
    expect(await admin.api.admin.spend()).toMatchObject([
      { email: "eve@example.com", model: "m", calls: 2, tokens: 1500, costUsd: 0.75 },
    ]);
    await world.db.insert(entityRow).values({ appId, entity: "Item", id: "r1", data: { name: "Lamp" } });
    await world.db.execute(
      sql`insert into upload (app_id, id, name, content_type, bytes, key) values (${appId}, 'f', 'a.png', 'image/png', 500, 'k')`,
    );
    const [line] = await admin.api.admin.storage();
    expect(line).toMatchObject({ name: "Shop", email: "eve@example.com", rows: 1, fileBytes: 500 });
    expect(line!.rowBytes).toBeGreaterThan(5);
  });

  it("lists jobs that failed with what they failed with, and tries one again", async () => {
    const { admin } = await start();
    await world.platform.jobs.send(world.db, "stubborn", { what: "it" });
    await expect.poll(async () => (await admin.api.admin.failedJobs()).length).toBe(1);
    const [job] = await admin.api.admin.failedJobs();
    expect(job).toMatchObject({ queue: "stubborn", data: { what: "it" }, tries: 1 });
    expect(JSON.stringify(job!.output)).toContain("the disk is full");
    await admin.api.admin.retryJob({ queue: job!.queue, jobId: job!.id });
    expect(await admin.api.admin.failedJobs()).toEqual([]);
    const nothing = admin.api.admin.retryJob({ queue: "stubborn", jobId: crypto.randomUUID() });
    await expect(nothing).rejects.toMatchObject({ reason: "job-not-found" });
  });

  it("edits plans, and shows them so at once", async () => {
    const { admin, eve } = await start();
    await admin.api.admin.updatePlan({
      plan: "moon",
      price: 39.999,
      priceYearly: null,
      name: "Luna",
      link: "https://a.gumroad.com/l/moon",
    });
    const card = (await eve.api.plans.dialog()).cards.find(({ id }) => id === "moon");
    expect(card).toMatchObject({ name: "Luna", price: 40, priceYearly: null, link: "https://a.gumroad.com/l/moon" });
    await admin.api.admin.updatePlan({ plan: "moon", isEnabled: false });
    expect((await eve.api.plans.dialog()).cards.map(({ id }) => id)).not.toContain("moon");
    for (const wrong of [{ price: -1 }, { link: "javascript:alert(1)" }, { name: " " }])
      await expect(admin.api.admin.updatePlan({ plan: "moon", ...wrong })).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
  });

  it("gives the whole audit log to admins as lines of JSON", async () => {
    const { admin, eve } = await start();
    for (let count = 0; count < 3; count += 1)
      await admin.api.admin.setPlan({ accountId: eve.accountId, plan: "explorer" });
    const answer = await world.rest("GET /api/admin/audit", { token: admin.token });
    const lines = (answer.body as string)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { verb: string });
    expect(lines.map(({ verb }) => verb)).toEqual(["plan-given", "plan-given", "plan-given"]);
    expect((await world.rest("GET /api/admin/audit", { token: eve.token })).status).toBe(403);
    const page = await admin.api.admin.audit({
      direction: "forward",
      cursor: (await admin.api.admin.audit({})).items[0]!.number,
    });
    expect(page.items).toHaveLength(2);
  });
});
