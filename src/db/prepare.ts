import "server-only";
import type postgres from "postgres";
import { withoutCaller } from "./caller";
import type { Database } from "./open";

/** A statement is prepared from this time on, and at most so many, as a connection never forgets one. */
const timesMin = 3;
const preparedMax = 400;
const watchedMax = 4_000;

type Client = postgres.Sql | postgres.TransactionSql;

/**
 * The client as Drizzle should see it: statements that come again and again are prepared. Drizzle asks for none, and an
 * unprepared statement with parameters takes the driver two journeys to the server instead of one. Filters that a
 * caller makes up stay unprepared.
 */
export function preparing(client: postgres.Sql): postgres.Sql {
  const seen = new Map<string, number>();
  const prepared = new Set<string>();
  const isFrequent = (text: string): boolean => {
    if (prepared.has(text)) return true;
    if (prepared.size >= preparedMax) return false;
    const times = (seen.get(text) ?? 0) + 1;
    if (times >= timesMin) prepared.add(text);
    if (times >= timesMin) seen.delete(text);
    else seen.set(text, times);
    if (seen.size > watchedMax) seen.clear();
    return times >= timesMin;
  };
  return wrap(client, isFrequent);
}

function wrap<C extends Client>(client: C, isFrequent: (text: string) => boolean): C {
  type Work = (inner: postgres.TransactionSql) => unknown;
  const own: Record<string, unknown> = {
    unsafe: (text: string, values: Parameters<Client["unsafe"]>[1] = [], options: postgres.UnsafeQueryOptions = {}) =>
      client.unsafe(text, values, { ...options, prepare: values.length > 0 && isFrequent(text) }),
    begin: (work: Work) => (client as postgres.Sql).begin((inner) => work(wrap(inner, isFrequent))),
    savepoint: (work: Work) => (client as postgres.TransactionSql).savepoint((inner) => work(wrap(inner, isFrequent))),
  };
  return new Proxy(client, {
    get: (target, name) =>
      typeof name === "string" && Object.hasOwn(own, name) ? own[name] : Reflect.get(target, name),
  });
}

/** A statement that every request asks for: Drizzle writes its text once per database, not once per call. */
export function oncePer<T>(build: (db: Database) => T): (db: Database) => T {
  const built = new WeakMap<Database, T>();
  return (db) => {
    let found = built.get(db);
    if (found === undefined) built.set(db, (found = build(db)));
    return found;
  };
}

/** One key of the loader: the query under way, and the next one, which later callers share. */
type Line<T> = { underWay: Promise<unknown>; next: Promise<T> | undefined };

/**
 * Coalesces identical queries into one (a data loader): those of one turn of the event loop, and those that come while
 * the query before is under way, so that a page of five lists is looked up once. A query leaves after the last of its
 * callers came: no answer is older than the call.
 */
export function askTogether<Values extends Record<string, string>, T>(
  ask: (db: Database, values: Values) => Promise<T>,
): (db: Database, values: Values) => Promise<T> {
  const linesOf = oncePer(() => new Map<string, Line<T>>());
  return (db, values) => {
    const lines = linesOf(db);
    const key = Object.values(values).join("\0");
    const line: Line<T> = lines.get(key) ?? {
      underWay: new Promise((resolve) => void setImmediate(resolve)),
      next: undefined,
    };
    lines.set(key, line);
    const leave = async (): Promise<T> => {
      await line.underWay;
      const answer = withoutCaller(() => ask(db, values));
      line.next = undefined;
      line.underWay = answer.then(
        () => undefined,
        () => undefined,
      );
      try {
        return await answer;
      } finally {
        if (!line.next) lines.delete(key);
      }
    };
    return (line.next ??= leave());
  };
}
