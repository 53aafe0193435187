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
import { saleIdsOf } from "@/features/payment/rules";
import { AppError } from "@/errors";
import { sealToken, sellerOfApp, tryConfirm } from "./confirm";
import { listProducts, saleOfLicense, subscribePings } from "./gumroad";
import {
  accessTokenSchema,
  membershipJob,
  type MembershipSettings,
  type Offer,
  priceWords,
  type Product,
  productIdSchema,
  proofSchema,
} from "./schema";
import {
  claimMemberSale,
  connectProduct,
  disconnect,
  enablePayment,
  findPayment,
  keepToken,
  salesOfApp,
  salesOfSubscription,
} from "./store";

const [asksMax, claimsMax, pingsMax] = [60, 20, 600];
const quarterHour = 15 * 60;

/** Gumroad signs nothing: the address of an app's messages is the secret. */
const keyOf = ({ sealer }: Platform, appId: string) =>
  Buffer.from(sealer.sign(`gumroad-ping:${appId}`), "base64").toString("base64url");

function isKey(platform: Platform, appId: string, given: string): boolean {
  const [own, other] = [Buffer.from(keyOf(platform, appId)), Buffer.from(given)];
  return own.length === other.length && timingSafeEqual(own, other);
}

const pingUrlOf = (platform: Platform, appId: string) =>
  `${platform.env.APP_URL}/api/apps/${appId}/payments/gumroad/${keyOf(platform, appId)}`;

async function settingsOf(platform: Platform, owned: OwnedApp): Promise<MembershipSettings> {
  const [row, people] = [await findPayment(owned), await memberSettingsOf(owned)];
  return {
    isPaidMembershipsEnabled: row?.isEnabled ?? false,
    isSignupEnabled: mayStrangersJoin(people),
    paidMembershipsSettings: {
      paymentProvider: "gumroad",
      hasPaymentProviderAccessToken: row !== undefined,
      isSetupCompleted: row?.connectedAt != null,
    },
    paidMembershipsProduct: row?.productId ? { id: row.productId, name: row.productName ?? "" } : null,
    pingUrl: row?.connectedAt ? pingUrlOf(platform, owned.appId) : null,
  };
}

const limitedProcedure = managerProcedure.use(async ({ ctx, next }) => {
  if (!(await withinLimit(ctx.platform.db, `payments:${ctx.app.id}`, asksMax, quarterHour)))
    throw new AppError("too-many-requests");
  return next();
});

type Buyer = { memberId: string; isUnpaid: boolean };

/**
 * The member of the app who asks, paid or not: the gates show strangers' things to whoever has not paid.
 * @throws not-signed-in; preview-profile for the app's builder, who buys nothing
 */
function buyerOf({ actor, app }: { actor: Actor; app: { id: string } }): Buyer {
  const isVisitor = actor.kind === "visitor" && actor.appId === app.id;
  if (isVisitor && !actor.visitor.isBuilder) return { memberId: actor.visitor.id, isUnpaid: actor.isUnpaid === true };
  throw new AppError(isVisitor || actor.kind === "account" ? "preview-profile" : "not-signed-in");
}

export const membershipsRouter = router({
  settings: viewerProcedure.input(appInput({})).query(({ ctx }) => settingsOf(ctx.platform, ctx.owned)),

  /** "GET payments/products: products, each with id and name" (2-builder.md §7). A token that works is kept, sealed. */
  products: limitedProcedure
    .input(appInput({ accessToken: accessTokenSchema.optional() }))
    .mutation(async ({ ctx, input: { accessToken } }): Promise<{ products: Product[] }> => {
      const { platform, owned, app } = ctx;
      const row = await findPayment(owned);
      if (!accessToken && !row) throw new AppError("products-failed");
      const seller = accessToken ? { url: platform.env.GUMROAD_URL, token: accessToken } : sellerOfApp(platform, row!);
      const products = await listProducts(seller).catch(() => {
        throw new AppError("products-failed");
      });
      const isNew = accessToken && !(row && sellerOfApp(platform, row).token === accessToken);
      if (isNew) await keepToken(owned, sealToken(platform, app.id, accessToken));
      return { products: products.map(({ id, name }) => ({ id, name })) };
    }),

  /** "POST payments/connect" (2-builder.md §7): from now on sales of this product are memberships. */
  connect: limitedProcedure.input(appInput({ productId: productIdSchema })).mutation(async ({ ctx, input }) => {
    const { platform, owned, app } = ctx;
    const row = await findPayment(owned);
    if (!row) throw new AppError("connect-failed");
    const seller = sellerOfApp(platform, row);
    const products = await listProducts(seller).catch(() => {
      throw new AppError("connect-failed");
    });
    const product = products.find(({ id }) => id === input.productId);
    if (!product)
      throw new AppError("connect-failed", undefined, "This product is no longer among your Gumroad products");
    await connectProduct(owned, {
      productId: product.id,
      productName: product.name,
      price: priceWords(product.formatted_price ?? "", product.subscription_duration),
      url: product.short_url ?? "",
    });
    const arePingsOn = await subscribePings(seller, pingUrlOf(platform, app.id));
    return { ...(await settingsOf(platform, owned)), arePingsOn };
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
      if (!isKey(platform, appId, key)) throw new AppError("app-not-found");
      if (!(await withinLimit(platform.db, `member-ping:${appId}`, pingsMax, 60))) throw new AppError("unavailable");
      const { saleIds, subscriptionId } = saleIdsOf(body);
      const owned = ownedByServer(platform.db, appId);
      const known = subscriptionId ? await salesOfSubscription(owned, subscriptionId) : [];
      for (const saleId of new Set([...saleIds, ...known]))
        await platform.jobs.send(platform.db, membershipJob, { appId, saleId });
      return {};
    }),

  /** What a signed-in member has to buy, if anything. */
  offer: visitorProcedure.input(appInput({})).query(async ({ ctx }): Promise<Offer> => {
    const { isUnpaid } = buyerOf(ctx);
    const row = await findPayment(ctx.visited);
    const isRequired = Boolean(row?.isEnabled && row.connectedAt);
    const { productName, price, url } = row ?? {};
    return { isRequired, isPaid: !isUnpaid, name: productName ?? "", price: price ?? "", url: url ?? "" };
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
    const id = licenseKey ? await saleOfLicense(sellerOfApp(platform, row), row.productId, licenseKey) : saleId;
    if (!id) throw new AppError("membership-unknown");
    await tryConfirm(platform, visited, id);
    if (!(await claimMemberSale(visited, memberId, id))) throw new AppError("membership-unknown");
    return {};
  }),
});
