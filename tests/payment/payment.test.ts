import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { account, sale } from "@/db/schema";
import { checkSales, confirmSale } from "@/features/payment/confirm-sale";
import { planOfSale, saleIdsOf, standingOfSale } from "@/features/payment/rules";
import { paymentJob } from "@/features/payment/schema";
import { claimSale, settle } from "@/features/payment/store";
import { Gumroad } from "../support/gumroad";
import { World } from "../support/world";

let world: World;
let gumroad: Gumroad;
beforeAll(async () => {
  gumroad = await Gumroad.start();
  world = await World.open({ PLANS: "on", GUMROAD_URL: gumroad.url, GUMROAD_ACCESS_TOKEN: gumroad.token });
  await world.platform.jobs.start({ [paymentJob]: ({ saleId }) => confirmSale(world.platform, saleId!) });
});
beforeEach(async () => {
  await world.reset();
  gumroad.sales.clear();
  gumroad.subscribers.clear();
  gumroad.delayMs = () => 0;
  gumroad.failing.times = 0;
});
afterAll(async () => {
  await world.platform.jobs.stop();
  await world.close();
  await gumroad.close();
});

/** The administrator has named what is sold; a builder has a verified address. */
async function start(email = "buyer@example.com") {
  const admin = await world.signUp();
  await admin.api.admin.updatePlan({ plan: "explorer", products: ["prod-explorer"] });
  await admin.api.admin.updatePlan({ plan: "moon", products: ["prod-moon"] });
  const buyer = await world.signUp(email);
  await world.db.update(account).set({ emailVerifiedAt: new Date() }).where(eq(account.id, buyer.accountId));
  const path = new URL((await admin.api.payment.state()).pingUrl).pathname;
  const ping = (body: Record<string, string>, to = path) =>
    world.rest(`POST ${to}`, {
      body: new URLSearchParams(body).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  const planOf = async (id = buyer.accountId) =>
    (await world.db.query.account.findFirst({ where: (row, is) => is.eq(row.id, id) }))!;
  return { admin, buyer, path, ping, planOf };
}

const shuffled = <T>(list: T[], random: () => number): T[] =>
  list
    .map((value) => ({ value, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);

/** The same sequence for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

describe("A ping", () => {
  it("gives the plan of its product to the account with the buyer's verified address, once the sale is looked up", async () => {
    const { ping, planOf } = await start();
    gumroad.sell("s1", { email: "Buyer@example.com" });
    expect((await ping({ resource_name: "sale", sale_id: "s1", email: "buyer@example.com" })).status).toBe(200);
    await expect.poll(async () => (await planOf()).plan).toBe("moon");
    expect(await planOf()).toMatchObject({ planSubscriptionStatus: "alive", subscriptionId: "sub-s1" });
  });

  it("gives nothing for a sale that Gumroad does not know, whatever it says of itself", async () => {
    const { ping, planOf } = await start();
    const asked = gumroad.asked;
    await ping({ resource_name: "sale", sale_id: "forged", email: "buyer@example.com", product_id: "prod-moon" });
    await expect.poll(() => gumroad.asked).toBeGreaterThan(asked);
    expect((await planOf()).plan).toBe("lite");
    expect(await world.db.select().from(sale)).toEqual([]);
  });

  it("is not heard without the address's secret", async () => {
    const { ping, path } = await start();
    for (const wrong of [`${path}x`, path.slice(0, -1), "/api/payment/gumroad/none"])
      expect(await ping({ sale_id: "s1" }, wrong)).toMatchObject({
        status: 404,
        body: { error: { code: "not-found" } },
      });
  });

  it("gives nothing to an address that nobody has verified", async () => {
    const { ping } = await start();
    const other = await world.signUp("claimed@example.com");
    gumroad.sell("s1", { email: "claimed@example.com" });
    await ping({ sale_id: "s1" });
    await expect.poll(async () => (await world.db.select().from(sale)).length).toBe(1);
    const [row] = await world.db.select().from(account).where(eq(account.id, other.accountId));
    expect(row!.plan).toBe("lite");
  });
});

describe("A sale that comes with its buyer", () => {
  const create = (token: string, saleId: string) =>
    world.rest(`POST /api/live_api/account/create?sale_id=${saleId}`, { token, body: {} });

  it("is looked up at once, so that no ping is needed, and belongs to the first account that brings it", async () => {
    const { buyer, planOf } = await start("a@example.com");
    const thief = await world.signUp();
    gumroad.sell("s1", { email: "elsewhere@example.com" });
    expect((await create(buyer.token, "s1")).body).toEqual({ accountId: buyer.accountId });
    expect((await planOf()).plan).toBe("moon");
    expect(await create(thief.token, "s1")).toMatchObject({ status: 401, body: { error: { code: "sale-unknown" } } });
    expect((await planOf(thief.accountId)).plan).toBe("lite");
  });

  it("answers 401 while it is not known, and while Gumroad cannot be reached", async () => {
    const { buyer } = await start();
    expect((await create(buyer.token, "s1")).status).toBe(401);
    gumroad.sell("s1", { email: "buyer@example.com" });
    gumroad.failing = { status: 503, times: 1 };
    expect((await create(buyer.token, "s1")).status).toBe(401);
    expect((await create(buyer.token, "s1")).status).toBe(200);
  });
});

describe("Whatever comes, in whatever order, as often as it comes", () => {
  /** What happens at Gumroad, and the message that tells of it. */
  const story: { happens: () => void; message: Record<string, string> }[] = [
    {
      happens: () => gumroad.sell("s1", { email: "buyer@example.com" }),
      message: { resource_name: "sale", sale_id: "s1", subscription_id: "sub-s1" },
    },
    {
      happens: () =>
        Object.assign(gumroad.subscribers.get("sub-s1")!, {
          status: "pending_cancellation",
          cancelled_at: "2099-01-01T00:00:00Z",
        }),
      message: { resource_name: "cancellation", subscription_id: "sub-s1", "purchase_ids[0]": "s1" },
    },
    {
      happens: () => {
        const subscriber = gumroad.subscribers.get("sub-s1")!;
        subscriber.status = "alive";
        delete subscriber.cancelled_at;
      },
      message: { resource_name: "subscription_restarted", subscription_id: "sub-s1", "purchase_ids[]": "s1" },
    },
    {
      happens: () => gumroad.sell("s2", { email: "buyer@example.com", productId: "prod-explorer" }),
      message: { resource_name: "sale", sale_id: "s2" },
    },
    {
      happens: () => Object.assign(gumroad.sales.get("s1")!, { chargedback: true, disputed: true }),
      message: { resource_name: "dispute", sale_id: "s1" },
    },
    {
      happens: () => Object.assign(gumroad.sales.get("s1")!, { refunded: true }),
      message: { resource_name: "refund", sale_id: "s1" },
    },
  ];

  it("follows each step", async () => {
    const { ping, planOf } = await start();
    const seen: unknown[] = [];
    const reads: (() => Promise<unknown>)[] = story.map(() => async () => [
      (await planOf()).plan,
      (await planOf()).planSubscriptionStatus,
    ]);
    const wanted = [
      ["moon", "alive"],
      ["moon", "pending_cancellation"],
      ["moon", "alive"],
      ["moon", "alive"],
      ["explorer", "alive"],
      ["explorer", "alive"],
    ];
    for (const [index, { happens, message }] of story.entries()) {
      happens();
      const saleId = message.sale_id ?? "s1";
      const [before] = await world.db.select().from(sale).where(eq(sale.id, saleId));
      await ping(message);
      await expect
        .poll(async () => (await world.db.select().from(sale).where(eq(sale.id, saleId)))[0]?.readNumber)
        .not.toBe(before?.readNumber);
      seen.push(await reads[index]!());
    }
    expect(seen).toEqual(wanted);
  });

  it.each([1])(
    "ends in the same state: every message ×100, shuffled, told while things still happen and answered late (seed %i)",
    async (seed) => {
      const { buyer, planOf } = await start();
      const random = seeded(seed);
      gumroad.delayMs = () => random() * 6;
      const saleIds = story.flatMap(({ message }) => saleIdsOf(Object.entries(message)).saleIds);
      const messages = shuffled(Array.from({ length: 100 }, () => saleIds).flat(), random);
      const steps = [...story];
      let done = 0;
      const worker = async () => {
        for (let saleId = messages.pop(); saleId; saleId = messages.pop()) {
          if (++done % 40 === 0) steps.shift()?.happens();
          await confirmSale(world.platform, saleId);
        }
      };
      await Promise.all(Array.from({ length: 12 }, worker));
      expect(steps).toEqual([]);
      expect(await planOf()).toMatchObject({
        plan: "explorer",
        planSubscriptionStatus: "alive",
        subscriptionId: "sub-s2",
      });
      const rows = await world.db.select().from(sale).orderBy(sale.id);
      expect(rows.map(({ id, accountId, status, isEntitled }) => [id, accountId, status, isEntitled])).toEqual([
        ["s1", buyer.accountId, "refunded", false],
        ["s2", buyer.accountId, "alive", true],
      ]);
    },
  );

  it("keeps what an administrator gave when a payment ends", async () => {
    const { admin, buyer, planOf } = await start();
    gumroad.sell("s1", { email: "buyer@example.com" });
    await confirmSale(world.platform, "s1");
    await admin.api.admin.setPlan({ accountId: buyer.accountId, plan: "explorer" });
    expect((await planOf()).plan).toBe("moon");
    gumroad.sales.get("s1")!.refunded = true;
    await confirmSale(world.platform, "s1");
    expect((await planOf()).plan).toBe("explorer");
  });

  it("ends a cancelled plan when its time is over, without a message", async () => {
    const { buyer, planOf } = await start();
    gumroad.sell("s1", { email: "buyer@example.com" });
    Object.assign(gumroad.subscribers.get("sub-s1")!, {
      status: "pending_cancellation",
      cancelled_at: new Date(Date.now() + 60_000).toISOString(),
    });
    await confirmSale(world.platform, "s1");
    expect((await planOf()).plan).toBe("moon");
    await world.db.execute(
      sql`update sale set ends_at = now() - interval '1 second', read_at = now() - interval '1 hour'`,
    );
    gumroad.subscribers.get("sub-s1")!.status = "cancelled";
    await checkSales(world.platform);
    await expect.poll(async () => (await planOf()).plan).toBe("lite");
    expect(await claimSale(world.db, buyer.accountId, "s1")).toBe(true);
    await settle(world.db, buyer.accountId);
    expect((await planOf()).plan).toBe("lite");
  });
});

describe("What a sale gives", () => {
  const base = { id: "s", email: "", product_id: "p", product_permalink: "l", price: 100 };
  it.each([
    ["a sale without a subscription", {}, undefined, "paid", true],
    ["a refunded one", { refunded: true }, undefined, "refunded", false],
    ["a disputed one", { disputed: true }, undefined, "disputed", false],
    ["a charged-back one", { chargedback: true }, undefined, "disputed", false],
    ["a dispute that was won", { disputed: true, dispute_won: true }, undefined, "paid", true],
    ...(
      [
        ["alive", true],
        ["pending_cancellation", true],
        ["pending_failure", true],
        ["failed_payment", false],
        ["fixed_subscription_period_ended", false],
        ["cancelled", false],
      ] as const
    ).map(
      ([status, good]) =>
        [`a subscription that is ${status}`, { subscription_id: "x" }, { id: "x", status }, status, good] as const,
    ),
    ["a subscription that Gumroad does not list", { subscription_id: "x" }, undefined, "unknown", false],
  ] as const)("%s", (_name, more, subscriber, status, isEntitled) =>
    expect(standingOfSale({ ...base, ...more }, subscriber)).toMatchObject({ status, isEntitled }),
  );

  it("takes the plan from the product's id, its permalink, or its tier", () => {
    const plans = [
      { id: "explorer" as const, products: ["p/Small", "other"] },
      { id: "moon" as const, products: ["l"] },
    ];
    expect(planOfSale(base, plans)).toBe("moon");
    expect(planOfSale({ ...base, variants: { Tier: "Small" } }, plans)).toBe("explorer");
    expect(planOfSale({ ...base, product_permalink: "" }, plans)).toBeUndefined();
  });
});
