import { z } from "zod";

/** Looks up one sale of an app's memberships. */
export const membershipJob = "membership";
/** Looks hourly at what no message told of. */
export const membershipCheckJob = "membership-check";
export const membershipCheckCron = "41 * * * *";

/** "Payment token input debounce: 1000 ms" (2-builder.md §9). */
export const tokenDelayMs = 1_000;

export const paymentProviders = ["gumroad", "stripe"] as const;
export type PaymentProvider = (typeof paymentProviders)[number];
export const providerLabels = { gumroad: "Gumroad", stripe: "Stripe" } as const;

export const accessTokenSchema = z.string().trim().min(1).max(300);
export const productIdSchema = z.string().min(1).max(100);

/** "products, each with id and name" (2-builder.md §7). */
export type Product = { id: string; name: string };

/** "paidMembershipsSettings" and "paidMembershipsProduct" of 2-builder.md §3. The token is never among them. */
export type MembershipSettings = {
  isPaidMembershipsEnabled: boolean;
  /** "Enabling needs signup enabled" (2-builder.md §4). */
  isSignupEnabled: boolean;
  paidMembershipsSettings: {
    paymentProvider: PaymentProvider;
    hasPaymentProviderAccessToken: boolean;
    isSetupCompleted: boolean;
  };
  paidMembershipsProduct: Product | null;
  /** Where the provider sends its messages: entered by hand where it refused to be told. */
  pingUrl: string | null;
};

/** What a member is shown who has not paid. */
export type Offer = {
  isRequired: boolean;
  isPaid: boolean;
  name: string;
  price: string;
  /** Where it is bought; "" where a page is opened for each buyer (`hasCheckout`). */
  url: string;
  hasCheckout: boolean;
  /** They pay for a subscription that they can change or end here. */
  canManage: boolean;
  /** They had a membership, which was cancelled, refunded or not paid. */
  hasEnded: boolean;
};

/** What a buyer proves a sale by: the key on the receipt, or the id that the provider's link carries. */
export const proofSchema = {
  licenseKey: z.string().trim().min(4).max(100).optional(),
  saleId: z.string().trim().min(1).max(100).optional(),
};

export const recurrences: Record<string, string> = {
  monthly: "a month",
  quarterly: "every three months",
  biannually: "every six months",
  yearly: "a year",
  every_two_years: "every two years",
};

/**
 * "Money shows 2 decimals" (1-platform.md §9): Gumroad's "$5" → "$5.00", "$5+" (pay what you want) → "$5.00+". Yen and
 * won have none.
 */
export const withCents = (formatted: string): string =>
  /[¥₩]/.test(formatted) ? formatted : formatted.replace(/^(\D*\d[\d,]*)([^\d.,]*)$/, "$1.00$2");

/** "$3.00 a month", "$20.00" for what is paid once. */
export const priceWords = (formatted: string, every: string | null | undefined): string =>
  [formatted, every].filter(Boolean).join(" ");

const productSchema = z.object({
  id: z.string(),
  name: z.string(),
  short_url: z.string().nullish(),
  formatted_price: z.string().nullish(),
  subscription_duration: z.string().nullish(),
  is_tiered_membership: z.boolean().nullish(),
  deleted: z.boolean().nullish(),
});
export type GumroadProduct = z.infer<typeof productSchema>;

/** Ten products a page (facts/providers.md §1). */
export const productsAnswerSchema = z.object({
  success: z.boolean(),
  products: z.array(productSchema).default([]),
  next_page_key: z.string().nullish(),
});

export const licenseAnswerSchema = z.object({
  success: z.boolean(),
  purchase: z.object({ sale_id: z.string().optional(), id: z.string().optional() }).optional(),
});
