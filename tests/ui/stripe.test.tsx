import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { account } from "@/db/schema";
import { confirmSale } from "@/features/payment/confirm-sale";
import { MembershipsSection } from "@/features/memberships/ui/MembershipsSection";
import { UpgradeDialog } from "@/features/plans/ui/UpgradeDialog";
import { openToStrangers } from "../support/members";
import { showWith } from "../support/show";
import { Stripe } from "../support/stripe";
import { World } from "../support/world";

vi.mock("next/navigation", () => ({
  usePathname: () => "/home",
  useSearchParams: () => new URLSearchParams("goto=upgrade_app_plan"),
}));

let world: World;
let stripe: Stripe;
const gone: string[] = [];
beforeAll(async () => {
  stripe = await Stripe.start();
  world = await World.open({
    PLANS: "on",
    STRIPE_URL: stripe.url,
    STRIPE_SECRET_KEY: stripe.key,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  });
  // The server's own requests: this window's rules for pages are not for them.
  const { happyDOM } = window as unknown as {
    happyDOM: { settings: { fetch: { disableSameOriginPolicy: boolean } } };
  };
  happyDOM.settings.fetch.disableSameOriginPolicy = true;
  vi.spyOn(window.location, "assign").mockImplementation((url) => void gone.push(String(url)));
});
beforeEach(async () => {
  await world.reset();
  stripe.things.clear();
  gone.length = 0;
});
afterEach(cleanup);
afterAll(async () => {
  await world.close();
  await stripe.close();
});

/** Presses the first of the buttons with these words, once it can be. */
async function press(words: string): Promise<void> {
  const button = (await screen.findAllByText(words))[0]!.closest("button")!;
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
}

async function buyer() {
  const admin = await world.signUp();
  await admin.api.admin.updatePlan({ plan: "moon", products: ["price_moon"] });
  stripe.put({ id: "price_moon", active: true, recurring: { interval: "month" } });
  return world.signUp("buyer@example.com");
}

it("A plan that is sold at Stripe opens its checkout: 'Start My Journey'", async () => {
  const { api, accountId } = await buyer();
  showWith(api, <UpgradeDialog />);
  // Explorer, Moon and Monetizer; the first plan is the account's own.
  const buttons = await screen.findAllByText("Start My Journey");
  fireEvent.click(buttons[1]!.closest("button")!);
  await waitFor(() => expect(gone).toEqual([`${stripe.url}/pay/checkout/sessions`]));
  expect(stripe.opened.at(-1)!.form.client_reference_id).toBe(accountId);
});

it("A plan that is paid at Stripe is changed there", async () => {
  const { accountId } = await buyer();
  stripe.sell("one", { accountId });
  await confirmSale(world.platform, "cs_one");
  const row = (await world.db.select().from(account)).find(({ id }) => id === accountId)!;
  showWith(world.as({ kind: "account", account: row, token: "" }), <UpgradeDialog />);
  await press("Downgrade");
  await press("Change it at Stripe");
  await waitFor(() => expect(gone).toEqual([`${stripe.url}/pay/billing_portal/sessions`]));
});

it("Memberships of an app are connected to Stripe by a key and a product", async () => {
  const owner = await world.signUp();
  world.platform.env = { ...world.platform.env, PLANS: "off" };
  const { appId } = await owner.api.apps.create({ name: "Club" });
  await openToStrangers(world, owner, appId);
  const price = { id: "price_club", currency: "eur", unit_amount: 500, recurring: null };
  stripe.put({ id: "prod_club", name: "Club pass", default_price: price });
  showWith(owner.api, <MembershipsSection appId={appId} />);
  fireEvent.click(await screen.findByLabelText("Stripe"));
  fireEvent.change(await screen.findByLabelText("Stripe secret key"), { target: { value: stripe.key } });
  fireEvent.click(await screen.findByPlaceholderText("Pick a product"));
  fireEvent.click(await screen.findByText("Club pass"));
  await press("Connect");
  await screen.findByText("Connected to Stripe");
  expect(await owner.api.memberships.settings({ appId })).toMatchObject({
    paidMembershipsSettings: { paymentProvider: "stripe", isSetupCompleted: true },
  });
});
