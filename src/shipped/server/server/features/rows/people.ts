import { type SQL, sql } from "drizzle-orm";
import type { OwnedApp, VisitedApp } from "@/db/scope";

/** Filters ids to the app's people. The first one who signed up has the owner's id. */
export const peopleAmong = (_scope: OwnedApp | VisitedApp, ids: SQL): SQL =>
  sql`select id from member where id in (${ids})`;
