import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { buildRaw } from "@/db/raw-statement";
import { app } from "@/db/schema/app";

const dialect = new PgDialect();
const within = sql`app_id = ${"a1"} and entity = ${"Task"}`;

describe("A statement in raw SQL", () => {
  it.each<[string, SQL]>([
    ["values", sql`select ${1}::int, ${"x"}, ${null}, ${true}`],
    ["raw SQL", sql`select ${sql.raw("id, data")} from entity_row limit ${sql.raw("101")}`],
    ["conditions within conditions", sql`select id from entity_row where ${within} and (${sql`id = ${"r1"}`})`],
    ["a joined list", sql`select ${sql.join([sql`${1}`, sql`${2}`], sql` + `)}`],
    ["nothing", sql`select 1 ${undefined} where ${within}`],
  ])("with %s has the text and parameters that Drizzle would give it", (_what, statement) => {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    expect(buildRaw(statement)).toEqual({ sql: text, params });
  });

  it.each<[string, SQL]>([
    ["a table and its columns", sql`select ${app.id} from ${app} where ${within}`],
    ["a list", sql`select 1 where ${"x"} in ${["x", "y"]}`],
    ["a moment", sql`select ${new Date(0)}`],
    ["a placeholder", sql`select ${sql.placeholder("id")}`],
    ["values to be written into the text", sql`select ${sql`${"it's"}`.inlineParams()}, ${1}`],
  ])("with %s is left to Drizzle", (_what, statement) => {
    expect(buildRaw(statement)).toBeUndefined();
  });
});
