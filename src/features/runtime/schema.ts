import { z } from "zod";

/** A member's own fields, as JSON. */
export const profileCharactersMax = 50_000;

/** "Image upload must be under 10,000,000 bytes" (2-builder.md §5): the limit of every upload to an app. */
export const uploadBytesMax = 9_999_999;

/**
 * Where an app's host signs a member in by the link of a mail. Address and code stand behind `#`: no server, log or
 * referrer sees them.
 */
export const emailSignInPath = "/_joinery/sign-in";

/** Where a member asks for a new password, and chooses it by the link of a mail. */
export const resetPath = "/_joinery/reset";
/** Where people sign in to an app that has no page of its own for it, such as one that is made of tools. */
export const enterPath = "/_joinery/enter";
/** Where a member sees and keeps their own account. */
export const profilePath = "/_joinery/account";

export const promptMax = 20_000;
export const mailSchema = z.strictObject({
  to: z.email({ error: "Invalid email address" }).max(254),
  subject: z.string().min(1).max(200),
  body: z.string().max(50_000),
});

/**
 * An element of the running app that a person pointed at (shipped/sdk/pick.js). What it says comes from the app, and is
 * cut to what a chip can show.
 */
export const pickedSchema = z.object({
  tag: z.string().max(40),
  role: z.string().max(40).catch(""),
  text: z.string().max(80).catch(""),
  components: z.array(z.string().max(80)).max(12).catch([]),
  page: z.string().max(300),
});
export type Picked = z.infer<typeof pickedSchema>;

/** A member as the app sees them: their own fields beside the platform's. */
export type MemberView = {
  id: string;
  email: string;
  /** Whether they have proven that they read its mail. */
  isEmailVerified: boolean;
  role: string;
  createdAt: string | null;
} & Record<string, unknown>;

/** Publications that are listed: all that retention keeps, but for apps that publish more than ten times in 90 days. */
export const publicationsListed = 50;

/** A publication in the list. `description` is its version's, and "" where that one has none. */
export type PublicationEntry = {
  id: string;
  versionId: string;
  isLive: boolean;
  description: string;
  createdAt: string;
};

/** What one table's fields become with a publish. */
export type TableChange = { table: string; kind: "added" | "changed" | "deleted"; fields: string[] };
/** What somebody may do with a table's rows now, and after the publish. */
export type AccessChange = { table: string; who: string; before: string; after: string };
/** What a publish changes for visitors. */
export type PublishChanges = {
  files: { path: string; kind: "added" | "modified" | "deleted" }[];
  tables: TableChange[];
  access: AccessChange[];
};
