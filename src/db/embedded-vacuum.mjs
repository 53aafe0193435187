// Autovacuum for the embedded engine, which has none. Without statistics the planner assumes a handful of rows and
// sorts a whole entity for one page (280 ms instead of 1 ms at 100,000 rows), and dead rows are never reclaimed.

/** Debounce: tables are checked this long after a write, ms. */
const lookMs = 1_000;
/**
 * A large table is vacuumed only after this long without queries, ms: a vacuum blocks everybody, and callers have
 * deadlines.
 */
const idleMs = 5_000;

/**
 * Postgres' own thresholds (autovacuum_*_scale_factor 0.1 and 0.2) on its own counters. A table without statistics
 * counts as changed.
 */
const due = `
  select format('%I.%I', s.schemaname, s.relname) as name,
    s.n_mod_since_analyze::float8 as changes, 250 + 0.1 * greatest(c.reltuples, 0)::float8 as "changesMax",
    c.reltuples < 0 and pg_relation_size(c.oid) > 0 as "isNew",
    s.n_dead_tup > 1000 + 0.2 * greatest(c.reltuples, 0) as "isBloated",
    c.relpages < 500 as "isSmall",
    -- Values of jsonb are costly to read, and conditions on what is inside them are guessed at anyway.
    (select string_agg(quote_ident(attname), ', ') from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped
        and atttypid not in ('jsonb'::regtype, 'json'::regtype, 'bytea'::regtype)) as columns
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid`;

const reads = /^\s*(select|begin|commit|rollback|show|set|listen|notify)\b/i;
/** @param {string} statement */
const isWrite = (statement) =>
  !reads.test(statement) && (!/^\s*with\b/i.test(statement) || /\b(insert|update|delete|merge)\b/i.test(statement));

/** @typedef {{ name: string, columns: string, changes: number, changesMax: number, isNew: boolean, isBloated: boolean, isSmall: boolean }} Table */

/**
 * Keeps statistics current and reclaims dead rows.
 * @param {import("@electric-sql/pglite").PGlite} database
 * @param {(work: () => Promise<void>) => void} whenFree runs work when no statement runs and no transaction is open
 * @param {() => void} onAnalyzed called when a table has new statistics
 */
export function autovacuum(database, whenFree, onAnalyzed) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let lastAskedAt = 0;
  /**
   * What each table's counter of changes stood at when it was analyzed: Postgres resets it only where all columns are.
   * @type {Map<string, number>}
   */
  const analyzedAt = new Map();

  /** @param {number} ms */
  const lookIn = (ms) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      whenFree(look);
    }, ms).unref();
  };

  async function look() {
    await database.query("select pg_stat_force_next_flush()");
    const { rows } = await database.query(due);
    let isPutOff = false;
    for (const { name, columns, changes, changesMax, isNew, isBloated, isSmall } of /** @type {Table[]} */ (rows)) {
      const seen = analyzedAt.get(name) ?? 0;
      const isStale = isNew || (changes < seen ? changes : changes - seen) > changesMax;
      const mayVacuum = isSmall || Date.now() - lastAskedAt > idleMs;
      if (isBloated && mayVacuum) await database.exec(`vacuum (analyze) ${name} (${columns})`);
      else if (isStale) await database.exec(`analyze ${name} (${columns})`);
      isPutOff ||= isBloated && !mayVacuum;
      if (!isStale && !(isBloated && mayVacuum)) continue;
      analyzedAt.set(name, changes);
      onAnalyzed();
    }
    if (isPutOff) lookIn(idleMs);
  }

  // Catch up after a start: the folder may come from a build, or from a process that ended between writes and vacuum.
  lookIn(lookMs);
  return {
    /** Reports every statement. @param {string} statement @param {boolean} isOfCaller */
    saw(statement, isOfCaller) {
      if (isOfCaller) lastAskedAt = Date.now();
      if (isWrite(statement)) lookIn(lookMs);
    },
  };
}
