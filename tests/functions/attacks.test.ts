import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { getPriority, hostname, networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleFunction } from "@/engines/functions/bundle";
import { forward } from "@/engines/functions/forward";
import { type Functions, openFunctions } from "@/engines/functions/open";
import { AppSupervisor } from "@/engines/functions/supervise";

/** What a hostile function may try (facts/runtime.md, "Isolation"), tried for real against the runtime. */
let functions: Functions;
let victim: Server;
let port: number;
let reached = 0;
beforeAll(async () => {
  functions = openFunctions();
  victim = createServer((_request, response) => {
    reached += 1;
    response.end("the platform");
  });
  await new Promise<void>((resolve) => victim.listen(0, "::", resolve));
  port = (victim.address() as { port: number }).port;
});
afterAll(async () => {
  await functions.close();
  victim.closeAllConnections();
  victim.close();
});

let apps = 0;
async function deploy(content: string, secrets: Record<string, string> = {}) {
  const appId = `app${(apps += 1)}`;
  const { code, hash } = await bundleFunction([{ path: "functions/f.ts", content }], "functions/f.ts", "f");
  const load = async () => ({ fingerprint: hash, appId, functions: [{ name: "f", hash, code }], secrets });
  await functions.deploy(appId, "f", load);
  return (body: unknown = {}) =>
    functions.invoke(
      {
        appId,
        name: "f",
        id: "c1",
        request: new Request("http://f/functions/f", { method: "POST", body: JSON.stringify(body) }),
      },
      load,
    );
}

/** Runs the tries inside a function and tells how each ended. */
async function attempt(tries: string, secrets?: Record<string, string>): Promise<Record<string, string>> {
  const call = await deploy(
    `export default async (request) => {
  const body = await request.json();
  const tries = { ${tries} };
  const outcome = {};
  for (const [name, act] of Object.entries(tries)) {
    try { const value = await act(body); outcome[name] = "got " + (typeof value === "string" ? value : JSON.stringify(value)); }
    catch (error) { outcome[name] = "denied"; }
  }
  return Response.json(outcome);
};`,
    secrets,
  );
  return (
    await call({
      port,
      host: hostname(),
      address:
        Object.values(networkInterfaces())
          .flat()
          .find((one) => one?.family === "IPv4" && !one.internal)?.address ?? "10.0.0.1",
    })
  ).json() as Promise<Record<string, string>>;
}

const allDenied = (outcome: Record<string, string>) =>
  expect(Object.entries(outcome).filter(([, end]) => end !== "denied")).toEqual([]);

describe("A function of one app", () => {
  it("reaches no file of the machine, and no environment or secret but its app's own", async () => {
    const planted = join(tmpdir(), `joinery-planted-${process.pid}`);
    writeFileSync(planted, "planted words");
    const outcome = await attempt(
      `
    passwd: async () => (await import("node:fs")).readFileSync("/etc/passwd", "utf8"),
    planted: async () => (await import("node:fs")).readFileSync(${JSON.stringify(planted)}, "utf8"),
    environ: async () => (await import("node:fs")).readFileSync("/proc/self/environ", "utf8"),
    parent: async () => (await import("node:fs")).readFileSync("/proc/1/environ", "utf8"),
    sources: async () => (await import("node:fs/promises")).readFile(${JSON.stringify(join(process.cwd(), "package.json"))}, "utf8"),
    write: async () => { (await import("node:fs")).writeFileSync(${JSON.stringify(`${planted}.written`)}, "x"); throw new Error("its own virtual disk, if any"); },
    url: async () => (await fetch("file:///etc/passwd")).text(),
    env: async () => JSON.stringify([process.env.PATH ?? "none", process.env.HOME ?? "none", Deno.env.toObject()]),
    `,
      { OWN: "mine-only" },
    );
    expect(outcome).toEqual({
      passwd: "denied",
      planted: "denied",
      environ: "denied",
      parent: "denied",
      sources: "denied",
      write: "denied",
      url: "denied",
      env: 'got ["none","none",{"OWN":"mine-only"}]',
    });
    expect(existsSync(`${planted}.written`)).toBe(false);
  });

  it("starts no process or thread, signals nobody, and evaluates no text", async () => {
    allDenied(
      await attempt(`
    spawn: async () => { const { spawnSync } = await import("node:child_process"); const { stdout } = spawnSync("id"); return String(stdout); },
    exec: async () => String((await import("node:child_process")).execSync("id")),
    fork: async () => { (await import("node:child_process")).fork("x.js"); },
    signal: async () => { process.kill(1, 0); return "signalled"; },
    thread: async () => { new (await import("node:worker_threads")).Worker("1", { eval: true }); return "a thread"; },
    worker: async () => { new Worker("data:text/javascript,1"); return "a worker"; },
    run: async () => new Function("return 1")(),
    evaluate: async () => (0, eval)("1 + 1"),
    dlopen: async () => { process.dlopen({ exports: {} }, "/lib/x86_64-linux-gnu/libc.so.6"); return "loaded"; },
    binding: async () => JSON.stringify(Object.keys(process.binding("fs"))),
    `),
    );
  });

  it("reaches nothing of this machine or its networks, however the address is spelled", async () => {
    const hosts = [
      "localhost",
      "127.0.0.1",
      "[::1]",
      "0.0.0.0",
      "127.1",
      "2130706433",
      "0x7f000001",
      "[::ffff:127.0.0.1]",
      "[::]",
    ];
    const spelled = hosts
      .map(
        (host) => `${JSON.stringify(host)}: async ({ port }) => (await fetch("http://${host}:" + port + "/")).text(),`,
      )
      .join("\n");
    const outcome = await attempt(`
    ${spelled}
    name: async ({ port, host }) => (await fetch("http://" + host + ":" + port + "/")).text(),
    own: async ({ port, address }) => (await fetch("http://" + address + ":" + port + "/")).text(),
    metadata: async () => (await fetch("http://169.254.169.254/latest/meta-data/", { signal: AbortSignal.timeout(500) })).text(),
    private10: async () => (await fetch("http://10.0.0.1/", { signal: AbortSignal.timeout(500) })).text(),
    private192: async () => (await fetch("http://192.168.0.1/", { signal: AbortSignal.timeout(500) })).text(),
    socket: async ({ port }) => { const name = "cloudflare:" + "sockets"; const { connect } = await import(name); const socket = connect({ hostname: "127.0.0.1", port }); await socket.opened; return "opened"; },
    net: async ({ port }) => { const net = await import("node:net"); return new Promise((resolve, reject) => { const socket = net.connect(port, "127.0.0.1", () => resolve("opened")); socket.on("error", reject); setTimeout(() => reject(new Error("late")), 800); }); },
    unix: async () => { const net = await import("node:net"); return new Promise((resolve, reject) => { const socket = net.connect("/run/docker.sock", () => resolve("opened")); socket.on("error", reject); setTimeout(() => reject(new Error("late")), 500); }); },
    `);
    allDenied(outcome);
    expect(reached).toBe(0);
  });

  it("listens to nobody", async () => {
    await attempt(
      `listen: async () => { const { createServer } = await import("node:http"); createServer((q, s) => s.end("in")).listen(18399); await new Promise((r) => setTimeout(r, 100)); },`,
    );
    await expect(fetch("http://127.0.0.1:18399/")).rejects.toThrow();
  });

  it("reaches its own app's API and no other path of the platform", async () => {
    const asked: string[] = [];
    functions.answerApi((appId, incoming, outgoing) => {
      asked.push(`${appId} ${incoming.url}`);
      outgoing.end("{}");
    });
    const call = await deploy(
      `import { User } from "@/api/entities";\nexport default async () => { await User.me(); return new Response("ok"); };`,
    );
    expect(await (await call()).text()).toBe("ok");
    expect(asked).toEqual([`app${apps} /api/apps/app${apps}/me`]);
  });

  it("goes last on the processor while it computes without a pause, and has its turn again when it is calm", async () => {
    const call = await deploy(
      `export default () => { let sum = 0; for (let n = 0; n < 2e8; n += 1) sum += n; return new Response("done"); };`,
    );
    const { pid } = functions.running().at(-1)!;
    // Again and again: on a fast machine one call may end before the pace is looked at.
    const seen = new AbortController();
    const computing = (async () => {
      while (!seen.signal.aborted) expect(await (await call()).text()).toBe("done");
    })();
    await expect.poll(() => getPriority(pid), { interval: 20 }).toBe(19);
    seen.abort();
    await computing;
    // Only root may take a thread's niceness back; a session's own niceness needs no right.
    if (process.getuid?.() === 0) await expect.poll(() => getPriority(pid)).toBe(5);
  });

  it("answers others while many callers send their bodies slowly, and one who hangs up is let go", async () => {
    const call = await deploy(`export default async (request) => new Response(await request.text());`);
    const hangUp = new AbortController();
    const slow = Array.from({ length: 80 }, () => {
      const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
      const sent = { method: "POST", body, signal: hangUp.signal, duplex: "half" };
      return functions.invoke(
        { appId: `app${apps}`, name: "f", id: "c1", request: new Request("http://f/functions/f", sent) },
        () => Promise.reject(new Error("It runs already")),
      );
    });
    expect(await (await call({ a: 1 })).text()).toBe('{"a":1}');
    hangUp.abort();
    const ends = await Promise.allSettled(slow);
    for (const end of ends) expect(end).toMatchObject({ status: "rejected", reason: { reason: "function-stopped" } });
  });

  it("that leaves work behind which computes without a pause is ended though nobody calls it, and one that rests is not", async () => {
    const deployed = async (content: string) => {
      const { code, hash } = await bundleFunction([{ path: "functions/f.ts", content }], "functions/f.ts", "f");
      const supervisor = new AppSupervisor(() => undefined);
      const ready = () =>
        supervisor.ready(async () => ({
          fingerprint: hash,
          appId: "left",
          functions: [{ name: "f", hash, code }],
          secrets: {},
        }));
      await forward(ready, { appId: "left", name: "f", id: "c1", request: new Request("http://f/functions/f") });
      return supervisor;
    };
    const burning = await deployed(
      `const burn = async () => { for (;;) { for (let n = 0; n < 3e7; n += 1); await new Promise((done) => setTimeout(done, 1)); } };\nexport default (request, { waitUntil }) => { waitUntil(burn()); return new Response("ok"); };`,
    );
    const resting = await deployed(
      `export default (request, { waitUntil }) => { waitUntil(new Promise((done) => setTimeout(done, 60_000))); return new Response("ok"); };`,
    );
    const muchLater = () => Date.now() + 60_000;
    await expect
      .poll(
        async () => (await Promise.all([burning.check(muchLater()), resting.check(muchLater())]), burning.process),
        { interval: 500 },
      )
      .toBeUndefined();
    expect(burning.log.after().at(-1)?.text).toContain("ran without a pause");
    expect(resting.process?.isAlive).toBe(true);
    resting.stop();
  });

  it("whose process cannot start is refused as unavailable, waits longer each time, and leaves nothing behind", async () => {
    const usual = process.env.TMPDIR;
    const folder = mkdtempSync(join(tmpdir(), "own-"));
    process.env.TMPDIR = folder;
    try {
      let starts = 0;
      const code = "export default (";
      const load = (secrets: Record<string, string>) => async () => {
        starts += 1;
        return { fingerprint: "1", appId: "broken", functions: [{ name: "f", hash: "1", code }], secrets };
      };
      const call = (secrets = {}) =>
        functions.invoke(
          { appId: "broken", name: "f", id: "c1", request: new Request("http://f/functions/f") },
          load(secrets),
        );
      for (const secrets of [{}, { NUL: "a\0b" }, {}])
        await expect(call(secrets)).rejects.toMatchObject({ reason: "function-unavailable" });
      await expect(call()).rejects.toMatchObject({
        reason: "function-unavailable",
        details: { retryAfterMs: expect.any(Number) as number },
      });
      expect(starts).toBe(3);
      expect(
        functions
          .log("broken")
          .after()
          .map(({ text }) => text)[0],
      ).toMatch(/did not start: .*Unexpected end/s);
      await expect.poll(() => readdirSync(folder)).toEqual([]);
    } finally {
      if (usual === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = usual;
      rmSync(folder, { recursive: true });
    }
  });

  it("outlives an error that nobody catches", async () => {
    const call = await deploy(
      `export default async () => { Promise.reject(new Error("lost")); setTimeout(() => { throw new Error("late"); }, 1); await new Promise((r) => setTimeout(r, 30)); return new Response("still here"); };`,
    );
    expect(await (await call()).text()).toBe("still here");
    expect(await (await call()).text()).toBe("still here");
  });

  // All at once, as they might come.
  it.concurrent.for([
    ["a loop without end", "for (;;) {}"],
    ["a loop of promises without end", "for (;;) await null;"],
    ["a regular expression without end", `/^(a+)+$/.test("a".repeat(40) + "!");`],
    ["objects without end", "const kept = []; for (;;) kept.push({ a: new Array(1000).fill(Math.random()) });"],
    [
      "strings without end",
      `const kept = []; for (let n = 0; ; n += 1) kept.push(("piece " + n).repeat(50_000).split("").reverse().join(""));`,
    ],
    ["buffers without end", "const kept = []; for (;;) { kept.push(new Uint8Array(64_000_000).fill(1)); }"],
  ])(
    "with %s ends itself alone: its neighbour answers meanwhile, and it answers again",
    async ([, harm], { expect }) => {
      const neighbour = await deploy(`export default () => new Response("fine");`);
      const call = await deploy(
        `export default async (request) => { const { harm } = await request.json(); if (harm) { ${harm} } return new Response("well"); };`,
      );
      expect(await (await call()).text()).toBe("well");
      const lost = call({ harm: true }).then(
        (answer) => answer.status,
        () => "lost",
      );
      for (let turn = 0; turn < 20; turn += 1) {
        expect(await (await neighbour()).text()).toBe("fine");
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      expect(["lost", 500]).toContain(await lost);
      await expect.poll(async () => (await call().catch(() => undefined))?.text(), { interval: 100 }).toBe("well");
    },
  );
});
