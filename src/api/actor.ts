import type { account } from "@/db/schema/account";
import type { Visitor } from "@/db/scope";

export type Account = typeof account.$inferSelect;

/** Who is calling. A token that is wrong, expired or of a disabled account makes an anonymous caller. */
export type Actor =
  | { kind: "account"; account: Account; token: string }
  /** `isUnpaid`: a member of a paid app without a membership. The gates let them see what strangers see. */
  | { kind: "visitor"; appId: string; visitor: NonNullable<Visitor>; token: string; isUnpaid?: boolean }
  | { kind: "anonymous" };

export const anonymous: Actor = { kind: "anonymous" };
