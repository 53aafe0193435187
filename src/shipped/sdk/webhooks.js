// Signature checks for webhooks (HMAC-SHA256), inside functions. Web Crypto only: nothing to import.

/**
 * @typedef {"github" | "stripe" | "standard"} Scheme
 * @typedef {Uint8Array<ArrayBuffer> | undefined} Bytes
 * @typedef {{ time?: string, signatures: Bytes[], signed: string }} Signed
 */

const encoder = new TextEncoder();
/** @param {string} text */
const hexOf = (text) =>
  /^(?:[0-9a-f]{2})+$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined;
/** @param {string} text */
const base64Of = (text) => {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
};

/**
 * Where each kind of sender puts its signature, and what it signs.
 * @type {Record<Scheme, (headers: Headers, body: string) => Signed>}
 */
const schemes = {
  // GitHub and those who sign like it: "sha256=<hex>" over the body. No time: replays can only be told by their id.
  github: (headers, body) => ({
    signatures: [hexOf((headers.get("x-hub-signature-256") ?? "").replace(/^sha256=/, ""))],
    signed: body,
  }),
  // Stripe: "t=<seconds>,v1=<hex>" over "<seconds>.<body>".
  stripe: (headers, body) => {
    const parts = (headers.get("stripe-signature") ?? "").split(",").map((part) => part.trim().split("="));
    const time = parts.find(([key]) => key === "t")?.[1] ?? "";
    return {
      time,
      signatures: parts.filter(([key]) => key === "v1").map(([, value]) => hexOf(value ?? "")),
      signed: `${time}.${body}`,
    };
  },
  // Standard Webhooks, Svix: "v1,<base64>" over "<id>.<seconds>.<body>"; the secret is "whsec_<base64>".
  standard: (headers, body) => {
    /** @param {string} name */
    const read = (name) => headers.get(`webhook-${name}`) ?? headers.get(`svix-${name}`) ?? "";
    const time = read("timestamp");
    return {
      time,
      signatures: read("signature")
        .split(" ")
        .filter((one) => one.startsWith("v1,"))
        .map((one) => base64Of(one.slice(3))),
      signed: `${read("id")}.${time}.${body}`,
    };
  },
};

/** @param {string} secret @param {Scheme} scheme */
const keyOf = (secret, scheme) =>
  (scheme === "standard" && secret.startsWith("whsec_") && base64Of(secret.slice(6))) || encoder.encode(secret);

/**
 * Checks who sent a webhook. The body is read exactly as it came, since a signature is over its bytes: use the returned
 * one, `request.json()` cannot be called any more.
 *
 * @param {Request} request
 * @param {string} secret shared with the sender, from `Deno.env.get`
 * @param {{ scheme?: Scheme, toleranceSeconds?: number, now?: number }} [options]
 * `toleranceSeconds` (300): how old, or ahead, a signed time may be; older ones are replays. `now` in ms, for tests.
 * @returns {Promise<{ ok: boolean, body: string, reason: string }>} `reason` is "" when it is genuine
 */
export async function verifyWebhook(
  request,
  secret,
  { scheme = "github", toleranceSeconds = 300, now = Date.now() } = {},
) {
  const body = await request.text();
  /** @param {string} reason */
  const refuse = (reason) => ({ ok: false, body, reason });
  const read = schemes[scheme];
  if (!read) throw new TypeError(`There is no scheme "${scheme}": use ${Object.keys(schemes).join(", ")}`);
  if (!secret) return refuse("The secret is not set");
  const { time, signatures, signed } = read(request.headers, body);
  const known = signatures.filter((signature) => signature !== undefined);
  if (known.length === 0) return refuse("The signature is missing");
  if (time !== undefined) {
    const seconds = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN;
    if (!(Math.abs(now / 1000 - seconds) <= toleranceSeconds)) return refuse("The signature is too old");
  }
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", keyOf(secret, scheme), algorithm, false, ["verify"]);
  // subtle.verify compares in constant time. All are tried, so that a rotated secret's second signature counts.
  for (const signature of known)
    if (await crypto.subtle.verify("HMAC", key, signature, encoder.encode(signed)))
      return { ok: true, body, reason: "" };
  return refuse("The signature is wrong");
}
