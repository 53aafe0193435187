import "server-only";
import { joiningMany } from "@/db/join-many";
import { inTransaction } from "@/db/scope";
import type { Rows } from "./read";

/** One transaction that joins `count` rows by id. */
export const inTransactionOfMany = <T>(rows: Rows, count: number, work: (inside: Rows) => Promise<T>): Promise<T> =>
  inTransaction(rows.scope, (scope) => joiningMany(scope.db, count, () => work({ ...rows, scope })));
