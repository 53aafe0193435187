import "server-only";
import postgres from "postgres";
import { type Caller, currentCaller, lockNotAvailable, queryCanceled } from "./caller";
import type { LaneSlots } from "./lane-slots";

type Query = ReturnType<postgres.Sql["unsafe"]>;
type Client = postgres.Sql | postgres.TransactionSql;

/** Connections for one kind of caller, and how lanes share them. Without slots they are unshared. */
export type Pool = { client: postgres.Sql; slots?: LaneSlots };

/** Few connections that pipeline the statements of all callers, for those that touch one row by its key. */
type SharedPool = Required<Pool>;

/**
 * Limits of a statement on a shared connection, ms: longer, and it is repeated on a connection of its own, so that the
 * others behind it do not wait.
 */
export const sharedLimits = { statement_timeout: 250, lock_timeout: 50 };

/**
 * The client as Drizzle sees it: each statement goes to its caller's pool, waits for its lane, and is cancelled when
 * its caller hangs up.
 */
export function forCallers(
  own: postgres.Sql,
  poolOf: (caller: Caller | undefined) => Pool,
  shared?: SharedPool,
): postgres.Sql {
  type Work = (inner: postgres.TransactionSql) => unknown;
  const special: Record<string, unknown> = {
    unsafe: (...args: Parameters<Client["unsafe"]>) => {
      const caller = currentCaller();
      const { client, slots } = poolOf(caller);
      const start = () => cancelling(client.unsafe(...args));
      if (!caller || !slots) return start();
      const alone = () => inTurn(slots, caller, start);
      if (!caller.sharing || !shared) return alone();
      if (caller.sharing === "must") return inTurn(shared.slots, caller, () => shared.client.unsafe(...args));
      // Only those who would have to wait for a connection: the others are answered sooner on one of their own.
      return slots.isFull(caller.lane) ? sharing(shared, caller, args, alone) : alone();
    },
    begin: (work: Work) => {
      const caller = currentCaller();
      const { client, slots } = poolOf(caller);
      const start = () => client.begin((inner) => work(cancellingAll(inner)));
      return caller && slots ? slots.run(caller.lane, start) : start();
    },
  };
  return overriding(own, special);
}

/**
 * A statement among others on a connection; it is not cancelled, which would hit whichever runs there.
 * @param alone repeats it on a connection of its own when it took too long: it was rolled back
 */
function sharing(
  { client, slots }: SharedPool,
  caller: Caller,
  args: Parameters<Client["unsafe"]>,
  alone: () => Query,
): Query {
  const quick = inTurn(slots, caller, () => client.unsafe(...args));
  // Postgres' own refusal only: whoever waited in vain for a connection has waited long enough.
  const isTooLong = (error: unknown) =>
    error instanceof postgres.PostgresError &&
    (error.code === queryCanceled || error.code === lockNotAvailable) &&
    !caller.signal?.aborted;
  const orAlone = <T>(answer: Promise<T>, again: () => PromiseLike<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      if (isTooLong(error)) return again();
      throw error;
    });
  return queryOf(
    () => orAlone(Promise.resolve(quick), alone),
    () => orAlone(Promise.resolve(quick.values()), () => alone().values()),
  );
}

/** A query that starts when its turn comes. */
function inTurn(slots: LaneSlots, { lane, signal }: Caller, start: () => Query): Query {
  return queryOf(
    () => slots.run(lane, start, signal),
    () => slots.run(lane, () => start().values(), signal),
  );
}

/** What Drizzle awaits of a query: rows as objects, or `.values()`. */
export function queryOf(rows: () => Promise<unknown>, values: () => Promise<unknown>): Query {
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- a query of the driver is one: it starts when it is awaited
    then: (...handlers: Parameters<Query["then"]>) => rows().then(...(handlers as [])),
    catch: (handler: Parameters<Query["catch"]>[0]) => rows().catch(handler),
    finally: (handler: Parameters<Query["finally"]>[0]) => rows().finally(handler),
    values,
  } as unknown as Query;
}

function cancellingAll<C extends Client>(client: C): C {
  type Work = (inner: postgres.TransactionSql) => unknown;
  return overriding(client, {
    unsafe: (...args: Parameters<Client["unsafe"]>) => cancelling(client.unsafe(...args)),
    savepoint: (work: Work) => (client as postgres.TransactionSql).savepoint((inner) => work(cancellingAll(inner))),
  });
}

/** The client with some of its methods replaced. */
export function overriding<C extends Client>(client: C, special: Record<string, unknown>): C {
  return new Proxy(client, {
    get: (target, name) =>
      typeof name === "string" && Object.hasOwn(special, name) ? special[name] : Reflect.get(target, name),
  });
}

function cancelling(query: Query): Query {
  const signal = currentCaller()?.signal;
  if (!signal) return query;
  const cancel = () => query.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  // A query starts when first awaited, which Drizzle does at once.
  const settled = () => signal.removeEventListener("abort", cancel);
  queueMicrotask(() => void query.then(settled, settled));
  return query;
}
