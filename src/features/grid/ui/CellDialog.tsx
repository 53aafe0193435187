"use client";
import { Modal } from "@/ui/Modal";
import { type CellReading, readCell } from "../cells";
import { useState } from "react";
import { Button, Group, MultiSelect, Select, Stack, Text, Textarea } from "@mantine/core";
import { type TableColumn } from "@/features/entities/columns";
import { idsIn } from "@/features/rows/rules";
import { rowCharactersMax, textCellMax } from "@/features/rows/limits";

type Props = {
  column: TableColumn;
  value: unknown;
  names: Map<string, string> | undefined;
  /** Unsaved text from before a reload, or typed in the cell itself. */
  draft?: string | undefined;
  onDraft: (text: string) => void;
  onSave: (value: unknown) => void;
  onClose: () => void;
};

const textOf = (column: TableColumn, value: unknown): string =>
  value === null || value === undefined
    ? ""
    : typeof value === "string" && column.dataType !== "json"
      ? value
      : JSON.stringify(value, null, 2);

/** A row that is deleted, or beyond the first thousand, shows its id. */
const choicesIn = (names: Map<string, string>, chosen: string[]) => [
  ...chosen.filter((id) => !names.has(id)).map((id) => ({ value: id, label: id })),
  ...[...names].map(([id, label]) => ({ value: id, label })),
];

const finding = {
  "data-autofocus": true,
  searchable: true,
  clearable: true,
  placeholder: "Find by name",
  nothingFoundMessage: "Nothing is called like this",
  limit: 100,
};

/** The list stays open for multiple choice and gets its own space, or it would cover the buttons. */
const listHeight = 200;

/** Cell editor for values too large for a cell: long text, JSON, references. */
export function CellDialog({ column, value, names, draft, onDraft, onSave, onClose }: Props) {
  const [text, setText] = useState(() => draft ?? textOf(column, value));
  const [isLeaving, setIsLeaving] = useState(false);
  const [ids, setIds] = useState(() => [...new Set(idsIn(value))]);
  const charactersMax = column.dataType === "json" ? rowCharactersMax : textCellMax;
  const isLong = !names && text.length > charactersMax;
  const isDirty = column.isList ? ids.join() !== idsIn(value).join() : text !== textOf(column, value);
  const reading: CellReading = column.isList
    ? { ok: true, value: ids }
    : names
      ? { ok: true, value: text || null }
      : readCell(column, text);
  const save = () => {
    if (!reading.ok || isLong) return;
    onSave(reading.value);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={() => (isDirty ? setIsLeaving(true) : onClose())}
      closeOnClickOutside={!isDirty}
      title={column.label}
      size="lg"
    >
      <Stack gap={12}>
        {names && column.isList ? (
          <MultiSelect
            {...finding}
            aria-label={column.label}
            placeholder={ids.length === 0 ? finding.placeholder : undefined}
            maxDropdownHeight={listHeight}
            mb={listHeight + 16}
            data={choicesIn(names, ids)}
            value={ids}
            onChange={setIds}
          />
        ) : names ? (
          <Select
            {...finding}
            aria-label={column.label}
            data={choicesIn(names, idsIn(text))}
            value={text || null}
            onChange={(id) => setText(id ?? "")}
          />
        ) : (
          <Textarea
            aria-label={column.label}
            data-autofocus
            autosize
            minRows={6}
            maxRows={20}
            value={text}
            error={isLong ? `${charactersMax} characters max` : reading.ok ? undefined : reading.message}
            onChange={(event) => {
              setText(event.currentTarget.value);
              onDraft(event.currentTarget.value);
            }}
            styles={{ input: column.dataType === "json" ? { fontFamily: "var(--mantine-font-family-monospace)" } : {} }}
          />
        )}
        {isLeaving ? (
          <Group justify="flex-end" gap={8} role="alert">
            <Text size="sm" mr="auto">
              You have unsaved changes! Are you sure you want to leave?
            </Text>
            <Button variant="default" onClick={() => setIsLeaving(false)}>
              Stay
            </Button>
            <Button color="red" onClick={onClose}>
              Leave
            </Button>
          </Group>
        ) : (
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={save} disabled={!reading.ok || isLong}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
