import { z } from "zod";
import { roleSchema } from "@/shipped/access";
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
  /** Until when they have paid for a membership; null for those who never did, or have their money back. */
  paidUntil: string | null;
};

/** What the page of an invitation shows of it. */
export type InvitationView = { email: string | null; role: MemberRole };

const linkSchema = z.union([
  z.literal(""),
  z.url({ protocol: /^https?$/, error: "Enter an address that begins with https://" }).max(500),
]);

/** "termsOfServiceLink, privacyPolicyLink, supportEmail" (2-builder.md §3): shown wherever people sign in. "" is none. */
export const appLinksSchema = z.strictObject({
  termsOfServiceLink: linkSchema,
  privacyPolicyLink: linkSchema,
  supportEmail: z.union([z.literal(""), emailSchema]),
});
export type AppLinks = z.infer<typeof appLinksSchema>;
export const noLinks: AppLinks = { termsOfServiceLink: "", privacyPolicyLink: "", supportEmail: "" };

/** "The user signup toggle needs the app published and a custom domain" (2-builder.md §5). */
export type MemberSettings = {
  /** What the owner chose. */
  isSignupWanted: boolean;
  isPublished: boolean;
  hasDomain: boolean;
  links: AppLinks;
};

export const membersPageSize = 50;
