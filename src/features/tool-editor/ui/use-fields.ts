"use client";
import { deletionIssue, isSameName, storedField } from "@/features/tools/check-definition";
import { moved, newName, newStepId } from "@/features/tools/rules";
import type { Definition, ToolField } from "@/features/tools/schema";
import { useDraft } from "./DraftProvider";

type Step = { id: string; title: string };

const newId = () => `f${newName(12, Math.random)}`;

/** The custom fields and steps of what is edited, and every change of them. */
export function useFields() {
  const { texts, setText } = useDraft();
  const definition = texts as Definition;
  const fields = definition.fields ?? [];
  const steps = definition.inputSteps ?? [];
  const isStepped = definition.isMultiStepInput === true && steps.length > 0;
  const setFields = (next: ToolField[]) => setText("fields", next);
  const setSteps = (next: Step[]) => setText("inputSteps", next);
  const same = (one: ToolField, other: ToolField) =>
    one.id !== undefined ? one.id === other.id : isSameName(one.name, other.name);
  return {
    fields,
    steps,
    isStepped,
    definition,
    /** The fields of a step; those that name no step of the tool belong to the first. */
    fieldsOf: (step: Step) =>
      fields.filter(
        ({ stepId }) => stepId === step.id || (step === steps[0] && !steps.some(({ id }) => id === stepId)),
      ),
    /** Puts a field in the place of another, or at the end. */
    put: (field: ToolField, before?: ToolField) => {
      const stored = storedField({ ...field, id: field.id ?? newId() });
      setFields(before ? fields.map((one) => (same(one, before) ? stored : one)) : [...fields, stored]);
    },
    /** @returns why it cannot be deleted */
    remove: (field: ToolField): string | undefined => {
      const issue = deletionIssue(field, definition);
      if (issue === undefined) setFields(fields.filter((one) => !same(one, field)));
      return issue;
    },
    undo: setFields,
    /** Moves a field to another's place, within the whole list. */
    move: (field: ToolField, to: ToolField) => {
      const [from, target] = [fields.findIndex((one) => same(one, field)), fields.findIndex((one) => same(one, to))];
      if (from >= 0 && target >= 0) setFields(moved(fields, from, target));
    },
    setStepped: (isOn: boolean) => {
      setText("isMultiStepInput", isOn);
      if (isOn && steps.length === 0) setSteps([{ id: newStepId([], Math.random), title: "" }]);
    },
    addStep: () =>
      setSteps([
        ...steps,
        {
          id: newStepId(
            steps.map(({ id }) => id),
            Math.random,
          ),
          title: "",
        },
      ]),
    renameStep: (id: string, title: string) =>
      setSteps(steps.map((step) => (step.id === id ? { ...step, title } : step))),
    moveStep: (from: number, to: number) => setSteps(moved(steps, from, to)),
    /** Its fields go to the first step that is left. */
    removeStep: (id: string) => {
      const left = steps.filter((step) => step.id !== id);
      setSteps(left);
      if (left.length === 0) setText("isMultiStepInput", false);
    },
  };
}
