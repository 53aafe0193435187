import { z } from "zod";
import { planIds, type PlanId } from "./limits";

export const planIdSchema = z.enum(planIds);

/** The plan card of 1-platform.md §3. Prices are US dollars: `price` and `discountedPrice` a month, `priceYearly` a year. */
export type PlanCard = {
  id: PlanId;
  name: string;
  description: string;
  price: number;
  discountedPrice: number | null;
  priceYearly: number | null;
  oneTimePayment: boolean;
  isMostPopular: boolean;
  buttonText: string;
  /** Checkout URL; empty when administrators grant the plan by hand. */
  link: string;
};

/** A plan as the administrator edits it. */
export type Plan = PlanCard & {
  isEnabled: boolean;
  /** Products at the payment provider: id or permalink, optionally with a tier ("abc/Premium"). */
  products: string[];
};

/** "Plan card state" (1-platform.md §4). */
export type CardState = "none" | "upgrade" | "downgrade" | "selected" | "disabled";

const dollars = z
  .number()
  .min(0)
  .max(100_000)
  .transform((value) => Math.round(value * 100) / 100);

/** What an administrator may change of a plan. */
export const planChangeSchema = z.strictObject({
  plan: planIdSchema,
  name: z.string().trim().min(1, { error: "Give the plan a name" }).max(40).optional(),
  description: z.string().trim().max(300).optional(),
  price: dollars.optional(),
  discountedPrice: dollars.nullable().optional(),
  priceYearly: dollars.nullable().optional(),
  oneTimePayment: z.boolean().optional(),
  isMostPopular: z.boolean().optional(),
  buttonText: z.string().trim().max(40).optional(),
  link: z
    .union([z.literal(""), z.url({ protocol: /^https?$/, error: "Enter a link that starts with https://" })])
    .optional(),
  isEnabled: z.boolean().optional(),
  products: z.array(z.string().trim().min(1).max(120)).max(20).optional(),
});
export type PlanChange = z.infer<typeof planChangeSchema>;

const plan = (id: PlanId, name: string, price: number, description: string, more: Partial<Plan> = {}): Plan => ({
  id,
  name,
  description,
  price,
  discountedPrice: null,
  priceYearly: price === 0 ? null : price * 10,
  oneTimePayment: false,
  isMostPopular: false,
  buttonText: "Start My Journey",
  link: "",
  isEnabled: true,
  products: [],
  ...more,
});

/** Defaults of a new installation. Names are the specification's; prices can be changed. */
export const firstPlans: Plan[] = [
  plan("lite", "Lite", 0, "Try it out: 3 tools an app, 1 of them live, and 1 data item."),
  plan("explorer", "Explorer", 19, "For a first real app: 10 tools, 5 of them live, data without a count.", {
    isMostPopular: true,
  }),
  plan("moon", "Moon", 49, "For several apps: 30 tools, 15 of them live, and all app settings."),
  plan("monetizer", "Monetizer", 99, "For apps that earn: 100 tools, 50 of them live."),
];
