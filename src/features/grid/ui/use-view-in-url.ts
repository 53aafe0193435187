"use client";
import { useState } from "react";
import { usePathname, useSearchParams } from "next/navigation";
import type { TableColumn } from "@/features/entities/columns";
import { type Filter, readFilter, writeFilter } from "./filters";

/** A table's filter and order in the URL, so that reloads and links keep them. */
export function useViewInUrl(columns: TableColumn[]) {
  const pathname = usePathname();
  const search = useSearchParams();
  const [filter, setFilter] = useState<Filter>(() => readFilter(new URLSearchParams(search), columns));
  const sorted = search.get("sort");
  const sort = sorted && columns.some(({ id }) => id === sorted.replace(/^-/, "")) ? sorted : undefined;
  // replaceState instead of a navigation: only the parameters change.
  const write = (next: URLSearchParams) => window.history.replaceState(null, "", `${pathname}?${next}`);
  return {
    filter,
    sort,
    changeFilter: (next: Filter) => {
      setFilter(next);
      write(writeFilter(new URLSearchParams(window.location.search), next));
    },
    changeSort: (next: string | undefined) => {
      const params = new URLSearchParams(window.location.search);
      if (next) params.set("sort", next);
      else params.delete("sort");
      write(params);
    },
  };
}
