"use client";
import { useRef, useState } from "react";
import { failureOf, trpc } from "@/api/client";
import type { TableHistory } from "@/features/entities/ui/use-edit-history";
import type { EntitySchema } from "@/features/rows/schema";
import { matchFieldsOf } from "../map-columns";
import type { ColumnMapping, ImportView } from "../schema";
import { asWritten } from "./as-written";
import { CsvFault, type CsvStart, readStart } from "./read-start";
import { sendCsv } from "./send-csv";
import { isAtWork, isOver, useFollowedImport } from "./use-followed-import";
import { useImportUndo } from "./use-import-undo";
import { useMapping } from "./use-mapping";
import { useStartImport } from "./use-start-import";

const wordsOf = (error: unknown) => failureOf(error).message || "Failed to import data. Please try again.";

export type ImportProps = {
  appId: string;
  entity: string;
  schema: EntitySchema;
  /** The table's undo history: an import is one change. */ history: TableHistory;
  onClose: () => void;
  /** An import started before the page was loaded. */ begun?: ImportView;
};

/** Uploads a file. @returns `sent`: the fraction that is uploaded, while it is being uploaded */
function useUpload(appId: string, entity: string) {
  const [sent, setSent] = useState<number>();
  const sending = useRef<AbortController>(undefined);
  const send = (file: File): Promise<string> => {
    sending.current = new AbortController();
    setSent(0);
    return sendCsv({ appId, entity, file, onProgress: setSent, signal: sending.current.signal }).finally(() =>
      setSent(undefined),
    );
  };
  return { sent, send, abort: () => sending.current?.abort() };
}

/** The upsert key, which must still be mapped. */
function useMatchField(mapping: ColumnMapping[], headers: string[]) {
  const [chosen, setChosen] = useState<string | null>(null);
  const fields = matchFieldsOf(mapping, headers);
  return { fields, field: chosen !== null && fields.includes(chosen) ? chosen : null, change: setChosen };
}

export type ImportSession = ReturnType<typeof useImport>;

/** State of the import wizard, from choosing a file to the result. */
export function useImport({ appId, entity, schema, history, onClose, begun }: ImportProps) {
  const utils = trpc.useUtils();
  const [chosen, setChosen] = useState<CsvStart>();
  const [isGuarded, setIsGuarded] = useState(false);
  const [importId, setImportId] = useState(begun?.importId);
  const [isMapping, setIsMapping] = useState(begun === undefined);
  const [problem, setProblem] = useState<string>();
  const fail = (error: unknown) => setProblem(wordsOf(error));
  const mapping = useMapping({ appId, entity, schema, history });
  const upload = useUpload(appId, entity);
  const view = useFollowedImport(appId, { importId, begun, isMapping });
  const match = useMatchField(mapping.list, chosen?.headers ?? []);
  const starting = useStartImport(appId, fail);
  const isOpenEnded = isAtWork(view) || upload.sent !== undefined || starting.isPending;

  const check = trpc.entities.checkImport.useMutation({ meta: { quiet: true }, onError: fail });
  const cancel = trpc.entities.cancelImport.useMutation({ meta: { quiet: true } });
  const close = trpc.entities.closeImport.useMutation({
    meta: { quiet: true },
    trpc: { context: { outlivesPage: true } },
  });

  const choose = async (file: File | null) => {
    if (!file) return;
    setProblem(undefined);
    try {
      const start = await readStart(file);
      setChosen(start);
      await mapping.begin(start);
    } catch (error) {
      setProblem(error instanceof CsvFault ? error.message : "Failed to parse CSV file. Please check the format.");
    }
  };
  /** Uploads the file once, however often it is remapped. */
  const sendFile = async ({ file }: CsvStart): Promise<string> => {
    if (importId) return importId;
    const id = await upload.send(file);
    setImportId(id);
    return id;
  };
  const tryFile = async () => {
    if (!chosen) return;
    mapping.settle();
    setProblem(undefined);
    try {
      const id = await sendFile(chosen);
      await check.mutateAsync({
        appId,
        importId: id,
        plan: {
          mapping: await asWritten(chosen, mapping.list),
          isGuarded,
          ...(match.field && { matchField: match.field }),
        },
      });
      await utils.entities.getImport.invalidate();
      setIsMapping(false);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) fail(error);
    }
  };
  const startChecked = (checked: ImportView) => {
    setProblem(undefined);
    return starting.run(checked, chosen?.file, { mapping: mapping.list, matchField: match.field, schema });
  };
  const stop = async () => {
    if (!importId) return upload.abort();
    // An import that ended meanwhile cannot be cancelled: show its result.
    const stopped = await cancel.mutateAsync({ appId, importId }).catch(() => undefined);
    if (stopped) starting.stop();
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
  const { undo, isUndoing, keep } = useImportUndo({ appId, view, history, onError: fail, leave });
  const step = isOver(view) ? 3 : view || upload.sent !== undefined ? 2 : chosen ? 1 : 0;
  const chooseAnother = () => {
    forget();
    mapping.settle();
    setChosen(undefined);
  };
  return {
    problem,
    step,
    view,
    sent: upload.sent,
    isOpenEnded,
    chosen,
    choose,
    chooseAnother,
    mapping,
    match,
    guard: { isOn: isGuarded, change: setIsGuarded },
    check: { run: tryFile, isPending: check.isPending },
    start: { run: startChecked, isPending: starting.isPending },
    mapAgain: () => setIsMapping(true),
    stop,
    isStopping: cancel.isPending,
    undo,
    isUndoing,
    keep,
    leave,
  };
}
