import type { EntityRow } from "@/features/rows/schema";
import type { Count } from "@/features/rows/limits";

/** Page size of requests while scrolling. */
const pageRows = 200;
/** Concurrent requests. After a fast scroll only the pages in view are requested. */
const requestsMax = 4;
/**
 * How long pages stay in view that are worth requesting, ms. What flies past would be answered when it is gone, and the
 * rows where the wheel stops would wait for it: a second, at 100,000 rows.
 */
const restMs = 60;

type Fields = Record<string, unknown>;
type RowAt = (index: number) => EntityRow | undefined;

/** Data source of one query (filter and order). */
export type RowSource = {
  list: (offset: number, limit: number) => Promise<{ items: EntityRow[] }>;
  count: () => Promise<Count>;
};

/** Snapshot for rendering. A new object on any change; `rowAt` changes only with rows. */
type ShownRows = { count: number | undefined; isEstimate: boolean; failure: unknown; rowAt: RowAt };

/** A page's last request, and whether its result will be fresh. */
type Page = { state: "asked" | "new" | "old"; coming: Promise<void> };
/** `least` and `most`: bounds on an estimate, known from loaded pages. */
type Total = { number: number; coming: Promise<Count>; least: number; most: number };

/** Immutable: a change copies the affected pages and the list of pages. */
type Content = ReadonlyMap<number, readonly EntityRow[]>;
type Unsaved = ReadonlyMap<string, Fields>;

/** Corrects an estimate by a loaded page: a full page has rows after it, a short one is the last. */
function correct(total: Total, counted: Count, at: number, items: number): Count {
  if (!counted.isEstimate) return counted;
  const end = at * pageRows + items;
  if (items < pageRows) total.most = Math.min(total.most, end);
  if (items > 0) total.least = Math.max(total.least, items < pageRows ? end : end + 1);
  const count = Math.max(total.least, Math.min(counted.count, total.most));
  return total.least >= total.most ? { count } : { count, isEstimate: true };
}

const rowAtOf =
  (content: Content, unsaved: Unsaved): RowAt =>
  (index) => {
    const row = content.get(Math.floor(index / pageRows))?.[index % pageRows];
    const fields = row && unsaved.get(row.id);
    return fields ? { ...row, ...fields } : row;
  };

/**
 * Virtualized rows of a table, fetched page by page (stale-while-revalidate: stale pages stay on screen until
 * reloaded). The count changes together with the rows, never before, because a grid that briefly loses its last row
 * drops the selection.
 */
export class RowPages {
  #source: RowSource;
  #pages = new Map<number, Page>();
  #content: Content = new Map();
  /** Whether the content still belongs to the previous query. */
  #isOfBefore = false;
  /** Optimistic changes by row: a stale response must not remove them from the screen. */
  #unsaved: Unsaved = new Map();
  /** The latest count request; undefined when its result is stale. */
  #total: Total | undefined;
  #totalsAsked = 0;
  /** The request number of the shown count. */
  #totalShown = 0;
  #seen: [number, number] = [0, pageRows - 1];
  /** When the last two turns from one page in view to another were. */
  #turns: [number, number] = [-Infinity, -Infinity];
  #rest: ReturnType<typeof setTimeout> | undefined;
  #running = 0;
  #shown: ShownRows = { count: undefined, isEstimate: false, failure: undefined, rowAt: () => undefined };
  #listeners = new Set<() => void>();

  constructor(source: RowSource) {
    this.#source = source;
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  shown = () => this.#shown;

  /** Switches the query. The previous rows stay until the first new ones arrive. */
  turnTo = (source: RowSource) => {
    this.#source = source;
    this.#pages = new Map();
    this.#total = undefined;
    this.#isOfBefore = true;
    // The new result may be shorter than the scroll position.
    this.#request(0, 0);
    this.#request(...this.#seen);
  };

  /** Sets the visible range and loads it, unless it is one of many that fly past. */
  show = (from: number, to: number) => {
    const hasTurned = Math.floor(from / pageRows) !== Math.floor(this.#seen[0] / pageRows);
    this.#seen = [from, to];
    if (hasTurned) {
      clearTimeout(this.#rest);
      this.#rest = undefined;
      const isFlying = performance.now() - this.#turns[0] < 2 * restMs;
      this.#turns = [this.#turns[1], performance.now()];
      if (isFlying) this.#rest = setTimeout(this.#settle, restMs);
    }
    if (this.#rest === undefined) this.#request(from, to);
  };

  #settle = () => {
    this.#rest = undefined;
    this.#request(...this.#seen);
  };

  #request(from: number, to: number) {
    for (let at = Math.floor(from / pageRows); at <= Math.floor(to / pageRows); at += 1)
      if (this.#running < requestsMax) void this.#ask(at);
  }

  /** Marks everything stale: the visible range is refetched now, the rest when it becomes visible. */
  refresh = () => {
    for (const page of this.#pages.values()) page.state = "old";
    this.#total = undefined;
    this.show(...this.#seen);
  };

  /** Rows of an inclusive range, loading what is missing. */
  load = async (from: number, to: number): Promise<(EntityRow | undefined)[]> => {
    for (let at = Math.floor(from / pageRows); at <= Math.floor(to / pageRows); at += 1) await this.#ask(at);
    return Array.from({ length: to - from + 1 }, (_, place) => this.#shown.rowAt(from + place));
  };

  /** Positions of loaded rows by id. A moved row may still be in its former, stale page too: the fresher one counts. */
  places = () => {
    const isNew = ([at]: [number, unknown]) => this.#pages.get(at)?.state === "new";
    const all = [...this.#content];
    return new Map(
      [...all.filter((page) => !isNew(page)), ...all.filter(isNew)].flatMap(([at, rows]) =>
        rows.map(({ id }, place): [string, number] => [id, at * pageRows + place]),
      ),
    );
  };

  /** Shows optimistic changes. @returns a function to call when the server has answered */
  hold = (changes: { id: string; data: Fields }[]) => {
    const held = new Map(this.#unsaved);
    for (const { id, data } of changes) held.set(id, { ...held.get(id), ...data });
    this.#draw(this.#content, held);
    return (saved: EntityRow[]) => {
      const answers = new Map(saved.map((row) => [row.id, row]));
      const content = new Map(this.#content);
      for (const [at, rows] of content)
        if (rows.some(({ id }) => answers.has(id)))
          content.set(
            at,
            rows.map((row) => answers.get(row.id) ?? row),
          );
      const unsaved = new Map(this.#unsaved);
      for (const { id, data } of changes) {
        const left = Object.entries(unsaved.get(id) ?? {}).filter(([field, value]) => data[field] !== value);
        if (left.length > 0) unsaved.set(id, Object.fromEntries(left));
        else unsaved.delete(id);
      }
      this.#draw(content, unsaved);
    };
  };

  #ask(at: number): Promise<void> {
    const known = this.#pages.get(at);
    if (known && known.state !== "old") return known.coming;
    const page: Page = { state: "asked", coming: Promise.resolve() };
    this.#pages.set(at, page);
    page.coming = this.#fetch(at, page);
    // Load pages that waited for a free request. Failed ones wait for a retry.
    page.coming.then(
      () => this.show(...this.#seen),
      () => undefined,
    );
    return page.coming;
  }

  async #fetch(at: number, page: Page): Promise<void> {
    const pages = this.#pages;
    // Ignore stale responses: of a superseded request or another query.
    const isNews = () => this.#pages === pages && pages.get(at) === page;
    const total = (this.#total ??= {
      number: (this.#totalsAsked += 1),
      coming: this.#source.count(),
      least: 0,
      most: Infinity,
    });
    this.#running += 1;
    try {
      const [{ items }, counted] = await Promise.all([this.#source.list(at * pageRows, pageRows), total.coming]);
      if (!isNews()) return;
      // Invalidated in flight: better than what is shown, but fetched again.
      if (page.state === "asked") page.state = "new";
      this.#take(at, items, total.number, correct(total, counted, at, items.length));
    } catch (error) {
      if (this.#total === total) this.#total = undefined;
      if (!isNews()) return;
      page.state = "old";
      this.#tell({ failure: error });
      throw error;
    } finally {
      this.#running -= 1;
    }
  }

  #take(at: number, items: EntityRow[], totalNumber: number, { count, isEstimate = false }: Count) {
    const content = new Map(this.#isOfBefore ? [] : this.#content).set(at, items);
    this.#isOfBefore = false;
    if (totalNumber < this.#totalShown) return this.#draw(content, this.#unsaved, { failure: undefined });
    this.#totalShown = totalNumber;
    // Remove pages beyond the end.
    for (const [page, rows] of content)
      if (page * pageRows + rows.length > count) content.set(page, rows.slice(0, Math.max(0, count - page * pageRows)));
    this.#draw(content, this.#unsaved, { failure: undefined, count, isEstimate });
  }

  #draw(content: Content, unsaved: Unsaved, more: Partial<ShownRows> = {}) {
    this.#content = content;
    this.#unsaved = unsaved;
    this.#tell({ ...more, rowAt: rowAtOf(content, unsaved) });
  }

  #tell(change: Partial<ShownRows>) {
    this.#shown = { ...this.#shown, ...change };
    for (const listener of this.#listeners) listener();
  }
}
