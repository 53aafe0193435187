import { optionLabel } from "@/lib/fields";

/** @import { Field } from "@/lib/fields" */

/** @type {Record<string, number>} */
const widths = {
  boolean: 5.5,
  date: 8,
  datetime: 11.5,
  email: 14,
  enum: 8.5,
  file: 7,
  image: 5,
  longtext: 16,
  money: 7.5,
  multi: 13,
  number: 6,
  percent: 7,
  phone: 10,
  rating: 7.5,
  reference: 12,
  tags: 13,
  url: 13,
};

/**
 * The least width of a column in rem, by its kind, its heading and its options: columns that followed the values of the
 * rows in sight would move while the list is scrolled.
 * @param {Field} field @param {boolean} isTitle
 */
function widthOf({ kind, label, options }, isTitle) {
  const badge = kind === "enum" ? Math.max(0, ...options.map((option) => optionLabel(option).length)) * 0.45 + 3 : 0;
  return Math.min(20, Math.max(isTitle ? 16 : (widths[kind] ?? 11), badge, label.length * 0.5 + 2.75));
}

/** Room for the tick and for the menu of a row, in rem. */
const edges = 5.5;

/**
 * The least width of a whole table in rem.
 * @param {Field[]} fields @param {Field | undefined} wide @param {boolean} isReadOnly without room for ticks and menus
 */
export const widthOfTable = (fields, wide, isReadOnly) =>
  fields.reduce((sum, field) => sum + widthOf(field, field === wide), isReadOnly ? 0 : edges);

/** The widths of a table's columns. @param {{ fields: Field[], wide: Field | undefined, isReadOnly: boolean }} props */
export function Columns({ fields, wide, isReadOnly }) {
  const total = widthOfTable(fields, wide, isReadOnly);
  return (
    <colgroup>
      {!isReadOnly && <col className="w-10" />}
      {fields.map((field) => (
        // The widest has the room that the others leave.
        <col
          key={field.name}
          style={field === wide ? undefined : { width: `${(widthOf(field, false) / total) * 100}%` }}
        />
      ))}
      {!isReadOnly && <col className="w-12" />}
    </colgroup>
  );
}
