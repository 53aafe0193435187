import { z } from "zod";
import { chunksDefault, chunksPerAnswerMax, queryMethods } from "@/features/retrieval/schema";
import { labelMax } from "@/features/tools/schema";

const text = (max: number) => z.string().max(max);

/** "styleName (dark, colorful, light)" (1-platform.md §3). */
export const styleNames = ["dark", "colorful", "light"] as const;

export const colorSchema = z
  .string()
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, { error: "A color is # and three or six hexadecimal digits" });
/** "" is none. Uploads have URLs on the app's own host. */
const pictureSchema = z.union([z.literal(""), text(2_000).regex(/^(?:https?:\/\/[^\s"')]+|\/files\/[\w\-./%]+)$/)]);
const optionalColor = z.union([z.literal(""), colorSchema]);

/** "App style" (1-platform.md §3). An empty value is the look's own. */
export const styleSchema = z.strictObject({
  styleName: z.enum(["", ...styleNames]).optional(),
  backgroundColor: optionalColor.optional(),
  backgroundImage: pictureSchema.optional(),
  logoUrl: pictureSchema.optional(),
  headerTextColor: optionalColor.optional(),
  subheaderTextColor: optionalColor.optional(),
  buttonTextColor: optionalColor.optional(),
  buttonBackgroundColor: optionalColor.optional(),
  hideBuildAI: z.boolean().optional(),
});
export type AppStyle = z.infer<typeof styleSchema>;

/** "daily and weekly runs per user 1-100; creditsPerRun 0-20; temperature 0-2 in steps of 0.1" (1-platform.md §5). */
export const runsRange = { min: 1, max: 100 };
export const creditsRange = { min: 0, max: 20, usual: 1 };
export const temperatureRange = { min: 0, max: 2, step: 0.1, usual: 0.7 };
export const categoriesMax = 30;

const runs = z
  .number()
  .int({ error: "Runs are a whole number" })
  .min(runsRange.min, { error: "Runs per user are between 1 and 100" })
  .max(runsRange.max, { error: "Runs per user are between 1 and 100" })
  .nullable();

/** App settings (1-platform.md §3, 2-builder.md §3) of this feature. Null removes a value. */
export const settingsSchema = z.strictObject({
  aiModel: text(200).nullable().optional(),
  modelTemperature: z
    .number()
    .min(temperatureRange.min, { error: "The temperature is between 0 and 2" })
    .max(temperatureRange.max, { error: "The temperature is between 0 and 2" })
    .refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-9, {
      error: "The temperature goes in steps of 0.1",
    })
    .transform((value) => Math.round(value * 10) / 10)
    .optional(),
  aiQueryMethod: z.enum(queryMethods).optional(),
  numOfChunks: z
    .number()
    .int({ error: "Passages per answer are a whole number" })
    .min(1, { error: "Passages per answer are between 1 and 50" })
    .max(chunksPerAnswerMax, { error: "Passages per answer are between 1 and 50" })
    .optional(),
  isReranked: z.boolean().optional(),
  dailyUserLimit: runs.optional(),
  weeklyUserLimit: runs.optional(),
  creditsPerRun: z
    .number()
    .int({ error: "Credits per run are a whole number" })
    .min(creditsRange.min, { error: "Credits per run are between 0 and 20" })
    .max(creditsRange.max, { error: "Credits per run are between 0 and 20" })
    .optional(),
  userCanEditResults: z.boolean().optional(),
  /** The path of the tool that "/" shows; empty is the list of tools. */
  mainPage: text(100).optional(),
  isClaimable: z.boolean().optional(),
  requireBuilderCollaboratorAccount: z.boolean().optional(),
  isAppTemplate: z.boolean().optional(),
  isProTool: z.boolean().optional(),
  isToolTemplate: z.boolean().optional(),
  templateCategory: text(labelMax).optional(),
  templateCategories: z.array(text(labelMax)).max(categoriesMax).optional(),
  templateImageUrl: pictureSchema.optional(),
  templateDescription: text(2_000).optional(),
});
export type Settings = z.infer<typeof settingsSchema>;

/** "Admin-only settings" (1-platform.md §6). */
export const adminSettings = [
  "aiModel",
  "modelTemperature",
  "aiQueryMethod",
  "numOfChunks",
  "isReranked",
  "creditsPerRun",
  "userCanEditResults",
  "isClaimable",
  "requireBuilderCollaboratorAccount",
  "isAppTemplate",
] as const satisfies (keyof Settings)[];

/** Settings by which the app passes to somebody else: for its owner alone. */
export const ownerSettings = ["isClaimable", "requireBuilderCollaboratorAccount"] as const satisfies (keyof Settings)[];

/** Settings that publish the app's code as a template: for those who may publish it. */
export const publishSettings = ["isAppTemplate", "isToolTemplate"] as const satisfies (keyof Settings)[];

/** "The tool template library section is only for one allow-listed account" (1-platform.md §6). */
export const templateSettings = [
  "isProTool",
  "isToolTemplate",
  "templateCategory",
  "templateCategories",
  "templateImageUrl",
  "templateDescription",
] as const satisfies (keyof Settings)[];

/** Stored settings for display: invalid or missing values become defaults. */
const shownSchema = settingsSchema
  .partial()
  .extend({
    modelTemperature: settingsSchema.shape.modelTemperature.unwrap().catch(temperatureRange.usual),
    creditsPerRun: settingsSchema.shape.creditsPerRun.unwrap().catch(creditsRange.usual),
    aiQueryMethod: settingsSchema.shape.aiQueryMethod.unwrap().catch("automatic"),
    numOfChunks: settingsSchema.shape.numOfChunks.unwrap().catch(chunksDefault),
    isReranked: z.boolean().catch(false),
    userCanEditResults: z.boolean().catch(false),
  })
  .strip();
export const runSettingsOf = (settings: Record<string, unknown>): z.infer<typeof shownSchema> => {
  const known = Object.fromEntries(
    Object.entries(settingsSchema.shape).flatMap(([key, schema]) =>
      schema.safeParse(settings[key]).success ? [[key, settings[key]]] : [],
    ),
  );
  return shownSchema.parse(known);
};
