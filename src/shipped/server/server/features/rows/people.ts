import { type SQL, sql } from "drizzle-orm";
import type { OwnedApp, VisitedApp } from "@/db/scope";

/** The ids among these of the app's people. Whoever signed up first has the owner's id. */
export const peopleAmong = (_scope: OwnedApp | VisitedApp, ids: SQL): SQL =>
  sql`select id from member where id in (${ids})`;
