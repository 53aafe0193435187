import "server-only";
import { byKeys, currentCaller, lockNotAvailable, queryCanceled } from "./caller";
import type { Database } from "./open";

/** Rows per statement: as many requests of an app as run at once (doors/admit.ts). */
const batchMax = 16;

type Entry<Item, Answer> = {
  /** The row's key: a statement changes each row once. */
  id: string;
  item: Item;
  resolve: (answer: Answer | undefined) => void;
  reject: (error: unknown) => void;
};

/**
 * The next batch: first come, first served, but a second write to a row waits for the batch after. Sorted by id, so that
 * batches lock rows in one order and cannot deadlock.
 */
export function takeBatch<E extends { id: string }>(waiting: readonly E[], most = batchMax): { batch: E[]; rest: E[] } {
  const batch = new Map<string, E>();
  const rest: E[] = [];
  for (const entry of waiting)
    if (batch.size < most && !batch.has(entry.id)) batch.set(entry.id, entry);
    else rest.push(entry);
  return { batch: [...batch.values()].sort((one, other) => (one.id < other.id ? -1 : 1)), rest };
}

/** A kind of write to one row, as a statement for one request and as one for several. */
type Write<Item, Answer> = {
  one: (db: Database, item: Item) => Promise<Answer | undefined>;
  /** Writes all or nothing. @returns answers by id; without one for items that it passed over */
  many: (db: Database, items: Item[]) => Promise<Map<string, Answer>>;
};

/**
 * Coalesces concurrent writes to a table into one statement (group commit): those of one turn of the event loop, and
 * those that arrive while the statement before is under way. Nobody waits for others to come. A batch that the database
 * refuses is repeated item by item, so that each request fails or succeeds as it would alone.
 * @returns writes an item on a line: items of one line may share a statement. Writes of the server's own work, which
 *   have no caller, and so no time limit for locks, go alone. Not for transactions, which a refused batch would abort.
 */
export function writeTogether<Item extends { id: string }, Answer>(
  write: Write<Item, Answer>,
): (db: Database, line: string, item: Item) => Promise<Answer | undefined> {
  const linesOf = new WeakMap<Database, Map<string, Line<Item, Answer>>>();
  return (db, name, item) => {
    const caller = currentCaller();
    if (!caller) return write.one(db, item);
    const lines = linesOf.get(db) ?? new Map<string, Line<Item, Answer>>();
    linesOf.set(db, lines);
    const key = `${caller.lane}\0${caller.deadlineMs}\0${name}`;
    let line = lines.get(key);
    if (!line) lines.set(key, (line = new Line(db, write, () => lines.delete(key))));
    return line.add(item);
  };
}

class Line<Item extends { id: string }, Answer> {
  #waiting: Entry<Item, Answer>[] = [];
  #isUnderWay = false;

  constructor(
    private readonly db: Database,
    private readonly write: Write<Item, Answer>,
    private readonly onEmpty: () => void,
  ) {}

  add(item: Item): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id: item.id, item, resolve, reject });
      if (this.#isUnderWay) return;
      this.#isUnderWay = true;
      this.#startNext();
    });
  }

  /** At the end of this turn, so that all requests of the turn come along. */
  #startNext(): void {
    setImmediate(() => {
      const { batch, rest } = takeBatch(this.#waiting);
      this.#waiting = rest;
      void this.#run(batch).finally(() => {
        if (this.#waiting.length > 0) return this.#startNext();
        this.#isUnderWay = false;
        this.onEmpty();
      });
    });
  }

  async #run(batch: Entry<Item, Answer>[]): Promise<void> {
    try {
      const answers = await byKeys(() =>
        this.write.many(
          this.db,
          batch.map(({ item }) => item),
        ),
      );
      for (const { id, resolve } of batch) resolve(answers.get(id));
    } catch (error) {
      const code = refusalOf(error);
      const isRepeated = code !== undefined && (batch.length > 1 || isTooLong(code));
      // The next batch does not wait for them: one may wait long for a lock.
      for (const { item, resolve, reject } of batch)
        if (isRepeated) this.write.one(this.db, item).then(resolve, reject);
        else reject(error);
    }
  }
}

/** A shared connection has shorter limits than a caller of its own (for-callers.ts). */
const isTooLong = (code: string) => code === queryCanceled || code === lockNotAvailable;

/**
 * The SQLSTATE of a statement that the database itself refused and so rolled back. Undefined when the connection was
 * lost, which leaves open what was written, or never came.
 */
function refusalOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { severity, code } = cause as { severity?: unknown; code?: unknown };
    if (severity === "ERROR" && typeof code === "string") return code;
  }
  return undefined;
}
