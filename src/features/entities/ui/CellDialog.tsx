"use client";
import { useState } from "react";
import { Button, Group, Modal, Select, Stack, Textarea } from "@mantine/core";
import { type CellReading, readCell, type TableColumn } from "../columns";
import { textCellMax } from "../schema";

type Props = { column: TableColumn; value: unknown; names: Map<string, string> | undefined; onSave: (value: unknown) => void; onClose: () => void };

const textOf = (column: TableColumn, value: unknown): string => (value === null || value === undefined ? "" : typeof value === "string" && column.dataType !== "json" ? value : JSON.stringify(value, null, 2));

/** The cell editor for what does not fit a cell: long text, JSON, references. */
export function CellDialog({ column, value, names, onSave, onClose }: Props) {
  const [text, setText] = useState(() => textOf(column, value));
  const reading: CellReading = names ? { ok: true, value: text || null } : readCell(column, text);
  const save = () => {
    if (!reading.ok) return;
    onSave(reading.value);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={column.label} size="lg">
      <Stack gap={12}>
        {names ? (
          <Select aria-label={column.label} data-autofocus searchable clearable data={[...names].map(([id, label]) => ({ value: id, label }))} value={text || null} onChange={(id) => setText(id ?? "")} />
        ) : (
          <Textarea
            aria-label={column.label}
            data-autofocus
            autosize
            minRows={6}
            maxRows={20}
            maxLength={textCellMax}
            value={text}
            error={reading.ok ? undefined : reading.message}
            description={text.length >= textCellMax ? `${textCellMax} characters max` : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
            styles={{ input: column.dataType === "json" ? { fontFamily: "var(--mantine-font-family-monospace)" } : {} }}
          />
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={save} disabled={!reading.ok}>
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
