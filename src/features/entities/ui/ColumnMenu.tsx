"use client";
import { useState } from "react";
import { Alert, Button, Group, Menu, Modal, Select, Stack, TagsInput, Text, TextInput } from "@mantine/core";
import {
  IconCheck,
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconPencil,
  IconSortAscending,
  IconSortDescending,
  IconTag,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { fieldNameOf, type TableColumn } from "../columns";
import { type ColumnKind, columnKinds, optionMax } from "../schema";
import { counted } from "./edit-history";
import type { At, Change, ColumnChanges } from "./use-column-change";

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
const takesOptions = (kind: ColumnKind) => kind === "select" || kind === "multiselect";

type MenuProps = {
  at: At;
  columnChanges: ColumnChanges;
  fields: string[];
  column: TableColumn;
  x: number;
  y: number;
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
  onClose: () => void;
};

/** "Column header menus: update type or header, add column left or right, delete column" (2-builder.md §2). */
export function ColumnMenu({ at, columnChanges, fields, column, x, y, sort, onSort, onClose }: MenuProps) {
  const [dialog, setDialog] = useState<"edit" | "option" | "left" | "right" | "delete">();
  return (
    <>
      <Menu
        opened={dialog === undefined}
        onClose={() => dialog === undefined && onClose()}
        position="bottom-start"
        width={220}
      >
        <Menu.Target>
          <div style={{ position: "fixed", left: x, top: y, width: 1, height: 1 }} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconSortAscending size={16} />}
            rightSection={sort === column.id && <IconCheck size={14} />}
            onClick={() => onSort(column.id)}
          >
            Sort ascending
          </Menu.Item>
          <Menu.Item
            leftSection={<IconSortDescending size={16} />}
            rightSection={sort === `-${column.id}` && <IconCheck size={14} />}
            onClick={() => onSort(`-${column.id}`)}
          >
            Sort descending
          </Menu.Item>
          {sort?.replace("-", "") === column.id && (
            <Menu.Item leftSection={<IconX size={16} />} onClick={() => onSort(undefined)}>
              Clear sort
            </Menu.Item>
          )}
          {!column.readonly && (
            <>
              <Menu.Divider />
              <Menu.Item
                closeMenuOnClick={false}
                leftSection={<IconPencil size={16} />}
                onClick={() => setDialog("edit")}
              >
                Update type or header
              </Menu.Item>
              {takesOptions(column.dataType) && (
                <Menu.Item
                  closeMenuOnClick={false}
                  leftSection={<IconTag size={16} />}
                  onClick={() => setDialog("option")}
                >
                  Add option
                </Menu.Item>
              )}
              <Menu.Item
                closeMenuOnClick={false}
                leftSection={<IconColumnInsertLeft size={16} />}
                onClick={() => setDialog("left")}
              >
                Add column left
              </Menu.Item>
              <Menu.Item
                closeMenuOnClick={false}
                leftSection={<IconColumnInsertRight size={16} />}
                onClick={() => setDialog("right")}
              >
                Add column right
              </Menu.Item>
              <Menu.Item
                closeMenuOnClick={false}
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => setDialog("delete")}
              >
                Delete column
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === "option" && <AddOption columnChanges={columnChanges} column={column} onClose={onClose} />}
      {dialog === "edit" && <EditColumn at={at} columnChanges={columnChanges} column={column} onClose={onClose} />}
      {dialog === "delete" && <DeleteColumn at={at} columnChanges={columnChanges} column={column} onClose={onClose} />}
      {(dialog === "left" || dialog === "right") && (
        <AddColumn
          columnChanges={columnChanges}
          fields={fields}
          beside={{ field: column.id, side: dialog }}
          onClose={onClose}
        />
      )}
    </>
  );
}

/** A column that is not there yet. */
export function AddColumn({
  columnChanges: { run, isPending },
  fields,
  beside,
  onClose,
}: {
  columnChanges: ColumnChanges;
  fields: string[];
  beside?: { field: string; side: "left" | "right" };
  onClose: () => void;
}) {
  const [label, setLabel] = useState("");
  const [type, setType] = useState<ColumnKind>("text");
  const [options, setOptions] = useState<string[]>([]);
  const field = fieldNameOf(label, fields);
  const isReady = field !== "" && (!takesOptions(type) || options.length > 0);
  const add = async () => {
    const change: Change = {
      kind: "add",
      field,
      type,
      title: label.trim(),
      ...(takesOptions(type) && { options }),
      ...(beside && { beside }),
    };
    if (await run([change], `Added the column ${label.trim()}`, { words: `new column ${label.trim()}` })) onClose();
  };
  return (
    <ColumnDialog
      title="Add column"
      action="Add"
      isReady={isReady}
      isPending={isPending}
      onClose={onClose}
      onSubmit={() => void add()}
    >
      <TextInput
        label="Header"
        data-autofocus
        maxLength={60}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <KindInputs type={type} options={options} onType={setType} onOptions={setOptions} />
    </ColumnDialog>
  );
}

/** "Empty option names are not added" (2-builder.md §5). */
function AddOption({
  columnChanges: { run, isPending },
  column,
  onClose,
}: {
  columnChanges: ColumnChanges;
  column: TableColumn;
  onClose: () => void;
}) {
  const [option, setOption] = useState("");
  const name = option.trim();
  const isTaken = column.options.includes(name);
  const add = async () => {
    if (
      await run([{ kind: "option", field: column.id, option: name }], `Added the option ${name}`, {
        words: `new option ${name}`,
      })
    )
      onClose();
  };
  return (
    <ColumnDialog
      title={`Add an option to ${column.label}`}
      action="Add"
      isReady={name !== "" && !isTaken}
      isPending={isPending}
      onClose={onClose}
      onSubmit={() => void add()}
    >
      <TextInput
        label="Option"
        data-autofocus
        maxLength={optionMax}
        value={option}
        error={isTaken ? "This option exists" : undefined}
        onChange={(event) => setOption(event.currentTarget.value)}
      />
    </ColumnDialog>
  );
}

type DialogOfColumn = { at: At; columnChanges: ColumnChanges; column: TableColumn; onClose: () => void };

function EditColumn({ at, columnChanges: { run, isPending }, column, onClose }: DialogOfColumn) {
  const [label, setLabel] = useState(column.label);
  const [type, setType] = useState<ColumnKind>(column.dataType);
  const [options, setOptions] = useState(column.options);
  const hasNewType = type !== column.dataType || (takesOptions(type) && options.join() !== column.options.join());
  const typeChange: Change = { kind: "type", field: column.id, type, ...(takesOptions(type) && { options }) };
  const preview = trpc.entities.previewColumn.useQuery(
    { ...at, change: typeChange },
    { enabled: hasNewType && (!takesOptions(type) || options.length > 0) },
  );
  const lost = hasNewType ? (preview.data?.lost ?? 0) : 0;
  const isReady =
    label.trim() !== "" && (label.trim() !== column.label || hasNewType) && (!hasNewType || preview.data !== undefined);
  const save = async () => {
    const changes: Change[] = [
      ...(label.trim() === column.label ? [] : [{ kind: "header" as const, field: column.id, title: label.trim() }]),
      ...(hasNewType ? [typeChange] : []),
    ];
    if (
      await run(changes, `Changed the column ${label.trim()}`, {
        words: `change of the column ${label.trim()}`,
        lossMax: lost,
      })
    )
      onClose();
  };
  return (
    <ColumnDialog
      title={`Update ${column.label}`}
      action={lost > 0 ? `Change and empty ${lost}` : "Save"}
      isReady={isReady}
      isPending={isPending}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextInput
        label="Header"
        data-autofocus
        maxLength={60}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <KindInputs type={type} options={options} onType={setType} onOptions={setOptions} />
      {hasNewType && <PreviewFailure preview={preview} />}
      {hasNewType && preview.data && (
        <Alert color={lost > 0 ? "yellow" : "green"} variant="light">
          <Text size="sm">
            {preview.data.converts} of {preview.data.rows} values convert
            {lost > 0
              ? `, ${lost} do not and would be emptied${preview.data.samples.length > 0 ? `, such as ${preview.data.samples.slice(0, 3).join(", ")}` : ""}. You can undo it.`
              : "."}
          </Text>
        </Alert>
      )}
    </ColumnDialog>
  );
}

/** Says what goes with a column before it goes. */
function DeleteColumn({ at, columnChanges: { run, isPending }, column, onClose }: DialogOfColumn) {
  const preview = trpc.entities.previewColumn.useQuery(
    { ...at, change: { kind: "delete", field: column.id } },
    { staleTime: 0 },
  );
  const values = preview.data?.rows ?? 0;
  const remove = async () => {
    if (
      await run([{ kind: "delete", field: column.id }], `Deleted the column ${column.label}`, {
        words: `deletion of the column ${column.label}`,
        lossMax: values,
      })
    )
      onClose();
  };
  return (
    <ColumnDialog
      title={`Delete ${column.label}?`}
      action="Delete column"
      color="red"
      isReady={preview.data !== undefined}
      isPending={isPending}
      onClose={onClose}
      onSubmit={() => void remove()}
    >
      <PreviewFailure preview={preview} />
      <Text size="sm">
        {preview.data === undefined
          ? preview.error
            ? ""
            : "Counting its values…"
          : values === 0
            ? "The column is empty."
            : `${counted(values, "row")} ${values === 1 ? "has a value that goes" : "have values that go"} with it.`}{" "}
        Pages that show the column may need a change too.
      </Text>
    </ColumnDialog>
  );
}

/** Without knowing what would be lost, nothing is changed. */
function PreviewFailure({
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

function KindInputs({
  type,
  options,
  onType,
  onOptions,
}: {
  type: ColumnKind;
  options: string[];
  onType: (type: ColumnKind) => void;
  onOptions: (options: string[]) => void;
}) {
  return (
    <>
      <Select
        label="Type"
        allowDeselect={false}
        maxDropdownHeight={320}
        data={columnKinds.map((value) => ({ value, label: kindLabels[value] }))}
        value={type}
        onChange={(value) => value && onType(value)}
      />
      {takesOptions(type) && (
        <TagsInput label="Options" description="Press Enter after each" value={options} onChange={onOptions} />
      )}
    </>
  );
}

type DialogProps = {
  title: string;
  action: string;
  color?: "red";
  isReady: boolean;
  isPending: boolean;
  onClose: () => void;
  onSubmit: () => void;
  children: React.ReactNode;
};

function ColumnDialog({ title, action, color, isReady, isPending, onClose, onSubmit, children }: DialogProps) {
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onSubmit();
        }}
      >
        <Stack gap={12}>
          {children}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              {...(color && { color, "data-autofocus": true })}
              disabled={!isReady}
              loading={isPending}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
