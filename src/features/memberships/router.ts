import "server-only";
import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Actor } from "@/api/actor";
import { ownedByServer } from "@/api/gates";
import { withinLimit } from "@/api/limit";
import {
  appInput,
  managerProcedure,
  publicProcedure,
  router,
  viewerProcedure,
  visitorProcedure,
} from "@/api/procedures";
import type { OwnedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { mayStrangersJoin } from "@/features/members/rules";
import { memberSettingsOf } from "@/features/members/store";
import { appUrl } from "@/features/apps/address";
import { saleIdsOf, stripeRefsOf } from "@/features/payment/rules";
import { stripeEventSchema } from "@/features/payment/schema";
import { isSignedByStripe } from "@/features/payment/stripe";
import { parseJson } from "@/engines/json";
import { AppError, errors } from "@/errors";
import { openToken, providerBy, providerOfApp, sealToken, tryConfirm } from "./confirm";
import {
  accessTokenSchema,
  membershipJob,
  type MembershipSettings,
  type Offer,
  type PaymentProvider,
  paymentProviders,
  type Product,
  productIdSchema,
  proofSchema,
  providerLabels,
} from "./schema";
import {
  claimMemberSale,
  connectProduct,
  disconnect,
  enablePayment,
  findPayment,
  keepSigningSecret,
  keepToken,
  hasMemberSales,
  liveSubscription,
  salesOfApp,
  salesOfSubscription,
} from "./store";

const [asksMax, claimsMax, pingsMax] = [60, 20, 600];
const quarterHour = 15 * 60;
const eventCharsMax = 256 * 1024;

/** Gumroad signs nothing: the address of an app's messages is the secret. Stripe's, beside its signature. */
const keyOf = ({ sealer }: Platform, provider: PaymentProvider, appId: string) =>
  Buffer.from(sealer.sign(`${provider}-ping:${appId}`), "base64").toString("base64url");

function isKey(platform: Platform, provider: PaymentProvider, appId: string, given: string): boolean {
  const [own, other] = [Buffer.from(keyOf(platform, provider, appId)), Buffer.from(given)];
  return own.length === other.length && timingSafeEqual(own, other);
}

const pingUrlOf = (platform: Platform, provider: PaymentProvider, appId: string) =>
  `${platform.env.APP_URL}/api/apps/${appId}/payments/${provider}/${keyOf(platform, provider, appId)}`;

const signingContext = (appId: string) => `stripe-signing:${appId}`;

async function checkPace({ db }: Platform, appId: string): Promise<void> {
  if (!(await withinLimit(db, `member-ping:${appId}`, pingsMax, 60))) throw new AppError("unavailable");
}

const failed = (what: "products-failed" | "connect-failed", provider: PaymentProvider, words?: string) =>
  new AppError(what, undefined, words ?? errors[what].message.replace("Gumroad", providerLabels[provider]));

async function settingsOf(platform: Platform, owned: OwnedApp): Promise<MembershipSettings> {
  const [row, people] = [await findPayment(owned), await memberSettingsOf(owned)];
  return {
    isPaidMembershipsEnabled: row?.isEnabled ?? false,
    isSignupEnabled: mayStrangersJoin(people),
    paidMembershipsSettings: {
      paymentProvider: row?.provider ?? "gumroad",
      hasPaymentProviderAccessToken: row !== undefined,
      isSetupCompleted: row?.connectedAt != null,
    },
    paidMembershipsProduct: row?.productId ? { id: row.productId, name: row.productName ?? "" } : null,
    pingUrl: row?.connectedAt ? pingUrlOf(platform, row.provider, owned.appId) : null,
  };
}

const limitedProcedure = managerProcedure.use(async ({ ctx, next }) => {
  if (!(await withinLimit(ctx.platform.db, `payments:${ctx.app.id}`, asksMax, quarterHour)))
    throw new AppError("too-many-requests");
  return next();
});

type Buyer = { memberId: string; email: string; isUnpaid: boolean };

/**
 * The member of the app who asks, paid or not: the gates show strangers' things to whoever has not paid.
 * @throws not-signed-in; preview-profile for the app's builder, who buys nothing
 */
function buyerOf({ actor, app }: { actor: Actor; app: { id: string } }): Buyer {
  const isVisitor = actor.kind === "visitor" && actor.appId === app.id;
  if (isVisitor && !actor.visitor.isBuilder)
    return { memberId: actor.visitor.id, email: actor.visitor.email, isUnpaid: actor.isUnpaid === true };
  throw new AppError(isVisitor || actor.kind === "account" ? "preview-profile" : "not-signed-in");
}

export const membershipsRouter = router({
  settings: viewerProcedure.input(appInput({})).query(({ ctx }) => settingsOf(ctx.platform, ctx.owned)),

  /** "GET payments/products: products, each with id and name" (2-builder.md §7). A token that works is kept, sealed. */
  products: limitedProcedure
    .input(appInput({ accessToken: accessTokenSchema.optional(), provider: z.enum(paymentProviders).optional() }))
    .mutation(async ({ ctx, input: { accessToken, provider: asked } }): Promise<{ products: Product[] }> => {
      const { platform, owned, app } = ctx;
      const row = await findPayment(owned);
      const provider = asked ?? (accessToken ? "gumroad" : (row?.provider ?? "gumroad"));
      const isKept = row?.provider === provider;
      if (!accessToken && !isKept) throw failed("products-failed", provider);
      const token = accessToken ?? openToken(platform, row!);
      const products = await providerBy(platform, provider, token)
        .listProducts()
        .catch(() => {
          throw failed("products-failed", provider);
        });
      if (!isKept || openToken(platform, row) !== token)
        await keepToken(owned, provider, sealToken(platform, app.id, provider, token));
      return { products: products.map(({ id, name }) => ({ id, name })) };
    }),

  /** "POST payments/connect" (2-builder.md §7): from now on sales of this product are memberships. */
  connect: limitedProcedure.input(appInput({ productId: productIdSchema })).mutation(async ({ ctx, input }) => {
    const { platform, owned, app } = ctx;
    const row = await findPayment(owned);
    if (!row) throw new AppError("connect-failed");
    const seller = providerOfApp(platform, row);
    const products = await seller.listProducts().catch(() => {
      throw failed("connect-failed", row.provider);
    });
    const product = products.find(({ id }) => id === input.productId);
    if (!product)
      throw failed("connect-failed", row.provider, `This product is no longer among your ${seller.label} products`);
    const { id: productId, name: productName, price, url } = product;
    await connectProduct(owned, { productId, productName, price, url });
    const { isOn, signingSecret } = await seller.subscribe(pingUrlOf(platform, row.provider, app.id));
    const sealed = signingSecret ? platform.sealer.seal(signingSecret, signingContext(app.id)) : null;
    await keepSigningSecret(owned, sealed);
    return { ...(await settingsOf(platform, owned)), arePingsOn: isOn };
  }),

  /** "Resync": reads the product and every known sale again. */
  resync: limitedProcedure.input(appInput({})).mutation(async ({ ctx }) => {
    const { platform, owned, app } = ctx;
    for (const saleId of await salesOfApp(owned))
      await platform.jobs.send(platform.db, membershipJob, { appId: app.id, saleId });
    return settingsOf(platform, owned);
  }),

  /** "Change", once it was confirmed: token and product are let go of. */
  disconnect: managerProcedure.input(appInput({})).mutation(async ({ ctx }) => {
    await disconnect(ctx.owned);
    return settingsOf(ctx.platform, ctx.owned);
  }),

  /** "Enabling needs signup enabled" (2-builder.md §4). */
  setEnabled: managerProcedure
    .input(appInput({ isPaidMembershipsEnabled: z.boolean() }))
    .mutation(async ({ ctx, input: { isPaidMembershipsEnabled } }) => {
      if (isPaidMembershipsEnabled) {
        const { isSignupEnabled, paidMembershipsSettings } = await settingsOf(ctx.platform, ctx.owned);
        if (!isSignupEnabled) throw new AppError("memberships-need-signup");
        if (!paidMembershipsSettings.isSetupCompleted) throw new AppError("memberships-not-connected");
      }
      await enablePayment(ctx.owned, isPaidMembershipsEnabled);
      return settingsOf(ctx.platform, ctx.owned);
    }),

  /** A message of the provider about one app's sales. It only names sales, which a job then looks up. */
  ping: publicProcedure
    .input(
      z.strictObject({
        appId: z.string().max(40),
        key: z.string().max(100),
        body: z.array(z.tuple([z.string(), z.string()])).max(500),
      }),
    )
    .mutation(async ({ ctx: { platform }, input: { appId, key, body } }) => {
      if (!isKey(platform, "gumroad", appId, key)) throw new AppError("app-not-found");
      await checkPace(platform, appId);
      const { saleIds, subscriptionId } = saleIdsOf(body);
      const owned = ownedByServer(platform.db, appId);
      const known = subscriptionId ? await salesOfSubscription(owned, subscriptionId) : [];
      for (const saleId of new Set([...saleIds, ...known]))
        await platform.jobs.send(platform.db, membershipJob, { appId, saleId });
      return {};
    }),

  /** The same of Stripe, with its raw body. It is signed where Stripe told us by what. */
  stripeEvent: publicProcedure
    .input(
      z.strictObject({
        appId: z.string().max(40),
        key: z.string().max(100),
        body: z.string().max(eventCharsMax),
        signature: z.string().max(2_000),
      }),
    )
    .mutation(async ({ ctx: { platform }, input: { appId, key, body, signature } }) => {
      if (!isKey(platform, "stripe", appId, key)) throw new AppError("app-not-found");
      const sealed = (await findPayment(ownedByServer(platform.db, appId)))?.sealedSigningSecret;
      if (sealed && !isSignedByStripe(platform.sealer.open(sealed, signingContext(appId)), signature, body))
        throw new AppError("app-not-found");
      await checkPace(platform, appId);
      const event = stripeEventSchema.safeParse(parseJson(body));
      for (const saleId of event.success ? stripeRefsOf(event.data) : [])
        await platform.jobs.send(platform.db, membershipJob, { appId, saleId });
      return {};
    }),

  /** What a signed-in member has to buy, if anything. */
  offer: visitorProcedure.input(appInput({})).query(async ({ ctx }): Promise<Offer> => {
    const { isUnpaid, memberId } = buyerOf(ctx);
    const row = await findPayment(ctx.visited);
    const isConnected = Boolean(row?.connectedAt);
    const { productName, price, url, provider } = row ?? {};
    return {
      isRequired: isConnected && row!.isEnabled,
      isPaid: !isUnpaid,
      name: productName ?? "",
      price: price ?? "",
      url: url ?? "",
      hasCheckout: isConnected && provider === "stripe",
      canManage: provider === "stripe" && (await liveSubscription(ctx.visited, memberId)) !== undefined,
      hasEnded: isUnpaid && (await hasMemberSales(ctx.visited, memberId)),
    };
  }),

  /** Where a member pays, or, with a subscription, changes it: nobody pays for two. */
  checkout: visitorProcedure.input(appInput({})).mutation(async ({ ctx }): Promise<{ url: string }> => {
    const { platform, visited, app } = ctx;
    const { memberId, email } = buyerOf(ctx);
    if (!(await withinLimit(platform.db, `checkout:${app.id}:${memberId}`, claimsMax, quarterHour)))
      throw new AppError("too-many-requests");
    const row = await findPayment(visited);
    if (!row?.productId) throw new AppError("membership-unsold");
    const provider = providerOfApp(platform, row);
    const home = `${appUrl(platform.env, app)}/`;
    const current = await liveSubscription(visited, memberId);
    const url =
      current && provider.openPortal
        ? await provider.openPortal(current, home)
        : await provider.openCheckout?.({ id: memberId, email, home }, row.productId);
    if (!url) throw new AppError("membership-unsold");
    return { url };
  }),

  /**
   * Binds a sale to the member who proves it, by the license key of the receipt or the id that the provider's link
   * carries. Both can be passed on: the first member who comes with one has it.
   */
  claim: visitorProcedure.input(appInput(proofSchema)).mutation(async ({ ctx, input: { licenseKey, saleId } }) => {
    const { platform, visited, app } = ctx;
    const { memberId } = buyerOf(ctx);
    if (!(await withinLimit(platform.db, `claim:${app.id}:${memberId}`, claimsMax, quarterHour)))
      throw new AppError("too-many-requests");
    const row = await findPayment(visited);
    if (!row?.productId) throw new AppError("membership-unknown");
    const provider = providerOfApp(platform, row);
    const id = licenseKey ? await provider.saleOfLicense?.(row.productId, licenseKey) : saleId;
    if (!id) throw new AppError("membership-unknown");
    await tryConfirm(platform, visited, id);
    if (!(await claimMemberSale(visited, memberId, id))) throw new AppError("membership-unknown");
    return {};
  }),
});
