import { useEffect, useState } from "react";

/** @import { EntityClient } from "@/sdk/types" */

/**
 * A page of rows that not every visitor may see. `own`: what it is called for those who see only their own rows; without
 * it they need no such page, as with a calendar of all bookings.
 * @typedef {{ entity: EntityClient, page: string, own?: string }} Guarded
 */
/** @typedef {{ page: string, title: string }} Page */

/**
 * The app without the pages that this visitor has no use for; those of their own rows stand last.
 * @template {{ pages: Page[] }} App
 * @param {App} app
 * @param {Guarded[] | undefined} guarded
 * @returns {App}
 */
export function useOpenPages(app, guarded) {
  const [titles, setTitles] = useState(
    () => new Map((guarded ?? []).map(({ page }) => [page, /** @type {string | undefined} */ (undefined)])),
  );
  useEffect(() => {
    let isCurrent = true;
    const asked = (guarded ?? []).map(async ({ entity, page, own }) => {
      const { canRead, readsOnlyOwn } = await entity.access();
      return canRead && !readsOnlyOwn ? [] : [/** @type {const} */ ([page, canRead ? own : undefined])];
    });
    Promise.all(asked).then(
      (pages) => isCurrent && setTitles(new Map(pages.flat())),
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [guarded]);
  if (titles.size === 0) return app;
  const own = app.pages.flatMap((page) => {
    const title = titles.get(page.page);
    return title ? [{ ...page, title }] : [];
  });
  return { ...app, pages: [...app.pages.filter(({ page }) => !titles.has(page)), ...own] };
}
