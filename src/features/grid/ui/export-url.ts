/** URL of a table's CSV export with its filter and order. `isGuarded` protects spreadsheets from formula injection. */
export function exportUrl({ appId, entity, q, sort, isGuarded }: ExportOptions): string {
  const search = new URLSearchParams({
    ...(q !== undefined && { q: JSON.stringify(q) }),
    ...(sort !== undefined && { sort }),
    ...(isGuarded && { guard: "1" }),
  });
  return `/api/apps/${appId}/entities/${entity}/export${search.size > 0 ? `?${search}` : ""}`;
}

type ExportOptions = { appId: string; entity: string; q: unknown; sort: string | undefined; isGuarded: boolean };
