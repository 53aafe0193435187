"use client";
import { useRef, useState } from "react";
import { trpc } from "@/api/client";
import { useColumnChange } from "@/features/entities/ui/use-column-change";
import type { TableHistory } from "@/features/entities/ui/use-edit-history";
import type { EntitySchema } from "@/features/rows/schema";
import { notify } from "@/ui/notify";
import { fieldKeyFor, mapByName } from "../map-columns";
import type { ColumnMapping } from "../schema";
import type { CsvStart } from "./read-start";

type Options = { appId: string; entity: string; schema: EntitySchema; history: TableHistory };

/** Which column of a file fills which field: by name at once, by the model's suggestion, and by hand. */
export function useMapping({ appId, entity, schema, history }: Options) {
  const [list, setList] = useState<ColumnMapping[]>([]);
  const suggest = trpc.entities.suggestMapping.useMutation({ meta: { quiet: true } });
  const columnChanges = useColumnChange({ appId, entity }, history);
  /** The mapping that a late suggestion may replace: of this file, unedited, and not checked yet. */
  const improvable = useRef<ColumnMapping[]>(undefined);

  /** Shows the mapping by name at once; the model's replaces it if it arrives in time. */
  const begin = async ({ headers, rows }: CsvStart) => {
    const byName = mapByName(headers, schema);
    improvable.current = byName;
    setList(byName);
    const basic = "Couldn't generate AI mapping suggestions. Using basic mapping instead.";
    const answer = await suggest
      .mutateAsync({ headers, previewData: rows, schema: { properties: schema.properties }, entityName: entity })
      .catch(() => undefined);
    if (improvable.current !== byName) return;
    if (!answer || answer.message) notify(answer?.message ?? basic);
    else setList(answer.mappings);
  };
  /** A suggestion that is still to come is ignored. */
  const settle = () => void (improvable.current = undefined);
  const change = (next: ColumnMapping[]) => {
    settle();
    setList(next);
  };
  /** Adds a text field for a column. @returns its key, or undefined when that failed */
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
  return { list, begin, settle, change, isSuggesting: suggest.isPending, addField, addOptions };
}
