import "server-only";
import { byKeys, lockNotAvailable, queryCanceled } from "./caller";
import { batchMax, inBatches } from "./in-batches";
import type { Database } from "./open";

/**
 * The next batch: first come, first served, but a second write to a row waits for the batch after. Sorted by id, so that
 * batches lock rows in one order and cannot deadlock.
 */
export function takeWrites<E extends { item: { id: string } }>(
  waiting: readonly E[],
  most = batchMax,
): { batch: E[]; rest: E[] } {
  const batch = new Map<string, E>();
  const rest: E[] = [];
  for (const entry of waiting)
    if (batch.size < most && !batch.has(entry.item.id)) batch.set(entry.item.id, entry);
    else rest.push(entry);
  return { batch: [...batch.values()].sort((one, other) => (one.item.id < other.item.id ? -1 : 1)), rest };
}

/** A kind of write to one row, as a statement for one request and as one for several. `id` is the row's key. */
type Write<Item, Answer> = {
  one: (db: Database, item: Item) => Promise<Answer | undefined>;
  /** Writes all or nothing. @returns answers by id; without one for items that it passed over */
  many: (db: Database, items: Item[]) => Promise<Map<string, Answer>>;
};

/** Coalesces concurrent writes to a table (group commit), as `inBatches` has it. A statement changes each row once. */
export const writeTogether = <Item extends { id: string }, Answer>({ one, many }: Write<Item, Answer>) =>
  inBatches<Item, Answer>({
    take: (waiting) => takeWrites(waiting),
    one,
    many: async (db, items) => {
      const answers = await byKeys(() => many(db, items));
      return items.map(({ id }) => answers.get(id));
    },
    repeatsLone: isTooLong,
  });

/** A shared connection has shorter limits than a caller of its own (for-callers.ts). */
const isTooLong = (code: string) => code === queryCanceled || code === lockNotAvailable;
