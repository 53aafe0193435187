import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { joinApp, openToStrangers } from "../support/members";
import { linkTo, mailsTo } from "../support/outbox";
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

  it("comes in once the owner enables sign-up of a published app with its own domain, as a user and as nothing else", async () => {
    const { token, api, appId, signUp, onHost } = await start();
    const path = `/api/apps/${appId}/settings/signup`;
    const enable = () => world.rest(`PUT ${path}`, { token, body: { isSignupEnabled: true } });
    expect((await onHost("GET /sign-up")).body).toMatchObject({ isSignupEnabled: false, isSignedIn: false });
    expect(await enable()).toMatchObject({
      status: 409,
      body: { error: { code: "signup-not-ready", details: { isPublished: true, hasDomain: false } } },
    });
    await api.domains.set({ appId, name: "club.test" });
    expect((await enable()).status).toBe(200);
    expect((await onHost("GET /sign-up")).body).toMatchObject({ isSignupEnabled: true, mail: "outbox" });
    expect((await signUp({ role: "admin" })).status).toBe(400);
    const joined = (await signUp()).body;
    expect(joined.user).toMatchObject({ role: "user" });
    expect((await onHost("GET /sign-up", undefined, joined.token)).body).toMatchObject({ isSignedIn: true });
    await world.rest(`PUT ${path}`, { token, body: { isSignupEnabled: false } });
    expect(await signUp({}, "mallory@example.com")).toMatchObject(closed);
  });

  it("comes in by 'POST /api/apps/{id}/settings: appSettings' too, whose record has isSignupEnabled and the links", async () => {
    const { token, api, appId } = await start();
    const save = (appSettings: object) =>
      world.rest(`POST /api/apps/${appId}/settings`, { token, body: { appSettings } });
    expect((await save({ isSignupEnabled: true })).body.error.code).toBe("signup-not-ready");
    await api.domains.set({ appId, name: "club.test" });
    const links = { termsOfServiceLink: "https://club.test/terms", supportEmail: "help@club.test" };
    expect(await save({ isSignupEnabled: true, ...links, dailyUserLimit: 5 })).toMatchObject({
      status: 200,
      body: { data: { dailyUserLimit: 5 } },
    });
    expect(await api.members.settings({ appId })).toMatchObject({ isSignupWanted: true, links });
    expect((await save({ isPaidMembershipsEnabled: true })).body.error.code).toBe("memberships-not-connected");
    expect((await save({ isSignupEnabled: "yes" })).status).toBe(400);
    expect((await save({ nonsense: 1 })).status).toBe(400);
  });

  it("finds the door closed again when the domain is gone, without anybody touching the switch", async () => {
    const { owner, api, appId, host, signUp } = await start();
    await openToStrangers(world, owner, appId);
    await api.domains.remove({ appId });
    expect(await signUp()).toMatchObject(closed);
    const mail = await world.rest(`POST /api/apps/${appId}/magic-link`, { host, body: { email: "eve@example.com" } });
    expect([mail.status, await mailsTo(world, "eve@example.com")]).toEqual([200, []]);
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
    expect(page.body).toContain('<header><span aria-hidden="true">F</span>Fish &amp; &lt;Chips></header>');
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

  it("who is removed is out at once; the removal can be undone, with the password, and their rows stay", async () => {
    const { owner, appId, token, onHost, members, api } = await start();
    const ada = await joinApp(world, owner, appId, "ada@example.com");
    await onHost("POST /entities/Note", { text: "mine" }, ada.token);
    const { body } = await world.rest(`DELETE /api/apps/${appId}/members/${ada.user.id}`, { token });
    expect((await onHost("GET /me", undefined, ada.token)).status).toBe(401);
    expect(await members()).toEqual([]);
    expect(await world.db.query.entityRow.findMany()).toHaveLength(1);
    await api.members.undoRemoval({ appId, undo: body.undo });
    expect((await onHost("POST /sign-in", { email: "ada@example.com", password: goodPassword })).status).toBe(200);
    await expect(api.members.undoRemoval({ appId, undo: body.undo })).rejects.toMatchObject({
      reason: "member-email-taken",
    });
    const other = await start("Other");
    for (const [id, undo] of [
      [other.appId, body.undo],
      [appId, "AAAA"],
    ] as const)
      await expect((id === appId ? api : other.api).members.undoRemoval({ appId: id, undo })).rejects.toMatchObject({
        reason: "undo-expired",
      });
  });
});

describe("The list of members", () => {
  it("is searched, filtered by role, paged and exported", async () => {
    const { appId, api, token } = await start();
    await world.db.execute(sql`insert into member (app_id, id, email, password_hash, role, created_at)
      select ${appId}, 'u' || n, case when n = 7 then '=cmd@example.com' else 'p' || n || '_x@example.com' end, '',
        case when n % 10 = 0 then 'admin' else 'user' end, now() + n * interval '1 second' from generate_series(1, 120) n`);
    const first = await api.members.page({ appId });
    expect([first.items.length, first.total]).toEqual([50, 120]);
    const second = await api.members.page({ appId, cursor: first.nextCursor });
    const third = await api.members.page({ appId, cursor: second.nextCursor });
    expect([third.items.length, third.nextCursor]).toEqual([20, null]);
    const seen = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(seen).size).toBe(120);
    expect((await api.members.page({ appId, role: "admin" })).total).toBe(12);
    expect((await api.members.page({ appId, search: "P12_" })).items.map(({ email }) => email)).toEqual([
      "p12_x@example.com",
    ]);
    const csv = (await world.rest(`GET /api/apps/${appId}/members/export`, { token })).body as string;
    expect(csv.trim().split("\r\n")).toHaveLength(121);
    expect(csv).toContain("'=cmd@example.com,user,active,");
    const stranger = await world.signUp();
    expect((await world.rest(`GET /api/apps/${appId}/members/export`, { token: stranger.token })).status).toBe(404);
  });
});

describe("A member's password", () => {
  const ask = (app: Awaited<ReturnType<typeof start>>, email: string) => app.onHost("POST /password-reset", { email });

  it("is reset by the link of a mail in the app's name, once; every session ends", async () => {
    const app = await start("Club");
    const { owner, appId, host, onHost } = app;
    const ada = await joinApp(world, owner, appId, "ada@example.com");
    expect(await ask(app, "ada@example.com")).toMatchObject({ status: 200, body: {} });
    const { url, token } = await linkTo(world, "ada@example.com", "Reset your password");
    expect([url.host, url.pathname]).toEqual([host, "/_joinery/reset"]);
    const [mail] = await mailsTo(world, "ada@example.com");
    expect(mail!.fromName).toBe("Club");
    const reset = (password: string) => onHost("POST /password", { token, password });
    expect((await reset("password1")).body.error.message).toBe("Password is too weak, please try again");
    const done = await reset("maple-harbour-93-tulip");
    expect(done.status).toBe(200);
    expect((await onHost("GET /me", undefined, ada.token)).status).toBe(401);
    expect((await onHost("GET /me", undefined, done.body.token)).status).toBe(200);
    expect((await reset("maple-harbour-93-tulip")).body.error.message).toBe(
      "Link invalid, try to reset your password again.",
    );
    const signIn = (password: string) => onHost("POST /sign-in", { email: "ada@example.com", password });
    expect([(await signIn(goodPassword)).status, (await signIn("maple-harbour-93-tulip")).status]).toEqual([401, 200]);
  });

  it("is asked for in the same words by strangers, whom no mail reaches, and by the documented path", async () => {
    const app = await start();
    const { owner, appId } = app;
    await joinApp(world, owner, appId, "ada@example.com");
    expect(await ask(app, "eve@example.com")).toMatchObject({ status: 200, body: {} });
    expect(await mailsTo(world, "eve@example.com")).toEqual([]);
    const body = { email: "ada@example.com", mainAppId: appId };
    expect((await world.rest("POST /api/live_api/account/sendResetPasswordEmail", { body })).status).toBe(200);
    expect(await mailsTo(world, "ada@example.com")).toHaveLength(1);
  });

  it("is reset by no link of another app, and not by one that is an hour old or of a disabled member", async () => {
    const [app, other] = [await start(), await start("Other")];
    await joinApp(world, app.owner, app.appId, "ada@example.com");
    await ask(app, "ada@example.com");
    const { token } = await linkTo(world, "ada@example.com", "Reset your password");
    const body = { token, password: "maple-harbour-93-tulip" };
    const refused = { status: 400, body: { error: { code: "reset-link-invalid" } } };
    expect(await other.onHost("POST /password", body)).toMatchObject(refused);
    await world.db.execute(sql`update member set disabled_at = now()`);
    expect((await app.onHost("POST /password", body)).body.error.message).toBe("User not found or disabled");
    await world.db.execute(sql`update member set disabled_at = null`);
    await world.db.execute(sql`update member_link set expires_at = now()`);
    expect(await app.onHost("POST /password", body)).toMatchObject(refused);
  });

  it("is changed by whoever knows it, and every other session ends", async () => {
    const { owner, appId, onHost } = await start();
    const ada = await joinApp(world, owner, appId, "ada@example.com");
    const change = (currentPassword: string) =>
      onHost("PUT /password", { currentPassword, newPassword: "maple-harbour-93-tulip" }, ada.token);
    expect((await change("wrong")).body.error.code).toBe("wrong-password");
    const { body } = await change(goodPassword);
    expect((await onHost("GET /me", undefined, ada.token)).status).toBe(401);
    expect((await onHost("GET /me", undefined, body.token)).status).toBe(200);
    expect((await onHost("PUT /password", { currentPassword: goodPassword, newPassword: goodPassword })).status).toBe(
      401,
    );
  });
});

describe("The owner's links", () => {
  it("stand on the sign-in and on the platform's own pages, and take web addresses alone", async () => {
    const { api, appId, host, onHost } = await start();
    await api.members.setLinks({
      appId,
      termsOfServiceLink: "https://example.com/terms",
      supportEmail: "Help@Example.com",
    });
    expect((await onHost("GET /sign-up")).body.links).toEqual({
      termsOfServiceLink: "https://example.com/terms",
      privacyPolicyLink: "",
      supportEmail: "help@example.com",
    });
    await world.db.execute(sql`insert into publication (app_id, id, version_id, html, files, live)
      select id, 'p1', published_version_id, '<p>app</p>', '[]', true from app where id = ${appId}`);
    for (const path of ["join", "sign-in", "reset", "account"]) {
      const { body } = await world.rest(`GET /_joinery/${path}`, { host });
      expect(body).toContain('<a href="https://example.com/terms">Terms of service</a>');
      expect(body).toContain('<a href="mailto:help@example.com">Contact support</a>');
      expect(body).not.toContain("Privacy policy");
    }
    for (const privacyPolicyLink of ["javascript:alert(1)", "example.com", "data:text/html,x"])
      await expect(api.members.setLinks({ appId, privacyPolicyLink })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("an invitation by address is mailed in the app's name, once the app is published", async () => {
    const { invite, host } = await start("Club");
    const { url } = await invite({ email: "ada@example.com" });
    const [mail] = await mailsTo(world, "ada@example.com");
    expect(mail).toMatchObject({ subject: "You are invited to Club", fromName: "Club" });
    expect(mail!.text).toContain(url);
    expect(new URL(url).host).toBe(host);
  });
});
