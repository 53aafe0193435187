"use client";
import { useState } from "react";
import { usePathname, useSearchParams } from "next/navigation";
import type { TableColumn } from "@/features/entities/columns";
import { type Filter, readFilter, writeFilter } from "./filters";

/**
 * How a table is looked at: its filter and its order, kept in the URL so that a reload, or a link, comes back to them.
 */
export function useViewInUrl(columns: TableColumn[]) {
  const pathname = usePathname();
  const search = useSearchParams();
  const [filter, setFilter] = useState<Filter>(() => readFilter(new URLSearchParams(search), columns));
  const sorted = search.get("sort");
  const sort = sorted && columns.some(({ id }) => id === sorted.replace(/^-/, "")) ? sorted : undefined;
  // Not a navigation: the page's own address changes, and its parameters are read from there.
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
