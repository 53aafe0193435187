import "server-only";
import type postgres from "postgres";
import { type Caller, currentCaller } from "./caller";

type Query = ReturnType<postgres.Sql["unsafe"]>;
type Client = postgres.Sql | postgres.TransactionSql;

/** The client as Drizzle should see it: each statement goes to its caller's pool, and is cancelled when its caller hangs up. */
export function forCallers(own: postgres.Sql, poolOf: (caller: Caller | undefined) => postgres.Sql): postgres.Sql {
  type Work = (inner: postgres.TransactionSql) => unknown;
  const special: Record<string, unknown> = {
    unsafe: (...args: Parameters<Client["unsafe"]>) => cancelling(poolOf(currentCaller()).unsafe(...args)),
    begin: (work: Work) => poolOf(currentCaller()).begin((inner) => work(cancellingAll(inner))),
  };
  return withSpecial(own, special);
}

function cancellingAll<C extends Client>(client: C): C {
  type Work = (inner: postgres.TransactionSql) => unknown;
  return withSpecial(client, {
    unsafe: (...args: Parameters<Client["unsafe"]>) => cancelling(client.unsafe(...args)),
    savepoint: (work: Work) => (client as postgres.TransactionSql).savepoint((inner) => work(cancellingAll(inner))),
  });
}

function withSpecial<C extends Client>(client: C, special: Record<string, unknown>): C {
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
  // The query starts when it is first awaited, which Drizzle does at once.
  const settled = () => signal.removeEventListener("abort", cancel);
  queueMicrotask(() => void query.then(settled, settled));
  return query;
}
