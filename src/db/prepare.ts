import "server-only";
import type postgres from "postgres";
import { withoutCaller } from "./caller";
import type { Database } from "./open";

/**
 * A statement is prepared at its n-th use, and only a limited number of them, since connections never release prepared
 * statements.
 */
const timesMin = 3;
const preparedMax = 400;
const watchedMax = 4_000;

type Client = postgres.Sql | postgres.TransactionSql;

/**
 * The client as Drizzle sees it: recurring statements are prepared. Drizzle does not prepare, and an unprepared
 * statement with parameters takes two round trips instead of one. Filters that callers make up stay unprepared.
 */
export const preparing = (client: postgres.Sql): postgres.Sql => wrap(client, frequentStatements());

/** How often there was reason to plan anew. */
let plannedAnew = 0;

/**
 * Has recurring statements prepared anew: an index was built. Postgres compares the average cost of a statement's first
 * plans with that of a plan for all values, and keeps those costs as long as the connection: a list that was slow before
 * its index was built would not use it.
 */
export const planAnew = (): void => void (plannedAnew += 1);

/** A statement is prepared once by its text: another comment makes it another one. */
const asPlanned = (text: string): string => (plannedAnew === 0 ? text : `${text} /* ${plannedAnew} */`);

/** @returns whether a statement is to be prepared, which counts as a use of it */
export function frequentStatements(): (text: string) => boolean {
  const seen = new Map<string, number>();
  const prepared = new Set<string>();
  return (text) => {
    if (prepared.has(text)) return true;
    if (prepared.size >= preparedMax) return false;
    const times = (seen.get(text) ?? 0) + 1;
    if (times >= timesMin) prepared.add(text);
    if (times >= timesMin) seen.delete(text);
    else seen.set(text, times);
    if (seen.size > watchedMax) seen.clear();
    return times >= timesMin;
  };
}

function wrap<C extends Client>(client: C, isFrequent: (text: string) => boolean): C {
  type Work = (inner: postgres.TransactionSql) => unknown;
  const own: Record<string, unknown> = {
    unsafe: (text: string, values: Parameters<Client["unsafe"]>[1] = [], options: postgres.UnsafeQueryOptions = {}) => {
      const prepare = values.length > 0 && isFrequent(text);
      return client.unsafe(prepare ? asPlanned(text) : text, values, { ...options, prepare });
    },
    begin: (work: Work) => (client as postgres.Sql).begin((inner) => work(wrap(inner, isFrequent))),
    savepoint: (work: Work) => (client as postgres.TransactionSql).savepoint((inner) => work(wrap(inner, isFrequent))),
  };
  return new Proxy(client, {
    get: (target, name) =>
      typeof name === "string" && Object.hasOwn(own, name) ? own[name] : Reflect.get(target, name),
  });
}

/** Memoizes a statement per database: Drizzle generates its SQL once instead of on every call. */
export function oncePer<T>(build: (db: Database) => T): (db: Database) => T {
  const built = new WeakMap<Database, T>();
  return (db) => {
    let found = built.get(db);
    if (found === undefined) built.set(db, (found = build(db)));
    return found;
  };
}

/** One key of the loader: the query in flight, and the next one, which later callers join. */
type Line<T> = { underWay: Promise<unknown>; next: Promise<T> | undefined };

/**
 * Coalesces identical queries into one (a data loader): those of one tick, and those that arrive while one is in flight
 * share the next. A query starts after its last caller joined, so that no answer is older than the call.
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
