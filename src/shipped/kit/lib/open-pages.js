import { useEffect, useState } from "react";

/** @import { EntityClient } from "@/sdk/types" */

/**
 * The app without the pages whose rows this visitor may not see.
 * @template {{ pages: { page: string }[] }} App
 * @param {App} app
 * @param {{ entity: EntityClient, page: string }[] | undefined} guarded
 * @returns {App}
 */
export function useOpenPages(app, guarded) {
  const [closed, setClosed] = useState(() => (guarded ?? []).map(({ page }) => page));
  useEffect(() => {
    let isCurrent = true;
    const asked = (guarded ?? []).map(async ({ entity, page }) => ((await entity.access()).canRead ? [] : [page]));
    Promise.all(asked).then(
      (pages) => isCurrent && setClosed(pages.flat()),
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [guarded]);
  return closed.length > 0 ? { ...app, pages: app.pages.filter(({ page }) => !closed.includes(page)) } : app;
}
