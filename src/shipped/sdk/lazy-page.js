import { lazy } from "react";

/**
 * @import { ComponentType } from "react"
 * @typedef {{ default: ComponentType }} PageModule
 */

/** How the code of each lazy page is loaded. @type {WeakMap<object, () => Promise<PageModule>>} */
const loaders = new WeakMap();

/**
 * A page whose code is loaded when it is first shown, or earlier by `loadPage`.
 * @param {() => Promise<PageModule>} ask
 */
export function lazyPage(ask) {
  /** @type {Promise<PageModule> | undefined} */
  let loading;
  const load = () => {
    loading ??= ask();
    // A link that was pointed at while the network was away may be clicked later.
    loading.catch(() => (loading = undefined));
    return loading;
  };
  const Page = lazy(load);
  loaders.set(Page, load);
  return Page;
}

/**
 * Loads a page's code ahead. What fails will fail again, and be told, where the page is shown.
 * @param {ComponentType | undefined} page
 * @returns {Promise<ComponentType | undefined>} the page itself; undefined for one that is not lazy
 */
export async function loadPage(page) {
  const load = page && loaders.get(page);
  return load?.().then(
    (module) => module.default,
    () => undefined,
  );
}
