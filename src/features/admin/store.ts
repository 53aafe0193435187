import "server-only";
import { eq, or, sql } from "drizzle-orm";
import { account } from "@/db/schema/account";
import { type Database, rowsOf } from "@/db/open";
import { AppError } from "@/errors";
import { pageSize } from "./schema";

export type AccountRow = typeof account.$inferSelect;

/** @param ref an id or an address @throws account-not-found */
export async function findAccount(db: Database, ref: string): Promise<AccountRow> {
  const [row] = await db
    .select()
    .from(account)
    .where(or(eq(account.id, ref), eq(sql`lower(${account.email})`, ref.toLowerCase())));
  if (!row) throw new AppError("account-not-found");
  return row;
}

export type AccountLine = {
  accountId: string;
  email: string;
  plan: string;
  grantedPlan: string;
  isAdmin: boolean;
  isDisabled: boolean;
  isEmailVerified: boolean;
  hasSecondFactor: boolean;
  planSubscriptionStatus: string | null;
  createdAt: string;
  apps: number;
};

/** Accounts by address search, newest first. @param cursor the last id seen */
export async function listAccounts(db: Database, search: string, cursor: string | undefined) {
  const rows = await rowsOf<AccountLine & { createdAt: string | Date }>(
    db,
    sql`select id as "accountId", email, plan, granted_plan as "grantedPlan", is_admin as "isAdmin", disabled_at is not null as "isDisabled",
          email_verified_at is not null as "isEmailVerified",
          (exists (select from passkey where account_id = account.id)
            or exists (select from authenticator where account_id = account.id and confirmed_at is not null)) as "hasSecondFactor", plan_subscription_status as "planSubscriptionStatus", created_at as "createdAt",
          (select count(*) from app where app.owner_id = account.id)::int as apps
        from account
        where position(${search.toLowerCase()} in lower(email)) > 0
          and (${cursor ?? null}::text is null or (created_at, id) < (select created_at, id from account where id = ${cursor ?? null}))
        order by created_at desc, id desc limit ${pageSize + 1}`,
  );
  const items = rows.slice(0, pageSize).map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
  return { items, nextCursor: rows.length > pageSize ? items.at(-1)!.accountId : null };
}

/**
 * Removes an administrator by the change that `set` makes, unless it is the last one. A table lock guards against two
 * who remove each other at once.
 * @throws last-admin
 */
export async function withAnotherAdmin(tx: Database, { id, isAdmin }: AccountRow): Promise<void> {
  if (!isAdmin) return;
  await tx.execute(sql`lock table ${account} in share row exclusive mode`);
  const others = sql`select 1 from account where is_admin and disabled_at is null and id <> ${id} limit 1`;
  if ((await rowsOf(tx, others)).length === 0) throw new AppError("last-admin");
}

export type SpendLine = { month: string; email: string; model: string; calls: number; tokens: number; costUsd: number };

/** Each account's model costs by month (UTC) for half a year, highest first. */
export async function listSpend(db: Database): Promise<SpendLine[]> {
  return rowsOf<SpendLine>(
    db,
    sql`select to_char(model_usage.created_at at time zone 'utc', 'YYYY-MM') as month, account.email, model,
          count(*)::int as calls, sum(tokens)::float8 as tokens, sum(cost_usd)::float8 as "costUsd"
        from model_usage join account on account.id = model_usage.account_id
        where model_usage.created_at > now() - interval '6 months'
        group by 1, 2, 3 order by 1 desc, 6 desc, 4 desc limit 200`,
  );
}

export type StorageLine = {
  appId: string;
  name: string;
  email: string;
  rows: number;
  rowBytes: number;
  fileBytes: number;
};

/** Storage by app, largest first. Bytes of rows are estimated: sample average × count. */
export async function listStorage(db: Database): Promise<StorageLine[]> {
  return rowsOf<StorageLine>(
    db,
    sql`select app.id as "appId", app.name, account.email, coalesce(held.rows, 0)::int as rows,
          coalesce(held.rows * sample.bytes, 0)::float8 as "rowBytes", coalesce(files.bytes, 0)::float8 as "fileBytes"
        from app join account on account.id = app.owner_id
        left join (select app_id, count(*) as rows from entity_row group by app_id) as held on held.app_id = app.id
        left join (select app_id, sum(bytes) as bytes from upload group by app_id) as files on files.app_id = app.id
        left join lateral (select avg(pg_column_size(data)) as bytes
          from (select data from entity_row where app_id = app.id limit 200) as few) as sample on true
        order by coalesce(held.rows * sample.bytes, 0) + coalesce(files.bytes, 0) desc, app.name limit 100`,
  );
}
