import type { TableColumn } from "@/features/entities/columns";

/** "options (label, backgroundColor)" (2-builder.md §3): hues that light and dark cells both shine through. */
const backgrounds = ["#5b5bd6", "#0ca678", "#f08c00", "#1c7ed6", "#d6336c", "#66a80f", "#9c36b5", "#868e96"].map(
  (hue) => `${hue}38`,
);

/**
 * An option has its colour by its place, so that it looks alike in every row. One that the column no longer has is
 * grey.
 */
export function backgroundOf(options: string[], option: string): string {
  const place = options.indexOf(option);
  return backgrounds[place < 0 ? backgrounds.length - 1 : place % backgrounds.length]!;
}

/**
 * What the editor of a cell offers: options that hold the typed text and, when the text is none itself, to add it as
 * one.
 */
export type Choice = { option: string; isNew: boolean };

/** "Empty option names are not added" (2-builder.md §5). */
export function choicesFor(options: string[], typed: string): Choice[] {
  const name = typed.trim();
  const lower = name.toLowerCase();
  const found = options.filter((option) => option.toLowerCase().includes(lower));
  // What was typed whole comes first, then what begins with it, then what merely holds it.
  const rank = (option: string) =>
    option.toLowerCase() === lower ? 0 : option.toLowerCase().startsWith(lower) ? 1 : 2;
  found.sort((a, b) => rank(a) - rank(b));
  const isKnown = name === "" || options.some((option) => option.toLowerCase() === lower);
  return [...found.map((option) => ({ option, isNew: false })), ...(isKnown ? [] : [{ option: name, isNew: true }])];
}

/** As the choice is written. */
export const choiceWords = ({ option, isNew }: Choice): string => (isNew ? `Add "${option}"` : option);

export type NewOption = { field: string; option: string };

/** The options among the values of cells that their columns do not have yet, each once. */
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
