import { Secret, TOTP } from "otpauth";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { anonymous, type Actor } from "@/api/actor";
import { account, oidcIdentity, oidcVisit } from "@/db/schema";
import { createCaller } from "@/doors/rest";
import { parseEnv } from "@/engines/env";
import { OidcProvider } from "../support/oidc-provider";
import { linkTo, mailsTo } from "../support/outbox";
import { goodPassword, World } from "../support/world";

const provider = new OidcProvider();
let world: World;
beforeAll(async () => {
  await provider.start();
  world = await World.open(provider.settings);
});
beforeEach(async () => {
  await world.reset();
  Object.assign(provider, { forged: {}, isForger: false, isTerse: false });
  provider.person = { sub: "p-1", email: "ada@example.com", email_verified: true };
});
afterAll(async () => {
  await world.close();
  provider.close();
});

const cookieIn = (headers: Headers, name: string) =>
  headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`)) ?? "";

/** A visit as a browser makes it: begun, agreed to at the provider, and come back with its cookie. */
async function begin(redirectTo?: string, actor: Actor = anonymous) {
  const responseHeaders = new Headers();
  const caller = createCaller({ platform: world.platform, actor, responseHeaders, address: "127.0.0.1" });
  const { url } =
    actor.kind === "account"
      ? await caller.oidc.beginConnecting({ password: goodPassword })
      : await caller.oidc.begin({ redirectTo });
  return { url, cookie: cookieIn(responseHeaders, "joinery_oidc").split(";")[0]! };
}

async function comeBack(query: string, cookie: string, token?: string) {
  const answer = await world.rest(`GET /api/auth/oidc/callback?${query}`, { headers: { cookie }, token });
  return {
    status: answer.status,
    to: answer.headers.get("location")!.replace("http://localhost:3000", ""),
    session: /^joinery_session=([^;]*)/.exec(cookieIn(answer.headers, "joinery_session"))?.[1],
  };
}

async function visit(redirectTo?: string) {
  const { url, cookie } = await begin(redirectTo);
  return comeBack(provider.consent(url), cookie);
}

const emailOf = async (token?: string) =>
  (await world.rest("GET /api/live_api/account/current", { token })).body.email as string | undefined;

describe("A sign-in at the company's provider", () => {
  it("asks with PKCE, a state and a nonce, and comes back to APP_URL alone", async () => {
    const { url, cookie } = await begin();
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({
      client_id: "joinery",
      response_type: "code",
      redirect_uri: "http://localhost:3000/api/auth/oidc/callback",
      code_challenge_method: "S256",
      scope: "openid email",
    });
    for (const name of ["state", "nonce", "code_challenge"]) expect(asked[name]).toMatch(/^[\w-]{43,}$/);
    expect(cookie).not.toContain(asked.state);
    const stored = JSON.stringify(await world.db.select().from(oidcVisit));
    for (const plain of [asked.state!, asked.nonce!, cookie.split("=")[1]!]) expect(stored).not.toContain(plain);
  });

  it("makes an account for somebody new, whose address counts as verified, and opens it again later", async () => {
    const first = await visit("/build/app/a1?x=1");
    expect([first.status, first.to]).toEqual([302, "/build/app/a1?x=1"]);
    expect(await emailOf(first.session)).toBe("ada@example.com");
    // The provider's id decides, not the address, which may have changed hands.
    provider.person = { sub: "p-1", email: "ada@new.example", email_verified: true };
    const second = await visit();
    expect([second.to, await emailOf(second.session)]).toEqual(["/home", "ada@example.com"]);
    expect(second.session).not.toBe(first.session);
    const rows = await world.db.select().from(account);
    expect(rows.map(({ emailVerifiedAt }) => emailVerifiedAt !== null)).toEqual([true]);
  });

  it("has no password until a mailed link sets one, and says so where one is asked for", async () => {
    const { session } = await visit();
    const actor = { kind: "account", account: (await world.db.select().from(account))[0]!, token: session! } as const;
    const api = world.as(actor);
    expect((await api.account.current()).hasPassword).toBe(false);
    const words = "This account has no password yet. Set one in your account settings.";
    await expect(api.account.delete({ password: "" })).rejects.toThrow(words);
    await expect(world.anonymous.account.signIn({ email: "ada@example.com", password: "" })).rejects.toThrow(
      "Invalid email or password",
    );
    await api.account.sendPasswordReset({ email: "ada@example.com", continueUrl: "/settings" });
    const { token } = await linkTo(world, "ada@example.com", "Reset your password");
    await world.anonymous.account.resetPassword({ token, password: goodPassword });
    const { token: signedIn } = await world.anonymous.account.signIn({
      email: "ada@example.com",
      password: goodPassword,
    });
    expect((await world.rest("GET /api/live_api/account/current", { token: signedIn })).body.hasPassword).toBe(true);
  });

  it("reads the address from userinfo where the ID token has none", async () => {
    provider.isTerse = true;
    expect(await emailOf((await visit()).session)).toBe("ada@example.com");
  });

  it.each([["https://evil.example/"], ["//evil.example"], ["/\\evil.example"], ["javascript:alert(1)"], ["/logout"]])(
    "leads to no other site: %s",
    async (redirectTo) => expect((await visit(redirectTo)).to).toBe("/home"),
  );

  it.each([
    ["an address that is not verified", { email_verified: false }, "email"],
    ["an address whose verification is only claimed in words", { email_verified: "true" }, "email"],
    ["no address", { email: undefined }, "email"],
  ])("refuses a new person with %s", async (_name, claims, problem) => {
    provider.person = { ...provider.person, ...claims };
    const { to, session } = await visit();
    expect([to, session]).toEqual([`/login?problem=${problem}`, undefined]);
    expect(await world.db.select().from(account)).toEqual([]);
  });

  it.each([
    ["another nonce", { nonce: "other" }],
    ["another audience", { aud: "somebody-else" }],
    ["another issuer", { iss: "https://evil.example" }],
    ["an end in the past", { exp: 1 }],
  ])("refuses an ID token with %s", async (_name, forged) => {
    provider.forged = forged;
    expect(await visit()).toMatchObject({ to: "/login?problem=failed", session: undefined });
  });

  it("refuses an ID token that the provider's key did not sign", async () => {
    provider.isForger = true;
    expect(await visit()).toMatchObject({ to: "/login?problem=failed", session: undefined });
  });

  it("refuses a state twice, in another browser, unknown, or too late", async () => {
    const { url, cookie } = await begin();
    const query = provider.consent(url);
    const expired = { to: "/login?problem=expired", session: undefined };
    expect(await comeBack(query, "")).toMatchObject(expired);
    expect(await comeBack(query, (await begin()).cookie)).toMatchObject(expired);
    expect((await comeBack(query, cookie)).to).toBe("/home");
    expect(await comeBack(query, cookie)).toMatchObject(expired);
    expect(await comeBack("code=x&state=y", cookie)).toMatchObject(expired);
    const late = await begin();
    await world.db.update(oidcVisit).set({ expiresAt: new Date(0) });
    expect(await comeBack(provider.consent(late.url), late.cookie)).toMatchObject(expired);
  });

  it("says that it failed when the person or the provider says no", async () => {
    const { url, cookie } = await begin();
    const state = new URL(url).searchParams.get("state")!;
    expect(await comeBack(`error=access_denied&state=${state}`, cookie)).toMatchObject({ to: "/login?problem=failed" });
  });

  it("lets no disabled account in", async () => {
    await visit();
    await world.db.update(account).set({ disabledAt: new Date() });
    expect(await visit()).toMatchObject({ to: "/login?problem=disabled", session: undefined });
  });

  it("makes one account of two first visits at once", async () => {
    const visits = await Promise.all([visit(), visit()]);
    expect(visits.map(({ to }) => to)).toEqual(["/home", "/home"]);
    expect(await world.db.select().from(account)).toHaveLength(1);
  });
});

describe("An account that exists", () => {
  const tokenIn = async (subject: string) => ({ token: (await linkTo(world, "ada@example.com", subject)).token });
  const actorOf = ({ account: row, token }: Awaited<ReturnType<World["signUp"]>>): Actor => ({
    kind: "account",
    account: row,
    token,
  });

  it.each(["verified", "not verified"])("is not taken over by its address, %s", async (state) => {
    const ada = await world.signUp("ada@example.com");
    if (state === "verified") await world.db.update(account).set({ emailVerifiedAt: new Date() });
    expect(await visit()).toMatchObject({ to: "/login?problem=taken", session: undefined });
    expect(await emailOf(ada.token)).toBe("ada@example.com");
    expect(await world.db.select().from(oidcIdentity)).toEqual([]);
  });

  it("is connected by whoever is signed in to it and knows its password, and disconnected", async () => {
    const ada = await world.signUp("ada@example.com");
    await expect(ada.api.oidc.beginConnecting({ password: "no" })).rejects.toMatchObject({ reason: "wrong-password" });
    const { url, cookie } = await begin(undefined, actorOf(ada));
    expect((await comeBack(provider.consent(url), cookie, ada.token)).to).toBe("/settings");
    expect(await ada.api.oidc.connected()).toMatchObject([{ subject: "p-1", email: "ada@example.com" }]);
    expect(await emailOf((await visit()).session)).toBe("ada@example.com");
    await ada.api.oidc.disconnect({ password: goodPassword });
    expect((await visit()).to).toBe("/login?problem=taken");
  });

  it("is connected in the session that asked for it alone, and to a person of nobody else", async () => {
    const ada = await world.signUp("ada@example.com");
    const eve = await world.signUp("eve@example.com");
    await world.db.update(account).set({ emailVerifiedAt: new Date() });
    eve.account.emailVerifiedAt = new Date();
    const begun = await begin(undefined, actorOf(ada));
    const query = provider.consent(begun.url);
    expect((await comeBack(query, begun.cookie, eve.token)).to).toBe("/settings?problem=expired");
    const again = await begin(undefined, actorOf(ada));
    await comeBack(provider.consent(again.url), again.cookie, ada.token);
    const byEve = await begin(undefined, actorOf(eve));
    expect((await comeBack(provider.consent(byEve.url), byEve.cookie, eve.token)).to).toBe(
      "/settings?problem=connected",
    );
  });

  it("is connected by nobody who only claims its address", async () => {
    await world.signUp("admin@example.com");
    const eve = await world.signUp("ada@example.com");
    await expect(begin(undefined, actorOf(eve))).rejects.toMatchObject({ reason: "email-unverified" });
  });

  it.each(["magic link", "password reset"])(
    "drops what was connected before its address was proven: %s",
    async (way) => {
      await world.signUp("admin@example.com");
      const eve = await world.signUp("ada@example.com");
      provider.person = { sub: "eve", email: "eve@example.com", email_verified: true };
      await world.db
        .insert(oidcIdentity)
        .values({ issuer: provider.url, subject: "eve", accountId: eve.accountId, email: "eve@example.com" });
      expect(await emailOf((await visit()).session)).toBe("ada@example.com");
      const { account: verbs } = world.anonymous;
      if (way === "magic link") {
        await verbs.sendMagicLink({ email: "ada@example.com" });
        await verbs.completeMagicLink(await tokenIn("Your sign-in link"));
      } else {
        await verbs.sendPasswordReset({ email: "ada@example.com" });
        await verbs.resetPassword({ ...(await tokenIn("Reset your password")), password: "violet-harbour-77-moss" });
      }
      expect(await emailOf((await visit()).session)).toBe("eve@example.com");
      const told = (await mailsTo(world, "ada@example.com")).map(({ text }) => text).join("\n");
      expect(told).toContain("The single sign-on that was connected before was removed");
    },
  );

  it("is asked for its second factor all the same", async () => {
    await visit();
    const [row] = await world.db.select().from(account);
    const { api, secret } = await (async () => {
      const owner = world.as({ kind: "account", account: row!, token: "" });
      const { hashPassword } = await import("@/features/account/password");
      await world.db
        .update(account)
        .set({ passwordHash: await hashPassword(goodPassword) })
        .where(eq(account.id, row!.id));
      const [fresh] = await world.db.select().from(account);
      const signedIn = world.as({ kind: "account", account: fresh!, token: "" });
      const begun = await signedIn.account.beginAuthenticator({ proof: { password: goodPassword } });
      return { api: owner, secret: begun.secret };
    })();
    const codeOf = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
    await api.account.confirmAuthenticator({ code: codeOf(-1) });
    const { to, session } = await visit("/settings");
    expect(session).toBeUndefined();
    const [page, fragment] = to.split("#second-step=");
    expect(page).toBe("/login?redirectTo=%2Fsettings");
    const { signInToken } = JSON.parse(decodeURIComponent(fragment!)) as { signInToken: string };
    const { token } = await world.anonymous.account.finishSignIn({ signInToken, code: codeOf(0) });
    expect(await emailOf(token)).toBe("ada@example.com");
  });
});

describe("Without a provider", () => {
  it("there is no button and no way in", async () => {
    const { platform } = world;
    const before = platform.env;
    platform.env = parseEnv({});
    expect(await world.anonymous.oidc.provider()).toBeNull();
    await expect(world.anonymous.oidc.begin({})).rejects.toMatchObject({ reason: "not-found" });
    platform.env = before;
    expect(await world.anonymous.oidc.provider()).toEqual({ name: "Example" });
  });

  it("a half of its settings is refused at the start", () =>
    expect(() => parseEnv({ OIDC_ISSUER: "https://login.example.com" })).toThrow(/set all three, or none/));
});
