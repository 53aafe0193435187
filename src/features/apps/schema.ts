import { z } from "zod";
import type { CollaboratorRole } from "@/features/collaborators/schema";
import { definitionShape, examplesSchema } from "@/features/tools/schema";

/** Shaped like an app's id (db/id.ts): not allowed as a slug, so that an id always leads to its own app. */
export const isIdShaped = (name: string) => /^a[0-9a-z]{16}$/.test(name);

export const appKinds = ["tool", "app", "gen-app", "space"] as const;
export type AppKind = (typeof appKinds)[number];

/** "Builder version: 4" (2-builder.md §9). */
export const builderVersion = 4;
/** Design §6: tool titles and labels are at most 60 characters; an app's name follows. */
export const nameMax = 60;

export const appNameSchema = z
  .string()
  .trim()
  .min(1, { error: "Give the app a name" })
  .max(nameMax, { error: `A name has at most ${nameMax} characters` });

/** A host label below APPS_DOMAIN. */
export const slugSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/, { error: "An address has letters, numbers and dashes, at most 48" })
  .refine((slug) => !isIdShaped(slug), { error: "An address cannot look like an app's id" });

const text = (max: number) => z.string().max(max);
/** Texts of every kind of app (2-builder.md §3). Unknown fields are refused: no `ownerId` by mass assignment. */
const appTexts = {
  header: appNameSchema.optional(),
  description: text(2_000).optional(),
  background: text(2_000).optional(),
  appBuilderVersion: z.number().int().max(builderVersion).optional(),
};

/** Gen app: header, description, background, tools, chatSettings, appBuilderVersion. */
export const genAppSchema = z.strictObject({
  ...appTexts,
  tools: z
    .array(z.strictObject({ path: text(100), toolId: text(40) }))
    .max(100)
    .optional(),
  chatSettings: z
    .strictObject({
      chatAppId: text(40).optional(),
      status: z.enum(["active", "draft"]),
      welcomeMessage: text(500).optional(),
      examples: examplesSchema.optional(),
    })
    .optional(),
});

/** App or tool: the texts, the prompt, the input, the call to action, fields and blocks. */
const toolAppSchema = z.strictObject({ ...appTexts, ...definitionShape });

/** "POST /api/apps" (2-builder.md §7): gen-app with genApp, or AI tool / AI app with app. */
export const appBodySchema = z.discriminatedUnion("appType", [
  z.strictObject({ appType: z.literal("gen-app"), genApp: genAppSchema, appId: z.string().max(40).optional() }),
  z.strictObject({ appType: z.enum(["AI tool", "AI app"]), app: toolAppSchema, appId: z.string().max(40).optional() }),
]);
export type AppBody = z.infer<typeof appBodySchema>;

/** Kind and texts of a body. */
export function contentOf(body: AppBody): { kind: AppKind; name: string | undefined; data: Record<string, unknown> } {
  const { header, ...data } = body.appType === "gen-app" ? body.genApp : body.app;
  return {
    kind: body.appType === "gen-app" ? "gen-app" : body.appType === "AI tool" ? "tool" : "app",
    name: header,
    data,
  };
}

/** Name of an app that nobody has named yet: the first turn that makes pages names it. */
export const unnamed = "New app";

/** A request names its app in its first sentences. */
const namedInMax = 2_000;

/** A new app: by name or by the request that will be sent to its assistant (web app), or by the spec's body. */
export const newAppSchema = z.union([
  z
    .strictObject({ request: z.string() })
    .transform(({ request }) => ({ request: request.slice(0, namedInMax), kind: "gen-app" as const, data: {} })),
  z
    .strictObject({ name: appNameSchema, kind: z.enum(appKinds).default("gen-app") })
    .transform((input) => ({ ...input, data: {} })),
  appBodySchema.transform(contentOf).transform((content) => ({ ...content, name: content.name ?? unnamed })),
]);

/** Icons of apps. */
export const iconNames = [
  "apps",
  "address-book",
  "briefcase",
  "calendar",
  "chart",
  "checklist",
  "book",
  "cooking",
  "home",
  "cart",
  "box",
  "receipt",
  "chat",
  "heart",
  "dumbbell",
  "plane",
  "paw",
  "school",
  "ticket",
  "tools",
  "plant",
  "music",
  "car",
  "star",
  "scissors",
  "board",
] as const;
export const iconTones = ["iris", "blue", "teal", "green", "yellow", "orange", "red", "pink"] as const;
export const appIconSchema = z.strictObject({ name: z.enum(iconNames), tone: z.enum(iconTones) });
export type AppIcon = z.infer<typeof appIconSchema>;

export const descriptionMax = 300;
export const appDescriptionSchema = z
  .string()
  .trim()
  .max(descriptionMax, { error: `A description has at most ${descriptionMax} characters` });

export const appSorts = ["updated", "created", "name"] as const;
export type AppSort = (typeof appSorts)[number];

/** Page of an account's apps. `cursor` is the previous response's `nextCursor` (keyset: sort key and id). */
export const searchAppsSchema = z.strictObject({
  search: z.string().trim().max(100).default(""),
  sort: z.enum(appSorts).default("updated"),
  limit: z.number().int().min(1).max(100).default(24),
  cursor: z.strictObject({ key: z.string().max(200), id: z.string().max(40) }).optional(),
  /** Added by tRPC's infinite queries. */
  direction: z.literal("forward").optional(),
});
export type SearchApps = z.infer<typeof searchAppsSchema>;

export type AppSummary = {
  appId: string;
  name: string;
  description: string;
  icon: AppIcon;
  slug: string;
  kind: AppKind;
  url: string;
  isPublished: boolean;
  /** Of whoever asks. */
  role: CollaboratorRole | "owner";
  updatedAt: string;
};
