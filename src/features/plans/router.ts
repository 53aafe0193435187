import "server-only";
import { z } from "zod";
import { type Account, accountProcedure, adminProcedure, appInput, router, viewerProcedure } from "@/api/procedures";
import type { Platform } from "@/engines/platform";
import { cardName, cardState, dialogTitle, effectsOf, pricesOf, shownPlans } from "./rules";
import { type CardState, type Plan, type PlanCard, planIdSchema } from "./schema";
import { listPlans, standingOf, usesOf } from "./store";

type ShownCard = PlanCard & { state: CardState };
/** `isSoldHere`: by a checkout that this server opens, instead of the card's link. */
type DialogCard = ShownCard & { isSoldHere: boolean };

const toCard = ({ isEnabled: _isEnabled, products: _products, ...card }: Plan, account: Account): PlanCard => ({
  ...card,
  name: cardName(card, account.accountType),
});

async function cardsOf({ db, env }: Platform, account: Account): Promise<ShownCard[]> {
  if (env.PLANS === "off") return [];
  const plans = shownPlans(await listPlans(db), account.plan);
  return plans.map((plan) => ({ ...toCard(plan, account), state: cardState(plan, account.plan) }));
}

export const plansRouter = router({
  /** Input of the plan gates for this account. */
  standing: accountProcedure.query(({ ctx }) => standingOf(ctx.platform.env, ctx.account)),

  /** The upgrade dialog (1-platform.md §2). With plans turned off it has no cards. */
  dialog: accountProcedure.query(async ({ ctx }) => {
    const { db, env } = ctx.platform;
    const sold = new Set((await listPlans(db)).filter((plan) => pricesOf(env, plan).length > 0).map(({ id }) => id));
    const cards = await cardsOf(ctx.platform, ctx.account);
    return {
      arePlansOn: env.PLANS === "on",
      title: dialogTitle(ctx.account.plan),
      subscriptionId: ctx.account.subscriptionId,
      cards: cards.map((card): DialogCard => ({ ...card, isSoldHere: sold.has(card.id) })),
    };
  }),

  /** Effects of changing to this plan, in words, beforehand. */
  effects: accountProcedure.input(z.strictObject({ plan: planIdSchema })).query(async ({ ctx, input }) => {
    const standing = standingOf(ctx.platform.env, ctx.account);
    return { effects: effectsOf(standing, input.plan, await usesOf(ctx.platform.db, ctx.account.id)) };
  }),

  /** "GET /api/live_api/app/paidPlans" (1-platform.md §7): the plans that the app's owner can pay for. */
  paid: viewerProcedure.input(appInput({})).query(async ({ ctx }) => ({
    plans: (await cardsOf(ctx.platform, ctx.account)).filter(({ id }) => id !== "lite"),
  })),

  /** Every plan with its editable fields. */
  list: adminProcedure.query(async ({ ctx }) => ({
    arePlansOn: ctx.platform.env.PLANS === "on",
    plans: await listPlans(ctx.platform.db),
  })),
});
