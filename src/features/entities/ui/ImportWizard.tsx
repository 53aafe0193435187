"use client";
import { useState } from "react";
import { Alert, Button, FileButton, Group, Modal, Progress, Select, Stack, Stepper, Table, Text } from "@mantine/core";
import { IconAlertCircle, IconFileTypeCsv, IconUpload } from "@tabler/icons-react";
import Papa from "papaparse";
import { trpc } from "@/doors/client";
import { columnsOf, labelOf } from "../columns";
import { mapByName } from "../map-columns";
import type { ColumnMapping, EntitySchema } from "../schema";
import { type CsvResult, sendCsv } from "./send-csv";

/** "The mapping preview uses the first 5 rows" (2-builder.md §9). The start of a file is enough to show them. */
const previewRows = 5;
const previewBytes = 256 * 1024;

const dataTypes = ["text", "number", "boolean", "datetime", "json"] as const;
const splits = [{ value: ",", label: "Comma" }, { value: ";", label: "Semicolon" }, { value: "|", label: "Pipe" }, { value: "\n", label: "Line break" }, { value: "\t", label: "Tab" }];

type Chosen = { file: File; headers: string[]; rows: string[][] };

/** The file's headers and first rows. @throws with the spec's words when there is nothing to import */
async function readStart(file: File): Promise<Chosen> {
  if (file.size === 0) throw new Error("CSV file appears to be empty");
  const bytes = new Uint8Array(await file.slice(0, previewBytes).arrayBuffer());
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const text = new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(bytes);
  const { data } = Papa.parse<string[]>(text, { preview: previewRows + 1, skipEmptyLines: "greedy" });
  const [headers, ...rows] = data;
  if (!headers || headers.every((header) => header.trim() === "")) throw new Error("CSV file appears to be empty");
  if (rows.length === 0) throw new Error("No valid data rows found in CSV");
  return { file, headers, rows };
}

type Props = { appId: string; entity: string; schema: EntitySchema; onClose: () => void };

/** "CSV import wizard (1 Upload CSV, 2 Map Columns, 3 Import Data)" (2-builder.md §2). It cannot be dismissed by a click beside it, nor while importing. */
export function ImportWizard({ appId, entity, schema, onClose }: Props) {
  const utils = trpc.useUtils();
  const [chosen, setChosen] = useState<Chosen>();
  const [mapping, setMapping] = useState<ColumnMapping[]>([]);
  const [matchField, setMatchField] = useState<string | null>(null);
  const [fraction, setFraction] = useState<number>();
  const [trial, setTrial] = useState<CsvResult>();
  const [result, setResult] = useState<CsvResult>();
  const [problem, setProblem] = useState<string>();
  const isBusy = fraction !== undefined;
  const undo = trpc.entities.undo.useMutation({
    onSuccess: async () => {
      await utils.entities.invalidate();
      onClose();
    },
  });

  const choose = async (file: File | null) => {
    if (!file) return;
    setProblem(undefined);
    try {
      const start = await readStart(file);
      setMapping(mapByName(start.headers, schema));
      setChosen(start);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Failed to parse CSV file. Please check the format.");
    }
  };
  const send = async (isDryRun: boolean) => {
    if (!chosen) return;
    setProblem(undefined);
    setFraction(0);
    try {
      const answer = await sendCsv({ appId, entity, file: chosen.file, mapping, matchField, isDryRun, onProgress: setFraction });
      if (isDryRun) setTrial(answer);
      else {
        setResult(answer);
        await utils.entities.invalidate();
      }
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Failed to import data. Please try again.");
    }
    setFraction(undefined);
  };
  const step = result ? 3 : isBusy || trial ? 2 : chosen ? 1 : 0;

  return (
    <Modal opened onClose={onClose} title={`Import into ${entity}`} size="xl" closeOnClickOutside={false} closeOnEscape={!isBusy} withCloseButton={!isBusy}>
      <Stack gap={16}>
        <Stepper active={step} size="xs" allowNextStepsSelect={false}>
          <Stepper.Step label="Upload CSV" />
          <Stepper.Step label="Map Columns" />
          <Stepper.Step label="Import Data" />
        </Stepper>
        {problem && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle size={18} />}>
            {problem}
          </Alert>
        )}
        {!chosen && <Upload onFile={(file) => void choose(file)} />}
        {chosen && !isBusy && !trial && !result && (
          <>
            <Mapping chosen={chosen} schema={schema} mapping={mapping} onMapping={setMapping} />
            <Select label="Update rows that match by" placeholder="Always add new rows" clearable data={mapping.map(({ schemaField }) => schemaField).filter((field) => !field.includes("."))} value={matchField} onChange={setMatchField} />
            <Group justify="space-between">
              <Button variant="default" onClick={() => setChosen(undefined)}>
                Back
              </Button>
              <Button disabled={mapping.length === 0} onClick={() => void send(true)}>
                Check the file
              </Button>
            </Group>
          </>
        )}
        {isBusy && (
          <Stack gap={8}>
            <Text size="sm">{trial ? "Importing..." : "Checking..."}</Text>
            <Progress value={fraction * 100} animated aria-label="Progress" />
          </Stack>
        )}
        {trial && !isBusy && !result && (
          <>
            <Text size="sm">
              {trial.created} rows would be added{trial.updated > 0 ? `, ${trial.updated} updated` : ""}
              {trial.failed > 0 ? `, ${trial.failed} do not fit and would be left out` : ""}.
            </Text>
            {trial.failed > 0 && <FailedRows entity={entity} result={trial} />}
            <Group justify="space-between">
              <Button variant="default" onClick={() => setTrial(undefined)}>
                Back
              </Button>
              <Button disabled={trial.created + trial.updated === 0} onClick={() => void send(false)}>
                Import {trial.created + trial.updated} rows
              </Button>
            </Group>
          </>
        )}
        {result && (
          <>
            <Alert color={result.failed > 0 ? "yellow" : "green"} variant="light" role="status">
              {result.message}
            </Alert>
            {result.failed > 0 && <FailedRows entity={entity} result={result} />}
            <Group justify="flex-end" gap={8}>
              <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate({ appId, changeId: result.changeId })}>
                Undo import
              </Button>
              <Button onClick={onClose}>Close</Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  );
}

function Upload({ onFile }: { onFile: (file: File | null) => void }) {
  return (
    <Stack
      align="center"
      gap={12}
      p={40}
      style={{ border: "1px dashed var(--line)", borderRadius: "var(--mantine-radius-md)" }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onFile(event.dataTransfer.files[0] ?? null);
      }}
    >
      <IconFileTypeCsv size={36} stroke={1.4} aria-hidden />
      <Text size="sm" c="dimmed">
        Drop a CSV file here. Its first line names the columns.
      </Text>
      <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={onFile}>
        {(props) => (
          <Button {...props} leftSection={<IconUpload size={16} />}>
            Choose a file
          </Button>
        )}
      </FileButton>
    </Stack>
  );
}

type MappingProps = { chosen: Chosen; schema: EntitySchema; mapping: ColumnMapping[]; onMapping: (mapping: ColumnMapping[]) => void };

/** Which column fills which field. "Unmapped columns are ignored" (2-builder.md §5). */
function Mapping({ chosen, schema, mapping, onMapping }: MappingProps) {
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

/** The rows that did not fit, each with its reason, as a file to mend and import again. */
function FailedRows({ entity, result }: { entity: string; result: CsvResult }) {
  return (
    <Button variant="subtle" size="compact-sm" component="a" download={`${entity}_failed_rows.csv`} href={`data:text/csv;charset=utf-8,${encodeURIComponent(result.failedCsv)}`} style={{ alignSelf: "flex-start" }}>
      Download {result.failed} failed rows
    </Button>
  );
}
