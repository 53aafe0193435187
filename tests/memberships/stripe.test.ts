import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { confirmMembership } from "@/features/memberships/confirm";
import { membershipJob } from "@/features/memberships/schema";
import { openToStrangers } from "../support/members";
import { Stripe } from "../support/stripe";
import { goodPassword, World } from "../support/world";

let world: World;
let stripe: Stripe;
beforeAll(async () => {
  stripe = await Stripe.start();
  world = await World.open({ STRIPE_URL: stripe.url });
  await world.platform.jobs.start({
    [membershipJob]: ({ appId, saleId }) => confirmMembership(world.platform, appId!, saleId!),
  });
});
beforeEach(async () => {
  await world.reset();
  stripe.things.clear();
  stripe.opened = [];
  Object.assign(stripe, { failing: 0, takesWebhooks: true, delayMs: () => 0 });
  const price = { id: "price_club", currency: "usd", unit_amount: 4_900, recurring: { interval: "month" } };
  stripe.put({ id: "prod_free", name: "No price", default_price: null });
  stripe.put({ id: "prod_mug", name: "Mug", default_price: { ...price, id: "price_mug", unit_amount: 1_250 } });
  stripe.put({ id: "prod_price_club", name: "Club", default_price: price });
});
afterAll(async () => {
  await world.platform.jobs.stop();
  await world.close();
  await stripe.close();
});

async function start() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "Club" });
  const host = await openToStrangers(world, owner, appId);
  const rest = (line: string, body?: object) =>
    world.rest(line.replace(" /", ` /api/apps/${appId}/`), { token: owner.token, body });
  const products = (accessToken = stripe.key) =>
    rest(`GET /payments/products?appId=${appId}&provider=stripe&accessToken=${accessToken}`);
  const connect = (productId = "prod_price_club") => rest("POST /payments/connect", { productId });
  return { ...owner, appId, host, rest, products, connect };
}

async function startPaid() {
  const app = await start();
  await app.products();
  await app.connect();
  await app.rest("PUT /payments/settings", { isPaidMembershipsEnabled: true });
  const onHost = (line: string, token: string, body?: object) =>
    world.rest(line.replace(" /", ` /api/apps/${app.appId}/`), { host: app.host, token, body });
  const join = async (email: string) => {
    const answer = await world.rest(`POST /api/apps/${app.appId}/sign-up`, {
      host: app.host,
      body: { email, password: goodPassword },
    });
    const { token, user } = answer.body as { token: string; user: { id: string } };
    const offer = async () => (await onHost("GET /membership", token)).body;
    return { token, id: user.id, offer, isPaid: async () => (await offer()).isPaid as boolean };
  };
  const { pingUrl } = await app.api.memberships.settings({ appId: app.appId });
  const hear = ({ body, signature }: { body: string; signature: string }, path = new URL(pingUrl!).pathname) =>
    world.rest(`POST ${path}`, { body, headers: { "stripe-signature": signature } });
  const confirm = (ref: string) => confirmMembership(world.platform, app.appId, ref);
  return { ...app, onHost, join, hear, confirm, pingUrl: pingUrl! };
}
const soon = (ask: () => Promise<unknown>) => expect.poll(ask, { timeout: 15_000 });

describe("Stripe as the provider of an app's memberships", () => {
  it("goes from a secret key to the products with a price, to one that is connected; the key never leaves again", async () => {
    const { products, connect, rest, pingUrl } = { pingUrl: "", ...(await start()) };
    expect(pingUrl).toBe("");
    expect((await products("sk_wrong")).body.error.message).toBe("Failed to fetch Stripe products");
    expect((await products()).body.products).toEqual([
      { id: "prod_mug", name: "Mug" },
      { id: "prod_price_club", name: "Club" },
    ]);
    expect((await connect("prod_free")).body.error.message).toBe(
      "This product is no longer among your Stripe products",
    );
    expect((await connect()).body).toMatchObject({
      paidMembershipsSettings: { paymentProvider: "stripe", isSetupCompleted: true },
      paidMembershipsProduct: { id: "prod_price_club", name: "Club" },
      arePingsOn: true,
    });
    stripe.failing = 1;
    expect((await connect()).body.error.message).toBe("Failed to connect to Stripe");
    const stored = JSON.stringify([
      await world.db.query.appPayment.findMany(),
      (await rest("GET /payments/settings")).body,
    ]);
    for (const secret of [stripe.key, stripe.webhookSecret]) expect(stored).not.toContain(secret);
    // Connected again, it has one endpoint still.
    await connect();
    expect([...stripe.things.keys()].filter((id) => id.startsWith("we_"))).toHaveLength(1);
  });

  it("opens a checkout for the member, and lets in whom it was opened for, whoever brings its id", async () => {
    const { join, onHost, host } = await startPaid();
    const [ada, eve] = [await join("ada@example.com"), await join("eve@example.com")];
    expect(await ada.offer()).toEqual({
      isRequired: true,
      isPaid: false,
      name: "Club",
      price: "$49.00 a month",
      url: "",
      hasCheckout: true,
      canManage: false,
      hasEnded: false,
    });
    const opened = await onHost("POST /membership/checkout", ada.token, {});
    expect(opened.body.url).toBe(`${stripe.url}/pay/checkout/sessions`);
    expect(stripe.opened.at(-1)!.form).toMatchObject({
      mode: "subscription",
      "line_items[0][price]": "price_club",
      client_reference_id: ada.id,
      customer_email: "ada@example.com",
      success_url: `http://${host}/?sale_id={CHECKOUT_SESSION_ID}`,
    });
    stripe.sell("one", { accountId: ada.id, price: "price_club" });
    expect((await onHost("POST /membership", eve.token, { saleId: "cs_one" })).body.error.code).toBe(
      "membership-unknown",
    );
    expect((await onHost("POST /membership", ada.token, { saleId: "cs_one" })).status).toBe(200);
    expect([await ada.isPaid(), await eve.isPaid()]).toEqual([true, false]);
    // Whoever pays already comes to the page where that is changed, so that nobody pays twice.
    expect((await ada.offer()).canManage).toBe(true);
    await onHost("POST /membership/checkout", ada.token, {});
    expect(stripe.opened.at(-1)).toEqual({
      path: "/billing_portal/sessions",
      form: { customer: "cus_one", return_url: `http://${host}/` },
    });
  });

  it("gives nothing for a checkout of another product, or one that is not paid", async () => {
    const { join, confirm } = await startPaid();
    const ada = await join("ada@example.com");
    stripe.sell("mug", { accountId: ada.id, price: "price_mug" });
    stripe.sell("two", { accountId: ada.id, price: "price_club" });
    stripe.put({ id: "cs_two", payment_status: "unpaid" });
    for (const ref of ["cs_mug", "cs_two", "cs_none", "sub_mug", "../../x", "prod_mug"]) await confirm(ref);
    expect([await ada.isPaid(), await world.db.query.memberSale.findMany()]).toEqual([false, []]);
  });

  it.each([
    ["a refund", { id: "ch_one", refunded: true }, "charge.refunded", false],
    ["a partial refund, which changes nothing", { id: "ch_one", amount_refunded: 900 }, "charge.refunded", true],
    ["a cancellation that has ended", { id: "sub_one", status: "canceled" }, "customer.subscription.deleted", false],
    [
      "a cancellation that has not",
      { id: "sub_one", cancel_at_period_end: true },
      "customer.subscription.updated",
      true,
    ],
  ])("follows %s by a signed message", async (_name, change, type, isPaid) => {
    const { join, confirm, hear } = await startPaid();
    const ada = await join("ada@example.com");
    stripe.sell("one", { accountId: ada.id, price: "price_club" });
    await confirm("cs_one");
    expect(await ada.isPaid()).toBe(true);
    stripe.put(change);
    const asked = stripe.asked;
    expect((await hear(stripe.event(type, { id: change.id }))).status).toBe(200);
    if (isPaid) await soon(() => Promise.resolve(stripe.asked)).toBeGreaterThan(asked + 3);
    else await soon(ada.isPaid).toBe(false);
    expect(await ada.isPaid()).toBe(isPaid);
  });

  it("is not heard without the app's address or Stripe's signature", async () => {
    const { appId, hear, join } = await startPaid();
    const other = await startPaid();
    const ada = await join("ada@example.com");
    stripe.sell("one", { accountId: ada.id, price: "price_club" });
    const good = stripe.event("checkout.session.completed", { id: "cs_one" });
    for (const path of [
      `/api/apps/${appId}/payments/stripe/AAAA`,
      new URL(other.pingUrl).pathname.replace(other.appId, appId),
    ])
      expect((await hear(good, path)).status).toBe(404);
    for (const wrong of [
      { ...good, signature: "" },
      stripe.event("checkout.session.completed", { id: "cs_one" }, { secret: "whsec_other" }),
    ])
      expect((await hear(wrong)).status).toBe(404);
    expect(await ada.isPaid()).toBe(false);
    await hear(good);
    await soon(ada.isPaid).toBe(true);
  });

  it("ends in the same state a hundred times over, in any order and however late Stripe answers", async () => {
    const { join, hear, confirm } = await startPaid();
    const ada = await join("ada@example.com");
    stripe.sell("one", { accountId: ada.id, price: "price_club" });
    stripe.delayMs = () => Math.random() * 5;
    const objects = ["cs_one", "sub_one", "in_one", "ch_one", "pi_one"];
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => hear(stripe.event("any", { id: objects[(n * 7) % objects.length]! }))),
    );
    stripe.put({ id: "ch_one", refunded: true });
    await Promise.all(objects.toSorted(() => Math.random() - 0.5).map(confirm));
    expect([await ada.isPaid(), await world.db.query.memberSale.findMany()]).toMatchObject([false, [{ id: "cs_one" }]]);
  });

  it("works with a key that may make no webhooks: its address is entered by hand, and what it names is looked up", async () => {
    stripe.takesWebhooks = false;
    const { connect, hear, join } = await startPaid();
    expect((await connect()).body.arePingsOn).toBe(false);
    const ada = await join("ada@example.com");
    stripe.sell("one", { accountId: ada.id, price: "price_club" });
    await hear({ ...stripe.event("any", { id: "cs_one" }), signature: "" });
    await soon(ada.isPaid).toBe(true);
  });

  it("is let go of by Change, and Gumroad can be connected instead", async () => {
    const { api, appId, rest } = await startPaid();
    await api.memberships.disconnect({ appId });
    expect((await rest("GET /payments/settings")).body).toMatchObject({
      paidMembershipsSettings: { paymentProvider: "gumroad", hasPaymentProviderAccessToken: false },
    });
    expect((await rest("POST /membership/checkout", {})).status).toBe(404);
  });
});
