import { type FieldType, fieldTypes } from "@/offline/model/tool-parts";
import { type CardState, type Plan, type PlanCard } from "./schema";
import { type PlanId, planIds } from "./limits";

/** Who asks. `arePlansOn` is the setting: without plans everything is allowed and no upgrade is offered. */
export type Standing = { plan: string; arePlansOn: boolean; isAdmin: boolean };

export type Limits = {
  toolsMax: number;
  liveToolsMax: number;
  dataItemsMax: number;
  /** Files per upload, and bytes per file. */
  filesMax: number;
  fileBytesMax: number;
  /** The web scraper's link depth and page limit. */
  scrapeDepth: number;
  scrapePagesMax: number;
};

const megabyte = 1_000_000;
const paid = { dataItemsMax: Infinity, filesMax: 5, fileBytesMax: 10 * megabyte, scrapeDepth: 3, scrapePagesMax: 100 };

/** Limits of 1-platform.md §6 and §9, 2-builder.md §6; design §6 where those give no value. */
const limits: Record<PlanId, Limits> = {
  lite: {
    toolsMax: 3,
    liveToolsMax: 1,
    dataItemsMax: 1,
    filesMax: 1,
    fileBytesMax: 5 * megabyte,
    scrapeDepth: 2,
    scrapePagesMax: 20,
  },
  explorer: { ...paid, toolsMax: 10, liveToolsMax: 5, scrapePagesMax: 50 },
  moon: { ...paid, toolsMax: 30, liveToolsMax: 15 },
  monetizer: { ...paid, toolsMax: 100, liveToolsMax: 50 },
};

/** An unknown plan ("others", 1-platform.md §3) counts as the lowest. */
export const knownPlan = (plan: string): PlanId => planIds.find((id) => id === plan) ?? "lite";
export const rankOf = (plan: string): number => planIds.indexOf(knownPlan(plan));
export const highestPlan = (plans: string[]): PlanId =>
  planIds[plans.reduce((highest, plan) => Math.max(highest, rankOf(plan)), 0)]!;

export function limitsOf({ plan, arePlansOn }: Pick<Standing, "plan" | "arePlansOn">): Limits {
  return arePlansOn ? limits[knownPlan(plan)] : { ...paid, toolsMax: Infinity, liveToolsMax: Infinity };
}

export const gates = [
  "tools",
  "tool-changes",
  "live-tools",
  "data-items",
  "files",
  "tool-settings",
  "app-settings",
  "photo-fields",
  "templates",
] as const;
export type Gate = (typeof gates)[number];

/** Why a plan refuses something; shown above the plans that allow it. */
export type Refusal = { gate: Gate; limit?: number; message: string };

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** The message of a gate for this account. */
export function gateWords(gate: Gate, standing: Standing): string {
  const { toolsMax, liveToolsMax, dataItemsMax, filesMax } = limitsOf(standing);
  switch (gate) {
    case "tools":
      return `You have reached the maximum number of tools allowed per app (${toolsMax}), please delete some tools before adding more`;
    case "tool-changes":
      return `Your plan includes ${plural(toolsMax, "tool")} per app. The newer ones are kept, and can be read and not changed. Upgrade your plan, or delete other tools, to change them.`;
    case "live-tools":
      return `Your plan includes ${liveToolsMax} live AI tools. To activate more tools, you can put other tools in draft mode or upgrade your plan.`;
    case "data-items":
      return `Your plan includes ${plural(dataItemsMax, "data item")}. Upgrade your plan to add more.`;
    case "files":
      return `Your plan takes ${plural(filesMax, "file")} at a time. Upgrade your plan to upload more at once.`;
    case "tool-settings":
      return "Tool settings are part of the paid plans. Upgrade your plan to change them.";
    case "app-settings":
      return rankOf(standing.plan) === 0
        ? "App settings are part of the paid plans. Upgrade your plan to change them."
        : "The settings of a generated app are part of the Moon plan and above. Upgrade your plan to change them.";
    case "templates":
      return "This template is part of the paid plans. Upgrade your plan to open it.";
    case "photo-fields":
      return "Photo fields are part of the paid plans. Upgrade your plan to use them.";
  }
}

const refuse = (gate: Gate, standing: Standing, limit?: number): Refusal => ({
  gate,
  ...(limit !== undefined && { limit }),
  message: gateWords(gate, standing),
});

const isPaid = ({ plan, arePlansOn }: Standing) => !arePlansOn || rankOf(plan) > 0;

/** @param count existing tools, before the new ones */
export function gateTools(standing: Standing, count: number, more = 1): Refusal | undefined {
  const { toolsMax } = limitsOf(standing);
  return count + more > toolsMax ? refuse("tools", standing, toolsMax) : undefined;
}

/** After a downgrade the newest tools above the limit are read-only. @param place 0 is the app's oldest tool */
export function gateToolChange(standing: Standing, place: number): Refusal | undefined {
  const { toolsMax } = limitsOf(standing);
  return place >= toolsMax ? refuse("tool-changes", standing, toolsMax) : undefined;
}

/** "Activation is blocked when the live-tool limit is reached and the tool is not already active" (2-builder.md §4). */
export function gateLiveTool(standing: Standing, liveCount: number, isActive: boolean): Refusal | undefined {
  const { liveToolsMax } = limitsOf(standing);
  return !isActive && liveCount >= liveToolsMax ? refuse("live-tools", standing, liveToolsMax) : undefined;
}

/**
 * "A lite account that already has one or more items cannot add more" (1-platform.md §5). Also decides
 * `hasReachedDataLimit`.
 */
export function gateDataItem(standing: Standing, count: number): Refusal | undefined {
  const { dataItemsMax } = limitsOf(standing);
  return count >= dataItemsMax ? refuse("data-items", standing, dataItemsMax) : undefined;
}

/** @param count the files of one upload */
export function gateFiles(standing: Standing, count: number): Refusal | undefined {
  const { filesMax } = limitsOf(standing);
  return count > filesMax ? refuse("files", standing, filesMax) : undefined;
}

/** "Lite cannot edit tool settings (an upgrade message shows)" (1-platform.md §6). */
export const gateToolSettings = (standing: Standing): Refusal | undefined =>
  isPaid(standing) ? undefined : refuse("tool-settings", standing);

type AppKind = "tool" | "app" | "gen-app" | "space";

/** "App settings appears for a generated or space app when the user is admin, on plan MOON or above, or the app is a space app" (2-builder.md §2). */
export function showsAppSettings(standing: Standing, kind: AppKind): boolean {
  return kind !== "gen-app" || !standing.arePlansOn || standing.isAdmin || rankOf(standing.plan) >= rankOf("moon");
}

/** "App settings are disabled on the lowest plan (LITE)" (2-builder.md §5), and where they do not appear. */
export const gateAppSettings = (standing: Standing, kind: AppKind): Refusal | undefined =>
  isPaid(standing) && showsAppSettings(standing, kind) ? undefined : refuse("app-settings", standing);

/** "Photo type is hidden on lite. Place and tool_item_select are hidden for non-admins" (1-platform.md §5). */
export const fieldTypesOf = (standing: Standing): FieldType[] =>
  fieldTypes.filter(
    (type) =>
      (type !== "photo" || isPaid(standing)) && ((type !== "place" && type !== "tool_item_select") || standing.isAdmin),
  );

/** "isProTool": a template for paid plans. */
export const gateTemplate = (standing: Standing): Refusal | undefined =>
  isPaid(standing) ? undefined : refuse("templates", standing);

export const gatePhotoField = (standing: Standing): Refusal | undefined =>
  isPaid(standing) ? undefined : refuse("photo-fields", standing);

/** "Plan cards show the names Discover and Free" (1-platform.md §1): the lowest plan is Free for builders, Discover for others. */
export const cardName = (plan: Pick<Plan, "id" | "name">, accountType: string): string =>
  plan.id === "lite" ? (accountType === "builder" ? "Free" : "Discover") : plan.name;

/** "None, upgrade, downgrade, selected, disabled (the Discover plan when lite is disabled)" (1-platform.md §4). `current` is undefined while it is not known. */
export function cardState(plan: Pick<Plan, "id" | "isEnabled">, current: string | undefined): CardState {
  if (current === undefined) return "none";
  if (knownPlan(current) === plan.id) return "selected";
  if (plan.id === "lite" && !plan.isEnabled) return "disabled";
  return rankOf(plan.id) > rankOf(current) ? "upgrade" : "downgrade";
}

/** Plans of the dialog: those available, the account's own, and the lowest, shown as disabled. */
export const shownPlans = (plans: Plan[], current: string): Plan[] =>
  plans.filter(({ id, isEnabled }) => isEnabled || id === "lite" || id === knownPlan(current));

export const dialogTitle = (current: string): "Your plan" | "Upgrade your plan" =>
  rankOf(current) > 0 ? "Your plan" : "Upgrade your plan";

export type Period = "monthly" | "yearly";

const monthlyPrice = ({ price, discountedPrice }: Pick<PlanCard, "price" | "discountedPrice">) =>
  discountedPrice ?? price;

/** "The saving badge threshold is 10%" (1-platform.md §9). @returns whole per cent; undefined below it */
export function yearlySaving(plan: Pick<PlanCard, "price" | "discountedPrice" | "priceYearly">): number | undefined {
  const year = monthlyPrice(plan) * 12;
  if (plan.priceYearly === null || year === 0) return undefined;
  // In cents, so that floating point does not miss exactly 10 %.
  const [saved, whole] = [Math.round((year - plan.priceYearly) * 100), Math.round(year * 100)];
  return saved * 10 >= whole ? Math.round((saved / whole) * 100) : undefined;
}

/** The price on a card: "the yearly price is shown as yearly divided by 12". `before` is the price without discount. */
export function shownPrice(
  plan: Pick<PlanCard, "price" | "discountedPrice" | "priceYearly" | "oneTimePayment">,
  period: Period,
): { price: number; before?: number; unit: string } {
  const unit = plan.oneTimePayment ? "once" : "/ month";
  if (period === "yearly" && plan.priceYearly !== null && !plan.oneTimePayment)
    return { price: plan.priceYearly / 12, unit };
  const isDiscounted = plan.discountedPrice !== null && plan.discountedPrice < plan.price;
  return { price: monthlyPrice(plan), unit, ...(isDiscounted && { before: plan.price }) };
}

/** The checkout URL. Gumroad's opens directly for the chosen period. */
export function checkoutLink(link: string, period: Period): string {
  const address = new URL(link);
  if (!/(^|\.)gumroad\.com$/.test(address.hostname)) return link;
  address.searchParams.set("wanted", "true");
  address.searchParams.set(period, "true");
  return address.href;
}

/** Whether a paid plan runs by a subscription at Gumroad, which buying another product there does not end. */
export const isSubscribedAtGumroad = ({
  cards,
  subscriptionId,
}: {
  cards: { id: string; state: CardState }[];
  subscriptionId: string | null;
}): boolean =>
  subscriptionId !== null &&
  !subscriptionId.startsWith("sub_") &&
  cards.some(({ id, state }) => id !== "lite" && state === "selected");

/** A plan's prices at Stripe, by which it is sold here; none where Stripe is not set up. */
export const pricesOf = (
  { STRIPE_SECRET_KEY }: { STRIPE_SECRET_KEY?: string | undefined },
  { products }: Pick<Plan, "products">,
): string[] => (STRIPE_SECRET_KEY ? products.filter((name) => name.startsWith("price_")) : []);

/** Use of limited things, by app. */
export type PlanUse = { appId: string; name: string; tools: number; liveTools: number };

/** Effects of a plan change in words. Nothing is deleted: what exceeds a limit becomes read-only. */
export function effectsOf(from: Standing, to: PlanId, uses: PlanUse[]): string[] {
  const now = limitsOf(from);
  const next = limitsOf({ ...from, plan: to });
  const effects: string[] = [];
  for (const { name, tools, liveTools } of uses) {
    if (tools > next.toolsMax && next.toolsMax < now.toolsMax)
      effects.push(
        `${name} has ${plural(tools, "tool")}, the plan includes ${next.toolsMax}. All are kept; ${tools - next.toolsMax === 1 ? "the newest one" : `the ${tools - next.toolsMax} newest`} can be read and not changed.`,
      );
    if (liveTools > next.liveToolsMax && next.liveToolsMax < now.liveToolsMax)
      effects.push(
        `${name} has ${plural(liveTools, "live tool")}, the plan includes ${next.liveToolsMax}. They stay live; no other can be activated until some are drafts.`,
      );
  }
  if (next.dataItemsMax < now.dataItemsMax)
    effects.push(`Data items are all kept and used. No more can be added above ${plural(next.dataItemsMax, "item")}.`);
  if (next.fileBytesMax < now.fileBytesMax)
    effects.push(
      `New files may have ${next.fileBytesMax / megabyte} MB, ${plural(next.filesMax, "file")} at a time. Larger ones that are there stay.`,
    );
  const then = { ...from, plan: to };
  if (gateToolSettings(then) && !gateToolSettings(from))
    effects.push("Tool settings stay as they are and can be read. They cannot be changed.");
  if (gatePhotoField(then) && !gatePhotoField(from))
    effects.push("Photo fields that are there stay and work. No others can be added.");
  if (gateAppSettings(then, "gen-app") && !gateAppSettings(from, "gen-app"))
    effects.push("App settings stay as they are and can be read. They cannot be changed.");
  return effects;
}
