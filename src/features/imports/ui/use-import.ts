"use client";
import { useEffect, useRef, useState } from "react";
import { failureOf, trpc } from "@/api/client";
import { conflictWords, counted } from "@/features/entities/ui/edit-history";
import { useColumnChange } from "@/features/entities/ui/use-column-change";
import type { TableHistory } from "@/features/entities/ui/use-edit-history";
import type { EntitySchema } from "@/features/rows/schema";
import { notify, notifyFailure } from "@/ui/notify";
import { fieldKeyFor, mapByName, matchFieldsOf } from "../map-columns";
import type { ColumnMapping, ImportView } from "../schema";
import { CsvFault, type CsvStart, readStart } from "./read-start";
import { sendCsv } from "./send-csv";
import { useBatches } from "./use-batches";

const pollMs = 400;
export const isAtWork = (view: ImportView | undefined) => view?.state === "checking" || view?.state === "importing";
export const isOver = (view: ImportView | undefined) =>
  view?.state === "done" || view?.state === "failed" || view?.state === "cancelled";
const wordsOf = (error: unknown) => failureOf(error).message || "Failed to import data. Please try again.";

export type ImportProps = {
  appId: string;
  entity: string;
  schema: EntitySchema;
  /** The table's undo history: an import is one change. */ history: TableHistory;
  onClose: () => void;
  /** An import started before the page was loaded. */ begun?: ImportView;
};

export type ImportSession = ReturnType<typeof useImport>;

/** State of the import wizard, from choosing a file to the result. */
export function useImport({ appId, entity, schema, history, onClose, begun }: ImportProps) {
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
      // Poll until there is a result, also after a failed or superseded first response, or the step would stay empty.
      refetchInterval: ({ state }) =>
        isAtWork(state.data) || (!isMapping && (state.data?.state ?? "uploaded") === "uploaded") ? pollMs : false,
    },
  );
  const view = importId === undefined || isMapping ? undefined : followed.data;
  const matchFields = matchFieldsOf(mapping, chosen?.headers ?? []);
  // The upsert key must still be mapped.
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
  /** The mapping that a late suggestion may replace: of this file, unedited, and not checked yet. */
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
  /** Shows the mapping by name at once; the model's replaces it if it arrives in time. */
  const improve = async ({ headers, rows }: CsvStart, byName: ColumnMapping[]) => {
    const basic = "Couldn't generate AI mapping suggestions. Using basic mapping instead.";
    const answer = await suggest
      .mutateAsync({ headers, previewData: rows, schema: { properties: schema.properties }, entityName: entity })
      .catch(() => undefined);
    if (improvable.current !== byName) return;
    if (!answer || answer.message) notify(answer?.message ?? basic);
    else setMapping(answer.mappings);
  };
  /** Uploads the file once, however often it is remapped. */
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
      // Times are in the person's zone, like those pasted into the table.
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
    // An import that ended meanwhile cannot be cancelled: show its result.
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
  /** After its result was read, it can be undone like every change of the table. */
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
  const changeMapping = (next: ColumnMapping[]) => {
    improvable.current = undefined;
    setMapping(next);
  };
  const chooseAnother = () => {
    forget();
    improvable.current = undefined;
    setChosen(undefined);
  };
  return {
    problem,
    step,
    view,
    sent,
    isOpenEnded,
    chosen,
    choose,
    chooseAnother,
    mapping: { list: mapping, change: changeMapping, isSuggesting: suggest.isPending, addField, addOptions },
    match: { fields: matchFields, field: matchField, change: setMatchBy },
    guard: { isOn: isGuarded, change: setIsGuarded },
    check: { run: tryFile, isPending: check.isPending },
    start: { run: start, isPending: isBeginning },
    mapAgain: () => setIsMapping(true),
    stop,
    isStopping: cancel.isPending,
    undo: (importId: string) => undo.mutate({ appId, importId }, { onSuccess: undone }),
    isUndoing: undo.isPending,
    keep,
    leave,
  };
}
