import "server-only";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { nonceHeader } from "@/api/nonce";
import type { Platform } from "@/engines/platform";

/**
 * Content-Security-Policy of the builder's pages; nobody may frame them. Inline scripts run by a per-request nonce,
 * which Next reads from the request's policy header and the layout from `nonceHeader`; values sent by the caller are
 * overwritten.
 */
export function setPagePolicy(
  { env: settings }: Platform,
  request: IncomingMessage,
  response: ServerResponse,
  isDev: boolean,
): void {
  const { protocol, port } = new URL(settings.APP_URL);
  const apps = `${protocol}//*.${settings.APPS_DOMAIN}${port && `:${port}`}`;
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'self'",
    // React's development build uses eval.
    `script-src 'self' 'nonce-${nonce}'${isDev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${apps}`,
    `connect-src 'self' ${apps}${isDev ? " ws:" : ""}`,
    `frame-src ${apps}`,
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  request.headers["content-security-policy"] = policy;
  delete request.headers["content-security-policy-report-only"];
  request.headers[nonceHeader] = nonce;
  response.setHeader("content-security-policy", policy);
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("referrer-policy", "strict-origin-when-cross-origin");
  response.setHeader("cross-origin-opener-policy", "same-origin");
}
