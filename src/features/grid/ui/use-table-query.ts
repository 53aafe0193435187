"use client";
import { useMemo, useState } from "react";
import { useDebouncedValue } from "@mantine/hooks";
import type { TableColumn } from "@/features/entities/columns";
import { noFilter, queryFor } from "./filters";
import { useViewInUrl } from "./use-view-in-url";

const typingPauseMs = 300;

export type TableQuery = ReturnType<typeof useTableQuery>;

/** Which rows a table shows, and in which order. @returns `q`: the query for the server; undefined for every row */
export function useTableQuery(columns: TableColumn[]) {
  const [search, setSearch] = useState("");
  const [words] = useDebouncedValue(search.trim(), typingPauseMs);
  const view = useViewInUrl(columns);
  const [filter] = useDebouncedValue(view.filter, typingPauseMs);
  const q = useMemo(() => queryFor(filter, columns, words), [filter, columns, words]);
  const showEverything = () => {
    setSearch("");
    view.changeFilter(noFilter);
  };
  return { ...view, search, setSearch, q, showEverything };
}
