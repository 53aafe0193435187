import { z } from "zod";

/** Model services that can be entered, by the names of MODEL_PROVIDER. */
export const services = ["anthropic", "openai", "openrouter", "openai-compatible"] as const;
export type ServiceKind = (typeof services)[number];
export const serviceNames: Record<ServiceKind, string> = {
  anthropic: "Anthropic",
  openai: "OpenAI",
  openrouter: "OpenRouter",
  "openai-compatible": "Another server (Ollama, vLLM, …)",
};

/** Services beside the first one stand in for it, in their order. */
export const servicesMax = 5;

const nameSchema = z.string().trim().max(200);

export const serviceSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9]{1,24}$/),
    provider: z.enum(services),
    /** "" for the service's own address. */
    baseUrl: z.union([
      z.literal(""),
      z.url({ protocol: /^https?$/, error: "Enter an address that starts with http:// or https://" }).max(300),
    ]),
    /** Absent: the stored key stays. "": none. */
    key: z.string().trim().max(1_000).optional(),
    /** The model by role; "" for the service's default, and of repair and small for the same as build. */
    names: z.strictObject({ build: nameSchema, repair: nameSchema, small: nameSchema }),
  })
  .refine(({ provider, baseUrl }) => provider !== "openai-compatible" || baseUrl !== "", {
    path: ["baseUrl"],
    error: "Enter the address of the model server, such as http://localhost:11434/v1",
  })
  .refine(({ provider, names }) => provider !== "openai-compatible" || names.build !== "", {
    path: ["names", "build"],
    error: "Enter the name of a model",
  });
export type ServiceInput = z.infer<typeof serviceSchema>;

/** Limits; null follows the environment. */
const limitsSchema = z.strictObject({
  monthlyUsdMax: z.number().min(0).max(1_000_000).nullable(),
  autoFixes: z.number().int().min(0).max(2).nullable(),
  timeoutSeconds: z.number().int().min(5).max(3_600).nullable(),
});

/** The whole choice. Without services the environment's MODEL_… holds. */
export const choiceSchema = z.strictObject({
  services: z
    .array(serviceSchema)
    .max(servicesMax)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length),
  limits: limitsSchema,
});
export type ChoiceInput = z.infer<typeof choiceSchema>;

export type ServiceView = Omit<ServiceInput, "key"> & { hasKey: boolean };
