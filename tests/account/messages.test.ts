import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { account, accountLink } from "@/db/schema";
import { describeError } from "@/api/procedures";
import { accountRoutes } from "@/doors/routes/account";
import { linkTo } from "../support/outbox";
import { goodPassword, type Json, World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());

const ada = "ada@example.com";
const newPassword = "violet-harbour-77-moss";
let person: Awaited<ReturnType<World["signUp"]>>;
beforeEach(async () => {
  await world.reset();
  await world.signUp();
  person = await world.signUp(ada);
});

const post = (path: string, body: Json, token?: string) => world.rest(`POST /api/${path}`, { body, token });
const signIn = (email: string, password: string) => post("auth/sign-in", { email, password });
const disable = () => world.db.update(account).set({ disabledAt: new Date() }).where(eq(account.email, ada));
const expire = () => world.db.update(accountLink).set({ expiresAt: new Date(0) });
const live = (verb: string, body: Json, token?: string) => post(`live_api/account/${verb}`, body, token);

/** A refusal as REST gives it: its status and words. */
const words = async (answer: Promise<{ status: number; body: Json }>) => {
  const { status, body } = await answer;
  return [status, body.error?.message];
};
/** The same of a procedure that only the web app calls. */
const said = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: Error) => describeError(thrown).message,
  );
  return [0, error];
};
/** Something goes wrong inside, in a way that nobody thought of. */
async function whileBroken(table: string, work: () => Promise<unknown[]>) {
  await world.db.execute(sql.raw(`alter table ${table} rename to elsewhere`));
  const result = await work();
  await world.db.execute(sql.raw(`alter table elsewhere rename to ${table}`));
  return result;
}
const resetLink = async () => {
  await live("sendResetPasswordEmail", { email: ada });
  return (await linkTo(world, ada, "Reset your password")).token;
};
const magicLink = async () => {
  await live("sendMagicLink", { email: ada });
  return (await linkTo(world, ada, "sign-in link")).token;
};
const reset = async (token: string, password = newPassword) =>
  said(world.anonymous.account.resetPassword({ token, password }));
const magic = async (token: string) => said(world.anonymous.account.completeMagicLink({ token }));

/** The error catalogue of 1-platform.md §8 and the validation rules of §5, as far as accounts are concerned. Row by row: what is done, and what is said. */
const catalogue: [string, () => Promise<unknown[]>, number, string][] = [
  ["Login, wrong password", () => words(signIn(ada, "wrong-password-1")), 401, "Invalid email or password"],
  ["Login, unknown user", () => words(signIn("nobody@example.com", goodPassword)), 401, "Invalid email or password"],
  ["Login, invalid email", () => words(signIn("ada", goodPassword)), 401, "Invalid email or password"],
  [
    "Login, disabled",
    async () => (await disable(), words(signIn(ada, goodPassword))),
    403,
    "User is disabled, contact us for more info",
  ],
  [
    "Login, disabled, with a wrong password",
    async () => (await disable(), words(signIn(ada, "wrong-password-1"))),
    401,
    "Invalid email or password",
  ],
  [
    "Login, too many requests",
    async () => {
      for (let tries = 0; tries < 10; tries += 1) await signIn(ada, "wrong-password-1");
      return words(signIn(ada, goodPassword));
    },
    429,
    "Too many login attempts, try again later",
  ],
  [
    "Account creation, other failure",
    () =>
      whileBroken("account_session", () =>
        words(post("auth/sign-up", { email: "new@example.com", password: goodPassword })),
      ),
    500,
    "Something went wrong in creating account, try again later or contact us",
  ],
  [
    "Account creation, weak password",
    () => words(post("auth/sign-up", { email: "new@example.com", password: "password1" })),
    400,
    "This password is too weak",
  ],
  [
    "Account creation, email",
    () => words(post("auth/sign-up", { email: "new", password: goodPassword })),
    400,
    "This email is invalid",
  ],
  [
    "Account creation, email taken",
    () => words(post("auth/sign-up", { email: ada, password: goodPassword })),
    409,
    "This email is already in use, try logging in",
  ],
  [
    "Password reset, email",
    () => words(live("sendResetPasswordEmail", { email: "ada" })),
    400,
    "This email is invalid",
  ],
  ["Password reset, invalid code", () => reset("none"), 0, "Link invalid, try to reset your password again."],
  [
    "Password reset, expired code",
    async () => {
      const token = await resetLink();
      await expire();
      return reset(token);
    },
    0,
    "Link invalid, try to reset your password again.",
  ],
  [
    "Password reset, disabled",
    async () => {
      const token = await resetLink();
      await disable();
      return reset(token);
    },
    0,
    "User not found or disabled",
  ],
  [
    "Password reset, weak",
    async () => reset(await resetLink(), "password1"),
    0,
    "Password is too weak, please try again",
  ],
  ["Password reset, short", async () => reset(await resetLink(), "ab1"), 0, "Password is too weak, please try again"],
  [
    "Password reset, otherwise",
    async () => {
      const token = await resetLink();
      return whileBroken("account_session", () => reset(token));
    },
    0,
    "Error resetting password!",
  ],
  ["Magic link, email", () => words(live("sendMagicLink", { email: "ada" })), 400, "Invalid email address"],
  ["Magic link, no email at all", () => words(live("sendMagicLink", {})), 400, "Invalid email address"],
  [
    "Magic link, not sent",
    () => whileBroken("mail", () => words(live("sendMagicLink", { email: ada }))),
    500,
    "Failed to send magic link. Please try again.",
  ],
  ["Magic link, invalid", () => magic("none"), 0, "Invalid or expired magic link"],
  [
    "Magic link, expired",
    async () => {
      const token = await magicLink();
      await expire();
      return magic(token);
    },
    0,
    "Invalid or expired magic link",
  ],
  [
    "Magic link, no sign-in",
    async () => {
      const token = await magicLink();
      return whileBroken("account_session", () => magic(token));
    },
    0,
    "Failed to sign in with magic link",
  ],
  [
    "Email change, taken",
    async () => {
      await world.signUp("taken@example.com");
      return words(live("completeEmailChange", { newEmail: "taken@example.com" }, person.token));
    },
    409,
    "This email is already in use",
  ],
  [
    "Email change, email",
    () => words(live("completeEmailChange", { newEmail: "x" }, person.token)),
    400,
    "This email is invalid",
  ],
];

describe("The error catalogue (1-platform.md §5, §8)", () => {
  it.each(catalogue)("%s", async (_name, provoke, status, message) =>
    expect(await provoke()).toEqual([status, message]),
  );
});

describe("Another site's page", () => {
  const changing = accountRoutes.filter(({ method, hosts }) => method !== "GET" && hosts === "builder");

  it.each(changing.map(({ method, path }) => `${method} ${path}`))("may not ask for %s", async (line) => {
    const before = JSON.stringify([
      await world.db.query.account.findMany(),
      await world.db.query.accountSession.findMany(),
    ]);
    const body = { email: ada, password: goodPassword, newEmail: "evil@example.com" };
    const cookie = `joinery_session=${person.token}`;
    for (const origin of ["https://evil.example", "null", "http://localhost.evil.example:3000"]) {
      const answer = await world.rest(line, { body, headers: { cookie, origin } });
      expect([answer.status, answer.body.error.code]).toEqual([403, "wrong-origin"]);
    }
    // What a form of another site can send without asking first.
    const form = await world.rest(line, {
      body: JSON.stringify(body),
      headers: { cookie, "content-type": "text/plain" },
    });
    if (!/sign-out|refresh/.test(line)) expect(form.status).toBe(415);
    else return;
    const after = JSON.stringify([
      await world.db.query.account.findMany(),
      await world.db.query.accountSession.findMany(),
    ]);
    expect(after).toBe(before);
  });
});
