import { fieldsOf } from "@/lib/fields";
import { dayKey } from "@/lib/format";
import { createPageUrl } from "@/utils";

/**
 * @import { Entity } from "@/lib/fields"
 * @import { Row } from "@/sdk/types"
 */

/** @typedef {{ page: string, label: string }} Booking the page on which a time is booked (SlotPicker), and the words of the link to it */

/**
 * How people who see only their own bookings get another time: on the page of free times (`?move=`, SlotPicker), so that
 * the forms leave the time, and whose time it is, alone. Nothing for a staff, who may enter any time.
 * @param {Entity} entity
 * @param {{ isOwn: boolean, canSet: (field: string) => boolean }} list what may be done with its rows (useRows)
 * @param {Booking | undefined} booking
 * @returns {{ asked: string[], isFixed: (field: string) => boolean, addressFor: (row: Row) => string } | undefined} `asked`: what the forms still ask for
 */
export function rebookingOf(entity, list, booking) {
  const { field: by, per = [] } = /** @type {{ field?: string, per?: string[] }} */ (
    entity.schema()["x-noOverlap"] ?? {}
  );
  if (!booking || !by || !list.isOwn || !list.canSet(by)) return undefined;
  const fixed = [by, ...per];
  return {
    asked: fieldsOf(entity).flatMap(({ name }) => (fixed.includes(name) ? [] : [name])),
    isFixed: (field) => fixed.includes(field),
    addressFor(row) {
      const start = new Date(String(row[by]));
      const address = new URLSearchParams({ move: row.id, ...(start > new Date() && { week: dayKey(start) }) });
      for (const name of per) if (row[name]) address.set(name, String(row[name]));
      return `${createPageUrl(booking.page)}?${address}`;
    },
  };
}
