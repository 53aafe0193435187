import { useEffect, useRef, useState } from "react";
import { isEmpty } from "@/lib/fields";
import { fromInput, toInput } from "@/lib/inputs";
import { keepDetails, ownDetails } from "@/lib/own";
import { withFollowing } from "@/lib/sums";

/**
 * @import { Field } from "@/lib/fields"
 * @import { Value, Values } from "@/sdk/types"
 */

/**
 * The state of a form over some fields (useFields).
 * @typedef {object} FieldsForm
 * @property {Values} values
 * @property {Record<string, string | undefined>} errors
 * @property {number} refusals how often it was sent in vain
 * @property {Values} own what is known of whoever fills it in
 * @property {() => void} reset
 * @property {(name: string, value: Value) => void} set
 * @property {(error: unknown) => boolean} refuse shows the words of a refused call at its fields; false where it names none of them
 * @property {(read: Values) => Values} changed those of the values that were changed in the form
 * @property {() => Values | null} read what is to be saved, or null when something is missing
 * @property {(sent: Values) => void} sent to be told what a visitor's form has sent
 */

const chosen = ["enum", "reference", "date", "datetime"];

/** "Starts at" and "Due on" are no things to choose. */
const isMoment = / (?:at|on|by|from|until)$/i;

/** "Enter a name", "Choose a status", "Choose a date and time" @param {Field} field */
function missingText({ label, kind }) {
  if (isMoment.test(label) && kind === "date") return "Choose a date";
  if (isMoment.test(label) && kind === "datetime") return "Choose a date and time";
  const lower = /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
  return `${chosen.includes(kind) ? "Choose" : "Enter"} ${/^[aeiou]/i.test(lower) ? "an" : "a"} ${lower}`;
}

/**
 * A refused call names fields, with words for each: { email: "Email must be unique: …" }.
 * @param {unknown} error
 * @returns {[string, string][]}
 */
function refusedFields(error) {
  if (!(error instanceof Error) || !("details" in error)) return [];
  const { fields = {} } = /** @type {{ fields?: Record<string, string> }} */ (error.details ?? {});
  return Object.entries(fields);
}

/**
 * The state of a form over some fields of a row: what stands in it, what is missing, and what to save.
 * `isOwn`: visitors fill it in about themselves, and signed-in ones need not type who they are.
 * @param {Field[]} fields
 * @param {Values} row
 * @param {{ isOwn?: boolean | undefined }} [options]
 * @returns {FieldsForm}
 */
export function useFields(fields, row, { isOwn = false } = {}) {
  const [own, setOwn] = useState(/** @type {Values} */ ({}));
  /** @returns {Values} */
  const start = () =>
    Object.fromEntries(fields.map((field) => [field.name, toInput(field, row[field.name] ?? own[field.name])]));
  const [values, setValues] = useState(start);
  const [begun] = useState({ row, values });
  const [errors, setErrors] = useState(/** @type {FieldsForm["errors"]} */ ({}));
  const [refusals, setRefusals] = useState(0);
  const asked = useRef(fields);
  useEffect(() => {
    if (!isOwn) return;
    let isCurrent = true;
    void ownDetails(asked.current).then((found) => {
      if (!isCurrent) return;
      setOwn(found);
      // What was typed meanwhile stays.
      setValues((current) => ({
        ...current,
        ...Object.fromEntries(Object.entries(found).filter(([name]) => isEmpty(current[name]))),
      }));
    });
    return () => void (isCurrent = false);
  }, [isOwn]);
  return {
    sent: (values) => void keepDetails(fields, values),
    values,
    own,
    errors,
    refusals,
    reset: () => setValues(start()),
    set: (name, value) => {
      setValues((current) => withFollowing(fields, current, { ...current, [name]: value }));
      setErrors((current) => ({ ...current, [name]: undefined }));
    },
    /** Shows the server's words at the fields that it refused. @returns {boolean} whether there was one to show them at */
    refuse(error) {
      const refused = refusedFields(error).filter(([name]) => fields.some((field) => field.name === name));
      setErrors((current) => ({ ...current, ...Object.fromEntries(refused) }));
      if (refused.length > 0) setRefusals((count) => count + 1);
      return refused.length > 0;
    },
    changed: (read) =>
      Object.fromEntries(
        Object.entries(read).filter(
          ([name, value]) =>
            JSON.stringify(values[name]) !== JSON.stringify(begun.values[name]) ||
            // A default that the form has offered.
            (isEmpty(begun.row[name]) && !isEmpty(value)),
        ),
      ),
    /** What is to be saved, or null when something is missing. */
    read() {
      /** @type {FieldsForm["errors"]} */
      const missing = {};
      for (const field of fields) {
        const value = values[field.name];
        if (field.isRequired && isEmpty(typeof value === "string" ? value.trim() : value))
          missing[field.name] = missingText(field);
      }
      /** @type {Values} */
      const read = {};
      for (const field of fields)
        try {
          read[field.name] = fromInput(field, values[field.name]);
        } catch {
          missing[field.name] = "This is not valid JSON";
        }
      setErrors(missing);
      if (Object.keys(missing).length === 0) return read;
      setRefusals((count) => count + 1);
      return null;
    },
  };
}
