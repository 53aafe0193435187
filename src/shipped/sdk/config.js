/** @import { Config } from "./types" */

/**
 * What the server wrote into the page.
 * @returns {Config}
 */
export const readConfig = () => JSON.parse(document.getElementById("joinery-config")?.textContent ?? "");

export const config = readConfig();

/** Browsers may deny storage to frames: fall back to memory. */
function openStorage() {
  try {
    const probe = "__joinery";
    window.localStorage.setItem(probe, "1");
    window.localStorage.removeItem(probe);
    return window.localStorage;
  } catch {
    /** @type {Map<string, string>} */
    const kept = new Map();
    const shim = {
      /** @param {unknown} key */
      getItem: (key) => kept.get(String(key)) ?? null,
      /** @param {unknown} key @param {unknown} value */
      setItem: (key, value) => void kept.set(String(key), String(value)),
      /** @param {unknown} key */
      removeItem: (key) => void kept.delete(String(key)),
      clear: () => kept.clear(),
      /** @param {number} index */
      key: (index) => [...kept.keys()][index] ?? null,
      get length() {
        return kept.size;
      },
    };
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, { value: shim, configurable: true });
    return shim;
  }
}

const storage = openStorage();
const tokenKey = `joinery.token.${config.mode}`;

/**
 * A preview gets the builder's token from its loader (features/runtime/serve.ts). A published app takes only what its
 * own sign-in stored: a token in the URL would allow session fixation.
 */
function takeToken() {
  const { joineryToken } = window;
  delete window.joineryToken;
  return (config.mode === "preview" && joineryToken) || storage.getItem(tokenKey);
}

let token = takeToken();

/** @returns {string | null} */
export const getToken = () => token;

/** @param {string | null} next */
export function setToken(next) {
  token = next;
  if (next) storage.setItem(tokenKey, next);
  else storage.removeItem(tokenKey);
}
