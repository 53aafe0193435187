import { z } from "zod";

/** Roles that an owner gives. What each may do is decided per procedure (api/procedures.ts). */
export const collaboratorRoles = ["view", "edit", "admin"] as const;
export const collaboratorRoleSchema = z.enum(collaboratorRoles);
export type CollaboratorRole = z.infer<typeof collaboratorRoleSchema>;

export const roleWords: Record<CollaboratorRole | "owner", { label: string; may: string }> = {
  view: { label: "Can view", may: "Sees everything but secrets, changes nothing" },
  edit: { label: "Can edit", may: "Builds the app and edits its data" },
  admin: { label: "Admin", may: "Also publishes, and manages secrets, people and payments" },
  owner: { label: "Owner", may: "Everything, and can delete the app or hand it over" },
};

/** How long an invitation to build can be used. */
export const inviteDays = 7;
export const collaboratorsMax = 50;

export const tokenSchema = z.string().min(20).max(100);

/** Where the builder opens an invitation, and a claim. */
export const invitePath = "/collaborate";
export const claimPath = "/claim";

export type Collaborator = { accountId: string; email: string; role: CollaboratorRole; createdAt: string };
export type PendingInvite = { id: string; email: string | null; role: CollaboratorRole; expiresAt: string };

/** A person in the editor. */
export type PresentPerson = { accountId: string; email: string };

/** Letters and digits that nobody takes for another, since a claim code may be read aloud. */
export const claimAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
export const claimCodeLength = 8;

/** "abcd-2345" or "ABCD 2345", as people type it. */
export const claimCodeSchema = z
  .string()
  .max(40)
  .transform((code) => code.toUpperCase().replaceAll(/[\s-]/g, ""));

/** Both in one text, as it is copied (1-platform.md §7: "inviteLink and claimCode, both copied as one invitation text"). */
export const invitationText = ({ inviteLink, claimCode }: { inviteLink: string; claimCode: string }, appName: string) =>
  `You are invited to take over ${appName}.\nOpen ${inviteLink}\nand enter the code ${claimCode}`;
