/**
 * Configuration that the server wrote into the page: appId, appName, versionId, mode, and in a preview the builder's
 * origin.
 */
export const config = JSON.parse(document.getElementById("joinery-config").textContent);

/** Browsers may deny storage to frames: fall back to memory. */
function openStorage() {
  try {
    const probe = "__joinery";
    window.localStorage.setItem(probe, "1");
    window.localStorage.removeItem(probe);
    return window.localStorage;
  } catch {
    const kept = new Map();
    const shim = {
      getItem: (key) => kept.get(String(key)) ?? null,
      setItem: (key, value) => void kept.set(String(key), String(value)),
      removeItem: (key) => void kept.delete(String(key)),
      clear: () => kept.clear(),
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

export const getToken = () => token;

/** @param {string | null} next */
export function setToken(next) {
  token = next;
  if (next) storage.setItem(tokenKey, next);
  else storage.removeItem(tokenKey);
}
