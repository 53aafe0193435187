import type { Count, EntityRow } from "@/features/rows/schema";

/** Rows of one request while the table scrolls. */
const pageRows = 200;
/** Requests at once. A wheel that flies past a thousand pages asks for those where it stops. */
const requestsMax = 4;

type Fields = Record<string, unknown>;
type RowAt = (index: number) => EntityRow | undefined;

/** Who answers one question: which rows, in which order. */
export type RowSource = {
  list: (offset: number, limit: number) => Promise<{ items: EntityRow[] }>;
  count: () => Promise<Count>;
};

/** What is to be drawn. Another object when anything of it changed, with another `rowAt` only when rows did. */
type ShownRows = { count: number | undefined; isEstimate: boolean; failure: unknown; rowAt: RowAt };

/** The last request of a page, and whether what it brings counts as new. */
type Page = { state: "asked" | "new" | "old"; coming: Promise<void> };
/** `least` and `most`: what the pages say of an estimate. */
type Total = { number: number; coming: Promise<Count>; least: number; most: number };

/**
 * Never changed in place: whoever draws may keep what they got. A change copies the pages that it is about, and the
 * list of pages.
 */
type Content = ReadonlyMap<number, readonly EntityRow[]>;
type Unsaved = ReadonlyMap<string, Fields>;

/** An estimate by what has been read: a full page has something behind it, a short one is the end. */
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
 * The rows of a table, fetched page by page where somebody looks. A change elsewhere marks the pages as old; they stay
 * on screen until their new content has come. How many rows there are is shown together with them, never before: a grid
 * that loses its last row for a moment lets go of what is selected there.
 */
export class RowPages {
  #source: RowSource;
  #pages = new Map<number, Page>();
  #content: Content = new Map();
  /** Whether the content still answers the question before. */
  #isOfBefore = false;
  /** What is being saved, by row: an answer that was on its way before does not take it from the screen. */
  #unsaved: Unsaved = new Map();
  /** The last question how many there are; none, when the answer is old. */
  #total: Total | undefined;
  #totalsAsked = 0;
  /** The number of the question whose count is shown. */
  #totalShown = 0;
  #seen: [number, number] = [0, pageRows - 1];
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

  /** Another question. The rows of the one before stay until the first of its own have come. */
  turnTo = (source: RowSource) => {
    this.#source = source;
    this.#pages = new Map();
    this.#total = undefined;
    this.#isOfBefore = true;
    const seen = this.#seen;
    // There may be fewer rows now than were scrolled past.
    this.show(0, 0);
    this.show(...seen);
  };

  /** Somebody looks at the rows from one to another. */
  show = (from: number, to: number) => {
    this.#seen = [from, to];
    for (let at = Math.floor(from / pageRows); at <= Math.floor(to / pageRows); at += 1)
      if (this.#running < requestsMax) void this.#ask(at);
  };

  /** Everything may have changed: what is in view is fetched again, the rest when it is looked at. */
  refresh = () => {
    for (const page of this.#pages.values()) page.state = "old";
    this.#total = undefined;
    this.show(...this.#seen);
  };

  /** The rows from one to another, both included, also those that nobody has looked at yet. */
  load = async (from: number, to: number): Promise<(EntityRow | undefined)[]> => {
    for (let at = Math.floor(from / pageRows); at <= Math.floor(to / pageRows); at += 1) await this.#ask(at);
    return Array.from({ length: to - from + 1 }, (_, place) => this.#shown.rowAt(from + place));
  };

  /**
   * Where the rows stand that have been looked at. A row that has moved also stands in the old page that it comes from:
   * the newer one counts.
   */
  places = () => {
    const isNew = ([at]: [number, unknown]) => this.#pages.get(at)?.state === "new";
    const all = [...this.#content];
    return new Map(
      [...all.filter((page) => !isNew(page)), ...all.filter(isNew)].flatMap(([at, rows]) =>
        rows.map(({ id }, place): [string, number] => [id, at * pageRows + place]),
      ),
    );
  };

  /** Shows what is being saved until it is. @returns to call when the server has answered */
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
    // What was looked at while there was no room for its request. A failure waits for somebody to try again.
    page.coming.then(
      () => this.show(...this.#seen),
      () => undefined,
    );
    return page.coming;
  }

  async #fetch(at: number, page: Page): Promise<void> {
    const pages = this.#pages;
    // An answer to an older question, or of another query, is no news.
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
      // Made old on its way, it is better than what is there, and asked for again.
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
    // Rows that are no longer there.
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
