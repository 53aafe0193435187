import "server-only";
import type { Configuration } from "openid-client";
import type { Env } from "@/engines/env";
import { AppError } from "@/errors";
import { callbackPath } from "./limits";

/** Loaded when it is first needed. */
const openId = () => import("openid-client");

const discoveryMs = 3_600_000;
const answerSeconds = 15;

let known: { key: string; at: number; configuration: Promise<Configuration> } | undefined;

export const isConfigured = (env: Env): boolean =>
  Boolean(env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET);

async function discover(env: Env): Promise<Configuration> {
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await openId();
  const issuer = new URL(env.OIDC_ISSUER!);
  return discovery(issuer, env.OIDC_CLIENT_ID!, env.OIDC_CLIENT_SECRET, undefined, {
    timeout: answerSeconds,
    // ID tokens are checked against the provider's published keys, not taken on trust of TLS alone.
    execute: [enableNonRepudiationChecks, ...(issuer.protocol === "http:" ? [allowInsecureRequests] : [])],
  });
}

/** The provider's endpoints, asked once an hour. @throws not-found without a provider */
async function configurationOf(env: Env): Promise<Configuration> {
  if (!isConfigured(env)) throw new AppError("not-found");
  const key = JSON.stringify([env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET]);
  if (known?.key !== key || Date.now() - known.at > discoveryMs)
    known = { key, at: Date.now(), configuration: discover(env) };
  const asked = known;
  try {
    return await asked.configuration;
  } catch (error) {
    if (known === asked) known = undefined;
    throw error;
  }
}

/** Where a person signs in, with what proves later that it was this visit: state, nonce and PKCE (S256). */
export async function beginAtProvider(env: Env, state: string) {
  const configuration = await configurationOf(env);
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } = await openId();
  const [nonce, verifier] = [randomNonce(), randomPKCECodeVerifier()];
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: `${env.APP_URL}${callbackPath}`,
    scope: "openid email",
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, nonce, verifier };
}

export type Person = { issuer: string; subject: string; claims: { email?: unknown; email_verified?: unknown } };

/** Exchanges the code, and checks the ID token: signature, issuer, audience, times and nonce. */
export async function askProvider(
  env: Env,
  query: string,
  expected: { state: string; nonce: string; verifier: string },
): Promise<Person> {
  const configuration = await configurationOf(env);
  const { authorizationCodeGrant, fetchUserInfo } = await openId();
  // Built from APP_URL, never from a request's Host: it becomes the redirect address that the provider compares.
  const url = new URL(`${env.APP_URL}${callbackPath}?${query}`);
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: expected.state,
    expectedNonce: expected.nonce,
    pkceCodeVerifier: expected.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims()!;
  const { issuer, userinfo_endpoint: userInfo } = configuration.serverMetadata();
  const isTold = claims.email !== undefined || !userInfo;
  const told = isTold ? claims : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return { issuer, subject: claims.sub, claims: { email: told.email, email_verified: told.email_verified } };
}
