import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { account, accountLink, contextItem, sale } from "@/db/schema";
import { linkTo, mailsTo } from "../support/outbox";
import { goodPassword, World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
beforeEach(() => world.reset());
afterAll(() => world.close());

const newPassword = "violet-harbour-77-moss";
const ada = "ada@example.com";
const current = async (token: string) => (await world.rest("GET /api/live_api/account/current", { token })).body;
const signIn = (email: string, password: string) => world.rest("POST /api/auth/sign-in", { body: { email, password } });
const expire = () => world.db.update(accountLink).set({ expiresAt: new Date(0) });
const disable = (id: string) => world.db.update(account).set({ disabledAt: new Date() }).where(eq(account.id, id));
/** Two people: the first is the admin, whom nothing waits for. */
async function meet() {
  const admin = await world.signUp();
  return { admin, ada: await world.signUp(ada) };
}

describe("An address", () => {
  it("is verified by the link of the mail that a sign-up writes, once", async () => {
    const { ada: person } = await meet();
    expect(await current(person.token)).toMatchObject({ isEmailVerified: false, mustVerifyEmail: true });
    const { token } = await linkTo(world, ada, "Verify your email");
    expect(await world.anonymous.account.verifyEmail({ token })).toEqual({ email: ada });
    expect(await current(person.token)).toMatchObject({ isEmailVerified: true, mustVerifyEmail: false });
    await expect(world.anonymous.account.verifyEmail({ token })).rejects.toMatchObject({ reason: "link-invalid" });
  });

  it("of the first account is not waited for", async () => {
    const { admin } = await meet();
    expect(await current(admin.token)).toMatchObject({ isEmailVerified: false, mustVerifyEmail: false });
  });

  it("gets a new link on request, and the one before opens nothing", async () => {
    const { ada: person } = await meet();
    const { token: first } = await linkTo(world, ada, "Verify");
    await person.api.account.sendVerification({ appName: "Garden\r\nBcc: x@example.com" });
    const { token } = await linkTo(world, ada, "Verify");
    expect((await mailsTo(world, ada)).at(-1)!.subject).toBe("Verify your email for Garden Bcc: x@example.com");
    await expect(world.anonymous.account.verifyEmail({ token: first })).rejects.toThrow();
    await world.anonymous.account.verifyEmail({ token });
  });

  it("is mailed at most five times an hour", async () => {
    const { ada: person } = await meet();
    for (let times = 0; times < 5; times += 1) await person.api.account.sendVerification({});
    await expect(person.api.account.sendVerification({})).rejects.toMatchObject({ reason: "too-many-requests" });
  });
});

describe("The link of a mail", () => {
  it("is made of APP_URL, whatever Host the request had, and carries its token behind #", async () => {
    await meet();
    await world.rest("POST /api/live_api/account/sendResetPasswordEmail", {
      body: { email: ada, continueUrl: "/build/app/a1?x=1" },
      headers: { "x-forwarded-host": "evil.example", origin: "http://localhost:3000" },
    });
    const { url, token } = await linkTo(world, ada, "Reset");
    expect(url.origin + url.pathname).toBe("http://localhost:3000/auth/handler");
    expect(Object.fromEntries(url.searchParams)).toEqual({ mode: "reset-password", continueUrl: "/build/app/a1?x=1" });
    expect(token).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/logout",
    "/auth/handler",
  ])("leads on to no other site and no exempt page: %s", async (continueUrl) => {
    await meet();
    await world.anonymous.account.sendPasswordReset({ email: ada, continueUrl });
    expect((await linkTo(world, ada, "Reset")).url.searchParams.has("continueUrl")).toBe(false);
  });

  it("stands in the database neither as it is nor in the stored mail", async () => {
    await meet();
    const { token } = await linkTo(world, ada, "Verify");
    const stored = JSON.stringify([await world.db.query.accountLink.findMany(), await world.db.query.mail.findMany()]);
    expect(stored).not.toContain(token);
  });
});

describe("A password", () => {
  const reset = async (password = newPassword) => {
    await world.anonymous.account.sendPasswordReset({ email: ada });
    const { token } = await linkTo(world, ada, "Reset your password");
    return { token, use: () => world.anonymous.account.resetPassword({ token, password }) };
  };

  it("is reset by a link, which ends every session and lets nobody in with the old one", async () => {
    const { ada: person } = await meet();
    await (await reset()).use();
    expect((await world.rest("GET /api/apps", { token: person.token })).status).toBe(401);
    expect((await signIn(ada, goodPassword)).body.error.message).toBe("Invalid email or password");
    expect((await signIn(ada, newPassword)).status).toBe(200);
    expect((await mailsTo(world, ada)).at(-1)!.subject).toBe("Your password was changed");
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ["that was used", async () => (await reset()).use(), "Link invalid, try to reset your password again."],
    ["that has expired", expire, "Link invalid, try to reset your password again."],
  ])("cannot be reset by a link %s", async (_name, spoil, message) => {
    await meet();
    const { use } = await reset();
    await spoil();
    await expect(use()).rejects.toMatchObject({ message });
  });

  it("of a disabled account cannot be reset", async () => {
    const { ada: person } = await meet();
    const { use } = await reset();
    await disable(person.accountId);
    await expect(use()).rejects.toMatchObject({ message: "User not found or disabled" });
  });

  it("that is weak is refused, and the link still works", async () => {
    await meet();
    const { token, use } = await reset();
    const weak = world.anonymous.account.resetPassword({ token, password: "password1" });
    await expect(weak).rejects.toMatchObject({ message: "Password is too weak, please try again" });
    await use();
  });

  it("says 'Error resetting password!' when it went wrong", async () => {
    await meet();
    const { use } = await reset();
    await world.db.execute("alter table account_session rename to elsewhere");
    const failed = await use().catch((error: unknown) => error);
    await world.db.execute("alter table elsewhere rename to account_session");
    expect(failed).toMatchObject({ message: "Error resetting password!" });
  });

  it("of an unknown address answers the same, after the same time, and writes no mail", async () => {
    await meet();
    const time = async (email: string) => {
      const start = performance.now();
      const { status, body } = await world.rest("POST /api/live_api/account/sendResetPasswordEmail", {
        body: { email },
      });
      return { answer: [status, body], ms: performance.now() - start };
    };
    const [known, unknown] = [await time(ada), await time("nobody@example.com")];
    expect(unknown.answer).toEqual(known.answer);
    expect(Math.abs(unknown.ms - known.ms)).toBeLessThan(150);
    expect(await mailsTo(world, "nobody@example.com")).toEqual([]);
  });

  it("is changed with the old one: this session goes on with a new token, all others end", async () => {
    const { ada: person } = await meet();
    const other = (await signIn(ada, goodPassword)).body.token as string;
    await expect(
      person.api.account.changePassword({ currentPassword: "wrong-one", newPassword }),
    ).rejects.toMatchObject({ reason: "wrong-password" });
    await expect(
      person.api.account.changePassword({ currentPassword: goodPassword, newPassword: "ada12345" }),
    ).rejects.toMatchObject({ message: "Password is too weak, please try again" });
    const { token } = await person.api.account.changePassword({ currentPassword: goodPassword, newPassword });
    const states = await Promise.all(
      [token, other, person.token].map(async (one) => (await world.rest("GET /api/apps", { token: one })).status),
    );
    expect(states).toEqual([200, 401, 401]);
  });
});

describe("A change of email", () => {
  const ask = async () => {
    const { ada: person } = await meet();
    await world.anonymous.account.verifyEmail(await linkTo(world, ada, "Verify").then(({ token }) => ({ token })));
    const verified = (await world.db.query.account.findFirst({ where: eq(account.id, person.accountId) }))!;
    const api = world.as({ kind: "account", account: verified, token: person.token });
    await api.account.requestEmailChange({ newEmail: "new@example.com", password: goodPassword });
    const confirm = async (to: string, words: string) =>
      world.anonymous.account.confirmEmailChange({ token: (await linkTo(world, to, words)).token });
    return {
      person,
      api,
      byOld: () => confirm(ada, "Confirm the change"),
      byNew: () => confirm("new@example.com", "Confirm your new email"),
    };
  };

  it.each([
    ["the new one first", ["byNew", "byOld"]],
    ["the old one first", ["byOld", "byNew"]],
  ] as const)("happens when both addresses have confirmed, %s", async (_name, [first, second]) => {
    const change = await ask();
    expect(await change[first]()).toMatchObject({ isDone: false });
    expect((await current(change.person.token)).email).toBe(ada);
    expect(await change[second]()).toEqual({ isDone: true, newEmail: "new@example.com" });
    expect(await current(change.person.token)).toMatchObject({ email: "new@example.com", emailChange: null });
    expect((await mailsTo(world, ada)).at(-1)!.subject).toBe("Your email was changed");
  });

  it("is told where it stands, completes by the documented path, and can be dropped", async () => {
    const { person, api, byNew } = await ask();
    const complete = (newEmail: string) =>
      world.rest("POST /api/live_api/account/completeEmailChange", { token: person.token, body: { newEmail } });
    await byNew();
    expect((await current(person.token)).emailChange).toEqual({
      newEmail: "new@example.com",
      waitsForOld: true,
      waitsForNew: false,
    });
    expect((await complete("new@example.com")).body.error.code).toBe("email-change-open");
    expect((await complete("other@example.com")).body.error.code).toBe("email-change-none");
    expect((await complete(ada)).status).toBe(200);
    await api.account.cancelEmailChange();
    await expect(byNew()).rejects.toThrow();
    expect((await current(person.token)).emailChange).toBeNull();
  });

  it("to a taken address says 'This email is already in use', when it is asked for and when it was taken since", async () => {
    const { person, api, byOld, byNew } = await ask();
    await byOld();
    await world.signUp("new@example.com");
    await expect(byNew()).rejects.toMatchObject({ message: "This email is already in use" });
    const answer = await world.rest("POST /api/live_api/account/completeEmailChange", {
      token: person.token,
      body: { newEmail: "new@example.com" },
    });
    expect([answer.status, answer.body.error.code]).toEqual([409, "auth/email-already-exists"]);
    await expect(
      api.account.requestEmailChange({ newEmail: "NEW@example.com", password: goodPassword }),
    ).rejects.toMatchObject({ reason: "auth/email-already-exists" });
  });

  it("of an address that was never verified needs the new one alone", async () => {
    const { ada: person } = await meet();
    await person.api.account.requestEmailChange({ newEmail: "right@example.com", password: goodPassword });
    const { token } = await linkTo(world, "right@example.com", "Confirm your new email");
    expect(await world.anonymous.account.confirmEmailChange({ token })).toMatchObject({ isDone: true });
    expect(await current(person.token)).toMatchObject({ email: "right@example.com", isEmailVerified: true });
    // The first verification mail went to an address that is not theirs any more.
    const { token: stale } = await linkTo(world, ada, "Verify");
    await expect(world.anonymous.account.verifyEmail({ token: stale })).rejects.toThrow();
  });
});

describe("A magic link", () => {
  const request = async () => {
    await world.rest("POST /api/live_api/account/sendMagicLink", { body: { email: ada } });
    return (await linkTo(world, ada, "sign-in link")).token;
  };

  it("signs in once", async () => {
    await meet();
    const token = await request();
    const both = await Promise.allSettled([1, 2].map(() => world.anonymous.account.completeMagicLink({ token })));
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(world.anonymous.account.completeMagicLink({ token })).rejects.toMatchObject({
      message: "Invalid or expired magic link",
    });
  });

  it("takes an address that was never verified from whoever signed up with it: their password and sessions end", async () => {
    const { ada: person } = await meet();
    const { token } = await world.anonymous.account.completeMagicLink({ token: await request() });
    const opens = async (bearer: string) => (await world.rest("GET /api/apps", { token: bearer })).status;
    expect([await opens(person.token), await opens(token)]).toEqual([401, 200]);
    await expect(world.anonymous.account.signIn({ email: ada, password: goodPassword })).rejects.toThrow();
  });

  it("says in its mail and on the screen that the password ends with the first sign-in, and only then", async () => {
    await meet();
    const first = await request();
    const words = "the password that was chosen at the sign-up ends with it";
    const mails = async () => (await mailsTo(world, ada)).filter(({ subject }) => subject.includes("sign-in link"));
    expect((await mails()).at(-1)!.text).toContain(words);
    expect((await mails()).at(-1)!.html).toContain(words);
    expect(await world.anonymous.account.completeMagicLink({ token: first })).toMatchObject({ hasEndedPassword: true });
    const second = await request();
    expect((await mails()).at(-1)!.text).not.toContain(words);
    expect(await world.anonymous.account.completeMagicLink({ token: second })).toMatchObject({
      hasEndedPassword: false,
    });
  });

  it("ends the change of email that they asked for, so that the account does not move to them", async () => {
    const { ada: person } = await meet();
    await person.api.account.requestEmailChange({ newEmail: "eve@example.com", password: goodPassword });
    const { token: eves } = await linkTo(world, "eve@example.com", "Confirm your new email");
    const { token } = await world.anonymous.account.completeMagicLink({ token: await request() });
    await expect(world.anonymous.account.confirmEmailChange({ token: eves })).rejects.toMatchObject({
      reason: "link-invalid",
    });
    expect(await current(token)).toMatchObject({ email: ada, emailChange: null });
  });

  it("expires, and opens no disabled account", async () => {
    const { ada: person } = await meet();
    const old = await request();
    await expire();
    await expect(world.anonymous.account.completeMagicLink({ token: old })).rejects.toMatchObject({
      message: "Invalid or expired magic link",
    });
    const token = await request();
    await disable(person.accountId);
    await expect(world.anonymous.account.completeMagicLink({ token })).rejects.toMatchObject({
      message: "User is disabled, contact us for more info",
    });
  });

  it("says 'Invalid email address' to what is none", async () => {
    const { status, body } = await world.rest("POST /api/live_api/account/sendMagicLink", { body: { email: "ada" } });
    expect([status, body.error.message]).toEqual([400, "Invalid email address"]);
  });

  it.each([
    ["sendMagicLink", "mail", "Failed to send magic link. Please try again."],
    ["completeMagicLink", "account_session", "Failed to sign in with magic link"],
  ] as const)("says when it went wrong: %s", async (verb, table, message) => {
    await meet();
    const token = await request();
    const api = world.anonymous.account;
    await world.db.execute(`alter table ${table} rename to elsewhere`);
    const failed = await (
      verb === "sendMagicLink" ? api.sendMagicLink({ email: ada }) : api.completeMagicLink({ token })
    ).catch((error: unknown) => error);
    await world.db.execute(`alter table elsewhere rename to ${table}`);
    expect(failed).toMatchObject({ message });
  });
});

describe("Sessions", () => {
  const agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";

  it("are listed once a sign-in with device and time, however often a token was exchanged, and end one by one", async () => {
    const { ada: person } = await meet();
    const signedIn = await world.rest("POST /api/auth/sign-in", {
      body: { email: ada, password: goodPassword },
      headers: { "user-agent": agent },
    });
    const second = signedIn.body.token as string;
    const { token: exchanged } = (await world.rest("POST /api/auth/refresh", { token: second })).body;
    const list = await person.api.account.listSessions();
    expect(
      list
        .map(({ device, isCurrent }) => [device, isCurrent])
        .toSorted((one, other) => Number(one[1]) - Number(other[1])),
    ).toEqual([
      ["Chrome on Linux", false],
      ["Unknown device", true],
    ]);
    const sessionId = list.find(({ isCurrent }) => !isCurrent)!.sessionId;
    await person.api.account.revokeSession({ sessionId });
    // With the token of before the exchange, which would have lived on for a minute.
    for (const token of [second, exchanged]) expect((await world.rest("GET /api/apps", { token })).status).toBe(401);
    await expect(person.api.account.revokeSession({ sessionId })).rejects.toMatchObject({
      reason: "session-not-found",
    });
  });

  it("of others cannot be ended", async () => {
    const { admin, ada: person } = await meet();
    const [mine] = await person.api.account.listSessions();
    await expect(admin.api.account.revokeSession({ sessionId: mine!.sessionId })).rejects.toMatchObject({
      reason: "session-not-found",
    });
    await admin.api.account.revokeOtherSessions();
    expect((await world.rest("GET /api/apps", { token: person.token })).status).toBe(200);
  });

  it("that are dead lose their cookie", async () => {
    const { ada: person } = await meet();
    const cookie = `joinery_session=${person.token}`;
    const alive = await world.rest("GET /api/apps", { headers: { cookie } });
    expect([alive.status, alive.headers.getSetCookie()]).toEqual([200, []]);
    await world.rest("POST /api/auth/sign-out", { token: person.token, body: {} });
    const dead = await world.rest("GET /api/live_api/account/current", { headers: { cookie } });
    expect(dead.status).toBe(401);
    expect(dead.headers.getSetCookie()[0]).toMatch(/^joinery_session=;.*Max-Age=0/);
  });

  it("get a token of their own at each sign-in, whatever cookie came with it", async () => {
    await meet();
    const answer = await world.rest("POST /api/auth/sign-in", {
      body: { email: ada, password: goodPassword },
      headers: { cookie: "joinery_session=planted-by-somebody-else" },
    });
    expect(answer.body.token).not.toContain("planted");
    const planted = { cookie: "joinery_session=planted-by-somebody-else" };
    expect((await world.rest("GET /api/apps", { headers: planted })).status).toBe(401);
  });
});

describe("The account that is created", () => {
  const create = (token: string, saleId?: string) =>
    world.rest(`POST /api/live_api/account/create${saleId ? `?sale_id=${saleId}` : ""}`, { token, body: {} });

  it("answers its id; with a sale, once that is confirmed, to the one account that came first", async () => {
    const { admin, ada: person } = await meet();
    expect((await create(person.token)).body).toEqual({ accountId: person.accountId });
    expect((await create(person.token, "s1")).status).toBe(401);
    await world.db.insert(sale).values({ id: "s1" });
    expect((await create(person.token, "s1")).body).toEqual({ accountId: person.accountId });
    expect((await create(person.token, "s1")).status).toBe(200);
    expect((await create(admin.token, "s1")).status).toBe(401);
    expect((await current(person.token)).subscriptionPaymentsIds).toEqual(["s1"]);
  });

  it("has every field of the specification", async () => {
    const { ada: person } = await meet();
    expect(await current(person.token)).toMatchObject({ appId: null, appHeader: null, hasBusinessInfo: false });
    const { appId } = await person.api.apps.create({ name: "Garden" });
    expect(await current(person.token)).toEqual({
      accountId: person.accountId,
      email: ada,
      accountType: "builder",
      plan: "lite",
      subscriptionId: null,
      planSubscriptionStatus: null,
      planSubscriptionCancelledAt: null,
      subscriptionPaymentsIds: [],
      appId,
      appHeader: "Garden",
      hasBusinessInfo: false,
      hasPaidAppPackage: false,
      isAdmin: false,
      isEmailVerified: false,
      hasPassword: true,
      mustVerifyEmail: true,
      emailChange: null,
    });
    await world.db.insert(contextItem).values({ appId, id: "d1", name: "Prices", type: "txt", source: "local files" });
    expect(await current(person.token)).toMatchObject({ hasBusinessInfo: true });
  });
});

describe("Where mail leaves, the API waits for the address too", () => {
  let strict: World;
  beforeAll(async () => {
    strict = await World.open({ SMTP_URL: "smtp://127.0.0.1:9" });
    await strict.platform.jobs.start({ mail: () => Promise.resolve() });
  });
  afterAll(async () => {
    await strict.platform.jobs.stop();
    await strict.close();
  });

  it("of everybody but the first account", async () => {
    const [admin, person] = [await strict.signUp(), await strict.signUp(ada)];
    expect((await strict.rest("GET /api/apps", { token: admin.token })).status).toBe(200);
    const { appId } = await admin.api.apps.create({ name: "App" });
    for (const line of ["GET /api/apps", `GET /api/apps/${appId}`, `GET /api/apps/${appId}/chat/messages`])
      expect((await strict.rest(line, { token: person.token })).body).toMatchObject({
        error: { code: "email-unverified" },
      });
    const { token } = await linkTo(strict, ada, "Verify");
    await strict.anonymous.account.verifyEmail({ token });
    expect((await strict.rest("GET /api/apps", { token: person.token })).status).toBe(200);
  });
});
