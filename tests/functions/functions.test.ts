import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { deployChanged } from "@/features/functions/deploy";
import { followLogs } from "@/features/functions/follow-logs";
import { beginningOf } from "@/features/functions/run";
import { listDeployments } from "@/features/functions/store";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";
import { appWith, onHost } from "./support";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());

const answers = (text: string) => `export default () => new Response(${JSON.stringify(text)});`;

describe("A function", () => {
  it("answers by Deno.serve, sees its request as the caller sent it, and its log names the run", async () => {
    const app = await appWith(world, {
      "functions/hello.ts": `Deno.serve(async (request: Request) => { console.log("got", { a: 1 }); return Response.json({ hello: (await request.json()).name, url: request.url, own: [...request.headers.keys()].filter((key) => key.startsWith("x-joinery")) }); });`,
    });
    const { functionUrl } = await app.deploy("hello");
    expect(functionUrl).toBe(`http://${app.appId}.localhost:3000/functions/hello`);
    const answer = await app.run("hello", `{"name":"Ada"}`);
    expect(answer).toMatchObject({ status: 200 });
    expect(JSON.parse(answer.body)).toEqual({ hello: "Ada", url: functionUrl, own: [] });
    expect(app.log()).toMatchObject([{ level: "log", function: "hello", call: answer.call, text: "got { a: 1 }" }]);
  });

  it("answers by its default export, imports the app's files and the platform's packages", async () => {
    const app = await appWith(world, {
      "functions/shared/words.ts": `export const greet = (name: string) => "Good day, " + name;`,
      "services/price.js": `export const price = 12;`,
      "functions/order/entry.ts": `import { greet } from "../shared/words";\nimport { price } from "@/services/price";\nimport { z } from "npm:zod@4";\nimport { format } from "npm:date-fns/format";\nexport default async () => Response.json([greet("Ada"), price, z.string().parse("ok"), format(new Date(0), "yyyy")]);`,
    });
    await app.deploy("order");
    expect(JSON.parse((await app.run("order")).body)).toEqual(["Good day, Ada", 12, "ok", "1970"]);
  });

  it("reads and writes the app's rows as its caller", async () => {
    const app = await appWith(world, {
      "functions/count.ts": `import { Note, User } from "@/api/entities";\nexport default async () => { await Note.create({ text: "new" }); const me = await User.me(); return Response.json({ rows: (await Note.list()).map((row) => row.text), me: me.role }); };`,
    });
    const note = {
      path: "entities/Note.json",
      content: '{"name":"Note","type":"object","properties":{"text":{"type":"string"}}}',
    };
    await writeVersion(mintOwnedApp(world.db, app.appId), { kind: "turn" }, (files) => [...files, note]);
    await app.deploy("count");
    expect(JSON.parse((await app.run("count")).body)).toEqual({ rows: ["new"], me: "admin" });
  });

  it("answers its owner's own bearer token at the address that the deploy told, as the owner, and never sees that token", async () => {
    const app = await appWith(world, {
      "functions/who.ts": `import { User } from "@/api/entities";\nexport default async (request) => Response.json({ ...(await User.me().catch(() => null)), sent: request.headers.get("authorization"), body: await request.text() });`,
    });
    const { functionUrl } = await app.deploy("who");
    const { host, pathname } = new URL(functionUrl);
    const call = async (token: string | undefined) => {
      const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
      const answer = await onHost(world, host.replace(/:.*/, ""), pathname, { method: "POST", body: "hi", headers });
      const body: unknown = await answer.json();
      return { status: answer.status, body };
    };
    const first = await call(app.token);
    expect(first).toMatchObject({ status: 200, body: { id: app.accountId, role: "admin", body: "hi" } });
    expect(JSON.stringify(first)).not.toContain(app.token);
    // The token that it sees instead is the same for the next call, and opens nothing of the builder.
    expect(await call(app.token)).toEqual(first);
    const { sent } = first.body as { sent: string };
    expect((await world.rest("GET /api/apps", { headers: { authorization: sent } })).status).toBe(401);
    const stranger = await world.signUp();
    for (const token of [undefined, stranger.token, "made-up"]) expect((await call(token)).status).toBe(401);
    await world.rest("POST /api/auth/sign-out", { token: app.token });
    expect((await call(app.token)).status).toBe(401);
  });

  it("that throws is told by the file and line of each step, as the editor numbers them", async () => {
    const app = await appWith(world, {
      "functions/shared/price.ts": `type Order = { price?: { amount: number } };

export function amountOf(order: Order): number {
  return order.price!.amount;
}
`,
      "functions/order.ts": `import { format } from "npm:date-fns/format";
import { amountOf } from "./shared/price";

export default async () => {
  console.log(format(new Date(), "yyyy"));
  return Response.json(amountOf({}));
};
`,
    });
    await app.deploy("order");
    await app.run("order");
    await expect
      .poll(() => app.log().find(({ level }) => level === "error")?.text)
      .toBe(
        [
          "TypeError: Cannot read properties of undefined (reading 'amount')",
          "    at amountOf (functions/shared/price.ts:4:23)",
          "    at order_default (functions/order.ts:6:24)",
        ].join("\n"),
      );
  });

  it("that throws answers 500 without its words; the words are in the builder's log", async () => {
    const app = await appWith(world, {
      "functions/bad.ts": `export default () => { throw new Error("inner words"); };`,
    });
    await app.deploy("bad");
    const answer = await app.run("bad");
    expect(answer).toMatchObject({
      status: 500,
      body: `{"error":{"code":"function-failed","message":"The function bad failed"}}`,
    });
    expect(
      app
        .log()
        .map(({ text }) => text)
        .join(),
    ).toContain("inner words");
  });
});

describe("Deploy", () => {
  it("switches to the new code, and calls in flight end on the old one", async () => {
    const app = await appWith(world, {
      "functions/slow.ts": `export default async () => { console.log("begun"); await new Promise((done) => setTimeout(done, 600)); return new Response("old"); };`,
    });
    await app.deploy("slow");
    const inFlight = app.run("slow");
    await expect.poll(() => app.log().map(({ text }) => text)).toContain("begun");
    await app.write({ "functions/slow.ts": answers("new") });
    await app.deploy("slow");
    expect((await app.run("slow")).body).toBe("new");
    expect((await inFlight).body).toBe("old");
  });

  it("refuses with missing_secrets and the keys, before anything runs", async () => {
    const app = await appWith(world, {
      "functions/mail.ts": `// Deno.env.get("IN_A_COMMENT")\nconst region = Deno.env.get("REGION") ?? "eu";\nconst key = Deno.env.get("MAIL_KEY");\nDeno.serve(() => Response.json({ region, key }));`,
    });
    const refused = await world.rest(`POST /apps/${app.appId}/functions/mail/deploy`, { token: app.token });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: { code: "missing_secrets", message: "Missing required secrets", details: { missing: ["MAIL_KEY"] } },
      },
    });
    await app.api.secrets.update({ appId: app.appId, secrets: [{ key: "MAIL_KEY", value: "k-12345678" }] });
    expect(await world.rest(`POST /apps/${app.appId}/functions/mail/deploy`, { token: app.token })).toMatchObject({
      status: 200,
      body: { functionUrl: `http://${app.appId}.localhost:3000/functions/mail` },
    });
    expect(JSON.parse((await app.run("mail")).body)).toEqual({ region: "eu", key: "k-12345678" });
  });

  it.each([
    ["a syntax error", `export default () => {`, /functions\/f\.ts:1: Unexpected end of file/],
    [
      "a package that is not there",
      `import x from "npm:left-pad";\nexport default () => x;`,
      /functions\/f\.ts:1: The package "left-pad" is not available/,
    ],
    [
      "an import from the network",
      `import x from "https://evil.example/x.js";\nexport default () => x;`,
      /cannot import from the network/,
    ],
    ["an import of a host file", `import x from "/etc/passwd";\nexport default () => x;`, /There is no file/],
    ["a way out of the app", `import x from "../../../../etc/passwd";\nexport default () => x;`, /There is no file/],
    ["a way out of a package", `import x from "npm:zod/../../package.json";\nexport default () => x;`, /not available/],
    [
      "a version of a package that functions do not have",
      `import { z } from "npm:zod@3";\nexport default () => z;`,
      /functions\/f\.ts:1: "npm:zod@3" asks for a version that functions do not have: they run zod 4\..*Import "npm:zod@4"/,
    ],
    ["no handler", `export const nothing = 1;`, /has no handler/],
    ["a throw at the top", `throw new Error("no start");\nexport default () => 1;`, /no start/],
  ])("says what is wrong with %s, and the function before it goes on", async (_name, content, words) => {
    const app = await appWith(world, { "functions/f.ts": answers("before") });
    await app.deploy("f");
    await app.write({ "functions/f.ts": content });
    await expect(app.deploy("f")).rejects.toMatchObject({
      reason: "deploy-failed",
      message: "Failed to deploy function. Please try again.",
      details: { details: expect.stringMatching(words) },
    });
    expect((await app.run("f")).body).toBe("before");
  });

  it("of a name without a file: 'Could not determine function name'", async () => {
    const app = await appWith(world, {});
    for (const name of ["nothing", "../x", ""])
      await expect(app.deploy(name)).rejects.toThrow("Could not determine function name");
  });

  it("lists what is a file, what runs, and what changed since", async () => {
    const app = await appWith(world, { "functions/a.ts": answers("a"), "functions/b.ts": answers("b") });
    await app.deploy("a");
    const list = () =>
      world.rest(`GET /apps/${app.appId}/functions/list`, { token: app.token }).then(({ body }) => body.functions);
    expect(await list()).toMatchObject([
      { name: "a", path: "functions/a.ts", isCurrent: true, functionUrl: expect.stringContaining("/functions/a") },
      { name: "b", isCurrent: false },
    ]);
    await app.write({ "functions/a.ts": answers("a2") });
    expect(await list()).toMatchObject([{ name: "a", isCurrent: false }, { name: "b" }]);
    await app.api.functions.delete({ appId: app.appId, name: "a" });
    await expect(app.run("a")).rejects.toMatchObject({ reason: "function-not-found" });
  });

  it("after a turn takes what is new, and says in the log what cannot be deployed", async () => {
    const app = await appWith(world, {
      "functions/a.ts": answers("a"),
      "functions/b.ts": `export default () => new Response(Deno.env.get("MAIL_KEY"));`,
    });
    await deployChanged(world.platform, mintOwnedApp(world.db, app.appId));
    expect((await app.run("a")).body).toBe("a");
    expect((await app.run("b")).status).toBe(404);
    expect(app.log()).toMatchObject([{ level: "error", function: "b", text: "b: Missing required secrets\nMAIL_KEY" }]);
  });

  it("of the same files gives the same code", async () => {
    const app = await appWith(world, {
      "functions/a.ts": `import { z } from "npm:zod";\nexport default () => new Response(z.string().parse("x"));`,
    });
    await app.deploy("a");
    const owned = mintOwnedApp(world.db, app.appId);
    const [first] = await listDeployments(owned);
    await app.deploy("a");
    const [second] = await listDeployments(owned);
    expect(second!.hash).toBe(first!.hash);
  });
});

describe("Secrets of functions", () => {
  it("are rotated into a running function, and a deleted one is gone", async () => {
    const app = await appWith(world, {
      "functions/key.ts": `export default () => new Response(String(Deno.env.get("KEY") ?? "none"));`,
    });
    await app.deploy("key");
    const set = (value: string) => app.api.secrets.update({ appId: app.appId, secrets: [{ key: "KEY", value }] });
    await set("first-value");
    await expect.poll(async () => (await app.run("key")).body).toBe("first-value");
    await set("second-value");
    await expect.poll(async () => (await app.run("key")).body).toBe("second-value");
    await app.api.secrets.delete({ appId: app.appId, key: "KEY" });
    await expect.poll(async () => (await app.run("key")).body).toBe("none");
  });

  it("are not in logs, in a failed deploy's words, or in stored code, also when the function says them", async () => {
    const canary = "canary-5d1e77-never-shown";
    const app = await appWith(world, {
      "functions/leak.ts": `console.log("top", Deno.env.get("KEY"));\nexport default () => { console.log("says", Deno.env.get("KEY")); throw new Error(Deno.env.get("KEY")); };`,
    });
    await app.api.secrets.update({ appId: app.appId, secrets: [{ key: "KEY", value: canary }] });
    await app.deploy("leak");
    const shown = [await app.run("leak"), app.log(), await app.api.functions.logs({ appId: app.appId, name: "leak" })];
    expect(JSON.stringify(shown)).not.toContain(canary);
    expect(JSON.stringify(app.log())).toContain("says •••");
    await app.write({ "functions/leak.ts": `throw new Error("is " + Deno.env.get("KEY"));` });
    const failed = await app.deploy("leak").catch((error: unknown) => JSON.stringify(error));
    expect(failed).not.toContain(canary);
  });

  it("called PLATFORM do not hide the app's own API from its functions", async () => {
    const app = await appWith(world, {
      "functions/me.ts": `import { User } from "@/api/entities";\nexport default async () => Response.json([(await User.me()).role, Deno.env.get("PLATFORM")]);`,
    });
    await app.api.secrets.update({ appId: app.appId, secrets: [{ key: "PLATFORM", value: "a-secret" }] });
    await app.deploy("me");
    expect(JSON.parse((await app.run("me")).body)).toEqual(["admin", "a-secret"]);
  });

  it("called LD_PRELOAD or PATH are secrets, not orders to the system", async () => {
    const app = await appWith(world, {
      "functions/env.ts": `export default () => Response.json([Deno.env.get("LD_PRELOAD"), Deno.env.get("PATH"), Deno.env.get("HOME") ?? null, Object.keys(Deno.env.toObject()).sort()]);`,
    });
    await app.api.secrets.update({
      appId: app.appId,
      secrets: [
        { key: "LD_PRELOAD", value: "/nothing.so" },
        { key: "PATH", value: "/nowhere" },
      ],
    });
    await app.deploy("env");
    expect(JSON.parse((await app.run("env")).body)).toEqual(["/nothing.so", "/nowhere", null, ["LD_PRELOAD", "PATH"]]);
  });
});

describe("A deleted app", () => {
  it("takes its process with it, and the secrets that this holds", async () => {
    const app = await appWith(world, { "functions/f.ts": answers("here") });
    await app.deploy("f");
    const isRunning = () => world.platform.functions.running().some(({ appId }) => appId === app.appId);
    expect(isRunning()).toBe(true);
    await app.api.apps.delete({ appId: app.appId });
    await expect.poll(isRunning).toBe(false);
  });
});

describe("On the app's own host", () => {
  it("an unpublished app's functions answer its builder alone, a published one's anybody", async () => {
    const app = await appWith(world, {
      "functions/open.ts": answers("hello"),
      "pages/Home.jsx": "export default () => <p>Home</p>;",
    });
    await app.deploy("open");
    const anonymous = await onHost(world, `${app.appId}.localhost`, "/functions/open", { method: "POST" });
    expect([anonymous.status, (await anonymous.json()).error.code]).toEqual([401, "not-signed-in"]);
    const { token } = await app.api.runtime.previewSession({ appId: app.appId });
    const builder = await onHost(world, `${app.appId}.localhost`, "/functions/open", {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await builder.text()).toBe("hello");
    const { url } = await app.api.runtime.publish({ appId: app.appId });
    const visitor = await onHost(world, new URL(url).hostname, "/functions/open?x=1", { method: "GET" });
    expect([visitor.status, await visitor.text()]).toEqual([200, "hello"]);
    expect((await onHost(world, new URL(url).hostname, "/functions/none")).status).toBe(404);
  });

  it("a cookie for the whole domain does not leave, a host cookie does; our own marks cannot be sent in", async () => {
    const app = await appWith(world, {
      "functions/set.ts": `export default (request) => { const headers = new Headers(); headers.append("set-cookie", "a=1; Path=/"); headers.append("set-cookie", "b=2; Domain=localhost"); return new Response(request.headers.get("x-joinery-call"), { headers }); };`,
      "pages/Home.jsx": "export default () => <p>Home</p>;",
    });
    await app.deploy("set");
    const { url } = await app.api.runtime.publish({ appId: app.appId });
    const answer = await onHost(world, new URL(url).hostname, "/functions/set", {
      headers: { "x-joinery-call": "forged", "x-joinery-function": "other" },
    });
    expect([answer.headers.getSetCookie(), await answer.text()]).toEqual([["a=1; Path=/"], ""]);
  });

  it("streams an answer while it is made", async () => {
    const app = await appWith(world, {
      "functions/stream.ts": `let mayEnd = false;
export default (request) => {
  if (request.url.endsWith("?end")) return new Response(String((mayEnd = true)));
  const encoder = new TextEncoder();
  return new Response(new ReadableStream({
    async start(controller) {
      controller.enqueue(encoder.encode("one "));
      while (!mayEnd) await new Promise((done) => setTimeout(done, 10));
      controller.enqueue(encoder.encode("two"));
      controller.close();
    },
  }));
};`,
      "pages/Home.jsx": "export default () => <p>Home</p>;",
    });
    await app.deploy("stream");
    const { url } = await app.api.runtime.publish({ appId: app.appId });
    const call = (path: string) => onHost(world, new URL(url).hostname, path);
    const reader = (await call("/functions/stream")).body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("one ");
    expect(await (await call("/functions/stream?end")).text()).toBe("true");
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("two");
  });
});

describe("The answer that Run shows", () => {
  it("is the beginning of one without end", async () => {
    const app = await appWith(world, {
      "functions/endless.ts": `const piece = new TextEncoder().encode("[1,".repeat(10_000));\nexport default () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(piece) }), { headers: { "content-type": "application/json" } });`,
    });
    await app.deploy("endless");
    const { body, isCut } = await app.run("endless");
    expect([body.length, isCut]).toEqual([200_000, true]);
  });

  it("is what came in time when the rest does not come", async () => {
    const quiet = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("one ")),
    });
    expect(await beginningOf(new Response(quiet), 100, 20)).toEqual({ body: "one ", isCut: true });
    expect(await beginningOf(new Response("all"), 3, 20)).toEqual({ body: "all", isCut: false });
    expect(await beginningOf(new Response(null), 3, 20)).toEqual({ body: "", isCut: false });
  });
});

describe("The log of a function", () => {
  it("keeps a line whole whatever characters it has", async () => {
    const app = await appWith(world, {
      "functions/say.ts": `export default () => { console.log("one\\u2028two\\u2029three"); return new Response("ok"); };`,
    });
    await app.deploy("say");
    await app.run("say");
    await expect.poll(() => app.log().map(({ text }) => text)).toEqual(["one\u2028two\u2029three"]);
  });

  it("is followed live, and shows another app's lines to nobody", async () => {
    const app = await appWith(world, {
      "functions/say.ts": `export default async (request) => { console.warn("heard", await request.text()); return new Response("ok"); };`,
    });
    const other = await appWith(world, {
      "functions/say.ts": `export default async () => { console.log("of another app"); return new Response("ok"); };`,
    });
    await app.deploy("say");
    await other.deploy("say");
    const { token, appId } = app;
    const hangUp = new AbortController();
    const stream = followLogs(world.platform.functions.log(appId), "say", [], hangUp.signal).body!.getReader();
    await other.run("say");
    await app.run("say", "words");
    const { value } = await stream.read();
    hangUp.abort();
    expect(new TextDecoder().decode(value)).toContain(`"level":"warn","function":"say"`);
    expect(new TextDecoder().decode(value)).toContain("heard words");
    expect((await world.rest(`GET /api/apps/${appId}/functions/say/logs`, { token: other.token })).status).toBe(404);
    expect(token).not.toBe(other.token);
  });
});
