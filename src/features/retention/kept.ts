import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { type Database, rowsOf } from "@/db/open";
import type { Env } from "@/engines/env";
import type { Platform } from "@/engines/platform";
import { pruneImports } from "@/features/imports/prune";
import { keptDays as importDays } from "@/features/imports/store";
import { dropFieldIndexes } from "@/features/entities/index-fields";
import { dropUnreferenced, objectKinds } from "./drop-objects";
import { dropCodeBlobs } from "./drop-code";

/** A retention rule. `docs/reliability.md` lists exactly these. */
export type Kept = {
  what: string;
  /** The duration in words. */
  kept: string;
  /** The duration in hours; null: for ever. */
  hours: (env: Env) => number | null;
  /** Removes one bounded batch of older items. @returns how many, 0 when none is left */
  drop: (platform: Platform, before: Date) => Promise<number>;
};

const batchRows = 1_000;
const day = 24;

/** Deletes a batch of one table's rows by primary key. */
const dropRows =
  (table: string, key: string, isOld: (before: SQL) => SQL) =>
  ({ db }: { db: Database }, before: Date): Promise<number> => {
    const [name, columns] = [sql.raw(table), sql.raw(key)];
    const old = isOld(sql`${before.toISOString()}::timestamptz`);
    const doomed = sql`delete from ${name} where (${columns}) in (select ${columns} from ${name} where ${old} limit ${batchRows}) returning 1`;
    return rowsOf(db, doomed).then((rows) => rows.length);
  };

const isChangedBefore = (before: SQL) => sql`changed_at < ${before}`;
const dropRowHistory = dropRows("entity_row_history", "app_id, entity, row_id, number", isChangedBefore);
const dropRowsCreated = dropRows("entity_rows_created", "app_id, number", isChangedBefore);

export const kept: Kept[] = [
  {
    what: "Events of a finished turn, once its message is whole",
    kept: "1 day",
    hours: () => day,
    // Keep the first event (the claim, which prevents a second run) and the last (it ends the stream of late readers).
    drop: dropRows(
      "turn_event",
      "app_id, turn_id, number",
      (before) =>
        sql`number > 0 and event <> 'done' and exists (select from turn t where t.app_id = turn_event.app_id and t.id = turn_event.turn_id and t.status <> 'running' and t.finished_at < ${before})`,
    ),
  },
  {
    what: "Events of a run of a tool, once its result is whole",
    kept: "1 day",
    hours: () => day,
    drop: dropRows(
      "tool_run_event",
      "app_id, run_id, number",
      (before) =>
        sql`created_at < ${before} and not exists (select from tool_run r where r.app_id = tool_run_event.app_id and r.id = tool_run_event.run_id and tool_run_event.number > r.base_event)`,
    ),
  },
  {
    what: "How many runs a visitor made in a day and a week",
    kept: "60 days",
    hours: () => 60 * day,
    drop: dropRows("tool_run_use", "app_id, visitor, period", (before) => sql`updated_at < ${before}`),
  },
  {
    what: "What a model made a tool of, or why it could not, once that is over",
    kept: "1 day",
    hours: () => day,
    drop: dropRows(
      "tool_composition",
      "app_id, tool_id",
      (before) => sql`status in ('done', 'failed') and created_at < ${before}`,
    ),
  },
  {
    what: "Expired sessions of builders",
    kept: "until they expire",
    hours: () => 0,
    drop: dropRows("account_session", "id", (before) => sql`expires_at < ${before}`),
  },
  {
    what: "Expired sessions of visitors and previews",
    kept: "until they expire",
    hours: () => 0,
    drop: dropRows("visitor_session", "app_id, token_hash", (before) => sql`expires_at < ${before}`),
  },
  {
    what: "Links and codes of mails",
    kept: "until they expire",
    hours: () => 0,
    drop: async (platform, before) =>
      (await dropRows("account_link", "token_hash", (then) => sql`expires_at < ${then}`)(platform, before)) +
      (await dropRows("email_code", "place, email", (then) => sql`expires_at < ${then}`)(platform, before)) +
      (await dropRows("member_link", "app_id, token_hash", (then) => sql`expires_at < ${then}`)(platform, before)) +
      (await dropRows("collaborator_invitation", "app_id, id", (then) => sql`expires_at < ${then}`)(platform, before)) +
      (await dropRows("email_change", "account_id", (then) => sql`expires_at < ${then}`)(platform, before)),
  },
  {
    what: "Sign-ins that wait for their second step or for another provider, and challenges of passkeys",
    kept: "until they expire",
    hours: () => 0,
    drop: async (platform, before) =>
      (await dropRows("oidc_visit", "state_hash", (then) => sql`expires_at < ${then}`)(platform, before)) +
      (await dropRows("pending_sign_in", "token_hash", (then) => sql`expires_at < ${then}`)(platform, before)) +
      (await dropRows("passkey_challenge", "id", (then) => sql`expires_at < ${then}`)(platform, before)),
  },
  {
    what: "Mails, in the outbox or sent",
    kept: "30 days",
    hours: () => 30 * day,
    drop: dropRows("mail", "id", (before) => sql`created_at < ${before}`),
  },
  {
    what: "Counters of rate limits",
    kept: "until their window ends",
    hours: () => 0,
    drop: dropRows("attempt", "key", (before) => sql`window_ends_at < ${before}`),
  },
  {
    what: "What rows were before their changes (undo, and reverts with rows)",
    kept: "`ROW_HISTORY_DAYS`, 90 days by default",
    hours: ({ ROW_HISTORY_DAYS }) => (ROW_HISTORY_DAYS === 0 ? null : ROW_HISTORY_DAYS * day),
    drop: async (platform, before) =>
      (await dropRowHistory(platform, before)) + (await dropRowsCreated(platform, before)),
  },
  {
    what: "Indexes of fields that rows are sorted or filtered by",
    kept: "30 days after their last use",
    hours: () => 30 * day,
    drop: dropFieldIndexes,
  },
  {
    what: "What finished turns cost",
    kept: "400 days",
    hours: () => 400 * day,
    drop: dropRows("model_usage", "account_id, turn_id", (before) => sql`created_at < ${before}`),
  },
  {
    what: "CSV imports with their files",
    kept: `${importDays} days, or until their app is deleted`,
    hours: () => 0,
    drop: ({ blobs, db }) => pruneImports(blobs, db),
  },
  {
    what: "Hashes of a day's visitors of published apps",
    kept: "2 days",
    hours: () => 2 * day,
    drop: dropRows("analytics_visitor", "app_id, day, hash", (before) => sql`day < ${before}::date`),
  },
  {
    what: "Counts of a day's views by page, referrer and device, and by day",
    kept: "400 days",
    hours: () => 400 * day,
    drop: async (platform, before) =>
      (await dropRows(
        "analytics_part",
        "app_id, day, kind, name",
        (then) => sql`day < ${then}::date`,
      )(platform, before)) +
      (await dropRows("analytics_day", "app_id, day", (then) => sql`day < ${then}::date`)(platform, before)),
  },
  {
    what: "Errors that visitors of published apps met",
    kept: "90 days after they were last met",
    hours: () => 90 * day,
    drop: dropRows("analytics_error", "app_id, key", (before) => sql`last_at < ${before}`),
  },
  {
    what: "Publications that are not live and not among an app's newest 10",
    kept: "90 days",
    hours: () => 90 * day,
    drop: dropRows(
      "publication",
      "app_id, id",
      (before) =>
        sql`not live and created_at < ${before} and (select count(*) from publication newer where newer.app_id = publication.app_id and newer.created_at > publication.created_at) >= 10`,
    ),
  },
  {
    what: "Contents of code that no version names",
    kept: "until the next sweep",
    hours: () => 0,
    drop: ({ db }) => dropCodeBlobs(db),
  },
  ...objectKinds.map(({ what, prefix, references }) => ({
    what,
    kept: "1 day",
    hours: () => day,
    drop: (platform: Platform, before: Date) => dropUnreferenced(platform, prefix, references, before),
  })),
];
