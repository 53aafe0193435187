"use client";
import { useState } from "react";
import { Alert, Text, TextInput } from "@mantine/core";
import { type RouterOutputs, trpc } from "@/api/client";
import { FormDialog } from "@/ui/FormDialog";
import { fieldNameOf, type TableColumn } from "../columns";
import { optionMax } from "../limits";
import { ColumnFields, type Fields, PreviewFailure, takesOptions, takesUnique } from "./ColumnFields";
import { counted } from "./edit-history";
import type { At, Change, ColumnChanges } from "./use-column-change";

/** Form of a new column. */
export function AddColumn({
  columnChanges: { run, isPending },
  taken,
  beside,
  onClose,
}: {
  columnChanges: ColumnChanges;
  /** Existing field names. */ taken: string[];
  beside?: { field: string; side: "left" | "right" };
  onClose: () => void;
}) {
  const [fields, setFields] = useState<Fields>({ label: "", type: "text", options: [], isUnique: false });
  const { label, type, options, isUnique } = fields;
  const field = fieldNameOf(label, taken);
  const isReady = field !== "" && (!takesOptions(type) || options.length > 0);
  const add = async () => {
    const change: Change = {
      kind: "add",
      field,
      type,
      title: label.trim(),
      ...(takesOptions(type) && { options }),
      ...(takesUnique(type) && isUnique && { isUnique }),
      ...(beside && { beside }),
    };
    if (await run([change], `Added the column ${label.trim()}`, { words: `new column ${label.trim()}` })) onClose();
  };
  return (
    <FormDialog
      title="Add column"
      action="Add"
      isReady={isReady}
      isPending={isPending}
      onClose={onClose}
      onSubmit={() => void add()}
    >
      <ColumnFields fields={fields} onChange={setFields} />
    </FormDialog>
  );
}

/** "Empty option names are not added" (2-builder.md §5). */
export function AddOption({ columnChanges: { run, isPending }, column, onClose }: Omit<DialogOfColumn, "at">) {
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
    <FormDialog
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
    </FormDialog>
  );
}

type DialogOfColumn = { at: At; columnChanges: ColumnChanges; column: TableColumn; onClose: () => void };

export function EditColumn({ at, columnChanges: { run, isPending }, column, onClose }: DialogOfColumn) {
  const [fields, setFields] = useState<Fields>({
    label: column.label,
    type: column.dataType,
    options: column.options,
    isUnique: column.isUnique === true,
    rights: column.rights ?? "open",
  });
  const { rights } = fields;
  const hasNewRights = rights !== undefined && rights !== "own" && rights !== (column.rights ?? "open");
  const { label, type, options } = fields;
  const isUnique = takesUnique(type) && fields.isUnique;
  const hasNewType = type !== column.dataType || (takesOptions(type) && options.join() !== column.options.join());
  const typeChange: Change = { kind: "type", field: column.id, type, ...(takesOptions(type) && { options }) };
  const preview = trpc.entities.previewColumn.useQuery(
    { ...at, change: typeChange },
    { enabled: hasNewType && (!takesOptions(type) || options.length > 0) },
  );
  const lost = hasNewType ? (preview.data?.lost ?? 0) : 0;
  const uniqueChange: Change = { kind: "unique", field: column.id, isUnique };
  // A new kind that cannot be unique leaves it behind by itself.
  const isNewlyUnique = takesUnique(type) && isUnique !== (column.isUnique === true);
  const repeats = trpc.entities.previewColumn.useQuery(
    { ...at, change: uniqueChange },
    { enabled: isNewlyUnique && isUnique && !hasNewType, staleTime: 0 },
  );
  const refusal = isNewlyUnique && isUnique && !hasNewType ? repeats.data?.refusal : undefined;
  const isReady =
    label.trim() !== "" &&
    (label.trim() !== column.label || hasNewType || isNewlyUnique || hasNewRights) &&
    (!hasNewType || preview.data !== undefined) &&
    refusal === undefined;
  const save = async () => {
    const changes: Change[] = [
      ...(label.trim() === column.label ? [] : [{ kind: "header" as const, field: column.id, title: label.trim() }]),
      ...(hasNewType ? [typeChange] : []),
      ...(isNewlyUnique ? [uniqueChange] : []),
      ...(hasNewRights ? [{ kind: "rights" as const, field: column.id, rights }] : []),
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
    <FormDialog
      title={`Update ${column.label}`}
      action={lost > 0 ? `Change and empty ${lost}` : "Save"}
      isReady={isReady}
      isPending={isPending}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <ColumnFields fields={fields} onChange={setFields} />
      {hasNewType && <PreviewFailure preview={preview} />}
      {hasNewType && preview.data && <Conversion {...preview.data} />}
      {refusal && (
        <Alert color="red" variant="light" role="alert">
          <Text size="sm">{refusal}.</Text>
        </Alert>
      )}
    </FormDialog>
  );
}

/** Shows what a deletion loses before it happens. */
export function DeleteColumn({ at, columnChanges: { run, isPending }, column, onClose }: DialogOfColumn) {
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
    <FormDialog
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
    </FormDialog>
  );
}

/** How many values a new type keeps, with examples of those lost. */
function Conversion({
  converts,
  rows,
  lost,
  samples,
}: Pick<RouterOutputs["entities"]["previewColumn"], "converts" | "rows" | "lost" | "samples">) {
  const such = samples.length > 0 ? `, such as ${samples.slice(0, 3).join(", ")}` : "";
  return (
    <Alert color={lost > 0 ? "yellow" : "green"} variant="light">
      <Text size="sm">
        {converts} of {rows} values convert
        {lost > 0 ? `, ${lost} do not and would be emptied${such}. You can undo it.` : "."}
      </Text>
    </Alert>
  );
}
