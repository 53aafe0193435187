import { toast } from "sonner";
import { toastFailure } from "@/lib/failure";
import { manyIn, oneIn } from "@/lib/fields";
import { addUp } from "@/lib/sums";

/**
 * @import { Entity } from "@/lib/fields"
 * @import { Row } from "@/sdk/types"
 */

/** Long enough to look at what came in. */
const undoMs = 30_000;
const atOnce = 10;

/** @param {Entity} entity @param {number} count */
const counted = (entity, count) => `${count.toLocaleString()} ${count === 1 ? oneIn(entity) : manyIn(entity)}`;

/**
 * Deletes what an import brought in, and nothing else. What somebody has deleted meanwhile counts as done.
 * @param {Entity} entity @param {Row[]} rows @param {() => void} onDone
 */
async function takeBack(entity, rows, onDone) {
  const note = toast.loading(`Taking back ${counted(entity, rows.length)}…`);
  /** @type {Row[]} */
  const left = [];
  /** @type {unknown} */
  let problem;
  for (let at = 0; at < rows.length; at += atOnce)
    await Promise.all(
      rows.slice(at, at + atOnce).map((row) =>
        entity.delete(row.id).catch((error) => {
          if (error?.status === 404) return;
          left.push(row);
          problem = error;
        }),
      ),
    );
  void addUp(entity, rows);
  onDone();
  toast.dismiss(note);
  if (left.length < rows.length) toast.success(`${counted(entity, rows.length - left.length)} taken back`);
  if (left.length > 0) toastFailure(`${counted(entity, left.length)} could not be taken back`, problem);
}

/**
 * Tells that rows were imported, with Undo where whoever imported them may delete them.
 * @param {Entity} entity @param {Row[]} rows @param {() => void} onDone
 */
export async function tellImported(entity, rows, onDone) {
  const { canDelete } = await entity.access();
  const undo = { label: "Undo", onClick: () => void takeBack(entity, rows, onDone) };
  toast.success(`${counted(entity, rows.length)} imported`, {
    duration: undoMs,
    ...(rows.every(canDelete) && { action: undo }),
  });
}
