import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { request as requestTls } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkDomains } from "@/features/domains/check-domain";
import { domainNameSchema } from "@/features/domains/schema";
import { answerRest } from "@/doors/answer";
import { answerAppHost } from "@/doors/answer-app";
import { isBuilderHost } from "@/doors/hosts";
import { sendResponse, toRequest } from "@/doors/web";
import { Dns } from "../support/dns";
import { World } from "../support/world";

let world: World;
let dns: Dns;
beforeAll(async () => {
  dns = await Dns.start();
  world = await World.open({
    DNS_SERVERS: dns.address,
    APPS_DOMAIN: "apps.example.org",
    APP_URL: "http://example.org",
  });
});
beforeEach(async () => {
  await world.reset();
  dns.records.clear();
  dns.isFailing = false;
});
afterAll(async () => {
  await world.close();
  dns.close();
});

/** A published app; published by hand, since nothing here needs its bundle. */
async function start(name = "Shop") {
  const owner = await world.signUp();
  const { appId, slug } = await owner.api.apps.create({ name });
  await world.db.execute(sql`update app set published_version_id = head_version_id where id = ${appId}`);
  const rest = (line: string, body?: object) =>
    world.rest(line.replace(" /", ` /api/apps/${appId}/`), { token: owner.token, body });
  const set = (domain: string) => rest("PUT /domain", { name: domain });
  return { ...owner, appId, slug, rest, set };
}

const appAt = async (host: string) => (await world.rest("GET /", { host })).body as string;
const nobody = "There is no app here";
const ask = async (domain: string) => (await world.rest(`GET /api/tls/ask?domain=${domain}`)).status;

describe("A custom domain", () => {
  it.each([
    ["https://Shop.Example.com/", "shop.example.com"],
    ["münchen.de", "xn--mnchen-3ya.de"],
    ["a.b.co.uk.", "a.b.co.uk"],
  ])("%s is read as %s", (typed, name) => expect(domainNameSchema.parse(typed)).toBe(name));

  it.each(["", "shop", "10.0.0.1", "[::1]", "0x7f.1", "-a.com", "a..com", "a_b.com", "x".repeat(64) + ".com"])(
    "%j is none",
    async (name) => {
      const { set } = await start();
      expect(await set(name)).toMatchObject({ status: 400, body: { error: { code: "invalid-input" } } });
    },
  );

  it.each(["example.org", "apps.example.org", "other.apps.example.org"])(
    "%s belongs to the server itself",
    async (name) => {
      const { set } = await start();
      expect(await set(name)).toMatchObject({ status: 400, body: { error: { code: "domain-own" } } });
    },
  );

  it("waits for DNS, says what it saw, and leads to the app once the TXT record stands", async () => {
    const { set, rest, api, appId } = await start();
    const { body } = await set("shop.example.com");
    expect(body).toMatchObject({ state: "pending", problem: expect.stringContaining("not there yet") });
    expect(await appAt("shop.example.com")).toContain(nobody);
    const txt = body.records.find(({ type }: { type: string }) => type === "TXT");
    dns.records.set(`TXT ${txt.host}`, ["v=other", txt.value]);
    expect((await rest("POST /domain/check", {})).body).toMatchObject({ state: "verified", problem: null });
    expect(await appAt("shop.example.com")).not.toContain(nobody);
    expect((await api.apps.get({ appId })).url).toBe("http://shop.example.com");
  });

  it("is proven by a CNAME to the app's address as well, and by none to another app's", async () => {
    const { set, rest, slug } = await start();
    dns.records.set("CNAME shop.example.com", ["other.apps.example.org"]);
    expect((await set("shop.example.com")).body.problem).toContain("leads to other.apps.example.org, not to");
    dns.records.set("CNAME shop.example.com", [`${slug}.APPS.example.org`]);
    expect((await rest("POST /domain/check", {})).body.state).toBe("verified");
  });

  it("under .localhost or .test counts as verified", async () => {
    const { set } = await start();
    expect((await set("shop.test")).body).toMatchObject({ state: "verified", url: "http://shop.test" });
    expect((await set("my.shop.localhost")).body.state).toBe("verified");
    expect(await appAt("shop.test")).toContain(nobody);
    expect(await appAt("my.shop.localhost")).not.toContain(nobody);
  });

  it("that two apps ask for goes to whoever proves it, and stays while that one can", async () => {
    const [one, two] = [await start("One"), await start("Two")];
    await one.set("shop.example.com");
    dns.records.set("CNAME shop.example.com", [`${two.slug}.apps.example.org`]);
    expect((await two.set("shop.example.com")).body.state).toBe("verified");
    expect((await one.rest("POST /domain/check", {})).body.state).toBe("pending");
    // Both have a proof: the app that has the domain keeps it.
    const { records } = (await one.rest("GET /domain")).body;
    dns.records.set(`TXT ${records[1].host}`, [records[1].value]);
    expect((await one.rest("POST /domain/check", {})).body).toMatchObject({
      state: "pending",
      problem: "This domain already leads to another app",
    });
    // The domain moves: its new owner takes it over, and the former app keeps its own address.
    dns.records.delete("CNAME shop.example.com");
    expect((await one.rest("POST /domain/check", {})).body.state).toBe("verified");
    expect((await two.rest("GET /domain")).body.state).toBe("pending");
    expect((await two.api.apps.get({ appId: two.appId })).url).toBe(`http://${two.slug}.apps.example.org`);
  });

  it("is never taken over on .test, whoever asks", async () => {
    const [one, two] = [await start("One"), await start("Two")];
    await one.set("shop.test");
    expect((await two.set("shop.test")).body).toMatchObject({
      state: "pending",
      problem: "This domain already leads to another app",
    });
  });

  it("stays verified while DNS is away, and a pending one says so", async () => {
    const { set, rest, slug } = await start();
    dns.records.set("CNAME shop.example.com", [`${slug}.apps.example.org`]);
    await set("shop.example.com");
    dns.isFailing = true;
    expect((await rest("POST /domain/check", {})).body).toMatchObject({ state: "verified", problem: null });
    const other = await start("Other");
    expect((await other.set("other.example.com")).body.problem).toContain("DNS did not answer");
  });

  it("is verified by the job, without the owner", async () => {
    const { set, rest, slug } = await start();
    await set("shop.example.com");
    dns.records.set("CNAME shop.example.com", [`${slug}.apps.example.org`]);
    await checkDomains(world.platform);
    expect((await rest("GET /domain")).body.state).toBe("verified");
  });

  it("that is removed or replaced leads nowhere, and is free for others", async () => {
    const [one, two] = [await start("One"), await start("Two")];
    await one.set("shop.test");
    await one.set("store.test");
    expect(await appAt("shop.test")).toContain(nobody);
    expect((await two.set("shop.test")).body.state).toBe("verified");
    await one.rest("DELETE /domain");
    expect(await appAt("store.test")).toContain(nobody);
    expect((await one.rest("GET /domain")).body).toEqual({});
  });
});

describe("A certificate is given", () => {
  it("for the builder, apps' addresses and verified domains, and for nothing else", async () => {
    const { set, slug, appId } = await start();
    await set("shop.test");
    for (const name of ["example.org", `${slug}.apps.example.org`, `${appId}.apps.example.org`, "SHOP.test"])
      expect([name, await ask(name)]).toEqual([name, 200]);
    await set("pending.example.com");
    for (const name of ["pending.example.com", "nobody.apps.example.org", `a.${slug}.apps.example.org`, slug, "x.com"])
      expect([name, await ask(name)]).toEqual([name, 404]);
    expect((await world.rest("GET /api/tls/ask")).status).toBe(400);
  });

  const caddy = spawnSync("caddy", ["version"]).status === 0;

  it.skipIf(!caddy)(
    "by Caddy with the shipped Caddyfile (runs only where the caddy binary is installed)",
    { timeout: 60_000 },
    async () => {
      const { set } = await start();
      await set("shop.test");
      const joinery = createServer((incoming, outgoing) => {
        const request = toRequest(incoming, outgoing, `http://${incoming.headers.host}`);
        const answer = isBuilderHost(world.platform.env, incoming.headers.host) ? answerRest : answerAppHost;
        void answer(world.platform, request).then((response) => sendResponse(response, outgoing, false));
      }).listen(0, "127.0.0.1");
      await once(joinery, "listening");
      const folder = mkdtempSync(join(tmpdir(), "joinery-caddy-"));
      const [httpPort, httpsPort] = [4341, 4342];
      const child = spawn("caddy", ["run", "--config", "Caddyfile"], {
        stdio: "ignore",
        env: {
          ...process.env,
          HOME: folder,
          XDG_DATA_HOME: folder,
          XDG_CONFIG_HOME: folder,
          JOINERY: `127.0.0.1:${(joinery.address() as AddressInfo).port}`,
          CADDY_OPTIONS: `admin off\nlocal_certs\nskip_install_trust\nhttp_port ${httpPort}\nhttps_port ${httpsPort}`,
        },
      });
      const get = (name: string) =>
        new Promise<number | undefined>((resolve, reject) =>
          requestTls(
            {
              host: "127.0.0.1",
              port: httpsPort,
              servername: name,
              rejectUnauthorized: false,
              headers: { host: name },
            },
            (answer: IncomingMessage) => resolve(answer.resume().statusCode),
          )
            .on("error", reject)
            .end(),
        );
      try {
        await expect.poll(() => get("shop.test").catch(() => undefined), { timeout: 30_000 }).toBe(404);
        await expect(get("stranger.test")).rejects.toThrow();
      } finally {
        child.kill();
        await once(child, "exit");
        joinery.close();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
