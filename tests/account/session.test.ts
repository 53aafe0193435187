import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { account } from "@/db/schema";
import { signInTriesOf } from "@/api/limit";
import { goodPassword, World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
beforeEach(() => world.reset());
afterAll(() => world.close());

const credentials = { email: "ada@example.com", password: goodPassword };

describe("signing up", () => {
  it("makes the first account of an installation its admin, and only that one", async () => {
    expect((await world.signUp()).account.isAdmin).toBe(true);
    expect((await world.signUp()).account.isAdmin).toBe(false);
  });

  it("makes one admin even when two people sign up first at once", async () => {
    const people = await Promise.all([world.signUp(), world.signUp(), world.signUp()]);
    expect(people.filter(({ account }) => account.isAdmin)).toHaveLength(1);
  });

  it("makes nobody an admin for an address that they only claim", async () => {
    const { platform } = world;
    const before = platform.env;
    platform.env = { ...before, ADMIN_EMAILS: ["boss@example.com"] };
    await world.signUp();
    const { token, accountId } = await world.signUp("boss@example.com");
    const isAdmin = async () => (await world.rest("GET /api/live_api/account/current", { token })).body.isAdmin;
    expect(await isAdmin()).toBe(false);
    await world.db.update(account).set({ emailVerifiedAt: new Date() }).where(eq(account.id, accountId));
    expect(await isAdmin()).toBe(true);
    platform.env = before;
  });

  it.each([
    [
      "a taken address",
      { ...credentials, email: "ADA@example.com " },
      409,
      "This email is already in use, try logging in",
    ],
    ["an address that is none", { ...credentials, email: "ada" }, 400, "This email is invalid"],
    ["a short password", { ...credentials, password: "ab1" }, 400, "This password is too weak"],
    ["a guessable password", { email: "bob@example.com", password: "password1" }, 400, "This password is too weak"],
    [
      "a password made of the address",
      { email: "maximilian@example.com", password: "maximilian" },
      400,
      "This password is too weak",
    ],
  ])("refuses %s", async (_name, body, status, message) => {
    await world.rest("POST /api/auth/sign-up", { body: credentials });
    const answer = await world.rest("POST /api/auth/sign-up", { body });
    expect([answer.status, answer.body.error.message]).toEqual([status, message]);
  });

  it("refuses fields that a person may not set", async () => {
    const answer = await world.rest("POST /api/auth/sign-up", { body: { ...credentials, isAdmin: true } });
    expect(answer.status).toBe(400);
    expect(await world.db.query.account.findMany()).toEqual([]);
  });

  it("says that it went wrong when it did", async () => {
    await world.db.execute("alter table account_session rename to elsewhere");
    const answer = await world.rest("POST /api/auth/sign-up", { body: credentials });
    await world.db.execute("alter table elsewhere rename to account_session");
    expect([answer.status, answer.body.error.message]).toEqual([
      500,
      "Something went wrong in creating account, try again later or contact us",
    ]);
  });

  it("stores neither the password nor the token", async () => {
    const { token } = await world.signUp();
    const stored = JSON.stringify([
      await world.db.query.account.findMany(),
      await world.db.query.accountSession.findMany(),
    ]);
    expect(stored).not.toContain(goodPassword);
    expect(stored).not.toContain(token);
  });
});

describe("signing in", () => {
  it("answers with a token and a cookie, and both open the account", async () => {
    await world.rest("POST /api/auth/sign-up", { body: credentials });
    const answer = await world.rest("POST /api/auth/sign-in", { body: credentials });
    const cookie = answer.headers.get("set-cookie")!;
    expect(cookie).toMatch(/HttpOnly.*SameSite=Lax/i);
    for (const way of [{ token: answer.body.token }, { headers: { cookie: cookie.split(";")[0]! } }]) {
      expect((await world.rest("GET /api/live_api/account/current", way)).body.email).toBe("ada@example.com");
    }
  });

  it.each([
    ["a wrong password", { ...credentials, password: "wrong horse" }],
    ["an unknown address", { ...credentials, email: "eve@example.com" }],
    ["an invalid address", { ...credentials, email: "eve" }],
  ])("says 'Invalid email or password' to %s", async (_name, body) => {
    await world.rest("POST /api/auth/sign-up", { body: credentials });
    const answer = await world.rest("POST /api/auth/sign-in", { body });
    expect([answer.status, answer.body.error.message]).toEqual([401, "Invalid email or password"]);
  });

  it("says 'Too many login attempts, try again later' after ten tries, also to the right password", async () => {
    await world.rest("POST /api/auth/sign-up", { body: credentials });
    await Promise.all(
      Array.from({ length: 10 }, () =>
        world.rest("POST /api/auth/sign-in", { body: { ...credentials, password: "nope" } }),
      ),
    );
    const answer = await world.rest("POST /api/auth/sign-in", { body: credentials });
    expect([answer.status, answer.body.error.message]).toEqual([429, "Too many login attempts, try again later"]);
  });

  it("counts the tries at one account from everywhere, and those of one address at every account", async () => {
    const allowed = async (tries: [address: string, email: string][]) => {
      let count = 0;
      for (const [address, email] of tries)
        if (await signInTriesOf(world.db, "sign-in", address, email).count()) count += 1;
      return count;
    };
    expect(await allowed(Array.from({ length: 60 }, (_, n) => [`10.0.0.${n}`, "ada@example.com"]))).toBe(50);
    expect(await allowed(Array.from({ length: 310 }, (_, n) => ["10.1.0.1", `person${n}@example.com`]))).toBe(300);
    await signInTriesOf(world.db, "sign-in", "10.0.0.1", "ada@example.com").clear();
    expect(
      await allowed([
        ["10.0.0.1", "ada@example.com"],
        ["10.1.0.1", "ada@example.com"],
      ]),
    ).toBe(1);
  });

  it("lets a person in where they were before, whatever a guesser tried from the same office", async () => {
    const tries = (email: string) => signInTriesOf(world.db, "sign-in", "10.2.0.1", email);
    await tries("ada@example.com").clear();
    for (let n = 0; n < 301; n += 1) await tries(`person${n}@example.com`).count();
    expect(await tries("bob@example.com").count()).toBe(false);
    expect(await tries("ada@example.com").count()).toBe(true);
  });

  it("lets a good cookie through behind a stale bearer token", async () => {
    const answer = await world.rest("POST /api/auth/sign-up", { body: credentials });
    const cookie = answer.headers.get("set-cookie")!.split(";")[0]!;
    expect(
      (await world.rest("GET /api/live_api/account/current", { token: "stale", headers: { cookie } })).status,
    ).toBe(200);
  });
});

describe("a session", () => {
  it("ends at once when its person signs out", async () => {
    const { token } = await world.signUp();
    await world.rest("POST /api/auth/sign-out", { token });
    expect((await world.rest("GET /api/live_api/account/current", { token })).status).toBe(401);
  });

  it("gets a new token on refresh, and the old one stops working a minute later, however often it is used", async () => {
    const { token } = await world.signUp();
    const { body } = await world.rest("POST /api/auth/refresh", { token });
    const status = async (one: string) =>
      (await world.rest("GET /api/live_api/account/current", { token: one })).status;
    expect([await status(token), await status(body.token)]).toEqual([200, 200]);
    await world.db.execute("update account_session set expires_at = expires_at - interval '61 seconds'");
    expect([await status(token), await status(body.token)]).toEqual([401, 200]);
  });

  it("takes with it the token that it was exchanged for, when its person signs out", async () => {
    const { token } = await world.signUp();
    const { body } = await world.rest("POST /api/auth/refresh", { token });
    await world.rest("POST /api/auth/sign-out", { token: body.token });
    expect((await world.rest("GET /api/live_api/account/current", { token })).status).toBe(401);
  });

  it("that is renewed past its middle says so with a redirect too", async () => {
    const { token, api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "Shop" });
    await world.db.execute("update app set published_version_id = head_version_id");
    await world.db.execute("update account_session set expires_at = now() + interval '10 days'");
    const answer = await world.rest(`GET /app/${appId}`, { token });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([302, expect.stringContaining(token)]);
  });

  it("ends at once when the account is disabled", async () => {
    const { token } = await world.signUp();
    await world.db.execute("update account set disabled_at = now()");
    expect((await world.rest("GET /api/live_api/account/current", { token })).status).toBe(401);
  });
});
