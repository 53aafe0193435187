import { useCallback, useEffect, useState } from "react";
import { CalendarCheck } from "lucide-react";
import { Button } from "@/components/ui/button";
import { FieldGrid } from "@/components/ui/record-form";
import { useChoosable } from "@/lib/access";
import { useAddress } from "@/lib/address";
import { fieldsOf, titleFieldOf } from "@/lib/fields";
import { useFields } from "@/lib/form";
import { useLinkedDetails } from "@/lib/linked-details";
import { formatDay, formatTime } from "@/lib/format";
import { totalOf } from "@/lib/offered";
import { arrivalDays } from "@/lib/own";
import { toastFailure, useNames } from "@/lib/rows";

/**
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Row, Values } from "@/sdk/types"
 */

/** Scrolls to what stands below all the times on a phone; beside them it is in sight, and nothing moves. */
export function useReveal() {
  return useCallback((/** @type {HTMLElement | null} */ element) => {
    if (element && element.getBoundingClientRect().top > window.innerHeight / 2) element.scrollIntoView();
  }, []);
}

/** Out from under the bar: the page was scrolled down to the form. @param {HTMLElement | null} element */
const reveal = (element) => element?.scrollIntoView({ block: "nearest" });

/** @typedef {{ entity: Entity, by: string, slot: Date, typed: Values, onTyped: (values: Values) => void, owner?: { field: string, id: string, title: string } | undefined, only: string[] | undefined, isTaken: (slot: Date) => Promise<boolean>, onBooked: (row: Row) => void, onTaken: () => void }} BookingFormProps */

/**
 * The form for the chosen time; asks the server once more whether it is still free before it is taken.
 * @param {BookingFormProps} props
 */
export function BookingForm({ only, ...props }) {
  const { entity, by, owner } = props;
  const asked = fieldsOf(entity).filter(
    ({ name, kind, property }) =>
      name !== by &&
      name !== owner?.field &&
      !property["x-accessControl"] &&
      !(kind === "enum" && /status|state/.test(name)) &&
      (!only || only.includes(name)),
  );
  const fields = useChoosable(entity, asked);
  return fields && <AskedForm fields={fields} {...props} />;
}

/** @param {Omit<BookingFormProps, "only"> & { fields: Field[] }} props */
function AskedForm({ entity, fields, by, slot, typed, onTyped, owner, isTaken, onBooked, onTaken }) {
  const [address] = useAddress();
  // What the page of a thing is about: /Book?service=…
  const about = Object.fromEntries(fields.map(({ name }) => [name, address[name]]));
  const form = useFields(fields, { ...about, ...typed }, { isOwn: true });
  useLinkedDetails(entity, fields, form, true);
  useEffect(() => onTyped(form.values), [onTyped, form.values]);
  const [isSaving, setIsSaving] = useState(false);
  const here = useReveal();
  /** @param {React.SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    const values = form.read();
    if (!values) return;
    setIsSaving(true);
    try {
      if (await isTaken(slot)) return onTaken();
      const first = fieldsOf(entity).find(({ kind, name }) => kind === "enum" && /status|state/.test(name));
      const booked = await entity.create({
        ...arrivalDays(entity, [by, ...fields.map(({ name }) => name)]),
        ...values,
        ...(owner && { [owner.field]: owner.id }),
        [by]: slot.toISOString(),
        ...(first &&
          !first.property["x-accessControl"] && { [first.name]: first.property.default ?? first.options[0] }),
      });
      form.sent(values);
      onBooked(booked);
    } catch (error) {
      // The server keeps bookings apart, whoever was quicker.
      if (error instanceof Error && "code" in error && error.code === "slot-taken") return onTaken();
      if (!form.refuse(error)) toastFailure("That could not be booked", error);
    } finally {
      setIsSaving(false);
    }
  }
  return (
    <form ref={here} noValidate onSubmit={submit} className="space-y-5 scroll-mt-20 rounded-xl border bg-card p-5">
      <h2 className="text-lg">
        {formatDay(slot)}, {formatTime(slot)}
        {owner && <span className="block text-sm text-muted-foreground">{owner.title}</span>}
      </h2>
      <FieldGrid fields={fields} entity={entity} form={form} />
      <Button type="submit" size="lg" className="w-full" disabled={isSaving}>
        {isSaving ? "Booking…" : "Book this time"}
      </Button>
    </form>
  );
}

/**
 * What was booked.
 * @param {{ entity: Entity, by: string, row: Row, onAgain: () => void }} props
 */
export function Booked({ entity, by, row, onAgain }) {
  const names = useNames(entity, [row]);
  return (
    <div
      ref={reveal}
      className="mx-auto max-w-lg scroll-mt-20 space-y-5 rounded-2xl border bg-card p-8 text-center"
      role="status"
    >
      <span className="mx-auto grid size-14 place-items-center rounded-full bg-primary/10 text-primary">
        <CalendarCheck className="size-7" aria-hidden="true" />
      </span>
      <h1 className="text-2xl">You are booked</h1>
      <p className="text-lg">
        {formatDay(row[by])} at {formatTime(row[by])}
      </p>
      <p className="text-sm text-muted-foreground">
        {fieldsOf(entity)
          .filter(
            ({ name, kind }) =>
              ["text", "reference", "email"].includes(kind) && row[name] && name !== titleFieldOf(entity),
          )
          .map(({ name, kind }) => names[name]?.get(row[name]) ?? (kind === "reference" ? "" : row[name]))
          .filter(Boolean)
          .join(" · ")}
      </p>
      {totalOf(entity, row) && <p className="font-medium tabular-nums">{totalOf(entity, row)}</p>}
      <Button variant="outline" onClick={onAgain}>
        Book another time
      </Button>
    </div>
  );
}
