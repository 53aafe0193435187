import "server-only";
import { asCaller, type Caller, currentCaller } from "./caller";
import type { Database } from "./open";

/** Items per statement: as many requests of an app as run at once (doors/admit.ts). */
export const batchMax = 16;

/** How items that wait become statements. */
export type Batching<Item, Answer> = {
  /** Takes the next batch; the rest keeps its order. */
  take: <E extends { item: Item }>(waiting: readonly E[]) => { batch: E[]; rest: E[] };
  one: (db: Database, item: Item) => Promise<Answer | undefined>;
  /** Does all or nothing. @returns an answer for each item, in their order; undefined for those that it passed over */
  many: (db: Database, items: Item[]) => Promise<(Answer | undefined)[]>;
  /** Whether to repeat an item that was refused without others, by SQLSTATE: `one` may have longer limits. */
  repeatsLone?: (code: string) => boolean;
};

type Entry<Item, Answer> = {
  item: Item;
  caller: Caller;
  resolve: (answer: Answer | undefined) => void;
  reject: (error: unknown) => void;
};

/**
 * Coalesces concurrent items into one statement (a data loader): those of one turn of the event loop, and those that
 * arrive while the statement before is under way. Nobody waits for others to come. A batch that the database refuses is
 * repeated item by item, so that each request fails or succeeds as it would alone.
 * @returns does an item on a line: items of one line, lane and deadline may share a statement. The server's own work,
 *   which has no caller, goes alone. Not for transactions, which a refused batch would abort.
 */
export function inBatches<Item, Answer>(
  batching: Batching<Item, Answer>,
): (db: Database, line: string, item: Item) => Promise<Answer | undefined> {
  const linesOf = new WeakMap<Database, Map<string, Line<Item, Answer>>>();
  return (db, name, item) => {
    const caller = currentCaller();
    if (!caller) return batching.one(db, item);
    const lines = linesOf.get(db) ?? new Map<string, Line<Item, Answer>>();
    linesOf.set(db, lines);
    const { lane, deadlineMs } = caller;
    const key = `${lane}\0${deadlineMs}\0${name}`;
    let line = lines.get(key);
    // Without anybody's signal: whoever hangs up must not end the statement of the others.
    if (!line) lines.set(key, (line = new Line(db, batching, { lane, deadlineMs }, () => lines.delete(key))));
    return line.add(item, caller);
  };
}

class Line<Item, Answer> {
  #waiting: Entry<Item, Answer>[] = [];
  #isUnderWay = false;

  constructor(
    private readonly db: Database,
    private readonly batching: Batching<Item, Answer>,
    private readonly caller: Caller,
    private readonly onEmpty: () => void,
  ) {}

  add(item: Item, caller: Caller): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, caller, resolve, reject });
      if (this.#isUnderWay) return;
      this.#isUnderWay = true;
      this.#startNext();
    });
  }

  /** At the end of this turn, so that all requests of the turn come along. */
  #startNext(): void {
    setImmediate(() => {
      const { batch, rest } = this.batching.take(this.#waiting);
      this.#waiting = rest;
      void this.#run(batch).finally(() => {
        if (this.#waiting.length > 0) return this.#startNext();
        this.#isUnderWay = false;
        this.onEmpty();
      });
    });
  }

  async #run(batch: Entry<Item, Answer>[]): Promise<void> {
    const { many, one, repeatsLone } = this.batching;
    try {
      const items = batch.map(({ item }) => item);
      const answers = await asCaller(this.caller, () => many(this.db, items));
      for (const [at, { resolve }] of batch.entries()) resolve(answers[at]);
    } catch (error) {
      const code = refusalOf(error);
      const isRepeated = code !== undefined && (batch.length > 1 || repeatsLone?.(code));
      // The next batch does not wait for them: one may wait long for a lock.
      for (const { item, caller, resolve, reject } of batch)
        if (isRepeated) asCaller(caller, () => one(this.db, item)).then(resolve, reject);
        else reject(error);
    }
  }
}

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
