import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerRest } from "@/doors/answer";
import { whileAllowed } from "@/api/while-allowed";
import { appWith } from "../functions/support";
import { appOrigin, World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());

const encoder = new TextEncoder();

/** A stream of events that never ends by itself, and whether its source was let go. */
function endless() {
  let isLetGo = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode("data: 1\n\n")),
    cancel: () => void (isLetGo = true),
  });
  return { response: new Response(body, { headers: { "content-type": "text/event-stream" } }), isLetGo: () => isLetGo };
}

describe("A stream of events", () => {
  it.each([
    ["changed", () => Promise.resolve("another")],
    ["cannot be told", () => Promise.reject(new Error("no database"))],
  ])("ends when its caller's standing %s, and lets its source go", async (_name, later) => {
    const { response, isLetGo } = endless();
    let asked = 0;
    const now = () => ((asked += 1) < 3 ? Promise.resolve("first") : later());
    const guarded = whileAllowed(response, () => ({ first: "first", now, hear: () => () => undefined, everyMs: 10 }));
    expect(await guarded.text()).toBe("data: 1\n\n");
    expect([asked, isLetGo()]).toEqual([3, true]);
  });

  it("asks no more when its reader has left", async () => {
    const { response, isLetGo } = endless();
    let asked = 0;
    let isHeard = false;
    const now = () => Promise.resolve(`${(asked += 1) > 0}`);
    const hear = () => ((isHeard = true), () => void (isHeard = false));
    const guarded = whileAllowed(response, () => ({ first: "true", now, hear, everyMs: 10 }));
    await guarded.body!.cancel();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([asked, isHeard, isLetGo()]).toEqual([1, false, true]);
  });

  it("ends at the first word of news that its caller may have lost their right, and at once when they had by then", async () => {
    const { response, isLetGo } = endless();
    let standing = "first";
    let tell: () => void = () => undefined;
    const hear = (listener: () => void) => ((tell = listener), () => undefined);
    const rights = () => ({ first: "first", now: () => Promise.resolve(standing), hear });
    const reader = whileAllowed(response, rights).body!.getReader();
    expect((await reader.read()).done).toBe(false);
    standing = "another";
    tell();
    expect((await reader.read()).done).toBe(true);
    expect(isLetGo()).toBe(true);
    expect(await whileAllowed(endless().response, rights).text()).toBe("");
  });

  it("of a function's log ends at once with its admin's sign-out", async () => {
    const app = await appWith(world, { "functions/f.ts": "export default () => new Response();" });
    const request = new Request(`${appOrigin}/api/apps/${app.appId}/functions/f/logs`, {
      headers: { host: "localhost:3000", authorization: `Bearer ${app.token}`, accept: "text/event-stream" },
    });
    const stream = await answerRest(world.platform, request);
    expect([stream.status, stream.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    const ended = stream.text();
    await world.rest("POST /api/auth/sign-out", { token: app.token });
    expect(await Promise.race([ended, new Promise((resolve) => setTimeout(() => resolve("still open"), 2_000))])).toBe(
      "",
    );
  }, 15_000);

  it.each([
    ["its admin's account is disabled", (id: string) => sql`update account set disabled_at = now() where id = ${id}`],
    ["its admin is none any more", (id: string) => sql`update account set is_admin = false where id = ${id}`],
    ["its app is deleted", (id: string) => sql`delete from app where owner_id = ${id}`],
    ["its account is deleted", (id: string) => sql`delete from account where id = ${id}`],
  ])("of a function's log ends when %s, whoever does it", async (_name, change) => {
    const app = await appWith(world, { "functions/f.ts": "export default () => new Response();" });
    const request = new Request(`${appOrigin}/api/apps/${app.appId}/functions/f/logs`, {
      headers: { host: "localhost:3000", authorization: `Bearer ${app.token}`, accept: "text/event-stream" },
    });
    const ended = (await answerRest(world.platform, request)).text();
    await world.db.execute(change(app.accountId));
    expect(await Promise.race([ended, new Promise((resolve) => setTimeout(() => resolve("still open"), 2_000))])).toBe(
      "",
    );
  });
});
