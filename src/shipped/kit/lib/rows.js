import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useAccess } from "@/lib/access";
import { toastFailure } from "@/lib/failure";
import { removeLater, useLeaving } from "@/lib/removals";
import { addUp } from "@/lib/sums";

export { toastFailure, removeLater };
export { useAddress } from "@/lib/address";
export { useNames } from "@/lib/names";
export { useMedia, usePhone } from "@/lib/screen";

/**
 * @import { Entity } from "@/lib/fields"
 * @import { Failure, Group, GroupOptions, Page, Query, Row, Value, Values } from "@/sdk/types"
 */

/**
 * An answer of the server that is asked for anew when rows change.
 * @template T
 * @typedef {{ value: T | undefined, error: Failure | null, isLoading: boolean, reload: () => void }} Answer
 */

/** @typedef {(id: string | undefined, values: Values) => Promise<Row>} Save Creates a row, or changes the one of the id. */

/**
 * Rows of a list with what can be done to them (useRows).
 * @typedef {object} RowList
 * @property {Row[]} rows
 * @property {boolean} isLoading
 * @property {Failure | null} error
 * @property {boolean} hasMore
 * @property {() => void} more
 * @property {() => void} reload
 * @property {number} hiddenCount rows that are about to be deleted
 * @property {boolean} isOwn whether whoever looks sees only rows of their own
 * @property {boolean} isAccessKnown whether it is known yet what may be done
 * @property {boolean} canAdd
 * @property {boolean} addsOnceSignedIn whether they have to sign in before they add something
 * @property {(row: Row) => boolean} canChange
 * @property {(row: Row) => boolean} canDelete
 * @property {(field: string) => boolean} canSee
 * @property {(field: string) => boolean} canSet
 * @property {Save} save
 * @property {(rows: Row[]) => void} remove
 */

/** @typedef {{ entity: Entity, by: string }} Belonging Rows of another table that belong to this one: `{ entity: Comment, by: "post" }`. */

/** What was shown last, by question, so that going back shows it at once. */
const kept = new Map();
/** @param {string} key @param {unknown} value */
const keep = (key, value) => {
  if (kept.size > 60) kept.delete(kept.keys().next().value);
  kept.set(key, value);
};

/**
 * Asks now, when the question changes and when rows of the entity change. `ask` must give the same answer for the same key.
 * @template T
 * @param {Entity | undefined} entity
 * @param {string} key
 * @param {() => Promise<T>} ask
 * @returns {Answer<T>}
 */
function useAnswer(entity, key, ask) {
  /** @returns {{ key: string, value: T | undefined, error: Failure | null }} */
  const start = () => ({ key, value: kept.get(key), error: null });
  const [state, setState] = useState(start);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  const reload = useCallback(() => {
    let isCurrent = true;
    latest.current().then(
      (value) => {
        keep(key, value);
        if (isCurrent) setState({ key, value, error: null });
      },
      (error) => isCurrent && setState((current) => ({ ...current, key, error })),
    );
    return () => void (isCurrent = false);
  }, [key]);
  useEffect(reload, [reload]);
  useEffect(() => entity?.subscribe(() => void reload()), [entity, reload]);
  const value = state.key === key ? state.value : kept.get(key);
  return {
    value,
    error: state.key === key ? state.error : null,
    isLoading: value === undefined && !(state.key === key && state.error),
    reload,
  };
}

/** @param {Entity | undefined} entity @param {string} what @param {unknown} options */
const keyOf = (entity, what, options) => `${entity?.schema().name}:${what}:${JSON.stringify(options)}`;

/**
 * How many rows there are, or match. Computed over all rows by the server.
 * @param {Entity | undefined} entity without one there is nothing to count
 * @param {Query} [query]
 */
export const useCount = (entity, query) =>
  useAnswer(entity, keyOf(entity, "count", query), async () => (entity ? entity.count(query) : 0));

/**
 * Groups of rows with figures: `useGroups(Deal, { group: "stage", metrics: ["sum:amount"] })`. Computed over all rows by the server.
 * @param {Entity} entity
 * @param {GroupOptions} options
 */
export const useGroups = (entity, options) =>
  useAnswer(entity, keyOf(entity, "groups", options), () => entity.aggregate(options));

/**
 * The starts that are taken between two moments, of a table whose rows may not overlap: times alone, which also those
 * learn who may book and not read.
 * @param {Entity} entity @param {string} from @param {string} to
 * @param {Record<string, string>} [per] whose times they are, where each has their own: { stylist: id }
 */
export const useTaken = (entity, from, to, per) =>
  useAnswer(entity, keyOf(entity, "taken", { from, to, per }), () => entity.taken(from, to, per));

/** One row; undefined while it loads. @param {Entity} entity @param {string} id */
export const useRow = (entity, id) => useAnswer(entity, keyOf(entity, "row", id), () => entity.get(id));

const pageMax = 1000;

/**
 * How many rows the next page has: of a long list more each time, for whoever scrolls on has far to go.
 * @param {number} limit @param {number} loaded
 */
const nextLimit = (limit, loaded) => (limit < 50 ? limit : Math.max(limit, Math.min(200, loaded)));

/**
 * The first rows of a list anew: as many as were loaded, so that what somebody scrolled to stays.
 * @param {Entity} entity @param {{ query?: Query, sort?: string, limit: number }} asked @param {number} count
 * @returns {Promise<Page>}
 */
async function readFirst(entity, asked, count) {
  const limit = Math.min(pageMax, Math.max(asked.limit, count));
  const page = await entity.page({ ...asked, limit, cursor: undefined });
  while (page.nextCursor && page.items.length < count) {
    const next = await entity.page({ ...asked, limit: pageMax, cursor: page.nextCursor });
    page.items = [...page.items, ...next.items];
    page.nextCursor = next.nextCursor;
  }
  return page;
}

/**
 * Rows, a page at a time: `const list = useRows(Contact, { query: { status: "lead" }, sort: "name", limit: 50 })`.
 * `list.more()` loads the next page. `list.save(id, values)` and `list.remove(rows)` show their effect before the server has answered.
 * @param {Entity} entity
 * @param {{ query?: Query | undefined, sort?: string | undefined, limit?: number }} [options]
 * @returns {RowList}
 */
export function useRows(entity, { query, sort = "-createdAt", limit = 50 } = {}) {
  const key = keyOf(entity, "rows", { query, sort, limit });
  // A page often writes its query inline, a new object each time it renders: its text is a stable dependency.
  const asked = JSON.stringify({ query, sort, limit });
  /** @returns {{ rows: Row[] | undefined, cursor: string | null }} */
  const start = () => kept.get(key) ?? { rows: undefined, cursor: null };
  const [state, setState] = useState(start);
  const [error, setError] = useState(/** @type {Failure | null} */ (null));
  const access = useAccess(entity);
  const leaving = useLeaving();
  const shown = useRef(key);
  const isBusy = useRef(false);

  const load = useCallback(
    /** @param {string} [cursor] */
    async (cursor) => {
      if (cursor && isBusy.current) return;
      isBusy.current = true;
      try {
        const page = await (cursor
          ? entity.page({ ...JSON.parse(asked), limit: nextLimit(limit, kept.get(key)?.rows.length ?? 0), cursor })
          : readFirst(entity, JSON.parse(asked), kept.get(key)?.rows.length ?? 0));
        // Ignore stale responses: another question has been asked since.
        if (shown.current !== key) return;
        setError(null);
        setState((current) => {
          const before = cursor ? (current.rows ?? []) : [];
          const ids = new Set(before.map((row) => row.id));
          const next = { rows: [...before, ...page.items.filter((row) => !ids.has(row.id))], cursor: page.nextCursor };
          keep(key, next);
          return next;
        });
      } catch (problem) {
        if (shown.current === key) setError(problem instanceof Error ? problem : new Error(String(problem)));
      } finally {
        isBusy.current = false;
      }
    },
    [entity, key, asked, limit],
  );

  useEffect(() => {
    if (shown.current !== key) setState(kept.get(key) ?? { rows: undefined, cursor: null });
    shown.current = key;
    void load();
    return entity.subscribe(() => void load());
  }, [entity, key, load]);

  /** @param {(rows: Row[]) => Row[]} update */
  const change = (update) => setState((current) => ({ ...current, rows: update(current.rows ?? []) }));
  const rows = useMemo(() => (state.rows ?? []).filter((row) => !leaving.has(row.id)), [state.rows, leaving]);

  return {
    rows,
    isAccessKnown: access !== null,
    isLoading: state.rows === undefined && !error,
    error,
    hasMore: Boolean(state.cursor),
    more: () => state.cursor && load(state.cursor),
    reload: () => load(),
    hiddenCount: (state.rows?.length ?? 0) - rows.length,
    isOwn: access?.readsOnlyOwn ?? false,
    canAdd: access?.canAdd ?? false,
    addsOnceSignedIn: access?.addsOnceSignedIn ?? false,
    canChange: (row) => access?.canChange(row) ?? false,
    canDelete: (row) => access?.canDelete(row) ?? false,
    canSee: (field) => access?.canSee(field) ?? true,
    canSet: (field) => access?.canSet(field) ?? false,
    /** Creates a row, or changes one at once and takes the change back when it is refused. */
    async save(id, values) {
      if (!id) {
        const created = await entity.create(values);
        change((rows) => [created, ...rows.filter((row) => row.id !== created.id)]);
        void addUp(entity, [created]);
        return created;
      }
      const before = state.rows?.find((row) => row.id === id);
      change((rows) => rows.map((row) => (row.id === id ? { ...row, ...values } : row)));
      try {
        const saved = await entity.update(id, values);
        change((rows) => rows.map((row) => (row.id === id ? saved : row)));
        void addUp(entity, [saved, before ?? {}]);
        return saved;
      } catch (problem) {
        if (before) change((rows) => rows.map((row) => (row.id === id ? before : row)));
        toastFailure("That was not saved", problem);
        throw problem;
      }
    },
    /** Hides rows at once and deletes them when the time to undo has passed. */
    remove: (removed) => removeLater(entity, removed),
  };
}
