import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { joinApp } from "../support/members";
import { goodPassword, World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
beforeEach(() => world.reset());
afterAll(() => world.close());

/** A published app; published by hand, since nothing here needs its bundle. */
async function start(name = "Club") {
  const owner = await world.signUp();
  const { appId, slug } = await owner.api.apps.create({ name });
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [
    {
      path: "entities/Note.json",
      content:
        '{"properties":{"text":{"type":"string"}},"x-accessControl":{"permissions":{"read":"all","write":"all"}}}',
    },
  ]);
  await world.db.execute(sql`update app set published_version_id = head_version_id where id = ${appId}`);
  const host = `${slug}.localhost:3000`;
  const onHost = (line: string, body?: unknown, token?: string) =>
    world.rest(line.replace(" /", ` /api/apps/${appId}/`), { host, body, token });
  const signUp = (more: Record<string, unknown> = {}, email = "eve@example.com") =>
    onHost("POST /sign-up", { email, password: goodPassword, ...more });
  const invite = async (input: { email?: string; role?: "user" | "admin" } = {}) => {
    const answer = await world.rest(`POST /api/apps/${appId}/invitations`, { token: owner.token, body: input });
    expect(answer.status).toBe(200);
    return { ...(answer.body as { id: string; url: string }), invitation: new URL(answer.body.url).hash.slice(1) };
  };
  const members = async () => (await world.rest(`GET /api/apps/${appId}/members`, { token: owner.token })).body;
  return { ...owner, owner, appId, host, onHost, signUp, invite, members };
}

const closed = { status: 403, body: { error: { code: "signup-disabled" } } };
const invalid = { status: 403, body: { error: { code: "invitation-invalid" } } };

describe("A stranger", () => {
  it("becomes no member of a published app, by whichever door", async () => {
    const { appId, host, signUp, onHost, members } = await start();
    const other = await start("Other");
    expect(await signUp()).toMatchObject(closed);
    // The preview's host answers the same API.
    const body = { email: "eve@example.com", password: goodPassword };
    expect(
      await world.rest(`POST /api/apps/${appId}/sign-up`, { host: `${appId}.localhost:3000`, body }),
    ).toMatchObject(closed);
    // Nor by another app's host, a builder's account, or the builder's own host.
    expect((await world.rest(`POST /api/apps/${appId}/sign-up`, { host: other.host, body })).status).toBe(404);
    expect((await world.rest(`POST /api/apps/${appId}/sign-up`, { body })).status).toBe(404);
    expect(await world.rest(`POST /api/apps/${appId}/sign-up`, { host, body, token: other.token })).toMatchObject(
      closed,
    );
    expect((await onHost("GET /entities/Note", undefined, other.token)).status).toBe(401);
    expect(await members()).toEqual([]);
  });

  it("comes in once the owner enables sign-up, as a user and as nothing else", async () => {
    const { token, appId, signUp, onHost } = await start();
    const path = `/api/apps/${appId}/settings/signup`;
    expect((await onHost("GET /sign-up")).body).toEqual({ isSignupEnabled: false, isSignedIn: false, mail: "outbox" });
    expect((await world.rest(`PUT ${path}`, { token, body: { isSignupEnabled: true } })).status).toBe(200);
    expect((await onHost("GET /sign-up")).body).toEqual({ isSignupEnabled: true, isSignedIn: false, mail: "outbox" });
    expect((await signUp({ role: "admin" })).status).toBe(400);
    const joined = (await signUp()).body;
    expect(joined.user).toMatchObject({ role: "user" });
    expect((await onHost("GET /sign-up", undefined, joined.token)).body).toMatchObject({ isSignedIn: true });
    await world.rest(`PUT ${path}`, { token, body: { isSignupEnabled: false } });
    expect(await signUp({}, "mallory@example.com")).toMatchObject(closed);
  });

  it("cannot enable sign-up, invite, or see who is a member", async () => {
    const { appId, onHost } = await start();
    const { token } = await world.signUp();
    for (const [line, body] of [
      [`PUT /api/apps/${appId}/settings/signup`, { isSignupEnabled: true }],
      [`POST /api/apps/${appId}/invitations`, { role: "admin" }],
      [`GET /api/apps/${appId}/members`, undefined],
    ] as const)
      expect((await world.rest(line, { token, body })).status).toBe(404);
    expect((await onHost("POST /invitations", { role: "admin" })).status).toBe(404);
  });
});

describe("An invitation", () => {
  it("admits one person with its role, once, and is told of by name until then", async () => {
    const { invite, signUp, onHost, members, host } = await start();
    const { url, invitation } = await invite({ role: "admin" });
    expect(url).toBe(`http://${host}/_joinery/join#${invitation}`);
    expect((await onHost("POST /invitation", { invitation })).body).toEqual({ email: null, role: "admin" });
    expect(await members()).toMatchObject([{ email: null, role: "admin", state: "invited" }]);
    const { body } = await signUp({ invitation });
    expect(body.user).toMatchObject({ email: "eve@example.com", role: "admin" });
    expect((await onHost("GET /me", undefined, body.token)).status).toBe(200);
    expect(await members()).toMatchObject([{ email: "eve@example.com", role: "admin", state: "active" }]);
    expect(await signUp({ invitation }, "mallory@example.com")).toMatchObject(invalid);
    expect(await onHost("POST /invitation", { invitation })).toMatchObject(invalid);
  });

  it("admits one of two who use it at once", async () => {
    const { invite, signUp, members } = await start();
    const { invitation } = await invite();
    const answers = await Promise.all(["a@example.com", "b@example.com"].map((email) => signUp({ invitation }, email)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expect(await members()).toHaveLength(1);
  });

  it.each([
    ["that has expired", sql`update invitation set expires_at = now() - interval '1 second'`],
    ["of another app", sql`update invitation set app_id = (select id from app where slug = 'other')`],
    ["that was used", sql`update invitation set used_at = now()`],
  ])("%s admits nobody", async (_name, change) => {
    const { invite, signUp, onHost, members } = await start();
    await start("Other");
    const { invitation } = await invite();
    await world.db.execute(change);
    expect(await signUp({ invitation })).toMatchObject(invalid);
    expect(await onHost("POST /invitation", { invitation })).toMatchObject(invalid);
    expect((await members()).filter(({ state }: { state: string }) => state === "active")).toEqual([]);
  });

  it.each(["made-up", "", "' or true --"])("%j admits nobody", async (invitation) => {
    const { signUp, members } = await start();
    expect((await signUp({ invitation })).status).toBeGreaterThanOrEqual(400);
    expect(await members()).toEqual([]);
  });

  it("that was withdrawn admits nobody", async () => {
    const { invite, signUp, token, appId } = await start();
    const { invitation, id } = await invite();
    expect((await world.rest(`DELETE /api/apps/${appId}/invitations/${id}`, { token })).status).toBe(200);
    expect(await signUp({ invitation })).toMatchObject(invalid);
    expect((await world.rest(`DELETE /api/apps/${appId}/invitations/${id}`, { token })).status).toBe(404);
  });

  it("for one address is of no use to another, and is not used up by the try", async () => {
    const { invite, signUp } = await start();
    const { invitation } = await invite({ email: "Ada@Example.com" });
    expect(await signUp({ invitation }, "eve@example.com")).toMatchObject(invalid);
    expect((await signUp({ invitation }, "ada@example.com")).status).toBe(200);
  });

  it("is not used up by a weak password or an address that is taken", async () => {
    const { owner, appId, invite, signUp } = await start();
    await joinApp(world, owner, appId, "ada@example.com");
    const { invitation } = await invite();
    expect((await signUp({ invitation, password: "password1" })).body.error.code).toBe("weak-password");
    expect((await signUp({ invitation }, "ada@example.com")).body.error.code).toBe("member-email-taken");
    expect((await signUp({ invitation })).status).toBe(200);
  });

  it("is refused to somebody who is a member already, and its token is stored nowhere", async () => {
    const { owner, appId, token, invite } = await start();
    await joinApp(world, owner, appId, "ada@example.com");
    const again = await world.rest(`POST /api/apps/${appId}/invitations`, {
      token,
      body: { email: "ada@example.com" },
    });
    expect(again).toMatchObject({ status: 409, body: { error: { code: "already-member" } } });
    const { invitation } = await invite();
    expect(JSON.stringify(await world.db.query.invitation.findMany())).not.toContain(invitation);
  });

  it("has a page on the app's host, in the app's name, that runs nothing but its own script", async () => {
    const { host, appId } = await start("Fish & <Chips>");
    await world.db.execute(sql`insert into publication (app_id, id, version_id, html, files, live)
      select id, 'p1', published_version_id, '<p>app</p>', '[]', true from app where id = ${appId}`);
    const page = await world.rest("GET /_joinery/join", { host });
    expect(page.body).toContain("<h1>Join Fish &amp; &lt;Chips></h1>");
    expect(page.headers.get("content-security-policy")).toMatch(/script-src 'sha256-[^']+';/);
  });
});

describe("A member", () => {
  it("who is disabled is out at once, and back when they are enabled", async () => {
    const { owner, appId, token, onHost } = await start();
    const ada = await joinApp(world, owner, appId, "ada@example.com");
    const status = async () => (await onHost("GET /me", undefined, ada.token)).status;
    const path = `/api/apps/${appId}/members/${ada.user.id}`;
    await world.rest(`PUT ${path}`, { token, body: { isDisabled: true } });
    expect(await status()).toBe(401);
    await world.rest(`PUT ${path}`, { token, body: { isDisabled: false } });
    expect(await status()).toBe(200);
  });

  it("has the role that the owner gives them", async () => {
    const { owner, appId, api, onHost, members } = await start();
    const ada = await joinApp(world, owner, appId, "ada@example.com");
    await api.members.update({ appId, memberId: ada.user.id, role: "admin" });
    expect((await onHost("GET /me", undefined, ada.token)).body.role).toBe("admin");
    expect(await members()).toMatchObject([{ role: "admin" }]);
    await expect(api.members.update({ appId, memberId: "u1", role: "admin" })).rejects.toMatchObject({
      reason: "member-not-found",
    });
  });

  it("signs in as often as they like", async () => {
    const { owner, appId, onHost } = await start();
    await joinApp(world, owner, appId, "ada@example.com");
    const signIn = () => onHost("POST /sign-in", { email: "ada@example.com", password: goodPassword });
    for (let time = 0; time < 12; time += 1) expect((await signIn()).status).toBe(200);
  });
});
