"use client";
import { Group, Select, Table } from "@mantine/core";
import { columnsOf, labelOf } from "../columns";
import { mapByName } from "../map-columns";
import type { ColumnMapping, EntitySchema } from "../schema";
import type { CsvStart } from "./read-start";

const dataTypes = ["text", "number", "boolean", "datetime", "json"] as const;
const splits = [{ value: ",", label: "Comma" }, { value: ";", label: "Semicolon" }, { value: "|", label: "Pipe" }, { value: "\n", label: "Line break" }, { value: "\t", label: "Tab" }];

type Props = { chosen: CsvStart; schema: EntitySchema; mapping: ColumnMapping[]; onMapping: (mapping: ColumnMapping[]) => void };

/** Which column fills which field. "Unmapped columns are ignored" (2-builder.md §5). */
export function ImportMapping({ chosen, schema, mapping, onMapping }: Props) {
  const fields = columnsOf(schema).filter(({ readonly }) => !readonly);
  const set = (csvHeader: string, change: Partial<ColumnMapping> | null) => {
    const rest = mapping.filter((one) => one.csvHeader !== csvHeader);
    const old = mapping.find((one) => one.csvHeader === csvHeader);
    onMapping(change === null ? rest : [...rest, { csvHeader, schemaField: "", dataType: "text", ...old, ...change }]);
  };
  const typeOf = (field: string): ColumnMapping["dataType"] => mapByName([field], schema)[0]?.dataType ?? "text";
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Column</Table.Th>
            <Table.Th>First values</Table.Th>
            <Table.Th>Field</Table.Th>
            <Table.Th>Type</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {chosen.headers.map((header, index) => {
            const own = mapping.find(({ csvHeader }) => csvHeader === header);
            const property = own && schema.properties[own.schemaField];
            return (
              <Table.Tr key={`${header}${index}`}>
                <Table.Td fw={500}>{header || "(no name)"}</Table.Td>
                <Table.Td c="dimmed" maw={180} style={{ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}>
                  {chosen.rows.map((row) => row[index]).filter(Boolean).slice(0, 3).join(", ")}
                </Table.Td>
                <Table.Td>
                  <Select size="xs" aria-label={`Field of ${header}`} placeholder="Ignore" clearable data={fields.map(({ id }) => ({ value: id, label: labelOf(id, schema.properties[id]?.title) }))} value={own?.schemaField ?? null} onChange={(field) => set(header, field ? { schemaField: field, dataType: typeOf(field) } : null)} />
                </Table.Td>
                <Table.Td>
                  {own && (
                    <Group gap={4} wrap="nowrap">
                      <Select size="xs" aria-label={`Type of ${header}`} allowDeselect={false} data={[...dataTypes]} value={own.dataType} onChange={(type) => type && set(header, { dataType: type })} />
                      {property?.type === "array" && <Select size="xs" aria-label={`Split ${header} by`} placeholder="Split: auto" clearable data={splits} value={own.splitCharacter ?? null} onChange={(split) => set(header, { splitCharacter: (split as ColumnMapping["splitCharacter"]) ?? undefined })} />}
                    </Group>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
