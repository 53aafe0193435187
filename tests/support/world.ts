import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { inject } from "vitest";
import { type Actor, anonymous, type Account } from "@/api/actor";
import { answerRest } from "@/doors/answer";
import { answerAppHost } from "@/doors/answer-app";
import { createCaller } from "@/doors/rest";
import { EmbeddedClient } from "@/db/embedded";
import { type Database, type OpenDatabase, openDatabase, openEmbedded, sqlState } from "@/db/open";
import { parseEnv, setEnv } from "@/engines/env";
import { openPlatform, type Platform } from "@/engines/platform";

export const appOrigin = "http://localhost:3000";

/** Passes the strength rule. */
export const goodPassword = "copper-lantern-42-fjord";

/** Parsed JSON of unknown shape, which tests index freely. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts on the value itself
export type Json = any;

type RestOptions = {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** An app's host; default: the builder's. */ host?: string;
};

/** A whole Joinery on a real database, without HTTP: callers of procedures, and `rest` for the documented paths. */
export class World {
  private constructor(
    readonly platform: Platform,
    private readonly cleanUp: () => Promise<void>,
  ) {}

  /** @param settings environment variables beside the defaults */
  static async open(settings: Record<string, string> = {}): Promise<World> {
    const folder = mkdtempSync(join(tmpdir(), "joinery-world-"));
    // Nobody watches the assistant write.
    const variables = { DATA_DIR: folder, LOG_LEVEL: "silent", OFFLINE_REPLY_SECONDS: "0", ...settings };
    setEnv(variables);
    const { database, drop } = await openTestDatabase();
    const platform = await openPlatform(parseEnv(variables), database);
    return new World(platform, async () => {
      await platform.close();
      await drop();
      rmSync(folder, { recursive: true, force: true });
    });
  }

  get db() {
    return this.platform.db;
  }

  /** A tRPC caller of this actor. */
  as(actor: Actor) {
    return createCaller({ platform: this.platform, actor, responseHeaders: new Headers(), address: "127.0.0.1" });
  }

  get anonymous() {
    return this.as(anonymous);
  }

  /** Signs a builder up by the real procedure. A world's first one is its admin. */
  async signUp(email = `builder-${Math.random().toString(36).slice(2)}@example.com`) {
    // From an address of their own, because sign-ups per address are rate-limited.
    const context = { platform: this.platform, actor: anonymous, responseHeaders: new Headers(), address: email };
    const { token, accountId } = await createCaller(context).account.signUp({ email, password: goodPassword });
    const account: Account = (await this.db.query.account.findFirst({
      where: (row, { eq }) => eq(row.id, accountId),
    }))!;
    return { email, token, accountId, account, api: this.as({ kind: "account", account, token }) };
  }

  /** A request to the REST door, answered as by the server. */
  async rest(line: string, { token, body, headers = {}, host }: RestOptions = {}) {
    const [method, path] = line.split(" ") as [string, string];
    const all = new Headers({ host: host ?? "localhost:3000", ...headers });
    if (token) all.set("authorization", `Bearer ${token}`);
    if (body !== undefined && !all.has("content-type")) all.set("content-type", "application/json");
    const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
    const request = new Request(`${host ? `http://${host}` : appOrigin}${path}`, { method, headers: all, body: text });
    const response = await (host ? answerAppHost : answerRest)(this.platform, request);
    const isJson = response.headers.get("content-type")?.includes("json");
    const answer: Json = isJson ? await response.json() : await response.text();
    return { status: response.status, headers: response.headers, body: answer };
  }

  /** Empties every table. */
  reset(): Promise<void> {
    return empty(this.db);
  }

  close(): Promise<void> {
    return this.cleanUp();
  }
}

/** A job of the test before is still writing (lock timeout, deadlock), or its queue has just dropped the table of a day that is over. */
const passing = ["55P03", "40P01", "42P01"];
const triesMax = 200;

/**
 * Deletes from the few tables that hold something: 3 ms on the embedded database, where truncating all takes 80 ms,
 * since each has files of its own, as its indexes have. Large ones are truncated, with all others. Deletes by a replica
 * meet no foreign keys and no triggers, which only a superuser may ask for. The names of the job queues stay, which
 * have tables of their own.
 */
const emptyAll = `do $$
declare
  small constant bigint := 1024 * 1024;
  used text[];
  every text;
  mayDelete boolean;
  one text;
begin
  -- Shorter than Postgres takes to find a deadlock; who waits lets go of all before the next try.
  set local lock_timeout = '50ms';
  with sized as (
    select oid::regclass::text as name, pg_relation_size(oid) > 0 as isUsed,
      pg_relation_size(oid) + coalesce(pg_relation_size(nullif(reltoastrelid, 0)), 0) as bytes
    from pg_class
    where relkind = 'r' and (relnamespace = 'public'::regnamespace
      or (relnamespace = to_regnamespace('pgboss') and relname not in ('version', 'queue')))
  )
  select coalesce(array_agg(name) filter (where isUsed), '{}'), string_agg(name, ', '),
    current_setting('is_superuser') = 'on' and max(bytes) <= small
  into used, every, mayDelete from sized;
  if used = '{}' then
    return;
  elsif not mayDelete then
    execute 'truncate ' || every || ' cascade';
    return;
  end if;
  set local session_replication_role = replica;
  execute 'lock table ' || array_to_string(used, ', ') || ' in exclusive mode';
  foreach one in array used loop
    execute 'delete from ' || one;
  end loop;
  -- What the triggers of a truncate say (drizzle/0000_first.sql).
  perform pg_notify('joinery', '["kept:*",""]');
end $$`;

async function empty(db: Database, tries = 1): Promise<void> {
  try {
    await db.execute(sql.raw(emptyAll));
  } catch (error) {
    if (tries === triesMax || !passing.includes(sqlState(error) ?? "")) throw error;
    await new Promise((resolve) => setTimeout(resolve, 20));
    await empty(db, tries + 1);
  }
}

/** Embedded databases of this process that no world uses. */
const idle: EmbeddedClient[] = [];

/** Embedded, from the shared dump, or one that an earlier file of this process has left. */
async function openEmbeddedTest(): Promise<OpenDatabase> {
  const client = idle.pop() ?? (await EmbeddedClient.open(undefined, readFileSync(inject("databaseDump"))));
  const database = await openEmbedded(client);
  const ends: (() => Promise<void>)[] = [];
  return {
    ...database,
    listen: async (channel, listener) => {
      const end = await database.listen(channel, listener);
      ends.push(end);
      return end;
    },
    close: async () => {
      if (client.isClosed) return;
      await Promise.all(ends.map((end) => end()));
      await empty(database.db);
      idle.push(client);
    },
  };
}

/** Embedded; or with TEST_DATABASE_URL a database of its own on that server, copied from the shared template. */
async function openTestDatabase(): Promise<{ database: OpenDatabase; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return { database: await openEmbeddedTest(), drop: async () => {} };
  const name = `joinery_test_${process.pid}_${Math.random().toString(36).slice(2, 8)}`;
  const admin = postgres(server, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${name} template ${inject("databaseTemplate")}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    database: await openDatabase({ DATABASE_URL: url.href, DATA_DIR: "" }),
    drop: async () => {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}
