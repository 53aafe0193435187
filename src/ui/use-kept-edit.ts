"use client";
import { type Guard, useKept } from "./kept";

/** What a person made of the values that they saw first. */
export type Edit<T> = { base: T; mine: T };

/**
 * Three-way merge of a form: a field changed on one side takes that change. `theirs` has the fields changed differently
 * on both, for the person to choose.
 */
export function mergeFields<T extends Record<string, unknown>>(
  { base, mine }: Edit<T>,
  saved: T,
): { merged: T; theirs: Partial<T> } {
  const merged = { ...mine };
  const theirs: Partial<T> = {};
  for (const field of Object.keys(saved) as (keyof T)[]) {
    if (saved[field] === base[field] || saved[field] === mine[field]) continue;
    if (mine[field] === base[field]) merged[field] = saved[field];
    else theirs[field] = saved[field];
  }
  return { merged, theirs };
}

/**
 * The values of a form that is saved by a button. They are kept in the browser until then: through reloads, closed tabs,
 * other panels and others' saves.
 * @param isEdit must be a module constant
 */
export function useKeptEdit<T extends Record<string, unknown>>(key: string, isEdit: Guard<Edit<T> | null>, saved: T) {
  const [kept, keep] = useKept<Edit<T> | null>("local", key, isEdit, null);
  const { merged: values, theirs } = mergeFields(kept ?? { base: saved, mine: saved }, saved);
  return {
    values,
    theirs,
    hasConflict: Object.keys(theirs).length > 0,
    isDirty: Object.keys(saved).some((field) => values[field] !== saved[field]),
    type: <Field extends keyof T>(field: Field, value: T[Field]) =>
      keep((edit) => ({ base: edit?.base ?? saved, mine: { ...values, [field]: value } })),
    /** Ends a conflict. */
    choose: (mine: T) => keep(() => ({ base: saved, mine })),
    drop: () => keep(() => null),
  };
}

export type KeptEdit<T extends Record<string, unknown>> = ReturnType<typeof useKeptEdit<T>>;
