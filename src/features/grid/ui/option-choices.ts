import type { TableColumn } from "@/features/entities/columns";

/** "options (label, backgroundColor)" (2-builder.md §3): hues that work in light and dark cells. */
const backgrounds = ["#5b5bd6", "#0ca678", "#f08c00", "#1c7ed6", "#d6336c", "#66a80f", "#9c36b5", "#868e96"].map(
  (hue) => `${hue}38`,
);

/** An option's colour by its position, the same in every row. Grey for one that the column no longer has. */
export function backgroundOf(options: string[], option: string): string {
  const place = options.indexOf(option);
  return backgrounds[place < 0 ? backgrounds.length - 1 : place % backgrounds.length]!;
}

/** Choices of the editor: matching options, and the typed text as a new one unless it exists. */
export type Choice = { option: string; isNew: boolean };

/** "Empty option names are not added" (2-builder.md §5). */
export function choicesFor(options: string[], typed: string): Choice[] {
  const name = typed.trim();
  const lower = name.toLowerCase();
  const found = options.filter((option) => option.toLowerCase().includes(lower));
  // Exact matches first, then prefixes, then substrings.
  const rank = (option: string) =>
    option.toLowerCase() === lower ? 0 : option.toLowerCase().startsWith(lower) ? 1 : 2;
  found.sort((a, b) => rank(a) - rank(b));
  const isKnown = name === "" || options.some((option) => option.toLowerCase() === lower);
  return [...found.map((option) => ({ option, isNew: false })), ...(isKnown ? [] : [{ option: name, isNew: true }])];
}

/** A choice's label. */
export const choiceWords = ({ option, isNew }: Choice): string => (isNew ? `Add "${option}"` : option);

export type NewOption = { field: string; option: string };

/** Values of the cells that are not options of their columns yet, without duplicates. */
export function newOptions(cells: { column: TableColumn; value: unknown }[]): NewOption[] {
  const added = new Map<string, NewOption>();
  for (const { column, value } of cells) {
    if (column.dataType !== "select" && column.dataType !== "multiselect") continue;
    for (const option of Array.isArray(value) ? value : [value])
      if (option !== null && option !== undefined && !column.options.includes(String(option)))
        added.set(`${column.id}/${String(option)}`, { field: column.id, option: String(option) });
  }
  return [...added.values()];
}
