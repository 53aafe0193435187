import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { member } from "@/db/schema";
import { mintOwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { joinApp, openToStrangers } from "../support/members";
import { mailsTo } from "../support/outbox";
import { goodPassword, type Json, World } from "../support/world";

// A member who came by a password proves their address by a code, without leaving: from then on they see what the team keeps under it.

let world: World;
let owner: Awaited<ReturnType<World["signUp"]>>;
let appId: string;
let host: string;
let token: string;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());

const cleo = "cleo@example.com";
const invoices = {
  path: "entities/Invoice.json",
  content: JSON.stringify({
    name: "Invoice",
    type: "object",
    properties: { number: { type: "string" }, email: { type: "string", format: "email" } },
    "x-accessControl": {
      permissions: { read: "admin", write: "admin" },
      rules: { read: [{ field: "email", is: "my address" }, "admin"] },
    },
  }),
};

beforeEach(async () => {
  await world.reset();
  owner = await world.signUp();
  ({ appId } = await owner.api.apps.create({ name: "Garden" }));
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [invoices]);
  await owner.api.entities.create({ appId, entity: "Invoice", data: { number: "7", email: "Cleo@example.com" } });
  await owner.api.entities.create({ appId, entity: "Invoice", data: { number: "8", email: "dan@example.com" } });
  host = await openToStrangers(world, owner, appId);
  ({ token } = (await call("POST", "sign-up", { email: cleo, password: goodPassword }, null)).body);
});

const call = (method: string, path: string, body?: Json, as: string | null = token) =>
  world.rest(`${method} /api/apps/${appId}/${path}`, { host, ...(as && { token: as }), ...(body && { body }) });
const ask = () => call("POST", "email-code", {});
const prove = (otp: string) => call("POST", "email-proof", { otp });
const codeTo = async (email: string) => /\b\d{6}\b/.exec((await mailsTo(world, email)).at(-1)!.subject)![0];
const seen = async () => {
  const { body } = await call("GET", "entities/Invoice");
  return body.items?.map(({ number }: Json) => number) ?? body.error.code;
};
const isVerified = async () => (await call("GET", "me")).body.isEmailVerified;

describe("A member who proves their address", () => {
  it("sees what is kept under it at once, in the same session and with the same password", async () => {
    expect([await isVerified(), await seen()]).toEqual([false, "not-allowed"]);
    expect((await ask()).status).toBe(200);
    expect((await prove(await codeTo(cleo))).status).toBe(200);
    expect([await isVerified(), await seen()]).toEqual([true, ["7"]]);
    expect((await call("POST", "sign-in", { email: cleo, password: goodPassword }, null)).status).toBe(200);
  });

  it("gets a mail in the app's name, which says what the code is for and opens nothing by a link", async () => {
    await ask();
    const [{ subject, text }] = (await mailsTo(world, cleo)) as [Json];
    expect(subject).toBe(`${await codeTo(cleo)} is your code for Garden`);
    expect(text).toContain("Verify your email");
    expect(text).toContain("If you did not sign up there, give this code to nobody");
    expect(text).not.toContain("http");
  });

  it("proves nothing by a wrong code, and has five tries", async () => {
    await ask();
    const code = await codeTo(cleo);
    const wrong = code === "000000" ? "111111" : "000000";
    for (let tries = 0; tries < 5; tries += 1)
      expect((await prove(wrong)).body.error.message).toMatch(/^This code is wrong or has expired/);
    expect((await prove(code)).body.error.code).toBe("ATTEMPTS_EXCEEDED");
    expect(await isVerified()).toBe(false);
  });

  it("is mailed nothing more once that is done", async () => {
    await ask();
    await prove(await codeTo(cleo));
    expect((await ask()).body).toEqual({ isVerified: true });
    expect(await mailsTo(world, cleo)).toHaveLength(1);
  });

  it("is asked for no more than five codes an hour", async () => {
    const asked = [];
    for (let times = 0; times < 6; times += 1) asked.push((await ask()).status);
    expect(asked).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe("A code that proves an address", () => {
  it("signs nobody in", async () => {
    await ask();
    const otp = await codeTo(cleo);
    expect((await call("POST", "otp", { email: cleo, otp }, null)).status).toBe(400);
  });

  it("is not the one that was mailed to sign in", async () => {
    await call("POST", "magic-link", { email: cleo }, null);
    expect((await prove(await codeTo(cleo))).status).toBe(400);
    expect(await isVerified()).toBe(false);
  });

  it("is for whoever is signed in, and proves their own address alone", async () => {
    expect((await call("POST", "email-code", {}, null)).status).toBe(401);
    const { token: other } = await joinApp(world, owner, appId, "dan@example.com");
    await ask();
    expect((await call("POST", "email-proof", { otp: await codeTo(cleo) }, other)).status).toBe(400);
    const [dan] = await world.db.select().from(member).where(eq(member.email, "dan@example.com"));
    expect(dan!.emailVerifiedAt).toBeNull();
  });
});
