"use client";
import { useMemo } from "react";
import { trpc } from "@/doors/client";
import type { TableColumn } from "../columns";
import type { EntityRow } from "../schema";

/** Rows whose names a reference offers. Beyond it, the id itself is shown. */
const namesMax = 1000;

/** The first text of a row that reads like a name. */
function nameOf(row: EntityRow): string {
  for (const key of ["name", "title", "label", "email"]) if (typeof row[key] === "string" && row[key] !== "") return row[key];
  const { id, createdAt: _createdAt, updatedAt: _updatedAt, creatorId: _creatorId, ...own } = row;
  return Object.values(own).find((value): value is string => typeof value === "string" && value !== "") ?? id;
}

/** What referenced rows are called, by column. */
export function useReferenceNames(appId: string, columns: TableColumn[]): Record<string, Map<string, string>> {
  const references = columns.filter(({ reference }) => reference !== undefined);
  const results = trpc.useQueries((calls) => references.map(({ reference }) => calls.entities.list({ appId, entity: reference!, limit: namesMax })));
  const pages = results.map(({ data }) => data);
  // The pages' identities change only with their content, so the maps do too.
  // oxlint-disable-next-line react/exhaustive-deps -- one array of stable parts
  return useMemo(() => Object.fromEntries(references.map(({ id }, index) => [id, new Map(pages[index]?.items.map((row) => [row.id, nameOf(row)]))])), [...pages, columns]);
}
