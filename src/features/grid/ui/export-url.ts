/**
 * Where the rows of a table come as CSV: those of its filter, in its order. `isGuarded` keeps spreadsheets from running
 * a cell as a formula.
 */
export function exportUrl({ appId, entity, q, sort, isGuarded }: ExportOptions): string {
  const search = new URLSearchParams({
    ...(q !== undefined && { q: JSON.stringify(q) }),
    ...(sort !== undefined && { sort }),
    ...(isGuarded && { guard: "1" }),
  });
  return `/api/apps/${appId}/entities/${entity}/export${search.size > 0 ? `?${search}` : ""}`;
}

type ExportOptions = { appId: string; entity: string; q: unknown; sort: string | undefined; isGuarded: boolean };
