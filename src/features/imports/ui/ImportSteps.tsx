"use client";
import { Button, Checkbox, FileButton, Group, Select, Stack, Text } from "@mantine/core";
import { IconFileTypeCsv, IconUpload } from "@tabler/icons-react";
import { counted } from "@/features/entities/ui/edit-history";
import type { EntitySchema } from "@/features/rows/schema";
import type { ImportView } from "../schema";
import { ImportMapping } from "./ImportMapping";
import { FailedRows } from "./ImportProgress";
import type { CsvStart } from "./read-start";
import type { ImportSession } from "./use-import";

/** Step 1. */
export function Upload({ onFile }: { onFile: (file: File | null) => void }) {
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

type MapProps = { chosen: CsvStart; schema: EntitySchema; session: ImportSession };

/** Step 2: mapping of columns to fields, and the upsert key. */
export function MapColumns({ chosen, schema, session: { mapping, match, guard, check, chooseAnother } }: MapProps) {
  return (
    <>
      <ImportMapping
        chosen={chosen}
        schema={schema}
        mapping={mapping.list}
        isSuggesting={mapping.isSuggesting}
        onNewField={mapping.addField}
        onNewOptions={mapping.addOptions}
        onMapping={mapping.change}
      />
      <Select
        label="Update rows that match by"
        placeholder="Always add new rows"
        clearable
        data={match.fields}
        value={match.field}
        onChange={match.change}
      />
      <Checkbox
        size="xs"
        label="The file was exported for a spreadsheet"
        description="The ' before texts that look like formulas is taken away again"
        checked={guard.isOn}
        onChange={(event) => guard.change(event.currentTarget.checked)}
      />
      <Group justify="space-between">
        <Button variant="default" onClick={chooseAnother}>
          Back
        </Button>
        <Button disabled={mapping.list.length === 0} loading={check.isPending} onClick={() => void check.run()}>
          Check the file
        </Button>
      </Group>
    </>
  );
}

type CheckedProps = { appId: string; view: ImportView; session: ImportSession };

/** Result of the dry run, before anything is written. */
export function Checked({ appId, view, session: { chosen, start, mapAgain, leave } }: CheckedProps) {
  const { created, updated, failed } = view;
  const updates = updated > 0 ? `, ${updated.toLocaleString("en-US")} updated` : "";
  const faults =
    failed > 0
      ? `, ${failed.toLocaleString("en-US")} ${failed === 1 ? "does" : "do"} not fit and would be left out`
      : "";
  return (
    <>
      <Text size="sm">
        {counted(created, "row")} would be added{updates}
        {faults}.
      </Text>
      {failed > 0 && <FailedRows appId={appId} view={view} />}
      <Group justify="space-between">
        <Button variant="default" disabled={start.isPending} onClick={chosen ? mapAgain : leave}>
          {chosen ? "Back" : "Close"}
        </Button>
        <Button disabled={created + updated === 0} loading={start.isPending} onClick={() => void start.run(view)}>
          Import {counted(created + updated, "row")}
        </Button>
      </Group>
    </>
  );
}
