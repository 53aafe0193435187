import { lazy } from "react";

/**
 * @import { ComponentType } from "react"
 * @typedef {{ default: ComponentType }} PageModule
 */

/**
 * How pages are loaded, and what was loaded of them.
 * @type {WeakMap<object, { load: () => Promise<PageModule>, page?: ComponentType }>}
 */
const loaders = new WeakMap();

/**
 * A page whose code is loaded when it is first shown, or earlier by `loadPage`.
 * @param {() => Promise<PageModule>} ask
 */
export function lazyPage(ask) {
  /** @type {Promise<PageModule> | undefined} */
  let loading;
  const load = () =>
    (loading ??= ask().then((module) => {
      const entry = loaders.get(Page);
      if (entry) entry.page = module.default;
      return module;
    }));
  const Page = lazy(load);
  loaders.set(Page, { load });
  return Page;
}

/** Loads a page's code ahead; what fails will fail again, and be told, where the page is shown. @param {ComponentType | undefined} page */
export async function loadPage(page) {
  await (page &&
    loaders
      .get(page)
      ?.load()
      .catch(() => undefined));
}

/**
 * The page itself once it is loaded: React would show a fallback for a lazy one, and keep it for 300 ms.
 * @param {ComponentType} page
 */
export const loadedPage = (page) => loaders.get(page)?.page ?? page;
