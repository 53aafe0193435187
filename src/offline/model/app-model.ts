import "server-only";
import type { FieldAccess, RowOperation, RowTest } from "@/shipped/contract";
import { defaultLook, type Look, readLook, type Reason } from "./look";

/** A field's kind for forms and tables, beyond its JSON type. */
export type FieldKind =
  | "text"
  | "longtext"
  | "email"
  | "phone"
  | "url"
  | "image"
  | "file"
  | "number"
  | "money"
  | "percent"
  | "rating"
  | "date"
  | "datetime"
  | "boolean"
  | "enum"
  | "multi"
  | "tags"
  | "reference"
  | "json";

/** A property of an entity file; the same JSON Schema subset as the platform's entities. */
export type Property = {
  type?: "string" | "number" | "integer" | "boolean" | "array" | "object";
  title?: string;
  description?: string;
  format?: string;
  enum?: (string | number)[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  items?: Property;
  "x-reference"?: string;
  /** Written only when the name alone would suggest another kind. */
  "x-display"?: FieldKind;
  /** No two rows have the same value here: the server refuses a second one (features/rows/claim-values.ts). */
  "x-unique"?: boolean;
  /** Who may see and set it, of those who reach the row (features/rows/field-rights.ts). */
  "x-accessControl"?: FieldAccess;
  /** The server computes it: the price of what `of` names, times a field of the row (features/rows/total-values.ts). */
  "x-total"?: { of: string; price: string; times?: string };
};

export type Level = "anonymous" | "all" | "admin" | "creator" | "none";
export type Access = { read: Level; write: Level };

export type Entity = {
  name: string;
  type: "object";
  /** The label after a rename: rows are stored under the name, which must not change. */
  title?: string;
  /** What its rows are called where the title has no English plural: "Übungen". */
  "x-plural"?: string;
  properties: Record<string, Property>;
  required?: string[];
  /** `rules` go before the pair, each for its operation. */
  "x-accessControl"?: { permissions?: Partial<Access>; rules?: Partial<Record<RowOperation, RowTest[]>> };
  /** Rows that take a time: the server refuses those that overlap (features/rows/check-overlap.ts). */
  "x-noOverlap"?: { field: string; minutes: number; per?: string[]; unless?: { field: string; values: string[] } };
};

/** Rows by option, related row or month: their number, or the sum or average of a field; of all rows, or of some. */
export type Chart = {
  entity: string;
  by: string;
  sum?: string;
  average?: string;
  where?: Reason;
  shape: "bar" | "pie" | "line";
};

export type View = {
  /** The page's file name: "Contacts" is pages/Contacts.jsx. */
  page: string;
  title: string;
  kind: "dashboard" | "list" | "board" | "calendar" | "form" | "text";
  entity?: string;
  /** The board's dropdown or the calendar's date field. */
  field?: string;
  /** Filtered fields of a list; default: its first two dropdowns. */
  filters?: string[];
  /** Default order of a list. */
  sort?: { field: string; isDescending: boolean };
  charts?: Chart[];
  /** Which rows a list has, all of them by default: of reasons for one field any will do, and those of several must all hold. */
  where?: Reason[];
  /** Fields hidden from a list. */
  hidden?: string[];
  /** Text of a plain page. */
  text?: string;
  /**
   * The form of a list (a table by default) or of a dashboard (figures by default): "gallery" cards with a page for each row, "feed" entries
   * with comments and likes, "slots" times to book; "home" a landing page, "today" what is due first.
   */
  form?: "table" | "gallery" | "feed" | "slots" | "figures" | "home" | "today";
  /** When times can be booked, where that was said. */
  opening?: Opening;
};

/** `from` and `to` are hours of the day (9.5 is half past nine), `minutes` what one booking takes, `daysOff` the closed weekdays (0 is Sunday). */
export type Opening = { from: number; to: number; minutes: number; daysOff: number[] };
export const usualOpening: Opening = { from: 9, to: 17, minutes: 60, daysOff: [0] };

/** The dashboard that shows an app's charts. The landing page of a public site shows none. */
export const dashboardOf = ({ pages }: Pick<AppModel, "pages">): View | undefined =>
  pages.find((page) => page.kind === "dashboard" && !isLanding(page, pages));

export const isLanding = ({ form }: View, pages: readonly View[]): boolean =>
  form === "home" && pages.some((page) => page.form === "gallery");

/**
 * An app's purpose decides its pages' forms (write/): "office" is sidebar and dense tables, "site" hero, gallery and
 * detail.
 */
export const purposes = ["office", "site", "personal", "booking", "community", "board", "form"] as const;
export type Purpose = (typeof purposes)[number];

/** The whole app: every generated file is a pure function of this value. */
export type AppModel = {
  name: string;
  purpose: Purpose;
  /** Members are customers, who see what is theirs, where that was said; else they are the team. */
  members?: "customers";
  /** Whether people become members by themselves, as its description says. */
  signup?: "open";
  look: Look;
  pages: View[];
  entities: Entity[];
};

export type SourceFile = { path: string; content: string };

/** A name that nobody chose: the first request may name the app. */
export const isGenericName = (name: string) =>
  /^(?:|untitled.*|new app|(?:my )?(?:app|web ?site|site|web ?page|page|home ?page|tool|system|platform|portal))$/i.test(
    name.trim(),
  );

export const modelPath = "services/app.js";

export const accessOf = (entity: Entity): Access => ({
  read: "creator",
  write: "creator",
  ...entity["x-accessControl"]?.permissions,
});
export const entityOf = (model: AppModel, name: string | undefined) =>
  model.entities.find((entity) => entity.name === name);

function parseEntity({ path, content }: SourceFile): Entity | null {
  try {
    const value = JSON.parse(content) as Partial<Entity> | null;
    if (!value || typeof value !== "object" || typeof value.properties !== "object") return null;
    return {
      ...value,
      name: path.slice("entities/".length, -".json".length),
      type: "object",
      properties: value.properties,
    };
  } catch {
    return null;
  }
}

type StoredModel = {
  name?: string;
  purpose?: Purpose;
  members?: "customers";
  signup?: "open";
  look?: Partial<Look>;
  tables?: string[];
  pages?: View[];
};

function parseStored(files: SourceFile[]): StoredModel | null {
  const text = files.find((file) => file.path === modelPath)?.content;
  const json = text?.match(/export const app = (\{[\s\S]*\});\s*$/)?.[1];
  if (!json) return null;
  try {
    return JSON.parse(json) as StoredModel;
  } catch {
    return null;
  }
}

/**
 * Reads the model back from the app's files: entities/*.json, and pages, name and look in services/app.js, which the
 * layout uses too.
 * `isForeign`: there are files, but none of ours; pages are then left alone.
 */
export function readModel(files: SourceFile[], appName: string): { model: AppModel; isForeign: boolean } {
  const entities = files
    .filter((file) => /^entities\/[^/]+\.json$/.test(file.path))
    .map(parseEntity)
    .filter((entity) => entity !== null);
  const stored = parseStored(files);
  const rank = (entity: Entity) => (stored?.tables?.indexOf(entity.name) ?? -1) + 1 || entities.length + 1;
  entities.sort((left, right) => rank(left) - rank(right));
  const known = new Set(entities.map((entity) => entity.name));
  const exists = new Set(files.map((file) => file.path));
  const pages = (stored?.pages ?? []).filter(
    (page) => exists.has(`pages/${page.page}.jsx`) && (!page.entity || known.has(page.entity)),
  );
  for (const page of pages)
    page.charts = isLanding(page, pages) ? undefined : page.charts?.filter((chart) => known.has(chart.entity));
  const model: AppModel = {
    name: stored?.name ?? appName,
    purpose: stored?.purpose ?? "office",
    ...(stored?.members === "customers" && { members: stored.members }),
    ...(stored?.signup === "open" && { signup: stored.signup }),
    look: stored ? readLook(stored.look) : { ...defaultLook },
    pages,
    entities,
  };
  return { model, isForeign: stored === null && files.some((file) => file.path.startsWith("pages/")) };
}
