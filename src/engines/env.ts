import ipaddr from "ipaddr.js";
import { z } from "zod";

const optionalUrl = z.url().optional();

const commaList = z
  .string()
  .default("")
  .transform((list) =>
    list
      .split(",")
      .map((entry) => entry.trim().toLowerCase())
      .filter(Boolean),
  );

const isAddressRange = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

/**
 * Every setting, its default and its meaning: the README's table and .env.example are checked against this in
 * tests/env.test.ts.
 */
export const envSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default("0.0.0.0"),
  DATA_DIR: z.string().default("./.data"),
  APP_URL: optionalUrl,
  APPS_DOMAIN: z.string().default("localhost"),
  DATABASE_URL: optionalUrl,
  S3_ENDPOINT: optionalUrl,
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: optionalUrl,
  MAIL_FROM: z.string().default("Joinery <joinery@localhost>"),
  EMAIL_VERIFICATION: z.enum(["on", "off"]).default("on"),
  SECRETS_KEY: z.string().min(32).optional(),
  MODEL_PROVIDER: z
    .enum(["offline", "openai-compatible", "openai", "anthropic", "openrouter", "replay"])
    .default("offline"),
  MODEL_BASE_URL: optionalUrl,
  MODEL_API_KEY: z.string().optional(),
  MODEL_NAME: z.string().optional(),
  MODEL_NAME_REPAIR: z.string().optional(),
  MODEL_NAME_SMALL: z.string().optional(),
  OFFLINE_REPLY_SECONDS: z.coerce.number().min(0).max(60).default(1.2),
  MODEL_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(3600).default(120),
  MODEL_MONTHLY_USD_MAX: z.coerce.number().min(0).optional(),
  EMBEDDING_BASE_URL: z.url().default("https://api.openai.com/v1"),
  EMBEDDING_API_KEY: z.string().optional(),
  EMBEDDING_MODEL: z.string().optional(),
  MODEL_AUTO_FIXES: z.coerce.number().int().min(0).max(2).default(2),
  MODEL_VISION: z.enum(["auto", "on", "off"]).default("auto"),
  CHROMIUM: z.string().optional(),
  TURNS_AT_ONCE: z.coerce.number().int().min(1).max(1_000).default(8),
  ROW_HISTORY_DAYS: z.coerce.number().int().min(0).max(36_500).default(90),
  MODELS_URL: z.url().default("https://openrouter.ai/api/v1/models"),
  PLACES_URL: optionalUrl,
  PLANS: z.enum(["on", "off"]).default("off"),
  GUMROAD_URL: z.url().default("https://api.gumroad.com/v2"),
  GUMROAD_ACCESS_TOKEN: z.string().optional(),
  STRIPE_URL: z.url().default("https://api.stripe.com"),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  NOTION_CLIENT_ID: z.string().optional(),
  NOTION_CLIENT_SECRET: z.string().optional(),
  SCRAPER_PRIVATE_HOSTS: commaList.refine((list) => list.every((host) => /^.+:\d+$/.test(host)), {
    error: "hosts with their ports, separated by commas, such as wiki.internal:80, 127.0.0.1:8080",
  }),
  OIDC_ISSUER: optionalUrl,
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().trim().max(40).optional(),
  ADMIN_EMAILS: commaList,
  TEMPLATE_LIBRARY_EMAIL: z.string().trim().toLowerCase().optional(),
  TRUSTED_PROXIES: commaList.refine((list) => list.every(isAddressRange), {
    error: "addresses or ranges, separated by commas, such as 10.0.0.1, 172.16.0.0/12",
  }),
  DNS_SERVERS: commaList,
  APP_STORAGE_MB: z.coerce.number().min(0.01).default(2_048),
  STORAGE_MB: z.coerce.number().min(0.01).default(51_200),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
});

type Parsed = Omit<z.output<typeof envSchema>, "APP_URL"> & { APP_URL: string };

/** What the admin area says of models beyond what variables can (features/models). */
export type ModelChoice = {
  /** Models for other work than building, instead of MODEL_NAME_REPAIR and MODEL_NAME_SMALL; absent: the same one. */
  MODEL_NAMES?: { repair?: string | undefined; small?: string | undefined };
  /** Services that are asked, in order, when the first one fails. */
  MODEL_FALLBACKS?: ModelService[];
};
export type ModelService = Pick<Parsed, "MODEL_PROVIDER" | "MODEL_BASE_URL" | "MODEL_API_KEY" | "MODEL_NAME"> &
  Pick<ModelChoice, "MODEL_NAMES">;

export type Env = Parsed & ModelChoice;

/** Reads settings; an empty string counts as unset. Throws one readable message naming every wrong variable. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = envSchema.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`Joinery cannot start, these settings are wrong:\n${lines.join("\n")}`);
  }
  if (result.data.SMTP_URL && result.data.EMAIL_VERIFICATION === "off")
    throw new Error(
      "Joinery cannot start, these settings are wrong:\n  EMAIL_VERIFICATION: can be off only where there is no SMTP_URL",
    );
  const oidc = [result.data.OIDC_ISSUER, result.data.OIDC_CLIENT_ID, result.data.OIDC_CLIENT_SECRET].filter(Boolean);
  if (oidc.length > 0 && oidc.length < 3)
    throw new Error(
      "Joinery cannot start, these settings are wrong:\n  OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: set all three, or none",
    );
  return {
    ...result.data,
    APP_URL: (result.data.APP_URL ?? `http://localhost:${result.data.PORT}`).replace(/\/$/, ""),
  };
}

let current: Env | undefined;

/** The process's settings, read once. */
export function env(): Env {
  return (current ??= parseEnv(process.env));
}

/** Tests and the start script set the whole environment explicitly. */
export function setEnv(next: Record<string, string | undefined>): void {
  current = parseEnv(next);
}
