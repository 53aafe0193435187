import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { emailCode, member } from "@/db/schema";
import { anonymous } from "@/api/actor";
import { ownedByServer } from "@/api/gates";
import { describeError } from "@/api/procedures";
import { createCaller } from "@/doors/rest";
import { openPlatform, type Platform } from "@/engines/platform";
import { openToStrangers } from "../support/members";
import { linkTo, mailsTo } from "../support/outbox";
import { goodPassword, type Json, World } from "../support/world";

let world: World;
let appId: string;
let host: string;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());

const cleo = "cleo@example.com";

/** A published app that strangers may join, and one member. */
beforeEach(async () => {
  await world.reset();
  const owner = await world.signUp();
  ({ appId } = await owner.api.apps.create({ name: "Garden" }));
  host = await openToStrangers(world, owner, appId);
  const signedUp = await rest("sign-up", { email: cleo, password: goodPassword });
  expect(signedUp.status).toBe(200);
});

const rest = (verb: string, body: Json) => world.rest(`POST /api/apps/${appId}/${verb}`, { host, body });
const ask = (email: string) =>
  world.rest(`POST /api/live_api/account/sendMagicLink?appId=${appId}`, { body: { email } });
const guess = (email: string, otp: string) =>
  world.rest(`POST /api/live_api/account/validateOtp?appId=${appId}`, { body: { email, otp } });
const codeTo = async (email: string) => /\b\d{6}\b/.exec((await mailsTo(world, email)).at(-1)!.subject)![0];
const wrongOf = (code: string) => (code === "000000" ? "111111" : "000000");

describe("A member's code", () => {
  it("opens the app's host alone, once", async () => {
    expect((await ask(cleo)).status).toBe(200);
    const { status, body } = await guess(cleo, await codeTo(cleo));
    expect([status, Object.keys(body as object).sort(), body.tenantId]).toEqual([
      200,
      ["customToken", "tenantId"],
      appId,
    ]);
    const me = (options: Json) => world.rest(`GET /api/apps/${appId}/me`, { token: body.customToken, ...options });
    expect((await me({ host })).body.email).toBe(cleo);
    expect((await world.rest("GET /api/apps", { token: body.customToken })).status).toBe(401);
    expect((await guess(cleo, await codeTo(cleo))).body.error.message).toBe("Invalid or expired magic link");
  });

  it("is in a mail in the app's name, with a link to the app's own host", async () => {
    await ask(cleo);
    const [{ subject, text }] = (await mailsTo(world, cleo)) as [Json];
    const code = await codeTo(cleo);
    expect(subject).toBe(`${code} is your code for Garden`);
    expect(text).toContain(`http://${host}/_joinery/sign-in#cleo%40example.com:${code}`);
  });

  it("can be guessed five times: the sixth is 429 ATTEMPTS_EXCEEDED, and so is the right one then", async () => {
    await ask(cleo);
    const code = await codeTo(cleo);
    for (let tries = 0; tries < 5; tries += 1) expect((await guess(cleo, wrongOf(code))).status).toBe(400);
    for (const otp of [wrongOf(code), code]) {
      const { status, body } = await guess(cleo, otp);
      expect([status, body.error.code]).toEqual([429, "ATTEMPTS_EXCEEDED"]);
    }
  });

  it("can be guessed five times when fifty guesses come at once", async () => {
    await ask(cleo);
    const code = await codeTo(cleo);
    await world.db.execute(sql`delete from attempt`);
    const guesses = await Promise.all(Array.from({ length: 50 }, () => guess(cleo, wrongOf(code))));
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(5);
    expect((await world.db.query.emailCode.findFirst())!.tries).toBe(5);
  });

  it("can be guessed five times in all from two servers that share the database", async () => {
    const { env, database } = world.platform;
    const other = await openPlatform(env, { ...database, close: () => Promise.resolve() });
    await ask(cleo);
    const code = await codeTo(cleo);
    const at = (platform: Platform, otp: string) =>
      createCaller({ platform, actor: anonymous, responseHeaders: new Headers(), address: "127.0.0.1" })
        .runtime.validateOtp({ appId, email: cleo, otp })
        .then(
          () => "in",
          (error: Error) => describeError(error).reason,
        );
    const wrong = await Promise.all(
      [1, 2, 3, 4].flatMap(() => [world.platform, other].map((one) => at(one, wrongOf(code)))),
    );
    expect(wrong.filter((reason) => reason === "code-invalid")).toHaveLength(5);
    expect([await at(world.platform, code), await at(other, code)]).toEqual(["ATTEMPTS_EXCEEDED", "ATTEMPTS_EXCEEDED"]);
    await other.close();
  });

  it("expires after ten minutes, and the next one makes it worthless", async () => {
    await ask(cleo);
    const first = await codeTo(cleo);
    await ask(cleo);
    if (first !== (await codeTo(cleo))) expect((await guess(cleo, first)).status).toBe(400);
    await world.db.update(emailCode).set({ expiresAt: new Date(0) });
    expect((await guess(cleo, await codeTo(cleo))).body.error.message).toBe("Invalid or expired magic link");
  });

  it("is good for its own app and address alone", async () => {
    await ask(cleo);
    const code = await codeTo(cleo);
    await ask("dan@example.com");
    const [dan] = await world.db.select().from(emailCode).where(eq(emailCode.email, "dan@example.com"));
    await world.db.update(emailCode).set({ codeHash: dan!.codeHash }).where(eq(emailCode.email, cleo));
    expect((await guess(cleo, await codeTo("dan@example.com"))).status).toBe(400);
    expect((await guess("dan@example.com", code)).status).toBe(400);
  });

  it("takes the address from whoever signed up with it and never read its mail, once", async () => {
    const signIn = (password: string) => rest("sign-in", { email: cleo, password });
    const { body: eve } = await signIn(goodPassword);
    await ask(cleo);
    const { body } = await guess(cleo, await codeTo(cleo));
    const me = async (token: string) => (await world.rest(`GET /api/apps/${appId}/me`, { token, host })).status;
    expect([await me(eve.token), await me(body.customToken)]).toEqual([401, 200]);
    expect((await signIn(goodPassword)).status).toBe(401);
    await world.as(anonymous).runtime.sendPasswordReset({ appId, email: cleo });
    const { token } = await linkTo(world, cleo, "Reset your password");
    const chosen = "violet-harbour-77-moss";
    expect((await world.as(anonymous).runtime.resetPassword({ appId, token, password: chosen })).token).toBeTruthy();
    await ask(cleo);
    expect((await guess(cleo, await codeTo(cleo))).status).toBe(200);
    expect((await signIn(chosen)).status).toBe(200);
  });

  it("tells whoever signed up with a password that it ends with the first code, and only then", async () => {
    const words = "The password that was chosen at the sign-up ends when this code is used";
    await ask(cleo);
    expect((await mailsTo(world, cleo)).at(-1)!.text).toContain(words);
    await guess(cleo, await codeTo(cleo));
    await ask(cleo);
    expect((await mailsTo(world, cleo)).at(-1)!.text).not.toContain(words);
  });

  it("is asked for at most five times an hour", async () => {
    for (let times = 0; times < 5; times += 1) await ask(cleo);
    expect((await ask(cleo)).status).toBe(429);
  });

  it("admits a stranger while sign-up is on, and mails nobody when it is off", async () => {
    await ask("dan@example.com");
    expect((await guess("dan@example.com", await codeTo("dan@example.com"))).status).toBe(200);
    const scope = ownedByServer(world.db, appId);
    await world.db.execute(
      sql`update app_settings set data = data || '{"isSignupEnabled":false}' where app_id = ${scope.appId}`,
    );
    expect(await ask("eve@example.com")).toMatchObject({ status: 200, body: {} });
    expect(await mailsTo(world, "eve@example.com")).toEqual([]);
    expect((await guess("eve@example.com", "123456")).body.error.message).toBe("Invalid or expired magic link");
  });

  it("opens nothing for a disabled member", async () => {
    await ask(cleo);
    const code = await codeTo(cleo);
    await world.db.update(member).set({ disabledAt: new Date() });
    expect((await guess(cleo, code)).body.error.message).toBe("User is disabled, contact us for more info");
    expect(await ask(cleo)).toMatchObject({ status: 200, body: {} });
    expect(await mailsTo(world, cleo)).toHaveLength(1);
  });

  it("says 'Invalid email address' to what is none, and nothing at all about an app that is not published", async () => {
    expect((await ask("cleo")).body.error.message).toBe("Invalid email address");
    await world.db.execute(sql`update app set published_version_id = null`);
    expect((await ask(cleo)).status).toBe(404);
  });
});
