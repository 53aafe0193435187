"use client";
import { useEffect, useRef, useState } from "react";
import { Alert, Button, Checkbox, FileButton, Group, Modal, Select, Stack, Stepper, Text } from "@mantine/core";
import { IconAlertCircle, IconFileTypeCsv, IconUpload } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { notify, notifyFailure } from "@/ui/notify";
import { fieldKeyFor, mapByName, matchFieldsOf } from "../map-columns";
import type { EntitySchema } from "@/features/rows/schema";
import type { ColumnMapping, ImportView } from "../schema";
import { conflictWords, counted } from "@/features/entities/ui/edit-history";
import { useColumnChange } from "@/features/entities/ui/use-column-change";
import { ImportMapping } from "./ImportMapping";
import { AtWork, Ended, FailedRows } from "./ImportProgress";
import { CsvFault, type CsvStart, readStart } from "./read-start";
import { sendCsv } from "./send-csv";
import { useBatches } from "./use-batches";
import type { TableHistory } from "@/features/entities/ui/use-edit-history";
import classes from "./imports.module.css";

const pollMs = 400;
const isAtWork = (view: ImportView | undefined) => view?.state === "checking" || view?.state === "importing";
const isOver = (view: ImportView | undefined) =>
  view?.state === "done" || view?.state === "failed" || view?.state === "cancelled";
const wordsOf = (error: unknown) => failureOf(error).message || "Failed to import data. Please try again.";

type Props = {
  appId: string;
  entity: string;
  schema: EntitySchema;
  /** Of the table: an import is one of its changes. */ history: TableHistory;
  onClose: () => void;
  /** An import that was begun before the page was loaded. */ begun?: ImportView;
};

/**
 * "CSV import wizard (1 Upload CSV, 2 Map Columns, 3 Import Data)" (2-builder.md §2). It cannot be dismissed by a click beside it, nor while importing.
 * The server checks a file, and imports a large one by itself; a small one goes to it in batches from here. This shows how far it is, and shows it
 * again after the page was loaded anew.
 */
export function ImportWizard({ appId, entity, schema, history, onClose, begun }: Props) {
  const utils = trpc.useUtils();
  const [chosen, setChosen] = useState<CsvStart>();
  const [mapping, setMapping] = useState<ColumnMapping[]>([]);
  const [matchBy, setMatchBy] = useState<string | null>(null);
  const [isGuarded, setIsGuarded] = useState(false);
  const [sent, setSent] = useState<number>();
  const [importId, setImportId] = useState(begun?.importId);
  const [isMapping, setIsMapping] = useState(begun === undefined);
  const [isBeginning, setIsBeginning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const upload = useRef<AbortController>(undefined);
  const followed = trpc.entities.getImport.useQuery(
    { appId, importId: importId ?? "" },
    {
      enabled: importId !== undefined,
      initialData: begun,
      staleTime: 0,
      // Also until the first answer is there: one that failed, or that was overtaken by the check, must not leave the step empty.
      refetchInterval: ({ state }) =>
        isAtWork(state.data) || (!isMapping && (state.data?.state ?? "uploaded") === "uploaded") ? pollMs : false,
    },
  );
  const view = importId === undefined || isMapping ? undefined : followed.data;
  const matchFields = matchFieldsOf(mapping, chosen?.headers ?? []);
  // What no column holds any more tells no rows apart.
  const matchField = matchBy !== null && matchFields.includes(matchBy) ? matchBy : null;
  const isOpenEnded = isAtWork(view) || sent !== undefined || isBeginning;

  const quiet = { meta: { quiet: true }, onError: (error: unknown) => setProblem(wordsOf(error)) };
  const check = trpc.entities.checkImport.useMutation(quiet);
  const begin = trpc.entities.startImport.useMutation(quiet);
  const beginBatches = trpc.entities.startBatches.useMutation(quiet);
  const batches = useBatches(appId);
  const cancel = trpc.entities.cancelImport.useMutation({ meta: { quiet: true } });
  const close = trpc.entities.closeImport.useMutation({
    meta: { quiet: true },
    trpc: { context: { outlivesPage: true } },
  });
  const undo = trpc.entities.undoImport.useMutation(quiet);
  const suggest = trpc.entities.suggestMapping.useMutation({ meta: { quiet: true } });
  /** The mapping that a suggestion may still take the place of: of this file, not changed by hand, and not checked yet. */
  const improvable = useRef<ColumnMapping[]>(undefined);

  const columnChanges = useColumnChange({ appId, entity }, history);
  const addField = async (header: string) => {
    const field = fieldKeyFor(header, Object.keys(schema.properties));
    const title = header.slice(0, 60);
    return (await columnChanges.run([{ kind: "add", field, type: "text", title }], `Added ${title}`))
      ? field
      : undefined;
  };
  const addOptions = (options: { field: string; option: string }[]) =>
    void columnChanges.run(
      options.map((one) => ({ kind: "option" as const, ...one })),
      options.length === 1 ? `Added the option ${options[0]!.option}` : `Added ${options.length} options`,
    );

  const state = view?.state;
  useEffect(() => {
    if (state === "done" || state === "failed" || state === "cancelled") void utils.entities.invalidate();
  }, [state, utils]);

  const choose = async (file: File | null) => {
    if (!file) return;
    setProblem(undefined);
    try {
      const start = await readStart(file);
      const byName = mapByName(start.headers, schema);
      improvable.current = byName;
      setMapping(byName);
      setChosen(start);
      await improve(start, byName);
    } catch (error) {
      setProblem(error instanceof CsvFault ? error.message : "Failed to parse CSV file. Please check the format.");
    }
  };
  /** The names' mapping stands at once; the model's takes its place if it comes in time. */
  const improve = async ({ headers, rows }: CsvStart, byName: ColumnMapping[]) => {
    const basic = "Couldn't generate AI mapping suggestions. Using basic mapping instead.";
    const answer = await suggest
      .mutateAsync({ headers, previewData: rows, schema: { properties: schema.properties }, entityName: entity })
      .catch(() => undefined);
    if (improvable.current !== byName) return;
    if (!answer || answer.message) notify(answer?.message ?? basic);
    else setMapping(answer.mappings);
  };
  /** The file is sent once, however often it is mapped anew. */
  const sendFile = async ({ file }: CsvStart): Promise<string> => {
    if (importId) return importId;
    upload.current = new AbortController();
    setSent(0);
    const id = await sendCsv({ appId, entity, file, onProgress: setSent, signal: upload.current.signal }).finally(() =>
      setSent(undefined),
    );
    setImportId(id);
    return id;
  };
  const tryFile = async () => {
    if (!chosen) return;
    improvable.current = undefined;
    setProblem(undefined);
    try {
      const id = await sendFile(chosen);
      // Times are meant where the person is, as those are that they paste into the table.
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      await check.mutateAsync({
        appId,
        importId: id,
        plan: {
          mapping: mapping.map((one) => (one.dataType === "datetime" ? { ...one, timeZone } : one)),
          isGuarded,
          ...(matchField && { matchField }),
        },
      });
      await utils.entities.getImport.invalidate();
      setIsMapping(false);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) setProblem(wordsOf(error));
    }
  };
  const start = async (checked: ImportView) => {
    setProblem(undefined);
    setIsBeginning(true);
    const call = { appId, importId: checked.importId };
    const small = chosen && (await batches.read(chosen.file, checked, { mapping, matchField, schema }));
    const begun = await (small ? beginBatches : begin).mutateAsync(call).then(
      () => true,
      () => false,
    );
    await utils.entities.getImport.invalidate();
    setIsBeginning(false);
    if (begun && small) void batches.send(call.importId, small);
  };
  const stop = async () => {
    if (!importId) return upload.current?.abort();
    // One that ended meanwhile has nothing to stop: what it came to is shown.
    const stopped = await cancel.mutateAsync({ appId, importId }).catch(() => undefined);
    if (stopped) batches.stop();
    await utils.entities.getImport.invalidate();
    if (stopped?.state !== "uploaded") return;
    if (chosen) setIsMapping(true);
    else leave();
  };
  const forget = () => {
    if (importId) close.mutate({ appId, importId });
    setImportId(undefined);
  };
  const leave = () => {
    forget();
    onClose();
  };
  const words = `import of ${counted((view?.created ?? 0) + (view?.updated ?? 0), "row")}`;
  /** Once its end was read, it is undone like every other change of the table. */
  const keep = ({ created, updated, changeId, isUndone }: ImportView) => {
    if (created + updated > 0 && !isUndone) void history.run(words, () => Promise.resolve([{ changeId }]));
    leave();
  };
  const undone = ({ restored, skipped }: { restored: number; skipped: number }) => {
    const conflict = conflictWords(restored, skipped);
    if (conflict) notifyFailure(conflict);
    else notify(`Undid ${words}`, { autoClose: 2_000 });
    void utils.entities.invalidate().then(leave);
  };
  const step = isOver(view) ? 3 : view || sent !== undefined ? 2 : chosen ? 1 : 0;

  return (
    <Modal
      opened
      onClose={() => (view && isOver(view) ? keep(view) : leave())}
      title={`Import into ${entity}`}
      size="xl"
      closeOnClickOutside={false}
      closeOnEscape={!isOpenEnded}
      withCloseButton={!isOpenEnded}
    >
      <Stack gap={16}>
        <Stepper
          active={step}
          size="xs"
          allowNextStepsSelect={false}
          wrap={false}
          classNames={{
            step: classes.wizardStep,
            stepBody: classes.wizardStepBody,
            separator: classes.wizardSeparator,
          }}
        >
          <Stepper.Step label="Upload CSV" />
          <Stepper.Step label="Map Columns" />
          <Stepper.Step label="Import Data" />
        </Stepper>
        {problem && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle size={18} />}>
            {problem}
          </Alert>
        )}
        {!chosen && !begun && <Upload onFile={(file) => void choose(file)} />}
        {chosen && !view && sent === undefined && (
          <>
            <ImportMapping
              chosen={chosen}
              schema={schema}
              mapping={mapping}
              isSuggesting={suggest.isPending}
              onNewField={addField}
              onNewOptions={addOptions}
              onMapping={(next) => {
                improvable.current = undefined;
                setMapping(next);
              }}
            />
            <Select
              label="Update rows that match by"
              placeholder="Always add new rows"
              clearable
              data={matchFields}
              value={matchField}
              onChange={setMatchBy}
            />
            <Checkbox
              size="xs"
              label="The file was exported for a spreadsheet"
              description="The ' before texts that look like formulas is taken away again"
              checked={isGuarded}
              onChange={(event) => setIsGuarded(event.currentTarget.checked)}
            />
            <Group justify="space-between">
              <Button
                variant="default"
                onClick={() => {
                  forget();
                  improvable.current = undefined;
                  setChosen(undefined);
                }}
              >
                Back
              </Button>
              <Button disabled={mapping.length === 0} loading={check.isPending} onClick={() => void tryFile()}>
                Check the file
              </Button>
            </Group>
          </>
        )}
        {sent !== undefined && <AtWork label="Uploading..." fraction={sent} onCancel={() => void stop()} />}
        {isAtWork(view) && view && (
          <AtWork
            label={view.state === "checking" ? "Checking..." : "Importing..."}
            fraction={view.fraction}
            counts={view}
            isCancelling={cancel.isPending}
            cancelLabel={view.state === "importing" ? "Cancel import" : "Cancel"}
            onCancel={() => void stop()}
          />
        )}
        {view?.state === "checked" && (
          <>
            <Text size="sm">
              {counted(view.created, "row")} would be added
              {view.updated > 0 ? `, ${view.updated.toLocaleString("en-US")} updated` : ""}
              {view.failed > 0
                ? `, ${view.failed.toLocaleString("en-US")} ${view.failed === 1 ? "does" : "do"} not fit and would be left out`
                : ""}
              .
            </Text>
            {view.failed > 0 && <FailedRows appId={appId} view={view} />}
            <Group justify="space-between">
              <Button variant="default" disabled={isBeginning} onClick={() => (chosen ? setIsMapping(true) : leave())}>
                {chosen ? "Back" : "Close"}
              </Button>
              <Button
                disabled={view.created + view.updated === 0}
                loading={isBeginning}
                onClick={() => void start(view)}
              >
                Import {counted(view.created + view.updated, "row")}
              </Button>
            </Group>
          </>
        )}
        {isOver(view) && view && (
          <Ended
            appId={appId}
            view={view}
            isUndoing={undo.isPending}
            onUndo={() => undo.mutate({ appId, importId: view.importId }, { onSuccess: undone })}
            onClose={() => keep(view)}
          />
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
