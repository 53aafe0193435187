/** What the server wrote into the page: appId, appName, versionId, mode, and in a preview the builder's origin. */
export const config = JSON.parse(document.getElementById("joinery-config").textContent);

/** Frames may be denied storage by the browser; the app then remembers for as long as it is open. */
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
 * A preview's loader (features/runtime/serve.ts) has brought the builder's token. A published app takes none but what its own sign-in
 * kept: one in the address would let a link sign its reader in as somebody else.
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
