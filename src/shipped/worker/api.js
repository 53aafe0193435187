// Replaces the browser's api.js inside a function: requests carry the caller's token.
import { context, platform } from "joinery:host";

/** A refused call: `code` to branch on, `message` to show, `details` by field. */
export class ApiError extends Error {
  /**
   * @param {number} status of the answer
   * @param {{ code?: string, message?: string, details?: Record<string, string> }} [problem] what the server says
   */
  constructor(status, { code = "internal", message = "Something went wrong", details } = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export const askToSignIn = () => undefined;

/** @param {string} path */
export function appPath(path) {
  const call = context.getStore();
  if (!call) throw new Error("The app's data can be reached while a call is answered, not while the function loads");
  return `/api/apps/${call.appId}${path}`;
}

/**
 * One request to the app's own API, with the caller's token.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body] sent as JSON; a Blob as it is
 */
export async function call(method, path, body) {
  const { token } = context.getStore() ?? {};
  const isBlob = body instanceof Blob;
  const headers = {
    ...(token && { authorization: token }),
    ...(body !== undefined && !isBlob && { "content-type": "application/json" }),
  };
  const response = await platform.fetch(`http://app${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: isBlob ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const value = text && (response.headers.get("content-type") ?? "").includes("json") ? JSON.parse(text) : text;
  if (response.ok) return value;
  throw new ApiError(response.status, typeof value === "object" && value?.error ? value.error : undefined);
}
