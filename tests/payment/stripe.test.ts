import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { account, sale } from "@/db/schema";
import { checkSales, confirmSale } from "@/features/payment/confirm-sale";
import { standingOfStripe, stripeRefsOf } from "@/features/payment/rules";
import { paymentJob } from "@/features/payment/schema";
import { isSignedByStripe } from "@/features/payment/stripe";
import { Stripe } from "../support/stripe";
import { World } from "../support/world";

let world: World;
let stripe: Stripe;
beforeAll(async () => {
  stripe = await Stripe.start();
  world = await World.open({
    PLANS: "on",
    STRIPE_URL: stripe.url,
    STRIPE_SECRET_KEY: stripe.key,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  });
  await world.platform.jobs.start({ [paymentJob]: ({ saleId }) => confirmSale(world.platform, saleId!) });
});
beforeEach(async () => {
  await world.reset();
  stripe.things.clear();
  stripe.opened = [];
  stripe.failing = 0;
  stripe.delayMs = () => 0;
});
afterAll(async () => {
  await world.platform.jobs.stop();
  await world.close();
  await stripe.close();
});

async function start() {
  const admin = await world.signUp();
  await admin.api.admin.updatePlan({ plan: "explorer", products: ["price_explorer"] });
  await admin.api.admin.updatePlan({ plan: "moon", products: ["price_moon", "price_moon_year", "gumroad-moon"] });
  const buyer = await world.signUp("buyer@example.com");
  const rowOf = async (id = buyer.accountId) => (await world.db.select().from(account).where(eq(account.id, id)))[0]!;
  return { admin, buyer, rowOf, planOf: async () => (await rowOf()).plan };
}

type Signed = { body: string; signature: string };
const send = ({ body, signature }: Signed) =>
  world.rest("POST /api/payment/stripe", { body, headers: { "stripe-signature": signature } });
const soon = (ask: () => Promise<unknown>) => expect.poll(ask);

describe("A webhook of Stripe", () => {
  it("gives the plan of its price to the account that the checkout was opened for, once it is looked up", async () => {
    const { buyer, planOf, rowOf } = await start();
    stripe.sell("one", { accountId: buyer.accountId });
    expect((await send(stripe.event("checkout.session.completed", { id: "cs_one" }))).status).toBe(200);
    await soon(planOf).toBe("moon");
    expect(await rowOf()).toMatchObject({ subscriptionId: "sub_one", planSubscriptionStatus: "alive" });
  });

  it("gives nothing for what Stripe does not know, or has not been paid, whatever it says of itself", async () => {
    const { buyer, planOf } = await start();
    const told = { status: "complete", payment_status: "paid", client_reference_id: buyer.accountId };
    await send(stripe.event("checkout.session.completed", { id: "cs_forged", ...told }));
    stripe.sell("two", { accountId: buyer.accountId });
    stripe.put({ id: "cs_two", payment_status: "unpaid" });
    const asked = stripe.asked;
    await send(stripe.event("checkout.session.completed", { id: "cs_two", ...told }));
    await soon(() => Promise.resolve(stripe.asked)).toBeGreaterThan(asked);
    expect([await planOf(), await world.db.select().from(sale)]).toEqual(["lite", []]);
  });

  it("is not heard without Stripe's signature of these very bytes, now", async () => {
    const { buyer } = await start();
    stripe.sell("one", { accountId: buyer.accountId });
    const about = { id: "cs_one" };
    const good = stripe.event("checkout.session.completed", about);
    const hour = 3_600_000;
    for (const wrong of [
      { ...good, signature: "" },
      { ...good, body: good.body.replace("cs_one", "cs_two") },
      { ...good, signature: good.signature.replace("v1=", "v0=") },
      stripe.event("checkout.session.completed", about, { secret: "whsec_other" }),
      stripe.event("checkout.session.completed", about, { at: Date.now() - hour }),
      stripe.event("checkout.session.completed", about, { at: Date.now() + hour }),
    ])
      expect(await send(wrong)).toMatchObject({ status: 404, body: { error: { code: "not-found" } } });
    expect(await world.db.select().from(sale)).toEqual([]);
  });

  it.each([
    ["cancelled at the end of its period: until then", { cancel_at_period_end: true }, "moon", "pending_cancellation"],
    ["cancelled and over", { status: "canceled", canceled_at: 1_700_000_000 }, "lite", "canceled"],
    ["whose payment failed: while Stripe tries again", { status: "past_due" }, "moon", "past_due"],
    ["whose payment failed for good", { status: "unpaid" }, "lite", "unpaid"],
    [
      "changed to another plan",
      { items: { data: [{ price: { id: "price_explorer", product: "p" } }] } },
      "explorer",
      "alive",
    ],
  ])("follows a subscription that was %s", async (_name, change, plan, status) => {
    const { buyer, rowOf } = await start();
    stripe.sell("one", { accountId: buyer.accountId });
    await confirmSale(world.platform, "cs_one");
    stripe.put({ id: "sub_one", ...change });
    await send(stripe.event("customer.subscription.updated", { id: "sub_one" }));
    await soon(async () => [(await rowOf()).plan, (await rowOf()).planSubscriptionStatus]).toEqual([plan, status]);
  });

  it("ends the plan with a refund and with a dispute, and brings it back when the dispute is won", async () => {
    const { buyer, planOf } = await start();
    stripe.sell("one", { accountId: buyer.accountId });
    await confirmSale(world.platform, "cs_one");
    stripe.put({ id: "ch_one", disputed: true });
    stripe.put({ id: "dp_one", charge: "ch_one", status: "needs_response" });
    await send(stripe.event("charge.dispute.created", { id: "dp_one", charge: "ch_one" }));
    await soon(planOf).toBe("lite");
    stripe.put({ id: "dp_one", status: "won" });
    await send(stripe.event("charge.dispute.closed", { id: "dp_one", charge: "ch_one" }));
    await soon(planOf).toBe("moon");
    stripe.put({ id: "ch_one", refunded: true });
    await send(stripe.event("charge.refunded", { id: "ch_one" }));
    await soon(planOf).toBe("lite");
  });

  it("keeps the plan after a partial refund", async () => {
    const { buyer, planOf } = await start();
    stripe.sell("one", { accountId: buyer.accountId });
    stripe.put({ id: "ch_one", refunded: false, amount_refunded: 1_000 });
    await confirmSale(world.platform, "ch_one");
    expect(await planOf()).toBe("moon");
  });

  it("ends in the same state a hundred times over, in any order and however late Stripe answers", async () => {
    const { buyer, rowOf } = await start();
    stripe.sell("one", { accountId: buyer.accountId });
    stripe.put({ id: "sub_one", cancel_at_period_end: true });
    stripe.delayMs = () => Math.random() * 8;
    const objects = ["cs_one", "sub_one", "in_one", "ch_one", "pi_one"];
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => send(stripe.event("any", { id: objects[(n * 7) % objects.length]! }))),
    );
    await soon(async () => (await rowOf()).planSubscriptionStatus).toBe("pending_cancellation");
    const refs = objects.toSorted(() => Math.random() - 0.5);
    await Promise.all(refs.map((ref) => confirmSale(world.platform, ref)));
    expect(await world.db.select().from(sale)).toHaveLength(1);
    expect(await rowOf()).toMatchObject({ plan: "moon", planSubscriptionStatus: "pending_cancellation" });
  });

  it("is made up for by the hourly check, when it was lost", async () => {
    const { buyer, planOf } = await start();
    stripe.sell("one", { accountId: buyer.accountId });
    await confirmSale(world.platform, "cs_one");
    stripe.put({ id: "sub_one", status: "canceled" });
    await world.db.update(sale).set({ readAt: new Date(Date.now() - 2 * 86_400_000) });
    await checkSales(world.platform);
    await soon(planOf).toBe("lite");
  });
});

describe("A checkout", () => {
  it("is opened for the account and the period, and comes back with its id", async () => {
    const { buyer } = await start();
    stripe.put({ id: "price_moon", active: true, recurring: { interval: "month" } });
    stripe.put({ id: "price_moon_year", active: true, recurring: { interval: "year" } });
    const { url } = await buyer.api.payment.checkout({ plan: "moon", period: "yearly" });
    expect(url).toBe(`${stripe.url}/pay/checkout/sessions`);
    expect(stripe.opened.at(-1)!.form).toMatchObject({
      mode: "subscription",
      "line_items[0][price]": "price_moon_year",
      client_reference_id: buyer.accountId,
      customer_email: "buyer@example.com",
      success_url: "http://localhost:3000/home?sale_id={CHECKOUT_SESSION_ID}",
    });
    const { cards } = await buyer.api.plans.dialog();
    expect(cards.filter(({ isSoldHere }) => isSoldHere).map(({ id }) => id)).toEqual(["explorer", "moon"]);
  });

  it("is not opened for a plan without a price, nor while Stripe cannot be reached", async () => {
    const { buyer } = await start();
    const open = (plan: "moon" | "monetizer") => buyer.api.payment.checkout({ plan, period: "monthly" });
    await expect(open("monetizer")).rejects.toMatchObject({ reason: "not-found" });
    stripe.failing = 2;
    await expect(open("moon")).rejects.toMatchObject({ reason: "payment-unavailable" });
  });

  it("leads whoever pays already to the page where they change it, so that nobody pays twice", async () => {
    const { buyer } = await start();
    await expect(buyer.api.payment.portal()).rejects.toMatchObject({ reason: "not-found" });
    stripe.sell("one", { accountId: buyer.accountId });
    await confirmSale(world.platform, "cs_one");
    await buyer.api.payment.checkout({ plan: "explorer", period: "monthly" });
    await buyer.api.payment.portal();
    const page = {
      path: "/billing_portal/sessions",
      form: { customer: "cus_one", return_url: "http://localhost:3000/home" },
    };
    expect(stripe.opened).toEqual([page, page]);
  });

  it("belongs to the account that it was opened for, whoever else brings its id", async () => {
    const { buyer, admin, planOf } = await start();
    stripe.sell("one", { accountId: buyer.accountId });
    const create = (token: string) =>
      world.rest("POST /api/live_api/account/create?sale_id=cs_one", { token, body: {} });
    expect(await create(admin.token)).toMatchObject({ status: 401, body: { error: { code: "sale-unknown" } } });
    expect((await create(buyer.token)).status).toBe(200);
    expect(await planOf()).toBe("moon");
  });

  it("of a plan that is paid once lasts until it is refunded", async () => {
    const { buyer, planOf } = await start();
    stripe.sell("one", { accountId: buyer.accountId });
    stripe.put({ id: "cs_one", subscription: null, payment_intent: "pi_one" });
    stripe.put({ id: "pi_one", invoice: null });
    stripe.put({ id: "ch_one", invoice: null });
    await send(stripe.event("checkout.session.completed", { id: "cs_one" }));
    await soon(planOf).toBe("moon");
    stripe.put({ id: "ch_one", refunded: true });
    await send(stripe.event("refund.created", { id: "re_one", charge: "ch_one", payment_intent: "pi_one" }));
    await soon(planOf).toBe("lite");
  });
});

describe("The rules", () => {
  const subscription = { status: "active" };
  const paid = { isSubscription: true, subscription, isRefunded: false, isDisputed: false };
  it.each([
    ["active", {}, "alive", true],
    ["on trial", { subscription: { status: "trialing" } }, "trialing", true],
    ["incomplete", { subscription: { status: "incomplete" } }, "incomplete", false],
    ["unknown to Stripe", { subscription: undefined }, "unknown", false],
    ["refunded", { isRefunded: true }, "refunded", false],
    ["disputed", { isDisputed: true }, "disputed", false],
    ["paid once", { isSubscription: false, subscription: undefined }, "paid", true],
  ])("a checkout that is %s", (_name, change, status, isEntitled) =>
    expect(standingOfStripe({ ...paid, ...change })).toMatchObject({ status, isEntitled }),
  );

  it.each([
    [{ id: "sub_1" }, ["sub_1"]],
    [{ id: "dp_1", charge: "ch_1", payment_intent: "pi_1" }, ["ch_1", "pi_1"]],
    [{ id: "../../x", charge: "ch_1/../x" }, []],
    [{}, []],
  ])("an event about %o names %o", (object, refs) =>
    expect(stripeRefsOf({ id: "evt", type: "any", data: { object } })).toEqual(refs),
  );

  it("takes either signature while a secret is rolled", () => {
    const { body, signature } = stripe.event("any", {});
    const v1 = /v1=(\w+)/.exec(signature)![1]!;
    const rolled = signature.replace(/v1=\w+/, `v1=${"0".repeat(64)},v1=${v1}`);
    expect(isSignedByStripe(stripe.webhookSecret, rolled, body)).toBe(true);
  });
});
