import { useEffect, useEffectEvent, useRef } from "react";
import { fieldsOf, isEmpty, titleOf } from "@/lib/fields";
import { detailsIn, isNameOf } from "@/lib/own";

/**
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Row, Value, Values } from "@/sdk/types"
 */

/** Whether a link says of whom a row is: a booking's customer, and not the room. @param {Field} field */
const isOfWhom = ({ kind, name }) => kind === "reference" && isNameOf.test(name);

/**
 * What the form of a row asks for, and the person to whom it is linked has: how to reach them, and their name.
 * @param {Entity} other @param {Row} person @param {Field[]} fields @returns {Values}
 */
function detailsOf(other, person, fields) {
  const [asked, known] = [detailsIn(fields), detailsIn(fieldsOf(other))];
  /** @type {[Field | undefined, Value | undefined][]} */
  const pairs = [
    [asked.email, known.email && person[known.email.name]],
    [asked.phone, known.phone && person[known.phone.name]],
    [asked.name, titleOf(other, person)],
  ];
  return Object.fromEntries(
    pairs.flatMap(([field, value]) => (field && !isEmpty(value) ? [[field.name, value ?? null]] : [])),
  );
}

/**
 * Fills in the details of the customer who is chosen, or from whose page a new row is made. What somebody typed stays, and
 * what another choice has filled in goes with it.
 * @param {Entity} entity @param {Field[]} fields @param {{ values: Values, own: Values, set: (name: string, value: Value) => void }} form the state of a form (useFields) @param {boolean} isNew
 */
export function useLinkedDetails(entity, fields, form, isNew) {
  const link = fields.find(isOfWhom);
  const id = link ? form.values[link.name] : undefined;
  const filled = useRef(/** @type {Values} */ ({}));
  const begun = useRef(isNew ? undefined : id);
  const fill = useEffectEvent((/** @type {Entity} */ other, /** @type {Row | undefined} */ person) => {
    const details = person ? detailsOf(other, person, fields) : {};
    for (const { name } of fields) {
      const [value, before] = [form.values[name], filled.current[name]];
      const isTyped = !isEmpty(value) && value !== before && value !== form.own[name];
      const next = details[name] ?? (before === undefined ? undefined : "");
      if (!isTyped && next !== undefined && next !== value) form.set(name, next);
    }
    filled.current = details;
  });
  useEffect(() => {
    const other = link?.reference ? entity.related(link.reference) : undefined;
    if (!other || id === begun.current) return undefined;
    begun.current = undefined;
    let isCurrent = true;
    const found = isEmpty(id) ? Promise.resolve([]) : other.filter({ id }, "createdAt", 1);
    found.then(
      ([person]) => isCurrent && fill(other, person),
      // Whoever may not read people types it.
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [entity, id, link?.reference]);
}
