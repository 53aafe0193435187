"use client";
import { Alert, Button, Group, Select, Switch, TagsInput, Text, TextInput } from "@mantine/core";
import { failureOf } from "@/api/client";
import { type TableColumn } from "../columns";
import { type ColumnKind, columnKinds, type ColumnRights, columnRights } from "../limits";

const kindLabels: Record<ColumnKind, string> = {
  text: "Text",
  number: "Number",
  select: "Select",
  multiselect: "Multi-select",
  image: "Image",
  json: "JSON",
  datetime: "Date and time",
  boolean: "Yes or no",
};
export const takesOptions = (kind: ColumnKind) => kind === "select" || kind === "multiselect";

/** The dry run failed: nothing may change without knowing what would be lost. */
export function PreviewFailure({
  preview: { error, data, refetch },
}: {
  preview: { error: unknown; data: unknown; refetch: () => unknown };
}) {
  if (!error || data) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{failureOf(error).message}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </Group>
    </Alert>
  );
}

/** Kinds with one value a row, of which two can be the same. */
const uniqueKinds: readonly ColumnKind[] = ["text", "number", "select", "datetime"];
export const takesUnique = (kind: ColumnKind) => uniqueKinds.includes(kind);

const rightsLabels: Record<ColumnRights, string> = {
  open: "Whoever may write the row sets it",
  set: "Only admins set it",
  closed: "Only admins see and set it",
};

export type Fields = {
  label: string;
  type: ColumnKind;
  options: string[];
  isUnique: boolean;
  /** Left out where it cannot be chosen yet: of a column that is added. */
  rights?: NonNullable<TableColumn["rights"]> | "open";
};

/** A column's header, kind, options, and whether its values are unique. */
export function ColumnFields({ fields, onChange }: { fields: Fields; onChange: (fields: Fields) => void }) {
  const { label, type, options, isUnique, rights } = fields;
  return (
    <>
      <TextInput
        label="Header"
        data-autofocus
        maxLength={60}
        value={label}
        onChange={(event) => onChange({ ...fields, label: event.currentTarget.value })}
      />
      <Select
        label="Type"
        allowDeselect={false}
        maxDropdownHeight={320}
        data={columnKinds.map((value) => ({ value, label: kindLabels[value] }))}
        value={type}
        onChange={(value) => value && onChange({ ...fields, type: value })}
      />
      {takesOptions(type) && (
        <TagsInput
          label="Options"
          description="Press Enter after each"
          value={options}
          onChange={(next) => onChange({ ...fields, options: next })}
        />
      )}
      {takesUnique(type) && (
        <Switch
          label="Unique"
          description="No two rows may have the same value. Empty ones do not count."
          checked={isUnique}
          onChange={(event) => onChange({ ...fields, isUnique: event.currentTarget.checked })}
        />
      )}
      {rights && (
        <Select
          label="Who sets it"
          description="In the published app. You may do everything."
          allowDeselect={false}
          data={[
            ...columnRights.map((value) => ({ value, label: rightsLabels[value] })),
            ...(rights === "own" ? [{ value: rights, label: "As the table's file says" }] : []),
          ]}
          value={rights}
          onChange={(value) => value && onChange({ ...fields, rights: value })}
        />
      )}
    </>
  );
}
