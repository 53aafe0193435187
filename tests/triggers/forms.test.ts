import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { schedule } from "@/db/schema";
import { describeError } from "@/api/procedures";
import { schedulesOf } from "@/features/triggers/read-config";
import { cronOf, rhythmOf, rhythmWords } from "@/features/triggers/rules";
import { writeConfig } from "@/features/triggers/write-config";
import { appWith } from "../functions/support";
import { World } from "../support/world";

describe("A schedule in words", () => {
  it.each([
    ["* * * * *", "Every minute"],
    ["*/15 * * * *", "Every 15 minutes"],
    ["0 * * * *", "Every hour"],
    ["20 * * * *", "Every hour at minute 20"],
    ["0 9 * * *", "Every day at 09:00"],
    ["30 7 * * 1,5", "Mondays and Fridays at 07:30"],
    ["0 9 * * 1,2,3,4,5", "Mondays to Fridays at 09:00"],
    ["5 0 31 * *", "On day 31 of each month at 00:05"],
  ])("%s is said “%s”, and written as it was", (cron, words) => {
    expect(rhythmWords(rhythmOf(cron))).toBe(words);
    expect(cronOf(rhythmOf(cron))).toBe(cron);
  });

  it("reads ranges of days, and Sunday as 0 or 7", () => {
    expect(rhythmOf("0 9 * * 1-5")).toEqual({ every: "week", days: [1, 2, 3, 4, 5], time: "09:00" });
    expect(rhythmOf("0 9 * * 7")).toEqual({ every: "week", days: [0], time: "09:00" });
    expect(rhythmOf("0 9 * * 6-7")).toEqual({ every: "week", days: [0, 6], time: "09:00" });
  });

  it.each(["*/7 * * * *", "0 9 1 * 1", "0 9 * 1 *", "0 9 * * MON", "0 9-17 * * *", "61 * * * *", "every day", ""])(
    "leaves “%s” as a cron line",
    (cron) => expect(rhythmOf(cron)).toEqual({ every: "cron", cron }),
  );
});

describe("The function's file", () => {
  const path = "functions/report.ts";
  const daily = { cron: "0 9 * * *", timeZone: "Europe/Berlin" };
  const line = 'export const config = { schedule: "0 9 * * *", timeZone: "Europe/Berlin" };\n';
  const serve = "Deno.serve(() => new Response());\n";

  it.each([
    ["the first line, without imports", serve, line + serve],
    ["the line after the imports", `import a from "a";\n${serve}`, `import a from "a";\n${line}${serve}`],
    ["its place", `export const config = { schedule: "1 1 * * *" };\n${serve}`, line + serve],
    [
      "its place, with its type",
      `export const config = { schedule: "1 1 * * *" } as const;\n${serve}`,
      line.replace(" };", " } as const;") + serve,
    ],
  ])("takes a schedule in %s", (_where, before, after) => {
    const written = writeConfig({ path, content: before }, daily);
    expect(written).toBe(after);
    expect(schedulesOf([{ path, content: written }])).toEqual([{ function: "report", path, ...daily }]);
  });

  it("gets back what it was when the schedule goes", () => {
    const content = `import a from "a";\n${serve}`;
    expect(writeConfig({ path, content: writeConfig({ path, content }, daily) }, undefined)).toBe(content);
    expect(writeConfig({ path, content }, undefined)).toBe(content);
  });

  it.each(["export const config = make();", "export const config = {}, other = 1;", "export const config = {"])(
    "is left alone where it computes its config: %s",
    (content) => expect(() => writeConfig({ path, content }, daily)).toThrow("Change the schedule in the code"),
  );
});

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const report = `Deno.serve(async (request) => {
  const trigger = request.headers.get("x-joinery-trigger");
  console.log("ran by", trigger);
  return Response.json({ trigger, sent: await request.json() });
});
`;
const weekly = { cron: "0 9 * * 1", timeZone: "Europe/Berlin" };

async function start() {
  const app = await appWith(world, { "functions/report.ts": report });
  const { appId } = app;
  const set = (value: typeof weekly | null) => app.api.triggers.setSchedule({ appId, name: "report", schedule: value });
  const view = () => app.api.triggers.get({ appId, name: "report" });
  const rows = () => world.db.select().from(schedule).where(eq(schedule.appId, appId));
  return { ...app, set, view, rows, publish: () => app.api.runtime.publish({ appId, allowWiderAccess: true }) };
}

describe("The panel of schedules and webhooks", () => {
  it("writes a schedule that runs once it is published, and takes it out again", async () => {
    const { api, appId, set, view, rows, publish } = await start();
    await set(weekly);
    expect(await view()).toMatchObject({ schedule: { ...weekly, problem: null }, runsAt: null });
    expect((await view()).schedule!.next).toHaveLength(5);
    await publish();
    expect((await view()).runsAt).toBe((await rows())[0]!.nextAt.toISOString());
    expect((await api.versions.list({ appId }))[0]).toMatchObject({ kind: "edit" });
    await set(null);
    expect(await view()).toMatchObject({ schedule: null });
    expect(await rows()).toHaveLength(1);
    await publish();
    expect(await rows()).toHaveLength(0);
  });

  it("refuses a line that is no schedule, in words", async () => {
    const { set } = await start();
    const error = await set({ cron: "61 * * * *", timeZone: "UTC" }).catch((reason: Error) => describeError(reason));
    expect(error).toMatchObject({ reason: "schedule-invalid", message: expect.stringContaining("is no schedule") });
  });

  it("pauses at once, through publications, until it is resumed", async () => {
    const { api, appId, set, view, rows, publish } = await start();
    await set(weekly);
    await publish();
    await api.triggers.setPaused({ appId, name: "report", isPaused: true });
    expect(await rows()).toHaveLength(0);
    await set({ ...weekly, cron: "0 10 * * 1" });
    await publish();
    expect(await view()).toMatchObject({ isPaused: true, runsAt: null });
    expect(await rows()).toHaveLength(0);
    await api.triggers.setPaused({ appId, name: "report", isPaused: false });
    expect(await rows()).toMatchObject([{ cron: "0 10 * * 1" }]);
  });

  it.each(["schedule", "webhook"] as const)("runs a function now as its %s would, and keeps its log", async (kind) => {
    const { api, appId, deploy, view, publish } = await start();
    await deploy("report");
    await publish();
    const answer = await api.functions.runTrigger({ appId, name: "report", kind, body: '{"order":7}' });
    const sent = kind === "webhook" ? { order: 7 } : { scheduledAt: expect.any(String) };
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { trigger: kind, sent }]);
    expect((await view()).events).toMatchObject([{ kind, status: 200, function: "report", log: `ran by ${kind}` }]);
  });

  it("does not run what is not published", async () => {
    const { api, appId, deploy, view } = await start();
    await deploy("report");
    const run = api.functions.runTrigger({ appId, name: "report", kind: "schedule" });
    await expect(run).rejects.toMatchObject({ reason: "not-published" });
    expect((await view()).events).toMatchObject([{ status: null }]);
  });

  it("brings a deleted webhook back with the same address, and takes no made up one", async () => {
    const { api, appId, view } = await start();
    const { url } = await api.triggers.createHook({ appId, name: "report" });
    const { undo } = await api.triggers.deleteHook({ appId, name: "report" });
    expect(await view()).toMatchObject({ hasHook: false, hookUrl: null });
    await api.triggers.restoreHook({ appId, name: "report", undo });
    expect((await view()).hookUrl).toBe(url);
    const made = api.triggers.restoreHook({ appId, name: "report", undo: `${undo.slice(0, -4)}AAAA` });
    await expect(made).rejects.toMatchObject({ reason: "webhook-not-found" });
  });

  it("tells a signing secret once, and gives it to the function", async () => {
    const { api, appId } = await start();
    const { key, value } = await api.triggers.makeSigningSecret({ appId, name: "report" });
    expect([key, value]).toEqual(["REPORT_WEBHOOK_SECRET", expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(JSON.stringify(await api.secrets.list({ appId }))).toContain(key);
    expect(JSON.stringify(await api.triggers.get({ appId, name: "report" }))).not.toContain(value);
  });

  it("lists every function, each with its own runs", async () => {
    const { api, appId, write, set } = await start();
    await write({ "functions/other.ts": report });
    await set(weekly);
    await world.db.execute(sql`insert into trigger_event (app_id, id, kind, function, status)
      select ${appId}, 't' || n, 'webhook', 'other', 200 from generate_series(1, 30) n`);
    const list = await api.triggers.list({ appId });
    expect(list.map(({ name, schedule: one, events }) => [name, one?.cron, events.length])).toEqual([
      ["other", undefined, 20],
      ["report", "0 9 * * 1", 0],
    ]);
  });
});
