"use client";
import { useState } from "react";
import { Button, Checkbox, Drawer, Group, MultiSelect, NumberInput, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { canSaveRow, readCell, type TableColumn } from "../columns";

type Props = { entity: string; columns: TableColumn[]; names: Record<string, Map<string, string>>; isSaving: boolean; onSave: (fields: Record<string, unknown>) => void; onClose: () => void };

/** A pending row: it is on this side only until the tick saves it. "An empty row cannot be saved." */
export function RowForm({ entity, columns, names, isSaving, onSave, onClose }: Props) {
  const [texts, setTexts] = useState<Record<string, string>>({});
  const own = columns.filter(({ readonly }) => !readonly);
  const readings = own.map((column) => ({ column, reading: readCell(column, texts[column.id] ?? "") }));
  const fields = Object.fromEntries(readings.flatMap(({ column, reading }) => (reading.ok && reading.value !== null ? [[column.id, reading.value]] : [])));
  const canSave = canSaveRow(own, fields) && readings.every(({ reading }) => reading.ok);
  return (
    <Drawer opened onClose={onClose} position="right" title={`New ${entity}`} transitionProps={{ duration: 150 }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) onSave(fields);
        }}
      >
        <Stack gap={12}>
          {readings.map(({ column, reading }) => (
            <FieldInput key={column.id} column={column} names={names[column.id]} text={texts[column.id] ?? ""} problem={reading.ok ? undefined : reading.message} onText={(text) => setTexts({ ...texts, [column.id]: text })} />
          ))}
          {!canSave && (
            <Text size="xs" c="dimmed">
              {own.some(({ isRequired }) => isRequired) ? "Fill the required fields to save" : "Fill at least one field to save"}
            </Text>
          )}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              Discard
            </Button>
            <Button type="submit" leftSection={<IconCheck size={16} />} disabled={!canSave} loading={isSaving}>
              Save row
            </Button>
          </Group>
        </Stack>
      </form>
    </Drawer>
  );
}

type InputProps = { column: TableColumn; names: Map<string, string> | undefined; text: string; problem: string | undefined; onText: (text: string) => void };

function FieldInput({ column, names, text, problem, onText }: InputProps) {
  const common = { label: column.label, withAsterisk: column.isRequired, error: problem };
  if (names) return <Select {...common} searchable clearable data={[...names].map(([value, label]) => ({ value, label }))} value={text || null} onChange={(value) => onText(value ?? "")} />;
  switch (column.dataType) {
    case "boolean":
      return <Checkbox label={column.label} checked={text === "true"} onChange={(event) => onText(String(event.currentTarget.checked))} />;
    case "number":
      return <NumberInput {...common} value={text} onChange={(value) => onText(String(value))} hideControls />;
    case "select":
      return <Select {...common} clearable data={column.options} value={text || null} onChange={(value) => onText(value ?? "")} />;
    case "multiselect":
      return <MultiSelect {...common} data={column.options} value={text ? text.split(";") : []} onChange={(values) => onText(values.join(";"))} />;
    case "datetime":
      return <TextInput {...common} type="datetime-local" value={text} onChange={(event) => onText(event.currentTarget.value)} />;
    case "json":
      return <Textarea {...common} autosize minRows={2} maxRows={10} value={text} onChange={(event) => onText(event.currentTarget.value)} />;
    default:
      return <Textarea {...common} autosize minRows={1} maxRows={8} value={text} onChange={(event) => onText(event.currentTarget.value)} />;
  }
}
