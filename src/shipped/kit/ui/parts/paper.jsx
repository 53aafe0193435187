import { useEffect, useState } from "react";
import { fieldsOf, isEmpty, titleOf } from "@/lib/fields";
import { formatField } from "@/lib/format";

/**
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Row } from "@/sdk/types"
 */

/** What an invoice comes to stands below its lines. @param {Field} field */
export const isSum = ({ kind, name }) => kind === "money" || (kind === "percent" && /vat|tax|discount/.test(name));

/** @param {Field} field */
const isAddressed = ({ name }) => /address|street|city|postcode|zip|country|vat_number|tax_number/.test(name);

/** Whom a printed document is for: the first row that it names which has an address. @param {Entity} entity @param {Row} row */
export const recipientIn = (entity, row) =>
  fieldsOf(entity).find(({ name, reference }) => {
    const other = reference ? entity.related(reference) : undefined;
    return other && !isEmpty(row[name]) && fieldsOf(other).some(isAddressed);
  });

/**
 * The name and address of a printed document's recipient.
 * @param {{ entity: Entity, row: Row }} props
 */
export function Recipient({ entity, row }) {
  const [lines, setLines] = useState(/** @type {string[]} */ ([]));
  const to = recipientIn(entity, row);
  const other = to?.reference ? entity.related(to.reference) : undefined;
  const id = to ? String(row[to.name]) : "";
  useEffect(() => {
    if (!other) return;
    let isCurrent = true;
    other.get(id).then(
      (found) => {
        const address = fieldsOf(other).filter((field) => isAddressed(field) && !isEmpty(found[field.name]));
        const written = address.map(({ name, label }) =>
          /number/.test(name) ? `${label}: ${String(found[name])}` : String(found[name]),
        );
        if (isCurrent) setLines([titleOf(other, found), ...written]);
      },
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [other, id]);
  if (lines.length === 0) return null;
  return (
    <address className="hidden not-italic leading-relaxed print:block">
      {lines.map((line, at) => (
        <span key={line} className={at === 0 ? "block font-medium" : "block whitespace-pre-line"}>
          {line}
        </span>
      ))}
    </address>
  );
}

/**
 * What a printed document comes to, from its parts to its total.
 * @param {{ entity: Entity, row: Row }} props
 */
export function Sums({ entity, row }) {
  const sums = fieldsOf(entity).filter((field) => isSum(field) && !isEmpty(row[field.name]));
  const last = sums.find(({ name }) => /^(?:grand_)?total$/.test(name));
  return (
    <dl className="ml-auto hidden w-72 text-sm print:block">
      {[...sums.filter((field) => field !== last), ...(last ? [last] : [])].map((field) => (
        <div
          key={field.name}
          className={
            field === last ? "flex justify-between border-t py-2 text-base font-semibold" : "flex justify-between py-1"
          }
        >
          <dt>{field.label}</dt>
          <dd className="tabular-nums">{formatField(field, row[field.name])}</dd>
        </div>
      ))}
    </dl>
  );
}
