"use client";
import { useMemo } from "react";
import { trpc } from "@/api/client";
import type { TableColumn } from "@/features/entities/columns";
import { peopleEntity } from "@/features/rows/rules";
import { type EntityRow } from "@/features/rows/schema";
import { namesMax } from "@/features/entities/limits";

/** A row's display name: its first name-like text. */
function nameOf(row: EntityRow): string {
  for (const key of ["name", "title", "label", "email"])
    if (typeof row[key] === "string" && row[key] !== "") return row[key];
  const { id, createdAt: _createdAt, updatedAt: _updatedAt, creatorId: _creatorId, ...own } = row;
  return Object.values(own).find((value): value is string => typeof value === "string" && value !== "") ?? id;
}

const isRow = ({ reference }: TableColumn) => reference !== undefined && reference !== peopleEntity;
const isPerson = ({ reference }: TableColumn) => reference === peopleEntity;

/** Names of referenced rows by column; people by address. */
export function useReferenceNames(appId: string, columns: TableColumn[]): Record<string, Map<string, string>> {
  const people = trpc.entities.people.useQuery({ appId }, { enabled: columns.some(isPerson) }).data;
  // combine: a stable result unless a page changes.
  const pages = trpc.useQueries(
    (calls) =>
      columns.filter(isRow).map(({ reference }) => calls.entities.list({ appId, entity: reference!, limit: namesMax })),
    { combine: (results) => results.map(({ data }) => data) },
  );
  return useMemo(() => {
    const rows = columns
      .filter(isRow)
      .map(({ id }, index): [string, Map<string, string>] => [
        id,
        new Map(pages[index]?.items.map((row) => [row.id, nameOf(row)])),
      ]);
    const emails = new Map(people?.map(({ id, email }) => [id, email]));
    return Object.fromEntries([
      ...rows,
      ...columns.filter(isPerson).map(({ id }): [string, Map<string, string>] => [id, emails]),
    ]);
  }, [pages, people, columns]);
}
