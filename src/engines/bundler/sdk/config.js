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
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { value: shim, configurable: true });
    return shim;
  }
}

const storage = openStorage();
const tokenKey = `joinery.token.${config.mode}`;

/** The builder hands a preview its token in the address's fragment, which no server sees; it is taken out of the address at once. */
function takeToken() {
  const match = /joinery-token=([a-zA-Z0-9_-]+)/.exec(window.location.hash);
  if (!match && config.mode === "preview") return /^joinery:([\w-]+)$/.exec(window.name)?.[1] ?? storage.getItem(tokenKey);
  if (!match) return storage.getItem(tokenKey);
  window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
  storage.setItem(tokenKey, match[1]);
  return match[1];
}

let token = takeToken();

export const getToken = () => token;

/** @param {string | null} next */
export function setToken(next) {
  token = next;
  if (next) storage.setItem(tokenKey, next);
  else storage.removeItem(tokenKey);
}
