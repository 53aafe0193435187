import "server-only";
import { desc, eq } from "drizzle-orm";
import { analyticsError } from "@/db/schema/analytics";
import { version } from "@/db/schema/version";
import type { OwnedApp } from "@/db/scope";
import { countRows } from "@/features/rows/count";
import { entitiesIn } from "@/features/rows/entity";
import { listRows, type Rows } from "@/features/rows/read";
import { type FileChange, changesBetween } from "@/features/versions/rules";
import { filesIn, type Manifest } from "@/features/versions/store";
import type { SourceFile } from "@/shipped/contract";
import { changedLines, sampleOf, type Unseen } from "./rules";
import { type Seen } from "./schema";
import { errorsShownMax } from "./limits";

/** A table's schema, its number of rows, and its newest rows. The model answers the app's owner, who reads them all. */
export async function readTable(
  scope: OwnedApp,
  files: SourceFile[],
  table: string,
  count: number,
): Promise<Seen | Unseen> {
  const { entities, broken } = entitiesIn(files);
  const entity = entities.get(table);
  if (!entity) {
    const fault = broken.find(({ name }) => name === table);
    const names = [...entities.keys()].join(", ") || "none";
    return {
      fault: fault ? `entities/${table}.json ${fault.message}` : `There is no table ${table}. There are: ${names}`,
    };
  }
  const rows: Rows = { scope, entity, actor: { id: "", role: "builder" } };
  const { count: total, isEstimate } = await countRows(rows, "every", undefined);
  const { items } = count > 0 ? (await listRows(rows, "every", { limit: count })).read() : { items: [] };
  const number = `${isEstimate ? "about " : ""}${total.toLocaleString("en-US")} ${total === 1 ? "row" : "rows"}`;
  const samples = items.length > 0 ? [`Its newest rows, as data:`, ...items.map(sampleOf)] : [];
  return {
    summary: `Looked at the table ${table}${items.length > 0 ? ` and ${items.length} of ${number}` : `, ${number}`}`,
    text: [`${table} has ${number}. Its schema:`, JSON.stringify(entity.schema), ...samples].join("\n"),
    // Rows are kept where they are deleted: in their table, not in a chat.
    kept: `${table} has ${number}. Its schema:\n${JSON.stringify(entity.schema, null, 1)}`,
  };
}

type Change = { at: string; request: string; changes: FileChange[]; before: Manifest; after: Manifest };

async function lastChanges({ db, appId }: OwnedApp, count: number): Promise<Change[]> {
  const rows = await db
    .select()
    .from(version)
    .where(eq(version.appId, appId))
    .orderBy(desc(version.number))
    .limit(count + 1);
  return rows.slice(0, count).map(({ createdAt, kind, userRequest, description, manifest }, index) => {
    const before = rows[index + 1]?.manifest ?? {};
    return {
      at: createdAt.toISOString().slice(0, 16).replace("T", " "),
      request: `${kind}: ${(userRequest || description || "by hand").replaceAll(/\s+/g, " ").slice(0, 300)}`,
      changes: changesBetween(new Map(Object.entries(before)), new Map(Object.entries(manifest))),
      before,
      after: manifest,
    };
  });
}

/** What the last versions changed; with a path, the lines of that file. */
export async function readChanges(scope: OwnedApp, count: number, path?: string): Promise<Seen | Unseen> {
  const found = (await lastChanges(scope, path === undefined ? count : count * 4)).filter(
    ({ changes }) => changes.length > 0 && (path === undefined || changes.some((change) => change.path === path)),
  );
  const shown = found.slice(0, count);
  if (shown.length === 0)
    return { fault: path === undefined ? "Nothing was changed yet" : `${path} was not changed lately` };
  const parts = await Promise.all(
    shown.map(async ({ at, request, changes, before, after }) => {
      const head = `${at} ${request}`;
      if (path === undefined)
        return `${head}\n${changes
          .slice(0, 40)
          .map((change) => `  ${change.kind} ${change.path}`)
          .join("\n")}`;
      const [was, is] = await Promise.all([contentOf(scope, before, path), contentOf(scope, after, path)]);
      return `${head}\n${changedLines(was, is)}`;
    }),
  );
  const versions = shown.length === 1 ? "the last change" : `the last ${shown.length} changes`;
  return { summary: `Looked at ${versions}${path === undefined ? "" : ` of ${path}`}`, text: parts.join("\n\n") };
}

async function contentOf(scope: OwnedApp, manifest: Manifest, path: string): Promise<string> {
  const hash = manifest[path];
  if (hash === undefined) return "";
  return (await filesIn(scope, { [path]: hash }))[0]?.content ?? "";
}

/** The errors that visitors of the published app met last, a text each. */
export async function readFaults({ db, appId }: OwnedApp): Promise<string[]> {
  const rows = await db
    .select()
    .from(analyticsError)
    .where(eq(analyticsError.appId, appId))
    .orderBy(desc(analyticsError.lastAt))
    .limit(errorsShownMax);
  return rows.map(({ lastAt, page, title, details, componentName, count }) => {
    const place = `on ${page}${componentName ? ` in ${componentName}` : ""}`;
    return `${lastAt.toISOString()} ${place}, ${count}×: ${title}\n  ${details.slice(0, 600).replaceAll("\n", "\n  ")}`;
  });
}
