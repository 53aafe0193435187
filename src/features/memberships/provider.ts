import type { SaleStanding } from "@/features/payment/schema";
import type { Product } from "./schema";

/** A product with what buyers see of it. */
export type Offered = Product & { price: string; url: string };

export type FoundSale = {
  id: string;
  /** Every name that the provider has for what was bought. */
  products: string[];
  email: string;
  subscriptionId: string | null;
  /** The member that it was sold to, where the provider was told. */
  memberId: string | undefined;
  standing: SaleStanding;
};

export type Buyer = { id: string; email: string; home: string };

/** What memberships need of a payment provider, as a seller. Each call @throws payment-unavailable */
export type Provider = {
  label: "Gumroad" | "Stripe";
  listProducts(): Promise<Offered[]>;
  /** The sales that an id in a message is about. */
  salesOf(ref: string): Promise<string[]>;
  readSale(saleId: string): Promise<FoundSale | undefined>;
  /** Asks to be told of sales at an address. @returns whether it will be, and what its messages are signed with */
  subscribe(url: string): Promise<{ isOn: boolean; signingSecret?: string }>;
  /** The sale that a license key belongs to. */
  saleOfLicense?(productId: string, key: string): Promise<string | undefined>;
  /** The page on which a member pays; without one, the product's own address is it. */
  openCheckout?(buyer: Buyer, productId: string): Promise<string>;
  /** The page on which a member changes or ends what they pay for. */
  openPortal?(subscriptionId: string, home: string): Promise<string>;
};
