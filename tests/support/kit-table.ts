import { vi } from "vitest";

export type Row = Record<string, unknown>;

/** A table as the pages of an app see it, which refuses rows without what it requires. */
export function table(name: string, properties: object, required: string[], rows: Row[]) {
  const create = vi.fn((row: Row) => {
    const lacking = required.find((field) => row[field] === undefined);
    if (lacking) return Promise.reject(new Error(`${lacking} is required`));
    rows.push({ id: String(rows.length), ...row });
    return Promise.resolve(rows.at(-1));
  });
  return {
    create,
    schema: () => ({ name, properties, required }),
    page: vi.fn(() => Promise.resolve({ items: rows, nextCursor: null })),
    count: () => Promise.resolve(rows.length),
    aggregate: () => Promise.resolve([]),
    access: () => Promise.resolve({ canAdd: true, canChange: () => false, canDelete: () => false }),
    subscribe: () => () => undefined,
    related: () => undefined,
  };
}

export const text = { type: "string" };
