"use client";
import { usePathname, useSearchParams } from "next/navigation";

/** The entity that the database panel shows, kept in the URL. */
export function useEntityInUrl(): [string | null, (name: string) => void] {
  const pathname = usePathname();
  const search = useSearchParams();
  const set = (name: string) => {
    const next = new URLSearchParams(search);
    next.set("entity", name);
    // Filter and sort belong to the previous entity's columns.
    for (const key of ["filter", "match", "sort"]) next.delete(key);
    // replaceState: a navigation would ask the server and reset the page's title.
    window.history.replaceState(null, "", `${pathname}?${next}`);
  };
  return [search.get("entity"), set];
}

/** The wanted entity while it exists, else the first. */
export const entityToShow = <T extends { name: string }>(entities: T[], wanted: string | null): T | undefined =>
  entities.find(({ name }) => name === wanted) ?? entities[0];
