import "server-only";
import type postgres from "postgres";
import { type Caller, currentCaller } from "./caller";
import type { LaneSlots } from "./lane-slots";

type Query = ReturnType<postgres.Sql["unsafe"]>;
type Client = postgres.Sql | postgres.TransactionSql;

/** Connections for one kind of caller, and how lanes share them. Without slots they are unshared. */
export type Pool = { client: postgres.Sql; slots?: LaneSlots };

/**
 * The client as Drizzle sees it: each statement goes to its caller's pool, waits for its lane, and is cancelled when
 * its caller hangs up.
 */
export function forCallers(own: postgres.Sql, poolOf: (caller: Caller | undefined) => Pool): postgres.Sql {
  type Work = (inner: postgres.TransactionSql) => unknown;
  const special: Record<string, unknown> = {
    unsafe: (...args: Parameters<Client["unsafe"]>) => {
      const caller = currentCaller();
      const { client, slots } = poolOf(caller);
      const start = () => cancelling(client.unsafe(...args));
      return caller && slots ? inTurn(slots, caller, start) : start();
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
