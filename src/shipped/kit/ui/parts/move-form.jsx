import { useState } from "react";
import { Button } from "@/components/ui/button";
import { LoadError } from "@/components/ui/empty-state";
import { useReveal } from "@/components/ui/parts/booking-form";
import { oneIn } from "@/lib/fields";
import { formatDay, formatTime } from "@/lib/format";
import { toastFailure, useRow } from "@/lib/rows";

/**
 * @import { Entity } from "@/lib/fields"
 * @import { Row } from "@/sdk/types"
 */

/**
 * Moves a booking to the chosen time; everything else of it stays.
 * @param {{ entity: Entity, id: string, by: string, slot: Date, owner?: { field: string, id: string, title: string } | undefined, onMoved: (row: Row) => void, onTaken: () => void }} props
 */
export function MoveForm({ entity, id, by, slot, owner, onMoved, onTaken }) {
  const { value: row, error, reload } = useRow(entity, id);
  const [isSaving, setIsSaving] = useState(false);
  const here = useReveal();
  async function move() {
    setIsSaving(true);
    try {
      onMoved(await entity.update(id, { [by]: slot.toISOString(), ...(owner && { [owner.field]: owner.id }) }));
    } catch (problem) {
      // The server keeps bookings apart, whoever was quicker.
      if (problem instanceof Error && "code" in problem && problem.code === "slot-taken") return onTaken();
      toastFailure(`The ${oneIn(entity)} could not be moved`, problem);
    } finally {
      setIsSaving(false);
    }
  }
  if (error) return <LoadError error={error} onRetry={reload} entity={entity} />;
  return (
    <section ref={here} aria-label="New time" className="space-y-5 scroll-mt-20 rounded-xl border bg-card p-5">
      <h2 className="text-lg">
        {formatDay(slot)}, {formatTime(slot)}
        {owner && <span className="block text-sm text-muted-foreground">{owner.title}</span>}
      </h2>
      {row?.[by] && (
        <p className="text-sm text-muted-foreground">
          Instead of {formatDay(row[by])}, {formatTime(row[by])}
        </p>
      )}
      <Button size="lg" className="w-full" disabled={isSaving || !row} onClick={() => void move()}>
        {isSaving ? "Moving…" : "Move to this time"}
      </Button>
    </section>
  );
}
