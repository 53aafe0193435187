import "server-only";
import type postgres from "postgres";
import { overriding, queryOf } from "./for-callers";
import type { KeptRows } from "./keep-while-true";

/** Tables whose trigger `kept` names changed rows (drizzle/0000_first.sql). */
export const keptTables = [
  "account",
  "account_session",
  "app",
  "app_host",
  "app_payment",
  "collaborator",
  "member",
  "visitor_session",
];

/** Inserts make nothing stale, but for a payment, and for a domain that is moved by an upsert. */
const changing = new RegExp(
  `\\b(?:update|delete from)\\s+"?(?:${keptTables.join("|")})"?\\s|\\binsert into "(?:app_payment|app_host)"|\\btruncate\\b`,
  "i",
);

const knownMax = 4_000;
/** By text: statements recur. */
const known = new Map<string, boolean>();

function changesKept(text: string): boolean {
  let is = known.get(text);
  if (is !== undefined) return is;
  is = changing.test(text);
  if (known.size >= knownMax) known.clear();
  known.set(text, is);
  return is;
}

/**
 * The client as Drizzle sees it: when a statement or transaction that changed kept tables has ended, and before its
 * caller hears of it, `rows` are forgotten. Nobody who was told of a change is answered from before it.
 */
export function clearingAfterWrites(client: postgres.Sql, rows: KeptRows): postgres.Sql {
  const clear = () => rows.clear();
  return overriding(client, {
    unsafe: (...args: Parameters<postgres.Sql["unsafe"]>) => {
      const query = client.unsafe(...args);
      if (!changesKept(args[0])) return query;
      return queryOf(
        () => Promise.resolve(query).finally(clear),
        () => Promise.resolve(query.values()).finally(clear),
      );
    },
    begin: async (work: Work) => {
      let isChanged = false;
      try {
        return await client.begin((inner) => work(noting(inner, () => (isChanged = true))));
      } finally {
        if (isChanged) clear();
      }
    },
  });
}

type Work = (inner: postgres.TransactionSql) => unknown;

/** A transaction's client that reports statements which change kept tables. */
function noting(client: postgres.TransactionSql, note: () => void): postgres.TransactionSql {
  return overriding(client, {
    unsafe: (...args: Parameters<postgres.TransactionSql["unsafe"]>) => {
      if (changesKept(args[0])) note();
      return client.unsafe(...args);
    },
    savepoint: (work: Work) => client.savepoint((inner) => work(noting(inner, note))),
  });
}
