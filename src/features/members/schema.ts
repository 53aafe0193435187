import { z } from "zod";
import { roleSchema } from "@/shipped/contract";
import { emailSchema } from "@/features/account/schema";

export const memberRoleSchema = roleSchema;
export type MemberRole = string;

/** How long an invitation can be used. */
export const invitationDays = 7;

/** Without an address, whoever has the link may use it, once. */
export const newInvitationSchema = { email: emailSchema.optional(), role: memberRoleSchema.default("user") };

/** The random part of an invitation's link. */
export const invitationTokenSchema = z.string().min(1).max(100);

/** Where an app's host shows an invitation. The token stands behind `#`: no server, log or referrer ever sees it. */
export const invitationPath = "/_joinery/join";

export type MemberState = "active" | "disabled" | "invited" | "expired";

/** A member, or somebody who was invited and has not come yet. `email` is null where an invitation names nobody. */
export type MemberEntry = {
  id: string;
  email: string | null;
  role: MemberRole;
  state: MemberState;
  createdAt: string;
  expiresAt: string | null;
};

/** What the page of an invitation shows of it. */
export type InvitationView = { email: string | null; role: MemberRole };
