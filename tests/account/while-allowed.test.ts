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
    const guarded = await whileAllowed(response, () => ((asked += 1) < 3 ? Promise.resolve("first") : later()), 10);
    expect(await guarded.text()).toBe("data: 1\n\n");
    expect([asked, isLetGo()]).toEqual([3, true]);
  });

  it("asks no more when its reader has left", async () => {
    const { response, isLetGo } = endless();
    let asked = 0;
    const guarded = await whileAllowed(response, () => Promise.resolve(`${(asked += 1) > 0}`), 10);
    await guarded.body!.cancel();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([asked, isLetGo()]).toEqual([1, true]);
  });

  it("of a function's log ends within five seconds of its admin's sign-out", async () => {
    const app = await appWith(world, { "functions/f.ts": "export default () => new Response();" });
    const request = new Request(`${appOrigin}/api/apps/${app.appId}/functions/f/logs`, {
      headers: { host: "localhost:3000", authorization: `Bearer ${app.token}`, accept: "text/event-stream" },
    });
    const stream = await answerRest(world.platform, request);
    expect([stream.status, stream.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    const ended = stream.text();
    await world.rest("POST /api/auth/sign-out", { token: app.token });
    expect(await Promise.race([ended, new Promise((resolve) => setTimeout(() => resolve("still open"), 5_000))])).toBe(
      "",
    );
  }, 15_000);
});
