import { createHmac } from "node:crypto";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { entityRow, schedule, triggerEvent } from "@/db/schema";
import { ownedByServer } from "@/api/gates";
import { describeError } from "@/api/procedures";
import { callScheduled } from "@/doors/triggers";
import { runTick, startClock } from "@/features/triggers/clock";
import { nextRuns, scheduleProblem } from "@/features/triggers/cron";
import { schedulesOf } from "@/features/triggers/read-config";
import { dueSchedules, listSchedules } from "@/features/triggers/store";
import { writeVersion } from "@/features/versions/store";
import { appWith } from "../functions/support";
import { mailsTo } from "../support/outbox";
import { World } from "../support/world";

const fileOf = (config: string) => ({
  path: "functions/report.ts",
  content: `export const config = ${config};\nDeno.serve(() => new Response("ok"));\n`,
});

describe("A function's schedule", () => {
  it.each([
    ['{ schedule: "0 9 * * 1-5", timeZone: "Europe/Berlin" }', { cron: "0 9 * * 1-5", timeZone: "Europe/Berlin" }],
    ["{ schedule: '*/15 * * * *' } as const", { cron: "*/15 * * * *", timeZone: "UTC" }],
    ['{ schedule: "@daily" }', { problem: expect.stringContaining("five fields") }],
    ['{ schedule: "* * * * * *" }', { problem: expect.stringContaining("five fields") }],
    ['{ schedule: "61 * * * *" }', { problem: expect.stringContaining("is no schedule") }],
    ['{ schedule: "0 9 * * *", timeZone: "Mars/Base" }', { problem: expect.stringContaining("is no time zone") }],
    ["{ schedule: `0 ${9} * * *` }", undefined],
    ["{ schedule: compute() }", undefined],
    ['{ schedule: "0 9 * * *", memory: 128 }', { problem: expect.stringContaining("plain texts only") }],
  ])("is read, never run, from config = %s", (config, wanted) => {
    const [found] = schedulesOf([fileOf(config)]);
    if (wanted === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(wanted);
  });

  it("is not looked for in shared code, and at most ten run", () => {
    const many = Array.from({ length: 11 }, (_, at) => ({
      path: `functions/f${at}.ts`,
      content: 'export const config = { schedule: "0 9 * * *" };',
    }));
    const found = schedulesOf([...many, { path: "services/x.js", content: many[0]!.content }]);
    expect(found.map(({ problem }) => problem)).toEqual([
      ...Array.from({ length: 10 }, () => undefined),
      "An app has at most 10 schedules",
    ]);
  });

  it("follows its time zone's clock through summer and winter", () => {
    const next = (after: string) => nextRuns("0 9 * * *", "Europe/Berlin", new Date(after), 1)[0]!.toISOString();
    expect(next("2026-03-28T12:00:00Z")).toBe("2026-03-29T07:00:00.000Z");
    expect(next("2026-10-24T12:00:00Z")).toBe("2026-10-25T08:00:00.000Z");
    expect(scheduleProblem("0 0 30 2 *", "UTC")).toBeDefined();
  });
});

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const tasks = JSON.stringify({
  name: "Task",
  type: "object",
  properties: { title: { type: "string" } },
  "x-accessControl": { permissions: { read: "admin", write: "admin" } },
});
const report = `import { Task } from "@/api/entities";
import { SendEmail } from "@/api/integrations";
export const config = { schedule: "*/5 * * * *" };
Deno.serve(async (request) => {
  if (request.headers.get("x-joinery-trigger") !== "schedule") return new Response("not by hand", { status: 403 });
  const { scheduledAt } = await request.json();
  await Task.create({ title: "Report of " + scheduledAt });
  await SendEmail({ to: "boss@example.com", subject: "Report", body: "There it is" });
  return new Response("done");
});
`;
/** Tables are written by the assistant, not in the code editor. */
const withTasks = async () => {
  const app = await appWith(world, { "functions/report.ts": report });
  await writeVersion(ownedByServer(world.db, app.appId), { kind: "turn" }, (files) => [
    ...files,
    { path: "entities/Task.json", content: tasks },
  ]);
  return app;
};
const publish = async (app: Awaited<ReturnType<typeof appWith>>) => app.api.runtime.publish({ appId: app.appId });
const due = (appId: string) =>
  world.db
    .update(schedule)
    .set({ nextAt: new Date(Date.now() - 1_000) })
    .where(eq(schedule.appId, appId));

describe("What is published", () => {
  it("decides which schedules run: publish, roll back, unpublish", async () => {
    const app = await appWith(world, { "functions/report.ts": report });
    const scope = ownedByServer(world.db, app.appId);
    expect((await listSchedules(scope))[0]).toBeUndefined();
    await publish(app);
    expect((await listSchedules(scope))[0]).toMatchObject({ cron: "*/5 * * * *", timeZone: "UTC" });
    await app.write({ "functions/report.ts": report.replace("*/5 * * * *", "0 9 * * *") });
    expect((await listSchedules(scope))[0]).toMatchObject({ cron: "*/5 * * * *" });
    expect(await app.api.triggers.get({ appId: app.appId, name: "report" })).toMatchObject({
      schedule: { cron: "0 9 * * *" },
      runsAt: null,
    });
    await publish(app);
    expect((await listSchedules(scope))[0]).toMatchObject({ cron: "0 9 * * *" });
    const [, first] = await app.api.runtime.publications({ appId: app.appId });
    await app.api.runtime.restorePublication({ appId: app.appId, publicationId: first!.id, allowWiderAccess: true });
    expect((await listSchedules(scope))[0]).toMatchObject({ cron: "*/5 * * * *" });
    await app.api.runtime.unpublish({ appId: app.appId });
    expect((await listSchedules(scope))[0]).toBeUndefined();
  });

  it("cannot have a schedule that never comes", async () => {
    const app = await appWith(world, { "functions/report.ts": report.replace("*/5 * * * *", "every day") });
    const error = await publish(app).catch((reason: Error) => describeError(reason));
    expect(error).toMatchObject({
      reason: "publish-problems",
      details: { problems: [{ file: "functions/report.ts" }] },
    });
  });
});

describe("A tick", () => {
  it("runs the function as the published app's admin, once, with what it did in the list", async () => {
    const app = await withTasks();
    await app.deploy("report");
    await publish(app);
    await due(app.appId);
    const rows = await dueSchedules(world.db, new Date());
    const taken = await Promise.all(
      Array.from({ length: 10 }, () => runTick(world.db, rows[0]!, callScheduled(world.platform))),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    const made = await world.db.select().from(entityRow).where(eq(entityRow.appId, app.appId));
    expect(made.map(({ data }) => data.title)).toEqual([`Report of ${rows[0]!.nextAt.toISOString()}`]);
    expect((await mailsTo(world, "boss@example.com"))[0]).toMatchObject({ subject: "Report", fromName: "Shop" });
    const { events, runsAt } = await app.api.triggers.get({ appId: app.appId, name: "report" });
    expect(events.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual(["mail null", "schedule 200"]);
    expect(new Date(runsAt!).getTime()).toBeGreaterThan(Date.now());
  });

  it("cannot be made up by a caller", async () => {
    const app = await withTasks();
    await app.deploy("report");
    await publish(app);
    const { slug } = await app.api.apps.get({ appId: app.appId });
    const answer = await world.rest("POST /functions/report", {
      host: `${slug}.localhost:3000`,
      headers: { "x-joinery-trigger": "schedule" },
      body: { scheduledAt: "now" },
    });
    expect([answer.status, answer.body]).toEqual([403, "not by hand"]);
  });

  it("says why it failed, and is not made up after an hour", async () => {
    const app = await appWith(world, { "functions/report.ts": report });
    await publish(app);
    await due(app.appId);
    const [row] = await dueSchedules(world.db, new Date());
    await runTick(world.db, row!, callScheduled(world.platform));
    const [again] = await world.db.select().from(schedule);
    await runTick(world.db, again!, callScheduled(world.platform), new Date(again!.nextAt.getTime() + 2 * 3_600_000));
    const events = await world.db.select().from(triggerEvent).orderBy(triggerEvent.at);
    expect(events.map(({ status, detail }) => [status, detail])).toEqual([
      [null, "This function is not deployed"],
      [null, "Missed: no server ran at that time"],
    ]);
  });

  it("costs nothing while there is no schedule, and comes by itself when there is one", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    // An object of its own: on Postgres raw statements of the database itself do not go by its `execute`.
    const db = Object.create(world.db) as typeof world.db;
    const queries = vi.spyOn(db, "execute");
    const ran: string[] = [];
    const stop = startClock({ db, events: world.platform.events }, async (row) => {
      ran.push(row.function);
    });
    // Whatever fails: a clock that runs on would take the next test's tick.
    onTestFinished(stop);
    await vi.waitFor(() => expect(queries).toHaveBeenCalled());
    await new Promise((resolve) => setImmediate(resolve));
    // Node's own come at once.
    expect(timers.mock.calls.filter(([, ms = 0]) => ms > 0)).toEqual([]);
    timers.mockRestore();
    queries.mockRestore();
    const app = await appWith(world, { "functions/report.ts": report });
    await publish(app);
    await due(app.appId);
    await world.db.execute(sql`select pg_notify('joinery', '["schedules",""]')`);
    await vi.waitFor(() => expect(ran).toEqual(["report"]), { timeout: 5_000 });
  });
});

const hook = `import { verifyWebhook } from "@/api/webhooks";
Deno.serve(async (request) => {
  const { ok, body, reason } = await verifyWebhook(request, Deno.env.get("HOOK_SECRET"), { scheme: "github" });
  if (!ok) return new Response(reason, { status: 401 });
  return Response.json({ bytes: body.length, by: request.headers.get("x-joinery-trigger") });
});
`;

describe("A webhook", () => {
  const secret = "shared-with-the-sender";
  const sign = (body: string) => `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  const hooked = async () => {
    const app = await appWith(world, { "functions/orders.ts": hook });
    await app.api.secrets.update({
      appId: app.appId,
      secrets: [{ key: "HOOK_SECRET", value: secret, instructions: "" }],
    });
    await app.deploy("orders");
    const { url } = await app.api.triggers.createHook({ appId: app.appId, name: "orders" });
    const send = (body: string, signature = sign(body), address = url) =>
      world.rest(`POST ${new URL(address).pathname}`, {
        host: new URL(address).host,
        body,
        headers: { "x-hub-signature-256": signature },
      });
    return { ...app, url, send };
  };

  it("reaches its function with the body as it was sent, once the app is published, and is listed", async () => {
    const app = await hooked();
    const body = '{ "order" :  "ü" }';
    expect((await app.send(body)).status).toBe(404);
    await publish(app);
    expect((await app.send(body)).body).toEqual({ bytes: body.length, by: "webhook" });
    expect(await app.send(body, sign("another body"))).toMatchObject({ status: 401, body: "The signature is wrong" });
    const { events } = await app.api.triggers.get({ appId: app.appId, name: "orders" });
    expect(events.map(({ kind, status }) => [kind, status])).toEqual([
      ["webhook", 401],
      ["webhook", 200],
    ]);
  });

  it("has an address that ends with a new one, on its own app's host alone", async () => {
    const app = await hooked();
    await publish(app);
    const other = await appWith(world, { "functions/orders.ts": hook });
    await publish(other);
    const elsewhere = new URL(app.url);
    elsewhere.hostname = `${(await other.api.apps.get({ appId: other.appId })).slug}.localhost`;
    expect((await app.send("{}", sign("{}"), elsewhere.href)).status).toBe(404);
    const { url } = await app.api.triggers.createHook({ appId: app.appId, name: "orders" });
    expect((await app.send("{}")).status).toBe(404);
    expect((await app.send("{}", sign("{}"), url)).status).toBe(200);
    await app.api.triggers.deleteHook({ appId: app.appId, name: "orders" });
    expect((await app.send("{}", sign("{}"), url)).status).toBe(404);
  });

  it("takes a megabyte, and 120 calls in a minute", async () => {
    const app = await hooked();
    await publish(app);
    expect((await app.send("x".repeat(1_000_001))).status).toBe(413);
    await world.db.execute(sql`update attempt set count = 200 where key = ${`hook:${app.appId}:orders`}`);
    expect((await app.send("{}")).status).toBe(429);
  });
});

describe("A function's mail", () => {
  it("goes to anybody in the app's name, a hundred in a day, whoever calls; a page's to the app's own people alone", async () => {
    const app = await appWith(world, {
      "functions/tell.ts": `import { SendEmail } from "@/api/integrations";
Deno.serve(async () => {
  await SendEmail({ to: "customer@example.com", subject: "Thanks", body: "Yours" });
  return new Response("sent");
});
`,
    });
    await app.deploy("tell");
    await publish(app);
    const { slug } = await app.api.apps.get({ appId: app.appId });
    const host = `${slug}.localhost:3000`;
    const tell = () => world.rest("POST /functions/tell", { host, body: {} });
    expect((await tell()).body).toBe("sent");
    expect(await mailsTo(world, "customer@example.com")).toMatchObject([{ subject: "Thanks", fromName: "Shop" }]);
    await world.db.execute(sql`update attempt set count = 100 where key = ${`function-mail-day:${app.appId}`}`);
    expect((await tell()).status).toBe(500);
    expect(await mailsTo(world, "customer@example.com")).toHaveLength(1);
    const { token } = await app.api.runtime.previewSession({ appId: app.appId });
    const byPage = await world.rest(`POST /api/apps/${app.appId}/integrations/email`, {
      host,
      token,
      body: { to: "customer@example.com", subject: "Hi", body: "Yours" },
    });
    expect(byPage.body.error.code).toBe("recipient-not-allowed");
  });
});

describe("verifyWebhook", () => {
  type Verify = (request: Request, secret: string, options: { scheme: string; now: number }) => Promise<unknown>;
  let verifyWebhook: Verify;
  // What ships is plain JavaScript, outside of the type checker.
  beforeAll(async () => {
    const shipped = pathToFileURL(resolve("src/shipped/sdk/webhooks.js")).href;
    ({ verifyWebhook } = (await import(/* @vite-ignore */ shipped)) as { verifyWebhook: Verify });
  });
  const body = '{"id":1}';
  const key = Buffer.from("a secret of a sender").toString("base64");
  const now = Date.parse("2026-11-23T12:00:00Z");
  const at = (seconds: number) => String(now / 1_000 + seconds);
  const hmac = (secret: string | Buffer, text: string, as: "hex" | "base64") =>
    createHmac("sha256", secret).update(text).digest(as);
  const standard = (time: string, text = body): Record<string, string> => ({
    "webhook-id": "msg_1",
    "webhook-timestamp": time,
    "webhook-signature": `v1,AAAA v1,${hmac(Buffer.from(key, "base64"), `msg_1.${time}.${text}`, "base64")}`,
  });
  const stripe = (time: string, secret = "whsec_x") => ({
    "stripe-signature": `t=${time},v1=${hmac(secret, `${time}.${body}`, "hex")},v0=00`,
  });

  it.each<["github" | "stripe" | "standard", string, Record<string, string>, string]>([
    ["github", "s", { "x-hub-signature-256": `sha256=${hmac("s", body, "hex")}` }, ""],
    ["github", "other", { "x-hub-signature-256": `sha256=${hmac("s", body, "hex")}` }, "The signature is wrong"],
    ["github", "s", { "x-hub-signature-256": "sha256=zz" }, "The signature is missing"],
    ["github", "s", {}, "The signature is missing"],
    ["github", "", { "x-hub-signature-256": `sha256=${hmac("", body, "hex")}` }, "The secret is not set"],
    ["stripe", "whsec_x", stripe(at(-10)), ""],
    ["stripe", "whsec_x", stripe(at(-301)), "The signature is too old"],
    ["stripe", "whsec_x", stripe(at(301)), "The signature is too old"],
    [
      "stripe",
      "whsec_x",
      { "stripe-signature": stripe(at(-400))["stripe-signature"].replace(at(-400), at(0)) },
      "The signature is wrong",
    ],
    [
      "stripe",
      "whsec_x",
      { "stripe-signature": `v1=${hmac("whsec_x", `.${body}`, "hex")}` },
      "The signature is too old",
    ],
    ["standard", `whsec_${key}`, standard(at(0)), ""],
    ["standard", `whsec_${key}`, standard(at(0), "{}"), "The signature is wrong"],
    ["standard", `whsec_${key}`, standard(at(-301)), "The signature is too old"],
  ])("by %s with the secret %s and %j: %s", async (scheme, secret, headers, reason) => {
    const request = new Request("http://app/hooks/x", { method: "POST", headers, body });
    expect(await verifyWebhook(request, secret, { scheme, now })).toEqual({ ok: reason === "", body, reason });
  });
});
