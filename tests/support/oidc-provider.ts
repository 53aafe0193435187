import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Claims = Record<string, unknown>;
type Grant = { nonce: string; challenge: string; redirectUri: string; claims: Claims };

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** An OpenID Connect provider on this machine: discovery, authorization, token with PKCE, published keys, userinfo. */
export class OidcProvider {
  readonly clientId = "joinery";
  readonly clientSecret = "a secret of the test";
  /** Who signs in next. */
  person: Claims = { sub: "p-1", email: "ada@example.com", email_verified: true };
  /** Put into the next ID token over what is right. */
  forged: Claims = {};
  /** Signs with a key that is not published. */
  isForger = false;
  /** Tells the address at the userinfo endpoint alone. */
  isTerse = false;
  #keys = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  #others = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  #grants = new Map<string, Grant>();
  #server: Server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<this> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    return this;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  get url() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get settings() {
    return {
      OIDC_ISSUER: this.url,
      OIDC_CLIENT_ID: this.clientId,
      OIDC_CLIENT_SECRET: this.clientSecret,
      OIDC_NAME: "Example",
    };
  }

  /** The person says yes. @returns the query that their browser comes back with */
  consent(authorization: string): string {
    const asked = new URL(authorization).searchParams;
    const code = randomUUID();
    this.#grants.set(code, {
      nonce: asked.get("nonce")!,
      challenge: asked.get("code_challenge")!,
      redirectUri: asked.get("redirect_uri")!,
      claims: this.person,
    });
    return new URLSearchParams({ code, state: asked.get("state")! }).toString();
  }

  #idToken({ nonce, claims }: Grant): string {
    const now = Math.floor(Date.now() / 1_000);
    const { sub, ...rest } = claims;
    const told = this.isTerse ? {} : rest;
    const all = { iss: this.url, aud: this.clientId, sub, iat: now, exp: now + 300, nonce, ...told, ...this.forged };
    const text = `${encode({ alg: "RS256", kid: "one", typ: "JWT" })}.${encode(all)}`;
    const { privateKey } = this.isForger ? this.#others : this.#keys;
    return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.url);
    const reply = (body: unknown, status = 200) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (url.pathname === "/.well-known/openid-configuration")
      return reply({
        issuer: this.url,
        authorization_endpoint: `${this.url}/authorize`,
        token_endpoint: `${this.url}/token`,
        jwks_uri: `${this.url}/keys`,
        userinfo_endpoint: `${this.url}/userinfo`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        code_challenge_methods_supported: ["S256"],
      });
    if (url.pathname === "/keys") {
      const key = this.#keys.publicKey.export({ format: "jwk" });
      return reply({ keys: [{ ...key, kid: "one", use: "sig", alg: "RS256" }] });
    }
    if (url.pathname === "/authorize") {
      // Somebody who is signed in there already.
      const back = `${url.searchParams.get("redirect_uri")!}?${this.consent(url.href)}`;
      response.writeHead(302, { location: back });
      return void response.end();
    }
    if (url.pathname === "/userinfo") return reply(this.person);
    let text = "";
    for await (const piece of request) text += String(piece);
    const body = new URLSearchParams(text);
    const grant = this.#grants.get(body.get("code") ?? "");
    const proved = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    const basic = `Basic ${Buffer.from(`${this.clientId}:${encodeURIComponent(this.clientSecret)}`).toString("base64")}`;
    const isClient = body.get("client_secret") === this.clientSecret || request.headers.authorization === basic;
    if (!isClient) return reply({ error: "invalid_client" }, 401);
    if (!grant || grant.challenge !== proved || grant.redirectUri !== body.get("redirect_uri"))
      return reply({ error: "invalid_grant" }, 400);
    this.#grants.delete(body.get("code")!);
    return reply({ access_token: randomUUID(), token_type: "Bearer", id_token: this.#idToken(grant), expires_in: 300 });
  }
}
