import "server-only";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { modelChoice } from "@/db/schema/admin";
import type { Database } from "@/db/open";
import type { Env, ModelService } from "@/engines/env";
import { publish } from "@/engines/events";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { type ChoiceInput, choiceSchema, serviceSchema, type ServiceInput, type ServiceView } from "./schema";

const storedSchema = choiceSchema.extend({
  services: z.array(
    z.looseObject({ ...serviceSchema.shape, key: z.undefined().optional(), sealed: z.string().optional() }),
  ),
});
type Stored = z.infer<typeof storedSchema>;
type StoredService = Stored["services"][number];

const id = "models";
const topic = "models";
const none: Stored = { services: [], limits: { monthlyUsdMax: null, autoFixes: null, timeoutSeconds: null } };
/** Additional authenticated data: a key opens for the service and the address that it was entered for. */
const contextOf = ({ id: name, provider, baseUrl }: ServiceInput | StoredService) =>
  `model:${name}:${provider}:${baseUrl}`;

async function readStored(db: Database): Promise<Stored> {
  const [row] = await db.select().from(modelChoice).where(eq(modelChoice.id, id));
  return row ? storedSchema.catch(none).parse(row.data) : none;
}

/** The choice without its keys, and what the environment says. */
export async function viewChoice({ db, env }: Platform) {
  const { services, limits } = await readStored(db);
  const { MODEL_PROVIDER: provider, MODEL_NAME: name } = originalOf(env);
  return {
    services: services.map(({ id: own, provider: kind, baseUrl, names, sealed }): ServiceView => ({
      id: own,
      provider: kind,
      baseUrl,
      names,
      hasKey: sealed !== undefined,
    })),
    limits,
    environment: { provider, name: name ?? null },
  };
}

/**
 * Stores the choice with sealed keys and applies it on every server. A stored key stays with the service and the address
 * that it was entered for: nobody can have it sent elsewhere.
 * @throws model-key
 */
export async function saveChoice(platform: Platform, { services, limits }: ChoiceInput, tx: Database): Promise<void> {
  const before = await readStored(tx);
  const data: Stored = { limits, services: services.map((service) => sealed(platform, before, service)) };
  await tx
    .insert(modelChoice)
    .values({ id, data })
    .onConflictDoUpdate({ target: modelChoice.id, set: { data, updatedAt: sql`now()` } });
  await publish(tx, topic);
}

function sealed({ sealer }: Platform, before: Stored, { key, ...service }: ServiceInput): StoredService {
  if (key) return { ...service, sealed: sealer.seal(key, contextOf(service)) };
  const old = key === undefined ? before.services.find((one) => one.id === service.id) : undefined;
  if (old?.sealed === undefined) return service;
  if (contextOf(old) !== contextOf(service)) throw new AppError("model-key");
  return { ...service, sealed: old.sealed };
}

/** A service's settings for a call; with the stored key where none is given. @throws model-key */
export async function settingsOf(platform: Platform, service: ServiceInput): Promise<ModelService> {
  return toSettings(platform, sealed(platform, await readStored(platform.db), service));
}

function toSettings({ sealer }: Platform, service: StoredService): ModelService {
  const { provider, baseUrl, names, sealed: key } = service;
  return {
    MODEL_PROVIDER: provider,
    MODEL_BASE_URL: baseUrl || undefined,
    MODEL_API_KEY: key === undefined ? undefined : sealer.open(key, contextOf(service)),
    MODEL_NAME: names.build || undefined,
    MODEL_NAMES: { repair: names.repair || undefined, small: names.small || undefined },
  };
}

/** What the environment said before a choice was applied to it. */
const originals = new WeakMap<Env, Env>();
const originalOf = (env: Env): Env => originals.get(env) ?? env;

/** Applies the stored choice to the settings that every feature reads; without one the environment's hold. */
export async function applyChoice(platform: Platform): Promise<void> {
  const { env } = platform;
  const { services, limits } = await readStored(platform.db);
  if (!originals.has(env)) originals.set(env, { ...env });
  const original = originalOf(env);
  const { MODEL_PROVIDER, MODEL_BASE_URL, MODEL_API_KEY, MODEL_NAME } = original;
  const [first, ...others] = services.map((service) => toSettings(platform, service));
  Object.assign(env, {
    ...(first ?? { MODEL_PROVIDER, MODEL_BASE_URL, MODEL_API_KEY, MODEL_NAME, MODEL_NAMES: undefined }),
    MODEL_FALLBACKS: others,
    MODEL_MONTHLY_USD_MAX: limits.monthlyUsdMax ?? original.MODEL_MONTHLY_USD_MAX,
    MODEL_AUTO_FIXES: limits.autoFixes ?? original.MODEL_AUTO_FIXES,
    MODEL_TIMEOUT_SECONDS: limits.timeoutSeconds ?? original.MODEL_TIMEOUT_SECONDS,
  });
}

/** Applies the choice now and whenever an administrator changes it, on this server or another. */
export async function followChoice(platform: Platform): Promise<() => void> {
  const apply = () => applyChoice(platform).catch((error: unknown) => log("error", "models", { error }));
  await apply();
  return platform.events.subscribe(topic, () => void apply());
}
