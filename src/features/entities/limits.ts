/** "Column kinds derived from schema" (2-builder.md §3). */
export const columnKinds = ["text", "number", "select", "multiselect", "image", "json", "datetime", "boolean"] as const;
export type ColumnKind = (typeof columnKinds)[number];

/** Who sees and sets a column's values, of those who reach the row: all of them, or admins alone. */
export const columnRights = ["open", "set", "closed"] as const;
export type ColumnRights = (typeof columnRights)[number];

export const optionMax = 80;

/** Rows or people that a reference offers by name; beyond it the id is shown. */
export const namesMax = 1_000;
