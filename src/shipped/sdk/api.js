import { config, getToken } from "./config.js";

/** @import { Refusal } from "./types" */

/** A refused call: `code` to branch on, `message` to show, `details` by field. */
export class ApiError extends Error {
  /**
   * @param {number} status of the answer; 0 if there was none
   * @param {Refusal} [problem]
   */
  constructor(status, { code = "internal", message = "Something went wrong", details } = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/**
 * What to tell people of something that was thrown.
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @typedef {{ isBare: boolean }} Need `isBare`: the page could read nothing: there is nothing to show behind a dialog */

/** @type {Set<(need: Need) => void>} */
const signInListeners = new Set();
/**
 * Asked for while nobody listened: a page's effects run before those of the sign-in after it.
 * @type {Need | undefined}
 */
let unheard;
/**
 * Called when a request needs a signed-in user, or has needed one before anybody listened.
 * @param {(need: Need) => void} listener
 */
export const onSignInNeeded = (listener) => {
  signInListeners.add(listener);
  if (unheard) listener(unheard);
  unheard = undefined;
  return () => void signInListeners.delete(listener);
};
/** @param {Partial<Need>} [need] */
export const askToSignIn = ({ isBare = false } = {}) => {
  if (signInListeners.size === 0) unheard = { isBare };
  for (const listener of signInListeners) listener({ isBare });
};

/** Whether the current page could read anything, by its path. */
const read = { page: "", hasRows: false };
/** @param {string} method @param {string} path @param {boolean} isOk */
function noteRead(method, path, isOk) {
  if (method !== "GET" || !path.includes("/entities/")) return;
  const { pathname } = window.location;
  if (read.page !== pathname) Object.assign(read, { page: pathname, hasRows: false });
  read.hasRows ||= isOk;
}

/** @param {string} path */
export const appPath = (path) => `/api/apps/${config.appId}${path}`;

/**
 * One request to the app's own host.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body] sent as JSON; a Blob as it is
 * @param {{ asksToSignIn?: boolean }} [options]
 * @throws ApiError for every answer but a successful one
 */
export async function call(method, path, body, { asksToSignIn = true } = {}) {
  const token = getToken();
  const isBlob = body instanceof Blob;
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && !isBlob && { "content-type": "application/json" }),
  };
  let response;
  try {
    response = await fetch(path, {
      method,
      headers,
      ...(body !== undefined && { body: isBlob ? body : JSON.stringify(body) }),
      // A deletion may be sent while the page closes.
      keepalive: method === "DELETE",
    });
  } catch {
    throw new ApiError(0, {
      code: "offline",
      message: "The server cannot be reached. Check the connection and try again.",
    });
  }
  const text = await response.text();
  const value = text && (response.headers.get("content-type") ?? "").includes("json") ? JSON.parse(text) : text;
  noteRead(method, path, response.ok);
  if (response.ok) return value;
  if (response.status === 401 && asksToSignIn) askToSignIn({ isBare: method === "GET" && !read.hasRows });
  throw new ApiError(response.status, typeof value === "object" && value?.error ? value.error : undefined);
}
