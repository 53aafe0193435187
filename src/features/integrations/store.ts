import "server-only";
import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/open";
import { integration } from "@/db/schema/source";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { google } from "./google";
import { notion } from "./notion";
import type { Provider } from "./provider";
import { ProviderError } from "./provider-error";
import {
  type ProviderFile,
  type ProviderId,
  providerIds,
  providerNames,
  type ProviderState,
  type Tokens,
  tokensSchema,
} from "./schema";

const providers: Record<ProviderId, Provider> = { google_drive: google, notion };

/** A consent that is not come back with after this long counts no more. */
const consentMs = 10 * 60 * 1_000;
/** A token that ends within a minute is renewed first. */
const earlyMs = 60_000;

const contextOf = (accountId: string, provider: ProviderId) => `integration:${accountId}:${provider}`;
const of = (accountId: string, provider: ProviderId) =>
  and(eq(integration.accountId, accountId), eq(integration.provider, provider));
const redirectUri = ({ env }: Platform, provider: ProviderId) => `${env.APP_URL}/api/integrations/${provider}/callback`;

/** What whoever runs the server has to do, by the address that the provider sends people back to. */
const setups: Record<ProviderId, (address: string) => string> = {
  google_drive: (address) =>
    `Google Drive needs an OAuth client of your own. In the Google Cloud console, enable the Google Drive API and create a client of the type web application (APIs & Services, Credentials) with the redirect address ${address}. Then start the server with GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.`,
  notion: (address) =>
    `Notion needs a public integration of your own. Create one at notion.so/profile/integrations with the redirect address ${address}. Then start the server with NOTION_CLIENT_ID and NOTION_CLIENT_SECRET.`,
};

export async function providerStates(platform: Platform, accountId: string): Promise<ProviderState[]> {
  const rows = await platform.db
    .select({ provider: integration.provider })
    .from(integration)
    .where(eq(integration.accountId, accountId));
  return providerIds.map((id) => ({
    id,
    isConfigured: providers[id].isConfigured(platform.env),
    isConnected: rows.some(({ provider }) => provider === id),
    setup: setups[id](redirectUri(platform, id)),
  }));
}

/** Whom and what a consent is for, signed, so that nobody can bring their own code into another's account. */
type Consent = { accountId: string; provider: ProviderId; appId: string; endsAt: number };

function signConsent({ sealer }: Platform, consent: Consent): string {
  const text = Buffer.from(JSON.stringify(consent)).toString("base64url");
  return `${text}.${Buffer.from(sealer.sign(`consent:${text}`), "base64").toString("base64url")}`;
}

/** @returns the app to come back to, or undefined for a consent of somebody or something else */
function readConsent(platform: Platform, state: string, accountId: string, provider: ProviderId): string | undefined {
  try {
    const consent = JSON.parse(Buffer.from(state.split(".")[0]!, "base64url").toString()) as Consent;
    const isRight =
      signConsent(platform, consent) === state &&
      consent.accountId === accountId &&
      consent.provider === provider &&
      consent.endsAt > Date.now();
    return isRight ? consent.appId : undefined;
  } catch {
    return undefined;
  }
}

const verifierOf = ({ sealer }: Platform, state: string) =>
  Buffer.from(sealer.sign(`pkce:${state}`), "base64").toString("base64url");

/** Where a person lets this server read their documents. @throws integration-off */
export function connectUrl(platform: Platform, accountId: string, id: ProviderId, appId: string): string {
  if (!providers[id].isConfigured(platform.env)) throw new AppError("integration-off");
  const state = signConsent(platform, { accountId, provider: id, appId, endsAt: Date.now() + consentMs });
  const challenge = createHash("sha256").update(verifierOf(platform, state)).digest("base64url");
  return providers[id].authorizeUrl(platform.env, { redirectUri: redirectUri(platform, id), state, challenge });
}

/** Keeps what a consent gave. @returns the app to come back to @throws integration-failed */
export async function connect(
  platform: Platform,
  accountId: string,
  id: ProviderId,
  { code, state }: { code: string; state: string },
): Promise<string> {
  const appId = readConsent(platform, state, accountId, id);
  if (appId === undefined || !code) throw new AppError("integration-failed");
  const verifier = verifierOf(platform, state);
  const tokens = await providers[id]
    .exchange(platform.env, { code, redirectUri: redirectUri(platform, id), verifier })
    .catch(() => {
      throw new AppError("integration-failed");
    });
  await keep(platform, platform.db, accountId, id, tokens);
  return appId;
}

async function keep(
  { sealer }: Platform,
  db: Database,
  accountId: string,
  id: ProviderId,
  tokens: Tokens,
): Promise<void> {
  const sealed = sealer.seal(JSON.stringify(tokens), contextOf(accountId, id));
  await db
    .insert(integration)
    .values({ accountId, provider: id, sealed })
    .onConflictDoUpdate({
      target: [integration.accountId, integration.provider],
      set: { sealed, updatedAt: sql`now()` },
    });
}

/** Forgets a connection, here at once and at the provider as well as it can be told. */
export async function disconnect(platform: Platform, accountId: string, id: ProviderId): Promise<void> {
  const [row] = await platform.db.delete(integration).where(of(accountId, id)).returning();
  if (!row) return;
  const tokens = tokensSchema.safeParse(JSON.parse(platform.sealer.open(row.sealed, contextOf(accountId, id))));
  if (tokens.success) await providers[id].revoke(platform.env, tokens.data).catch(() => undefined);
}

/** A token that is good for a while. @throws ProviderError, unauthorized */
export async function accessTokenOf(platform: Platform, accountId: string, id: ProviderId): Promise<string> {
  const [row] = await platform.db.select().from(integration).where(of(accountId, id));
  if (!row) throw new ProviderError(`${providerNames[id]} is not connected. Connect it again.`, false, true);
  const tokens = tokensSchema.parse(JSON.parse(platform.sealer.open(row.sealed, contextOf(accountId, id))));
  if (tokens.expiresAt === null || tokens.expiresAt > Date.now() + earlyMs) return tokens.accessToken;
  return renew(platform, accountId, id, tokens);
}

async function renew(platform: Platform, accountId: string, id: ProviderId, tokens: Tokens): Promise<string> {
  const fresh = await providers[id].refresh(platform.env, tokens).catch(async (error: unknown) => {
    // Nothing can be done with it any more: the dialog offers to connect again.
    if (error instanceof ProviderError && error.isUnauthorized)
      await platform.db.delete(integration).where(of(accountId, id));
    throw error;
  });
  await keep(platform, platform.db, accountId, id, fresh);
  return fresh.accessToken;
}

/** Calls with a token, and once more with a renewed one when it is refused. */
async function withToken<T>(
  platform: Platform,
  accountId: string,
  id: ProviderId,
  work: (token: string) => Promise<T>,
): Promise<T> {
  const token = await accessTokenOf(platform, accountId, id);
  try {
    return await work(token);
  } catch (error) {
    if (!(error instanceof ProviderError && error.isUnauthorized)) throw error;
    const [row] = await platform.db.select().from(integration).where(of(accountId, id));
    if (!row) throw error;
    const tokens = tokensSchema.parse(JSON.parse(platform.sealer.open(row.sealed, contextOf(accountId, id))));
    return work(await renew(platform, accountId, id, tokens));
  }
}

/** A page of what may be chosen. @throws integration-failed in the provider's words */
export async function listProviderFiles(
  platform: Platform,
  accountId: string,
  id: ProviderId,
  options: { search: string; cursor: string | undefined },
): Promise<{ files: ProviderFile[]; nextCursor: string | null }> {
  try {
    return await withToken(platform, accountId, id, (token) => providers[id].list(token, options));
  } catch (error) {
    if (error instanceof ProviderError) throw new AppError("integration-failed", undefined, error.message);
    throw error;
  }
}

/** A document's bytes, and which kind they are for a parser. @throws ProviderError */
export const fetchProviderFile = (
  platform: Platform,
  accountId: string,
  id: ProviderId,
  file: { id: string; type: string },
  signal: AbortSignal,
) => withToken(platform, accountId, id, (token) => providers[id].fetch(token, file, signal));
