import type { ReactNode } from "react";
import { Alert, Button, Group, Text } from "@mantine/core";
import type { KeptEdit } from "./use-kept-edit";

type Fields<T extends Record<string, unknown>> = {
  edit: KeptEdit<T>;
  labels: Record<keyof T, string>;
  /** A value as the conflict shows it. */
  inWords?: (value: T[keyof T]) => string;
};
type Props<T extends Record<string, unknown>> = Fields<T> & {
  isSaving: boolean;
  /** Why the last save failed; a conflict stands in its place. */
  children?: ReactNode;
};

/** The end of a form whose edit is kept (`useKeptEdit`): what somebody else saved meanwhile, and Save. */
export function KeptEditFooter<T extends Record<string, unknown>>({ isSaving, children, ...fields }: Props<T>) {
  const { hasConflict, isDirty } = fields.edit;
  return (
    <>
      {hasConflict ? <EditConflict {...fields} /> : children}
      <Group>
        <Button type="submit" loading={isSaving} disabled={!isDirty || hasConflict}>
          Save
        </Button>
      </Group>
    </>
  );
}

/** Shows what somebody else saved in the fields that a person has changed too, and lets them choose. */
function EditConflict<T extends Record<string, unknown>>({ edit, labels, inWords = String }: Fields<T>) {
  const { values, theirs, choose } = edit;
  return (
    <Alert color="yellow" variant="light" role="alert" title="Someone saved a newer version meanwhile">
      {(Object.keys(theirs) as (keyof T)[]).map((field) => (
        <Text size="sm" key={String(field)}>
          {labels[field]}: theirs is “{inWords(theirs[field]!)}”, yours is “{inWords(values[field])}”.
        </Text>
      ))}
      <Group gap={8} mt={12}>
        <Button size="xs" variant="default" onClick={() => choose({ ...values, ...theirs })}>
          Take theirs
        </Button>
        <Button size="xs" onClick={() => choose(values)}>
          Keep mine
        </Button>
      </Group>
    </Alert>
  );
}
