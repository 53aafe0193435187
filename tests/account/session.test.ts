import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
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

  it.each([
    ["a taken address", { ...credentials, email: "ADA@example.com " }, 409, "This email is already in use, try logging in"],
    ["an address that is none", { ...credentials, email: "ada" }, 400, "This email is invalid"],
    ["a short password", { ...credentials, password: "ab1" }, 400, "This password is too weak"],
    ["a guessable password", { email: "bob@example.com", password: "password1" }, 400, "This password is too weak"],
    ["a password made of the address", { email: "maximilian@example.com", password: "maximilian" }, 400, "This password is too weak"],
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

  it("stores neither the password nor the token", async () => {
    const { token } = await world.signUp();
    const stored = JSON.stringify([await world.db.query.account.findMany(), await world.db.query.accountSession.findMany()]);
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
    await Promise.all(Array.from({ length: 10 }, () => world.rest("POST /api/auth/sign-in", { body: { ...credentials, password: "nope" } })));
    const answer = await world.rest("POST /api/auth/sign-in", { body: credentials });
    expect([answer.status, answer.body.error.message]).toEqual([429, "Too many login attempts, try again later"]);
  });

  it("lets a good cookie through behind a stale bearer token", async () => {
    const answer = await world.rest("POST /api/auth/sign-up", { body: credentials });
    const cookie = answer.headers.get("set-cookie")!.split(";")[0]!;
    expect((await world.rest("GET /api/live_api/account/current", { token: "stale", headers: { cookie } })).status).toBe(200);
  });
});

describe("a session", () => {
  it("ends at once when its person signs out", async () => {
    const { token } = await world.signUp();
    await world.rest("POST /api/auth/sign-out", { token });
    expect((await world.rest("GET /api/live_api/account/current", { token })).status).toBe(401);
  });

  it("gets a new token on refresh, and the old one stops working", async () => {
    const { token } = await world.signUp();
    const { body } = await world.rest("POST /api/auth/refresh", { token });
    expect((await world.rest("GET /api/live_api/account/current", { token })).status).toBe(401);
    expect((await world.rest("GET /api/live_api/account/current", { token: body.token })).status).toBe(200);
  });

  it("ends at once when the account is disabled", async () => {
    const { token } = await world.signUp();
    await world.db.execute("update account set disabled_at = now()");
    expect((await world.rest("GET /api/live_api/account/current", { token })).status).toBe(401);
  });
});
