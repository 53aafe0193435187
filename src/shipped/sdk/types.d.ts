/** The shapes of an app's data, for whoever reads or extends its code. Types only: nothing of it is loaded. */
import type { ComponentType, Context, ReactNode } from "react";

/** What a field of a row holds; `tags` and `multi` hold lists. */
export type Value = string | number | boolean | null | undefined | Value[];

/** Values of some fields, by their names: what is created, or changed. */
export type Values = Record<string, Value>;

/** A stored row. The platform sets `id`, `createdAt`, `updatedAt` and `creatorId`. */
export type Row = Values & { id: string; createdAt?: string; updatedAt?: string; creatorId?: string };

/** A filter: `{ status: "open", amount: { $gte: 100 } }`. All fields must match. */
export type Query = { [field: string]: unknown };

/** What a row rule asks of the caller, of the row, or of both; "me" is the caller's id, "my address" where their mail goes. */
export type RowTest =
  | "anonymous"
  | "all"
  | "admin"
  | "creator"
  | { role: string }
  | { field: string; is: string | number | boolean }
  | { field: string; has: string }
  | { field: string; of: string; meets: RowTest }
  | { every: RowTest[] };

export type PermissionLevel = "anonymous" | "all" | "admin" | "creator" | "none";

/** How a field is entered and shown. */
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

/** One field in an entity's schema. */
export type Property = {
  type?: "string" | "number" | "integer" | "boolean" | "array" | "object";
  format?: string;
  title?: string;
  description?: string;
  enum?: (string | number)[];
  items?: Property;
  default?: Value;
  minimum?: number;
  maximum?: number;
  "x-reference"?: string;
  /** Shows a text in another way: "image", "longtext". */
  "x-display"?: FieldKind;
  /** Who may see and set the field, of those who reach the row. */
  "x-accessControl"?: { read?: RowTest[]; write?: RowTest[] };
  /** The server computes it. */
  "x-total"?: { of: string; price: string; times?: string };
};

/** An entity's schema, `entities/<Name>.json`. */
export type Schema = {
  name?: string;
  title?: string;
  "x-plural"?: string;
  properties?: Record<string, Property>;
  required?: string[];
  /** Rows take a time, and no two may overlap. */
  "x-noOverlap"?: unknown;
  "x-accessControl"?: {
    permissions?: { read?: PermissionLevel; write?: PermissionLevel };
    rules?: Partial<Record<"read" | "create" | "update" | "delete", RowTest[]>>;
  };
};

/** What a visitor may do; the server decides all the same. */
export type Access = {
  /** Whether they build the app, and look at it in the builder. */
  mayBuild: boolean;
  canRead: boolean;
  /** The rows that the visitor sees are all their own. */
  readsOnlyOwn: boolean;
  canAdd: boolean;
  /** They may add once they have signed in: ask for that before they write something. */
  addsOnceSignedIn: boolean;
  canChange: (row: Row) => boolean;
  canDelete: (row: Row) => boolean;
  canSee: (field: string) => boolean;
  canSet: (field: string) => boolean;
};

export type Page = { items: Row[]; nextCursor: string | null };
export type PageOptions = { query?: Query; sort?: string; limit?: number; cursor?: string | null };

/** `{ group: ["stage", "createdAt:month"], metrics: ["sum:amount"] }` */
export type GroupOptions = { query?: Query; group?: string | string[]; metrics?: string | string[] };

/** `{ key: "won", count: 3, "sum:amount": 900 }`; with several groups the key is a list. */
export type Group = { key: Value; count: number; [figure: `${"sum" | "avg"}:${string}`]: number | null } & {
  [least: `${"min" | "max"}:${string}`]: number | string | null;
};

/** What `@/api/entities` exports for each entity. */
export type EntityClient = {
  list(sort?: string, limit?: number): Promise<Row[]>;
  filter(query: Query, sort?: string, limit?: number): Promise<Row[]>;
  get(id: string): Promise<Row>;
  create(data: Values): Promise<Row>;
  update(id: string, data: Values): Promise<Row>;
  delete(id: string): Promise<unknown>;
  bulkCreate(rows: Values[]): Promise<Row[]>;
  count(query?: Query): Promise<number>;
  aggregate(options?: GroupOptions): Promise<Group[]>;
  page(options?: PageOptions): Promise<Page>;
  subscribe(listener: () => void): () => void;
  /** When a table with "x-noOverlap" is taken: starts as ISO texts, for whoever may book. */
  taken(from: string, to: string, per?: Record<string, string>): Promise<string[]>;
  access(): Promise<Access>;
  schema(): Schema;
  /** The client of another entity, by its name: to follow references. */
  related(name: string): EntityClient | undefined;
};

/** A signed-in person. */
export type Person = {
  id: string;
  email?: string;
  /** Whether they have proven that they read its mail; undefined where nobody can, as in a downloaded app. */
  isEmailVerified?: boolean;
  full_name?: string;
  role?: string;
  [field: string]: Value;
};

/** What the server wrote into the page. */
export type Config = {
  appId: string;
  appName: string;
  versionId: string;
  mode: "preview" | "published" | "function";
  siteTitle?: string;
  builderOrigin?: string;
  isPrivate?: boolean;
  closedPages?: string[];
  isCounted?: boolean;
  isMarked?: boolean;
  /** Where members keep their account. A downloaded app has no such page. */
  account?: string;
  /** Address of the service worker. */
  offline?: string;
};

/** Why something could not be loaded or saved; `status` is that of the answer. */
export type Failure = Error & { status?: number };

/** What the server says of a refused call. */
export type Refusal = { code?: string; message?: string; details?: Record<string, string> };

/** What an answer of the app's assistant is taken from: a passage that it cites by number, or a row. */
export type Source = { number?: number; heading?: string; text?: string; entity?: string; title?: string };

export type Message = {
  id?: string;
  role: "user" | "assistant";
  content: string;
  sources?: Source[];
  isLive?: boolean;
};

export type AssistantView = { welcomeMessage: string; examples: string[] };

/** What `boot` shows: the pages by name, in the order of the menu, and the layout around them. */
export type App = { pages: Record<string, ComponentType>; layout?: Layout };
export type Layout = ComponentType<{ currentPageName: string; children: ReactNode }>;

export type Swaps = {
  count: number;
  script: string;
  parts: string | undefined;
  place?: { left: number; top: number } | undefined;
};

export type Refresh = {
  epoch: number;
  Epoch: Context<number>;
  /** @param id of the component in all builds @param signature of its hooks: with another one its state is another */
  register(id: string, type: RefreshType, signature: string): RefreshType;
  keep(id: string, make: () => unknown): unknown;
  stableOf(type: string | RefreshType): string | RefreshType;
};

/** A component as React runs it, with props and perhaps a ref. */
export type Runs = { (...given: unknown[]): ReactNode; displayName?: string };

/** What a module registers: a component, or what `forwardRef` and `memo` make of one. */
export type RefreshType =
  | ComponentType<never>
  | { render?: Runs; type?: unknown; compare?: ((before: object, after: object) => boolean) | null };
