import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkMemberships, confirmMembership } from "@/features/memberships/confirm";
import { membershipJob, priceWords, withCents } from "@/features/memberships/schema";
import { runTool } from "@/features/runs/run";
import { runJob } from "@/features/runs/schema";
import { mintOwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { Gumroad } from "../support/gumroad";
import { joinApp, openToStrangers } from "../support/members";
import { mailsTo } from "../support/outbox";
import { goodPassword, type Json, World } from "../support/world";

let world: World;
let gumroad: Gumroad;
beforeAll(async () => {
  gumroad = await Gumroad.start();
  world = await World.open({ GUMROAD_URL: gumroad.url });
  await world.platform.jobs.start({
    [membershipJob]: ({ appId, saleId }) => confirmMembership(world.platform, appId!, saleId!),
    [runJob]: ({ appId, runId }) => runTool(world.platform, appId!, runId!),
  });
});
beforeEach(async () => {
  await world.reset();
  gumroad.sales.clear();
  gumroad.subscribers.clear();
  gumroad.licenses.clear();
  gumroad.pings = [];
  gumroad.products = Array.from({ length: 11 }, (_, index) => ({
    id: `prod-${index}`,
    name: `Product ${index}`,
    short_url: `https://seller.gumroad.com/l/p${index}`,
    formatted_price: "$5",
    subscription_duration: "monthly",
    deleted: false,
  }));
});
afterEach(() => void (gumroad.failing = { status: 500, times: 0 }));
afterAll(async () => {
  await world.platform.jobs.stop();
  await world.close();
  await gumroad.close();
});

const productId = "prod-10";

async function start() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "Club" });
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [
    {
      path: "entities/Note.json",
      content:
        '{"properties":{"text":{"type":"string"}},"x-accessControl":{"permissions":{"read":"all","write":"all"}}}',
    },
  ]);
  const host = await openToStrangers(world, owner, appId);
  const rest = (line: string, body?: object) =>
    world.rest(line.replace(" /", ` /api/apps/${appId}/`), { token: owner.token, body });
  const products = (accessToken = gumroad.token) =>
    rest(`GET /payments/products?appId=${appId}&accessToken=${accessToken}`);
  const connect = (id = productId) => rest("POST /payments/connect", { productId: id });
  const enable = (isPaidMembershipsEnabled = true) => rest("PUT /payments/settings", { isPaidMembershipsEnabled });
  return { ...owner, owner, appId, host, rest, products, connect, enable };
}

/** An app whose members have to pay, and one member. */
async function startPaid() {
  const app = await start();
  await app.products();
  await app.connect();
  await app.enable();
  const onHost = (line: string, token?: string, body?: object) =>
    world.rest(line.replace(" /", ` /api/apps/${app.appId}/`), { host: app.host, token, body });
  const join = async (email: string) => {
    const { body } = await onHost("POST /sign-up", undefined, { email, password: goodPassword });
    return body.token as string;
  };
  const canRead = async (token: string) => (await onHost("GET /entities/Note", token)).status === 200;
  const claim = (token: string, proof: object) => onHost("POST /membership", token, proof);
  const sell = (id: string, more: Json = {}) => {
    gumroad.sell(id, { email: "ada@example.com", productId, ...more });
    gumroad.licenses.set(`KEY-${id}`, id);
  };
  const ping = async (form: Record<string, string>) => {
    const { pingUrl } = await app.api.memberships.settings({ appId: app.appId });
    return world.rest(`POST ${new URL(pingUrl!).pathname}`, {
      body: new URLSearchParams(form).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  };
  const confirm = (saleId: string) => confirmMembership(world.platform, app.appId, saleId);
  return { ...app, onHost, join, canRead, claim, sell, ping, confirm };
}

describe("The setup", () => {
  it("goes from a token to all products, to one that is connected; the token never leaves again", async () => {
    const { products, connect, rest } = await start();
    const found = await products();
    expect(found.status).toBe(200);
    expect(found.body.products).toHaveLength(11);
    expect(found.body.products[10]).toEqual({ id: "prod-10", name: "Product 10" });
    expect((await rest("GET /payments/settings")).body).toMatchObject({
      paidMembershipsSettings: { hasPaymentProviderAccessToken: true, isSetupCompleted: false },
    });
    expect((await connect()).body).toMatchObject({
      paidMembershipsSettings: { isSetupCompleted: true },
      paidMembershipsProduct: { id: "prod-10", name: "Product 10" },
      arePingsOn: true,
    });
    expect(gumroad.pings.map(({ resource }) => resource)).toContain("refund");
    const stored = JSON.stringify(await world.db.query.appPayment.findMany());
    expect(stored).not.toContain(gumroad.token);
    expect(JSON.stringify((await rest("GET /payments/settings")).body)).not.toContain(gumroad.token);
  });

  it("says 'Failed to fetch Gumroad products' of a wrong token, which is not kept, and 'Failed to connect to Gumroad'", async () => {
    const { products, connect, rest } = await start();
    expect((await products("wrong")).body.error.message).toBe("Failed to fetch Gumroad products");
    expect((await rest("GET /payments/settings")).body.paidMembershipsSettings.hasPaymentProviderAccessToken).toBe(
      false,
    );
    expect((await connect()).body.error.message).toBe("Failed to connect to Gumroad");
    await products();
    gumroad.failing = { status: 500, times: 1 };
    expect((await connect()).body.error.message).toBe("Failed to connect to Gumroad");
    expect((await connect("prod-none")).body.error.message).toBe(
      "This product is no longer among your Gumroad products",
    );
  });

  it("is enabled only with sign-up on and a product connected; Change lets go of both", async () => {
    const { api, appId, products, connect, enable, rest } = await start();
    expect((await enable()).body.error.code).toBe("memberships-not-connected");
    await products();
    await connect();
    await api.members.setSignup({ appId, isSignupEnabled: false });
    expect((await enable()).body.error.code).toBe("memberships-need-signup");
    await api.members.setSignup({ appId, isSignupEnabled: true });
    expect((await enable()).body.isPaidMembershipsEnabled).toBe(true);
    await api.memberships.disconnect({ appId });
    expect((await rest("GET /payments/settings")).body).toMatchObject({
      isPaidMembershipsEnabled: false,
      paidMembershipsSettings: { hasPaymentProviderAccessToken: false },
      paidMembershipsProduct: null,
    });
  });

  it("names prices in words", () => {
    expect([priceWords("$3.00", "a month"), priceWords("€20.00", null)]).toEqual(["$3.00 a month", "€20.00"]);
  });

  it.each([
    ["$5", "$5.00"],
    ["$5+", "$5.00+"],
    ["1,200 zł", "1,200.00 zł"],
    ["$4.50", "$4.50"],
    ["¥500", "¥500"],
    ["", ""],
  ])("shows money with two decimals: %s as %s", (formatted, shown) => {
    expect(withCents(formatted)).toBe(shown);
  });
});

describe("A member of a paid app", () => {
  it("sees what strangers see until they have paid, and what they have to buy", async () => {
    const { join, canRead, onHost } = await startPaid();
    const ada = await join("ada@example.com");
    expect(await canRead(ada)).toBe(false);
    expect((await onHost("POST /entities/Note", ada, { text: "x" })).status).toBe(401);
    expect((await onHost("GET /sign-up", ada)).body.isSignedIn).toBe(true);
    expect((await onHost("GET /membership", ada)).body).toEqual({
      isRequired: true,
      isPaid: false,
      name: "Product 10",
      price: "$5.00 a month",
      url: "https://seller.gumroad.com/l/p10",
      hasCheckout: false,
      canManage: false,
      hasEnded: false,
    });
    expect((await onHost("GET /membership")).status).toBe(401);
  });

  it("comes in by the license key of the receipt, or by the sale that the link names, once for each sale", async () => {
    const { join, canRead, claim, sell } = await startPaid();
    const [ada, eve] = [await join("ada@example.com"), await join("eve@example.com")];
    sell("s1");
    expect((await claim(ada, { licenseKey: "KEY-none" })).body.error.code).toBe("membership-unknown");
    expect((await claim(ada, { licenseKey: "KEY-s1" })).status).toBe(200);
    expect(await canRead(ada)).toBe(true);
    expect((await claim(eve, { licenseKey: "KEY-s1" })).body.error.code).toBe("membership-unknown");
    expect((await claim(eve, { saleId: "s1" })).body.error.code).toBe("membership-unknown");
    expect(await canRead(eve)).toBe(false);
    sell("s2", { email: "eve@example.com" });
    expect((await claim(eve, { saleId: "s2" })).status).toBe(200);
    expect(await canRead(eve)).toBe(true);
  });

  it("does not come in by a made-up sale, one of another product, or one of another seller's app", async () => {
    const { join, canRead, claim } = await startPaid();
    const ada = await join("ada@example.com");
    gumroad.sell("s1", { email: "ada@example.com", productId: "prod-3" });
    for (const saleId of ["s1", "s-none", "' or true --"])
      expect((await claim(ada, { saleId })).body.error.code).toBe("membership-unknown");
    expect(await canRead(ada)).toBe(false);
  });

  it("is let in by what was bought with the address whose mail they read", async () => {
    const { appId, join, canRead, sell, confirm, onHost } = await startPaid();
    const ada = await join("ada@example.com");
    sell("s1");
    await confirm("s1");
    // An address that was merely typed proves nothing.
    expect(await canRead(ada)).toBe(false);
    await onHost("POST /magic-link", undefined, { email: "ada@example.com" });
    const code = /\d{6}/.exec((await mailsTo(world, "ada@example.com")).at(-1)!.subject)![0];
    const { body } = await onHost("POST /otp", undefined, { email: "ada@example.com", otp: code });
    // Whoever typed it may be somebody else: their session has ended, the sale belongs to the mailbox's reader.
    expect([body.tenantId, await canRead(body.customToken), await canRead(ada)]).toEqual([appId, true, false]);
  });

  it("runs the app's tools once they have paid, and nobody else does, but may look at them", async () => {
    const { api, appId, join, claim, sell, onHost, host } = await startPaid();
    const { toolId, path } = await api.toolVersions.createTool({
      appId,
      sentence: "a tip calculator with bill and tip",
    });
    await api.tools.setStatus({ appId, toolId, status: "active" });
    const run = (token?: string) =>
      world.rest(`POST /api/apps/${appId}/tools/${path}/runs`, {
        host,
        token,
        headers: { "x-session": "a-browser-of-somebody-1" },
        body: { input: "", fields: { bill: 50, "tip percent": 10 } },
      });
    const ada = await join("ada@example.com");
    for (const token of [undefined, ada])
      expect(await run(token)).toMatchObject({ status: 401, body: { error: { code: "membership-needed" } } });
    expect((await onHost(`GET /tools/${path}/view`)).status).toBe(200);
    sell("s1");
    await claim(ada, { licenseKey: "KEY-s1" });
    expect((await run(ada)).status).toBe(200);
  });

  it("who is an admin of the app, or looks at its preview, need not pay", async () => {
    const { owner, appId, api, host, canRead } = await startPaid();
    const admin = await joinApp(world, owner, appId, "boss@example.com", "admin");
    expect(await canRead(admin.token)).toBe(true);
    const { token } = await api.runtime.previewSession({ appId });
    const rows = await world.rest(`GET /api/apps/${appId}/entities/Note`, { host: `${appId}.localhost:3000`, token });
    expect([rows.status, host]).toEqual([200, `${appId}.test:3000`]);
  });

  it("who is unpaid may come in again once members need not pay", async () => {
    const { join, canRead, enable } = await startPaid();
    const ada = await join("ada@example.com");
    expect(await canRead(ada)).toBe(false);
    await enable(false);
    expect(await canRead(ada)).toBe(true);
  });
});

describe("What becomes of a sale", () => {
  const ended: [string, (sale: Json, subscriber: Json) => void][] = [
    ["refund", (sale) => (sale.refunded = true)],
    ["dispute", (sale) => (sale.disputed = true)],
    ["cancellation that has ended", (_sale, subscriber) => (subscriber.status = "cancelled")],
    ["failed payment", (_sale, subscriber) => (subscriber.status = "failed_payment")],
  ];
  it.each(ended)("a %s ends access once it is told of", { timeout: 20_000 }, async (_what, end) => {
    const { join, canRead, claim, sell, ping, onHost } = await startPaid();
    const ada = await join("ada@example.com");
    sell("s1");
    await claim(ada, { licenseKey: "KEY-s1" });
    expect(await canRead(ada)).toBe(true);
    expect((await onHost("GET /membership", ada)).body).toMatchObject({ isPaid: true, hasEnded: false });
    end(gumroad.sales.get("s1"), gumroad.subscribers.get("sub-s1"));
    expect((await ping({ sale_id: "s1", resource_name: "refund" })).status).toBe(200);
    await expect.poll(() => canRead(ada), { timeout: 15_000 }).toBe(false);
    expect((await onHost("GET /membership", ada)).body).toMatchObject({ isPaid: false, hasEnded: true });
  });

  it("a refund ends access too when another product is sold since", async () => {
    const { join, canRead, claim, sell, confirm, products, connect, enable, api, appId } = await startPaid();
    const ada = await join("ada@example.com");
    sell("s1");
    await claim(ada, { licenseKey: "KEY-s1" });
    await api.memberships.disconnect({ appId });
    await products();
    await connect("prod-3");
    await enable();
    expect(await canRead(ada)).toBe(true);
    gumroad.sales.get("s1")!.refunded = true;
    await confirm("s1");
    expect(await canRead(ada)).toBe(false);
  });

  it("a partial refund changes nothing", async () => {
    const { join, canRead, claim, sell, confirm } = await startPaid();
    const ada = await join("ada@example.com");
    sell("s1");
    await claim(ada, { licenseKey: "KEY-s1" });
    Object.assign(gumroad.sales.get("s1")!, { partially_refunded: true, refunded: false });
    await confirm("s1");
    expect(await canRead(ada)).toBe(true);
  });

  it("a cancelled subscription lasts until the paid time is over, and no longer", async () => {
    const { join, canRead, claim, sell, confirm } = await startPaid();
    const ada = await join("ada@example.com");
    sell("s1");
    await claim(ada, { licenseKey: "KEY-s1" });
    const subscriber = gumroad.subscribers.get("sub-s1")!;
    Object.assign(subscriber, {
      status: "pending_cancellation",
      cancelled_at: new Date(Date.now() + 60_000).toISOString(),
    });
    await confirm("s1");
    expect(await canRead(ada)).toBe(true);
    subscriber.cancelled_at = new Date(Date.now() - 1_000).toISOString();
    await confirm("s1");
    expect(await canRead(ada)).toBe(false);
  });

  it("is the same however often and in whatever order its messages come", async () => {
    const { join, canRead, claim, sell, confirm } = await startPaid();
    const ada = await join("ada@example.com");
    sell("s1");
    await claim(ada, { licenseKey: "KEY-s1" });
    // Answers overtake one another: the state of the last question counts, not that of the last answer.
    gumroad.delayMs = () => Math.random() * 30;
    const first = Array.from({ length: 50 }, () => confirm("s1"));
    await new Promise((resolve) => setTimeout(resolve, 5));
    gumroad.sales.get("s1")!.refunded = true;
    const second = Array.from({ length: 50 }, () => confirm("s1"));
    await Promise.all([...first, ...second].sort(() => Math.random() - 0.5));
    gumroad.delayMs = () => 0;
    expect(await canRead(ada)).toBe(false);
    for (let again = 0; again < 20; again += 1) await confirm("s1");
    expect(await canRead(ada)).toBe(false);
    expect(await world.db.query.memberSale.findMany()).toHaveLength(1);
  });

  it("is not believed of a message: without the app's key it is nothing, with it only looked up", async () => {
    const { appId, ping, join, canRead } = await startPaid();
    const other = await start();
    const ada = await join("ada@example.com");
    for (const path of [`/api/apps/${appId}/payments/gumroad/AAAA`, `/api/apps/${other.appId}/payments/gumroad/AAAA`])
      expect((await world.rest(`POST ${path}`, { body: "sale_id=s1" })).status).toBe(404);
    expect((await ping({ sale_id: "s9", email: "ada@example.com", refunded: "false" })).status).toBe(200);
    expect(await canRead(ada)).toBe(false);
  });

  it("is looked at daily without any message", async () => {
    const { join, canRead, claim, sell } = await startPaid();
    sell("s1");
    const ada = await join("ada@example.com");
    await claim(ada, { licenseKey: "KEY-s1" });
    gumroad.sales.get("s1")!.refunded = true;
    await world.db.execute(sql`update member_sale set read_at = now() - interval '2 days'`);
    await checkMemberships(world.platform);
    // Longer than the 30 s after which a queue looks for jobs that no NOTIFY announced (engines/jobs.ts).
    const outcome = async () => ({
      canRead: await canRead(ada),
      failed: await world.platform.jobs.listFailed(world.db),
    });
    await expect.poll(outcome, { timeout: 45_000 }).toEqual({ canRead: false, failed: [] });
  });
});
