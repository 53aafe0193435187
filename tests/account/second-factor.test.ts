import { Secret, TOTP } from "otpauth";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { account, authenticator, passkey, passkeyChallenge, pendingSignIn, recoveryCode } from "@/db/schema";
import { withinLimit } from "@/api/limit";
import { AppError } from "@/errors";
import { callProcedure } from "@/doors/console";
import { methodWords } from "@/features/account/rules";
import { SoftAuthenticator } from "../support/authenticator";
import { linkTo, mailsTo } from "../support/outbox";
import { goodPassword, type Json, World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
beforeEach(() => world.reset());
afterAll(() => world.close());

const proof = { password: goodPassword };
const otherPassword = "violet-harbour-77-moss";
type Person = Awaited<ReturnType<World["signUp"]>>;

/** The code that an authenticator app shows; `steps` from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** A person whose address is verified. */
async function meet(email = "ada@example.com"): Promise<Person> {
  const person = await world.signUp(email);
  await world.db.update(account).set({ emailVerifiedAt: new Date() }).where(eq(account.id, person.accountId));
  const verified = { ...person.account, emailVerifiedAt: new Date() };
  return { ...person, account: verified, api: world.as({ kind: "account", account: verified, token: person.token }) };
}

async function withPasskey(person: Person) {
  const device = new SoftAuthenticator();
  const { challengeId, options } = await person.api.account.beginPasskey({ proof });
  const added = await person.api.account.addPasskey({ challengeId, response: device.create(options) });
  return { device, ...added };
}

async function withAuthenticator(person: Person) {
  const { secret } = await person.api.account.beginAuthenticator({ proof });
  // The code of the step before is spent on the set-up, so that the present one is still good.
  const { recoveryCodes } = await person.api.account.confirmAuthenticator({ code: codeOf(secret, -1) });
  return { secret, recoveryCodes: recoveryCodes! };
}

/** Signs in with the password. @returns the token that finishes the sign-in */
async function firstStep(password = goodPassword): Promise<{ signInToken: string; ways: string[] }> {
  const { status, body, headers } = await world.rest("POST /api/auth/sign-in", {
    body: { email: "ada@example.com", password },
  });
  expect([status, body.error.code, headers.get("set-cookie")]).toEqual([401, "second-step", null]);
  return body.error.details;
}

const finish = (signInToken: string, code: string) => world.anonymous.account.finishSignIn({ signInToken, code });
const opens = async (token: string) =>
  (await world.rest("GET /api/live_api/account/current", { token })).body.email === "ada@example.com";
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => "accepted",
    (error: unknown) => (error instanceof AppError ? error.reason : String(error)),
  );

describe("A passkey", () => {
  it("signs its holder in without a password, with a new session that says so", async () => {
    const { device } = await withPasskey(await meet());
    const { challengeId, options } = await world.anonymous.account.passkeyOptions({});
    expect(options.allowCredentials).toEqual([]);
    const response = device.get(options);
    const { token } = await world.anonymous.account.signInWithPasskey({ challengeId, response });
    expect(await opens(token)).toBe(true);
    const person = (await world.db.query.account.findFirst())!;
    const sessions = await world.as({ kind: "account", account: person, token }).account.listSessions();
    expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({ method: "by passkey" });
    // A replay of the same answer.
    expect(await reasonOf(world.anonymous.account.signInWithPasskey({ challengeId, response }))).toBe(
      "passkey-invalid",
    );
  });

  it("is asked for after the password, for this account alone", async () => {
    const { device } = await withPasskey(await meet());
    const { signInToken, ways } = await firstStep();
    expect(ways).toEqual(["passkey", "recovery"]);
    const { challengeId, options } = await world.anonymous.account.passkeyOptions({ signInToken });
    expect(options.allowCredentials).toMatchObject([{ id: device.id.toString("base64url") }]);
    const answer = { challengeId, response: device.get(options), signInToken };
    const { token } = await world.anonymous.account.signInWithPasskey(answer);
    expect(await opens(token)).toBe(true);
    expect(await world.db.select().from(pendingSignIn)).toEqual([]);
  });

  it.each([
    ["of another origin", { origin: "https://evil.example" }],
    ["of another site", { rpId: "evil.example" }],
    ["whose holder was not verified", { isVerified: false }],
    ["whose counter went back, as a clone's does", { counter: 1 }],
  ])("is refused with an answer %s", async (_name, options) => {
    const { device } = await withPasskey(await meet());
    const asked = await world.anonymous.account.passkeyOptions({});
    const response = device.get(asked.options, options);
    const call = world.anonymous.account.signInWithPasskey({ challengeId: asked.challengeId, response });
    expect(await reasonOf(call)).toBe("passkey-invalid");
  });

  it.each([
    ["of another origin", { origin: "https://evil.example" }],
    ["of another site", { rpId: "evil.example" }],
    ["whose holder was not verified", { isVerified: false }],
  ])("is not added with an answer %s", async (_name, options) => {
    const { api } = await meet();
    const asked = await api.account.beginPasskey({ proof });
    const response = new SoftAuthenticator().create(asked.options, options);
    const call = api.account.addPasskey({ challengeId: asked.challengeId, response });
    expect(await reasonOf(call)).toBe("passkey-invalid");
  });

  it("is refused with a challenge that was made for something else, for somebody else, or long ago", async () => {
    const ada = await meet();
    const { device } = await withPasskey(ada);
    const eve = await meet("eve@example.com");
    const { device: evesDevice } = await withPasskey(eve);
    const sign = async (by: SoftAuthenticator, asked: { challengeId: string; options: { challenge: string } }) =>
      reasonOf(
        world.anonymous.account.signInWithPasskey({ challengeId: asked.challengeId, response: by.get(asked.options) }),
      );
    expect(await sign(device, await ada.api.account.confirmOptions())).toBe("passkey-invalid");
    const { signInToken } = await firstStep();
    const asked = await world.anonymous.account.passkeyOptions({ signInToken });
    const response = evesDevice.get(asked.options);
    const bySomebodyElse = { challengeId: asked.challengeId, response, signInToken };
    expect(await reasonOf(world.anonymous.account.signInWithPasskey(bySomebodyElse))).toBe("passkey-invalid");
    const old = await world.anonymous.account.passkeyOptions({});
    await world.db.update(passkeyChallenge).set({ expiresAt: new Date(0) });
    expect(await sign(device, old)).toBe("passkey-invalid");
  });

  it("lets one of two answers in that come at once", async () => {
    const { device } = await withPasskey(await meet());
    const { signInToken } = await firstStep();
    const answers = [];
    for (let n = 0; n < 2; n += 1) {
      const { challengeId, options } = await world.anonymous.account.passkeyOptions({ signInToken });
      answers.push({ challengeId, response: device.get(options), signInToken });
    }
    const met = await Promise.all(answers.map((answer) => reasonOf(world.anonymous.account.signInWithPasskey(answer))));
    expect(met.filter((reason) => reason === "accepted")).toHaveLength(1);
  });

  it("lets no disabled account in", async () => {
    const { device } = await withPasskey(await meet());
    await world.db.update(account).set({ disabledAt: new Date() });
    const { challengeId, options } = await world.anonymous.account.passkeyOptions({});
    const call = world.anonymous.account.signInWithPasskey({ challengeId, response: device.get(options) });
    expect(await reasonOf(call)).toBe("account-disabled");
  });

  it("is named after its device, renamed, and removed by its owner alone, who proves it with the password or a passkey", async () => {
    const ada = await meet();
    const { device, name } = await withPasskey(ada);
    expect(name).toBe("Unknown device");
    const eve = await meet("eve@example.com");
    const passkeyId = device.id.toString("base64url");
    expect(await reasonOf(eve.api.account.renamePasskey({ passkeyId, name: "Mine" }))).toBe("passkey-not-found");
    expect(await reasonOf(eve.api.account.removePasskey({ passkeyId, proof }))).toBe("passkey-not-found");
    await ada.api.account.renamePasskey({ passkeyId, name: "Laptop" });
    expect((await ada.api.account.security()).passkeys).toMatchObject([{ passkeyId, name: "Laptop" }]);
    expect(await reasonOf(ada.api.account.removePasskey({ passkeyId, proof: { password: "no" } }))).toBe(
      "wrong-password",
    );
    const { challengeId, options } = await ada.api.account.confirmOptions();
    await ada.api.account.removePasskey({ passkeyId, proof: { challengeId, response: device.get(options) } });
    expect(await ada.api.account.security()).toEqual({ passkeys: [], hasAuthenticator: false, recoveryCodesLeft: 0 });
    await world.anonymous.account.signIn({ email: "ada@example.com", password: goodPassword });
  });

  it("is added once, and at most twenty times", async () => {
    const ada = await meet();
    const { device } = await withPasskey(ada);
    const again = await ada.api.account.beginPasskey({ proof });
    expect(again.options.excludeCredentials).toMatchObject([{ id: device.id.toString("base64url") }]);
    const answer = { challengeId: again.challengeId, response: device.create(again.options) };
    expect(await reasonOf(ada.api.account.addPasskey(answer))).toBe("passkey-exists");
    await world.db.execute(
      sql`insert into passkey (id, account_id, name, public_key) select 'k' || n, ${ada.accountId}, 'x', '' from generate_series(1, 19) n`,
    );
    expect(await reasonOf(withPasskey(ada))).toBe("too-many-passkeys");
  });
});

describe("An authenticator app", () => {
  it("is set up by a code, and its code then finishes a sign-in", async () => {
    const ada = await meet();
    const begun = await ada.api.account.beginAuthenticator({ proof });
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Joinery:ada%40example\.com\?issuer=Joinery&secret=[A-Z2-7]{32}&/);
    expect(await reasonOf(ada.api.account.confirmAuthenticator({ code: "000000" }))).toBe("second-code-wrong");
    // Not confirmed yet: nothing is asked.
    await world.anonymous.account.signIn({ email: "ada@example.com", password: goodPassword });
    const { secret } = await withAuthenticator(ada);
    expect(secret).not.toBe(begun.secret);
    const { signInToken, ways } = await firstStep();
    expect(ways).toEqual(["code", "recovery"]);
    const { token } = await finish(signInToken, ` ${codeOf(secret).replace(/(...)/, "$1 ")}`);
    expect(await opens(token)).toBe(true);
  });

  it("lets a code in once, also when it comes twice at the same moment", async () => {
    const { secret } = await withAuthenticator(await meet());
    const code = codeOf(secret);
    const tokens = [await firstStep(), await firstStep()].map(({ signInToken }) => signInToken);
    const met = await Promise.all(tokens.map((token) => reasonOf(finish(token, code))));
    expect(met.toSorted()).toEqual(["accepted", "second-code-wrong"]);
  });

  it("takes the code of the step before and after, and none further away", async () => {
    const { secret } = await withAuthenticator(await meet());
    await world.db.update(authenticator).set({ lastStep: 0 });
    const { signInToken } = await firstStep();
    for (const steps of [-3, 3])
      expect(await reasonOf(finish(signInToken, codeOf(secret, steps)))).toBe("second-code-wrong");
    await finish(signInToken, codeOf(secret, 1));
    const next = await firstStep();
    expect(await reasonOf(finish(next.signInToken, codeOf(secret)))).toBe("second-code-wrong");
  });

  it("is not set up over one that stands, and turned off with the password", async () => {
    const ada = await meet();
    await withAuthenticator(ada);
    expect(await reasonOf(ada.api.account.beginAuthenticator({ proof }))).toBe("authenticator-exists");
    expect(await reasonOf(ada.api.account.removeAuthenticator({ proof: { password: "no" } }))).toBe("wrong-password");
    await ada.api.account.removeAuthenticator({ proof });
    expect(await world.db.select().from(recoveryCode)).toEqual([]);
    await world.anonymous.account.signIn({ email: "ada@example.com", password: goodPassword });
  });
});

describe("Recovery codes", () => {
  it("come with the first factor alone, work once each, and are void once new ones are made", async () => {
    const ada = await meet();
    const { recoveryCodes } = await withAuthenticator(ada);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/);
    expect((await withPasskey(ada)).recoveryCodes).toBeNull();
    const [first, second] = recoveryCodes as [string, string];
    const { token } = await finish((await firstStep()).signInToken, first.toUpperCase().replace("-", " "));
    expect(await opens(token)).toBe(true);
    expect((await ada.api.account.security()).recoveryCodesLeft).toBe(9);
    expect(await reasonOf(finish((await firstStep()).signInToken, first))).toBe("second-code-wrong");
    await ada.api.account.newRecoveryCodes({ proof });
    expect(await reasonOf(finish((await firstStep()).signInToken, second))).toBe("second-code-wrong");
    const mails = await mailsTo(world, "ada@example.com");
    expect(mails.map(({ text }) => text).join()).toContain("A recovery code was used to sign in.");
  });

  it("are of use to their account alone", async () => {
    const eve = await meet("eve@example.com");
    const { recoveryCodes } = await withAuthenticator(eve);
    await withAuthenticator(await meet());
    expect(await reasonOf(finish((await firstStep()).signInToken, recoveryCodes[0]!))).toBe("second-code-wrong");
  });
});

describe("A sign-in that waits for its second step", () => {
  it("opens nothing, as a bearer token or a cookie", async () => {
    await withAuthenticator(await meet());
    const { signInToken } = await firstStep();
    expect((await world.rest("GET /api/apps", { token: signInToken })).status).toBe(401);
    const cookie = `joinery_session=${signInToken}`;
    expect((await world.rest("GET /api/apps", { headers: { cookie } })).status).toBe(401);
    expect(await reasonOf(world.anonymous.account.security())).toBe("not-signed-in");
  });

  it("ends after five wrong codes, also when they come at once; the right one comes too late", async () => {
    const { secret } = await withAuthenticator(await meet());
    const { signInToken } = await firstStep();
    const guesses = await Promise.all(Array.from({ length: 8 }, () => reasonOf(finish(signInToken, "000000"))));
    expect(guesses.filter((reason) => reason === "second-code-wrong")).toHaveLength(5);
    const late = finish(signInToken, codeOf(secret));
    await expect(late).rejects.toMatchObject({
      reason: "ATTEMPTS_EXCEEDED",
      message: "Too many wrong codes. Sign in again.",
    });
    await finish((await firstStep()).signInToken, codeOf(secret));
  });

  it("takes thirty wrong codes of an account in a day, however often somebody with the password begins anew", async () => {
    const ada = await meet();
    const { secret } = await withAuthenticator(ada);
    for (let tries = 0; tries < 28; tries += 1) await withinLimit(world.db, `second-step:${ada.accountId}`, 30, 86_400);
    const { signInToken } = await firstStep();
    for (let tries = 0; tries < 2; tries += 1)
      expect(await reasonOf(finish(signInToken, "000000"))).toBe("second-code-wrong");
    expect(await reasonOf(finish((await firstStep()).signInToken, codeOf(secret)))).toBe("ATTEMPTS_EXCEEDED");
  });

  it("expires after ten minutes, and ends with a new password", async () => {
    const { secret } = await withAuthenticator(await meet());
    const old = await firstStep();
    await world.db.update(pendingSignIn).set({ expiresAt: new Date(0) });
    expect(await reasonOf(finish(old.signInToken, codeOf(secret)))).toBe("sign-in-expired");
    const begun = await firstStep();
    await world.anonymous.account.sendPasswordReset({ email: "ada@example.com" });
    const { token } = await linkTo(world, "ada@example.com", "Reset");
    await world.anonymous.account.resetPassword({ token, password: otherPassword });
    expect(await reasonOf(finish(begun.signInToken, codeOf(secret)))).toBe("sign-in-expired");
    // A new password is a first step and no more.
    await firstStep(otherPassword);
  });

  it("follows a mailed link too", async () => {
    const { secret } = await withAuthenticator(await meet());
    await world.anonymous.account.sendMagicLink({ email: "ada@example.com" });
    const { token } = await linkTo(world, "ada@example.com", "Your sign-in link");
    const met = await world.anonymous.account.completeMagicLink({ token }).catch((error: unknown) => error);
    expect(met).toMatchObject({ reason: "second-step" });
    const { signInToken } = (met as Json).details;
    expect(await opens((await finish(signInToken, codeOf(secret))).token)).toBe(true);
  });

  it("follows a mailed link to an administrator who never verified their address, whose factor stays", async () => {
    const { secret } = await withAuthenticator(await world.signUp("ada@example.com"));
    await world.anonymous.account.sendMagicLink({ email: "ada@example.com" });
    const { token } = await linkTo(world, "ada@example.com", "Your sign-in link");
    expect(await reasonOf(world.anonymous.account.completeMagicLink({ token }))).toBe("second-step");
    await world.anonymous.account.sendPasswordReset({ email: "ada@example.com" });
    const reset = await linkTo(world, "ada@example.com", "Reset your password");
    await world.anonymous.account.resetPassword({ token: reset.token, password: otherPassword });
    await finish((await firstStep(otherPassword)).signInToken, codeOf(secret));
  });

  it("stores neither its token, a code nor a secret", async () => {
    const { secret, recoveryCodes } = await withAuthenticator(await meet());
    const { signInToken } = await firstStep();
    const stored = JSON.stringify(
      await Promise.all([pendingSignIn, authenticator, recoveryCode].map((table) => world.db.select().from(table))),
    );
    for (const plain of [signInToken, secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace("-", ""))])
      expect(stored).not.toContain(plain);
  });
});

describe("Factors", () => {
  it("are not added by whoever only claims an address, so that none outlives its owner's password reset", async () => {
    await meet("first@example.com");
    const { api } = await world.signUp("ada@example.com");
    expect(await reasonOf(api.account.beginPasskey({ proof }))).toBe("email-unverified");
    expect(await reasonOf(api.account.beginAuthenticator({ proof }))).toBe("email-unverified");
  });

  describe("that somebody set up on an address before its first proof, where none is asked for", () => {
    const claim = async () => {
      await world.signUp("first@example.com");
      const eve = await world.signUp("ada@example.com");
      await world.db.update(account).set({ emailVerifiedAt: new Date() }).where(eq(account.id, eve.accountId));
      const { secret, recoveryCodes } = await withAuthenticator(
        // As it is with EMAIL_VERIFICATION=off: whoever only claims the address may add factors.
        {
          ...eve,
          api: world.as({
            kind: "account",
            account: { ...eve.account, emailVerifiedAt: new Date() },
            token: eve.token,
          }),
        },
      );
      await withPasskey({
        ...eve,
        api: world.as({ kind: "account", account: { ...eve.account, emailVerifiedAt: new Date() }, token: eve.token }),
      });
      await world.db.update(account).set({ emailVerifiedAt: null }).where(eq(account.id, eve.accountId));
      return { secret, recoveryCodes };
    };
    const left = () => Promise.all([passkey, authenticator, recoveryCode].map((table) => world.db.$count(table)));

    it("end with a password reset, and its mail says so", async () => {
      await claim();
      expect((await left()).every((count) => count > 0)).toBe(true);
      await world.anonymous.account.sendPasswordReset({ email: "ada@example.com" });
      const { token } = await linkTo(world, "ada@example.com", "Reset your password");
      await world.anonymous.account.resetPassword({ token, password: otherPassword });
      expect(await left()).toEqual([0, 0, 0]);
      const signedIn = await world.anonymous.account.signIn({ email: "ada@example.com", password: otherPassword });
      expect(await opens(signedIn.token)).toBe(true);
      const mail = (await mailsTo(world, "ada@example.com")).at(-1)!;
      expect(mail.text).toContain("second step of the sign-in that was set up before was removed");
    });

    it("end with a sign-in by a mailed link", async () => {
      await claim();
      await world.anonymous.account.sendMagicLink({ email: "ada@example.com" });
      const { token } = await linkTo(world, "ada@example.com", "Your sign-in link");
      expect(await opens((await world.anonymous.account.completeMagicLink({ token })).token)).toBe(true);
      expect(await left()).toEqual([0, 0, 0]);
    });

    it("stay for whoever confirms the address of the account that they are in", async () => {
      await claim();
      const { token } = await linkTo(world, "ada@example.com", "Verify your email");
      await world.anonymous.account.verifyEmail({ token });
      expect((await left()).every((count) => count > 0)).toBe(true);
    });
  });

  it("are told of by mail", async () => {
    const ada = await meet();
    await withPasskey(ada);
    const [mail] = (await mailsTo(world, "ada@example.com")).filter(({ subject }) =>
      subject.startsWith("How you sign"),
    );
    expect(mail!.text).toContain("A passkey (Unknown device) was added.");
  });

  it("are reset by an administrator, with an audit entry, also on the command line", async () => {
    const admin = await meet("boss@example.com");
    const ada = await meet();
    await withPasskey(ada);
    await withAuthenticator(ada);
    const lines = await admin.api.admin.accounts({ search: "@" });
    expect(lines.items.map(({ email, hasSecondFactor }) => [email, hasSecondFactor])).toEqual([
      ["ada@example.com", true],
      ["boss@example.com", false],
    ]);
    await admin.api.admin.resetSecondFactor({ accountId: "ada@example.com" });
    expect(await opens(ada.token)).toBe(false);
    expect(await world.db.select().from(passkey)).toEqual([]);
    await world.anonymous.account.signIn({ email: "ada@example.com", password: goodPassword });
    const again = { accountId: "ada@example.com" };
    await expect(callProcedure(world.platform, "resetSecondFactor", again)).rejects.toMatchObject({
      reason: "no-second-factor",
    });
    await withAuthenticator(ada);
    await callProcedure(world.platform, "resetSecondFactor", again);
    const { items } = await admin.api.admin.audit({});
    expect(items.map(({ actor, verb, target }) => [actor, verb, target])).toEqual([
      ["console", "second-factor-reset", "ada@example.com"],
      ["boss@example.com", "second-factor-reset", "ada@example.com"],
    ]);
  });

  it.each([
    ["password", "by password"],
    ["password+code", "by password and code"],
    ["link+recovery", "by mailed link and recovery code"],
    ["passkey", "by passkey"],
    ["admin", "by an administrator"],
    ["", ""],
  ])("are named in the list of sessions: %s is “%s”", (method, words) => expect(methodWords(method)).toBe(words));
});
