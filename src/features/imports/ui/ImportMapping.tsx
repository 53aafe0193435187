"use client";
import { Alert, Button, Group, Loader, Select, Table, Text } from "@mantine/core";
import { labelOf } from "@/value-words";
import { isListed } from "@/features/entities/columns";
import { dataTypeOf, fieldsOf, missingRequired, propertyAt, unknownOptions } from "../map-columns";
import type { EntitySchema } from "@/features/rows/schema";
import type { ColumnMapping } from "../schema";
import type { CsvStart } from "./read-start";
import classes from "./imports.module.css";

const dataTypes = [
  { value: "text", label: "Text" },
  { value: "number", label: "Number" },
  { value: "boolean", label: "Yes or no" },
  { value: "datetime", label: "Date and time" },
  { value: "json", label: "JSON" },
] as const;
const splits = [
  { value: ",", label: "Comma" },
  { value: ";", label: "Semicolon" },
  { value: "|", label: "Pipe" },
  { value: "\n", label: "Line break" },
  { value: "\t", label: "Tab" },
];

const newField = "\0new";

type FieldChoice = { value: string; label: string };

/** Every field of the schema by its path, with the names on the way to it. */
const fieldChoices = (schema: EntitySchema): FieldChoice[] =>
  fieldsOf(schema.properties).map(({ path, property }) => ({
    value: path,
    label: path
      .split(".")
      .map((name, depth, names) => labelOf(name, depth === names.length - 1 ? property.title : undefined))
      .join(" › "),
  }));

type Props = {
  chosen: CsvStart;
  schema: EntitySchema;
  mapping: ColumnMapping[];
  isSuggesting: boolean;
  onMapping: (mapping: ColumnMapping[]) => void;
  /** Adds a text field for a column. @returns its key, or undefined when that failed */
  onNewField: (header: string) => Promise<string | undefined>;
  onNewOptions: (options: { field: string; option: string }[]) => void;
};

/** Which column fills which field. "Unmapped columns are ignored" (2-builder.md §5). */
export function ImportMapping({ chosen, schema, mapping, isSuggesting, onMapping, onNewField, onNewOptions }: Props) {
  const fields = fieldChoices(schema);
  const set = (csvHeader: string, change: Partial<ColumnMapping> | null) => {
    const rest = mapping.filter((one) => one.csvHeader !== csvHeader);
    const old = mapping.find((one) => one.csvHeader === csvHeader);
    onMapping(change === null ? rest : [...rest, { csvHeader, schemaField: "", dataType: "text", ...old, ...change }]);
  };
  const typeOf = (field: string): ColumnMapping["dataType"] => {
    const property = propertyAt(schema, field);
    return property ? dataTypeOf(field.split(".").at(-1)!, property) : "text";
  };
  const choose = async (header: string, field: string | null) => {
    if (field !== newField) return set(header, field ? { schemaField: field, dataType: typeOf(field) } : null);
    const made = await onNewField(header);
    if (made) set(header, { schemaField: made, dataType: "text" });
  };
  const missing = missingRequired(schema, mapping);
  const unknown = unknownOptions(chosen, schema, mapping);
  const titleOf = (field: string) => fields.find(({ value }) => value === field)?.label ?? field;
  return (
    <>
      {missing.length > 0 && (
        <Alert color="yellow" variant="light" role="alert">
          {missing.map(titleOf).join(", ")} {missing.length === 1 ? "is" : "are"} required, and no column fills{" "}
          {missing.length === 1 ? "it" : "them"}: every new row would fail.
        </Alert>
      )}
      {unknown.length > 0 && <UnknownOptions unknown={unknown} titleOf={titleOf} onAdd={() => onNewOptions(unknown)} />}
      <Table verticalSpacing={6} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="28%">Column</Table.Th>
            <Table.Th w="38%">
              <Group gap={6} wrap="nowrap" component="span">
                Field
                {isSuggesting && <Loader size={12} role="status" aria-label="Matching columns" />}
              </Group>
            </Table.Th>
            <Table.Th>Type</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {chosen.headers.map((header, index) => {
            const own = mapping.find(({ csvHeader }) => csvHeader === header);
            const property = own && propertyAt(schema, own.schemaField);
            return (
              <MappingRow
                key={header}
                header={header}
                samples={chosen.rows.map((row) => row[index]).filter(Boolean)}
                // One column per field: of two, the last would silently win.
                fields={fields.map((field) => ({
                  ...field,
                  disabled: mapping.some(
                    ({ csvHeader, schemaField }) => schemaField === field.value && csvHeader !== header,
                  ),
                }))}
                own={own}
                isSplit={property !== undefined && isListed(property)}
                onField={(field) => void choose(header, field)}
                onChange={(change) => set(header, change)}
              />
            );
          })}
        </Table.Tbody>
      </Table>
    </>
  );
}

type UnknownProps = {
  unknown: { field: string; option: string }[];
  titleOf: (field: string) => string;
  onAdd: () => void;
};

/** Values that are no options of their fields yet. */
function UnknownOptions({ unknown, titleOf, onAdd }: UnknownProps) {
  return (
    <Alert color="yellow" variant="light" role="status">
      <Group justify="space-between" gap={8}>
        <Text size="sm">
          No option yet:{" "}
          {unknown
            .slice(0, 8)
            .map(({ field, option }) => `${option} (${titleOf(field)})`)
            .join(", ")}
          {unknown.length > 8 ? "…" : ""}. Rows with them would fail.
        </Text>
        <Button size="xs" variant="default" onClick={onAdd}>
          Add {unknown.length === 1 ? "the option" : `${unknown.length} options`}
        </Button>
      </Group>
    </Alert>
  );
}

type RowProps = {
  header: string;
  samples: (string | undefined)[];
  fields: (FieldChoice & { disabled: boolean })[];
  /** How the column is mapped; undefined when it is ignored. */
  own: ColumnMapping | undefined;
  /** The field takes a list: how a cell is split can be said. */
  isSplit: boolean;
  onField: (field: string | null) => void;
  onChange: (change: Partial<ColumnMapping>) => void;
};

/** A column of the file. */
function MappingRow({ header, samples, fields, own, isSplit, onField, onChange }: RowProps) {
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500} truncate title={header}>
          {header}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {samples.join(", ")}
        </Text>
      </Table.Td>
      <Table.Td>
        <Select
          size="xs"
          aria-label={`Field of ${header}`}
          placeholder="Ignore"
          clearable
          data={own ? fields : [...fields, { value: newField, label: `New field “${header}”`, disabled: false }]}
          searchable={fields.length > 12}
          value={own?.schemaField ?? null}
          onChange={onField}
        />
      </Table.Td>
      <Table.Td>
        {own && (
          <Group gap={4}>
            <Select
              size="xs"
              className={classes.mappingChoice}
              aria-label={`Type of ${header}`}
              allowDeselect={false}
              data={[...dataTypes]}
              value={own.dataType}
              onChange={(type) => type && onChange({ dataType: type })}
            />
            {isSplit && (
              <Select
                size="xs"
                className={classes.mappingChoice}
                aria-label={`Split ${header} by`}
                placeholder="Split: auto"
                clearable
                data={splits}
                value={own.splitCharacter ?? null}
                onChange={(split) =>
                  onChange({ splitCharacter: (split as ColumnMapping["splitCharacter"]) ?? undefined })
                }
              />
            )}
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
