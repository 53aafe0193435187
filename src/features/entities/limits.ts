/** "Column kinds derived from schema" (2-builder.md §3). */
export const columnKinds = ["text", "number", "select", "multiselect", "image", "json", "datetime", "boolean"] as const;
export type ColumnKind = (typeof columnKinds)[number];

export const optionMax = 80;

/** Rows or people that a reference offers by name; beyond it the id is shown. */
export const namesMax = 1_000;
