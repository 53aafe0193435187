"use client";
import { useEffect, useRef } from "react";
import { notify } from "@/ui/notify";

/**
 * Says so when the open table is removed, by the assistant, another tab or somebody else: the panel shows another one.
 * @param tables names of all tables; undefined while they load
 */
export function useGoneTable(tables: string[] | undefined, shown: string | undefined): void {
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (!tables) return;
    if (last.current !== undefined && !tables.includes(last.current))
      notify(`The table ${last.current} is no longer there`);
    last.current = shown;
  }, [tables, shown]);
}
