import "server-only";
import type { Database } from "./open";

/**
 * Channel on which the trigger of drizzle/0000_first.sql names changed rows, in the form of engines/events.ts:
 * `["kept:<id>", ""]`.
 */
export const keptChannel = "joinery";

const entriesMax = 10_000;

/** Time to live of a cached row, whatever was heard, ms. On Postgres it bounds what a lost connection can hide. */
export const ageMaxMs = { embedded: 30_000, postgres: 2_000 };

type Entry = { value: unknown; ids: string[]; until: number };

/**
 * Cache of rows that every request needs, invalidated by NOTIFY. On the embedded database, with its one connection, a
 * notification arrives before the answer of the statement that caused it. On Postgres it arrives on a connection of its
 * own: there `clearingAfterWrites` invalidates what this process changes before it answers, and only changes by other
 * processes take effect a few milliseconds late.
 */
export class KeptRows {
  #entries = new Map<string, Entry>();
  #keysOf = new Map<string, Set<string>>();
  /** Counts invalidations: results of queries that began before one are stale and not cached. */
  #changes = 0;

  constructor(private readonly ageMs: number) {}

  async find<T>(key: string, ask: () => Promise<T>, idsOf: (found: T) => string[] | undefined): Promise<T> {
    const kept = this.#entries.get(key);
    if (kept && kept.until > Date.now()) return kept.value as T;
    const before = this.#changes;
    const found = await ask();
    const ids = before === this.#changes ? idsOf(found) : undefined;
    if (ids) this.#keep(key, { value: found, ids, until: Date.now() + this.ageMs });
    return found;
  }

  /** @param payload of a notification on `keptChannel` */
  hear(payload: string): void {
    const id = /^\["kept:([^"]+)"/.exec(payload)?.[1];
    if (id === undefined) return;
    // The table was truncated.
    if (id === "*") return this.clear();
    this.#changes += 1;
    for (const key of this.#keysOf.get(id) ?? []) this.#drop(key);
  }

  /** Also called when notifications may have been lost. */
  clear(): void {
    this.#changes += 1;
    this.#entries.clear();
    this.#keysOf.clear();
  }

  #keep(key: string, entry: Entry): void {
    this.#drop(key);
    if (this.#entries.size >= entriesMax) this.clear();
    this.#entries.set(key, entry);
    for (const id of entry.ids) this.#keysOf.set(id, (this.#keysOf.get(id) ?? new Set()).add(key));
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    for (const id of entry.ids) {
      const keys = this.#keysOf.get(id);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysOf.delete(id);
    }
  }
}

const keptOf = new WeakMap<Database, KeptRows>();

export const keepFor = (db: Database, rows: KeptRows): void => void keptOf.set(db, rows);

/**
 * Caches a query's result until one of its rows changes.
 * @param name cache namespace, unique per query
 * @param idsOf cache tags: the rows that the result depends on (an account's, a member's, an app's id); undefined: do
 * not cache
 */
export function keptWhileTrue<Values extends Record<string, string>, T>(
  name: string,
  ask: (db: Database, values: Values) => Promise<T>,
  idsOf: (found: T, values: Values) => (string | null)[] | undefined,
): (db: Database, values: Values) => Promise<T> {
  return (db, values) => {
    const rows = keptOf.get(db);
    if (!rows) return ask(db, values);
    return rows.find(
      [name, ...Object.values(values)].join("\0"),
      () => ask(db, values),
      (found) => idsOf(found, values)?.filter((id) => id !== null),
    );
  };
}
