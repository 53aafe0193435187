import type { account } from "@/db/schema/account";
import type { Visitor } from "@/db/scope";

export type Account = typeof account.$inferSelect;

/**
 * Who is calling. A token that is wrong, expired or of a disabled account makes an anonymous caller, never a trusted
 * one.
 */
export type Actor =
  | { kind: "account"; account: Account; token: string }
  | { kind: "visitor"; appId: string; visitor: NonNullable<Visitor>; token: string }
  | { kind: "anonymous" };

export const anonymous: Actor = { kind: "anonymous" };
