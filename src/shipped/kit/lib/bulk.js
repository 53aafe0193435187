import { toast } from "sonner";
import { optionLabel, optionOf } from "@/lib/fields";

/**
 * @import { Field } from "@/lib/fields"
 * @import { Row, Value, Values } from "@/sdk/types"
 */

/** As long as a delete can be undone. */
const undoMs = 5_000;

/**
 * Gives a field of several rows the same option, and offers to take that back: each row gets the value that it had.
 * Rows that could not be saved are told by the list.
 * @param {{ save: (id: string, values: Values) => Promise<Row> }} list (useRows)
 * @param {Row[]} rows
 * @param {Field} field
 * @param {string} value the option as text
 */
export async function changeAll(list, rows, field, value) {
  /** @param {Row} row @param {Value} next */
  const save = (row, next) =>
    list.save(row.id, { [field.name]: next }).then(
      () => true,
      () => false,
    );
  const next = optionOf(field, value);
  const answers = await Promise.all(rows.map((row) => save(row, next)));
  const changed = rows.filter((_, at) => answers[at]);
  if (changed.length === 0) return;
  const undo = async () => {
    const back = await Promise.all(changed.map((row) => save(row, row[field.name] ?? null)));
    toast.success(`${back.filter(Boolean).length} changed back`);
  };
  toast.success(`${changed.length} changed to ${optionLabel(value)}`, {
    duration: undoMs,
    action: { label: "Undo", onClick: () => void undo() },
  });
}
