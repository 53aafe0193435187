/** The shapes that the components take and give. Types only: nothing of it is loaded. */
import type { ComponentType, ReactNode } from "react";
import type { EntityClient, FieldKind, Property, Query, Row, Value, Values } from "@/sdk/types";

export type {
  Access,
  FieldKind,
  Group,
  GroupOptions,
  Page,
  Property,
  Query,
  Row,
  Schema,
  Value,
  Values,
} from "@/sdk/types";

/** What `@/api/entities` exports: `entity={Contact}`. */
export type Entity = EntityClient;

export type Option = string | number;

/** A field of an entity, as components use it. `reference` is the name of the entity that it points to. */
export type Field = {
  name: string;
  property: Property;
  label: string;
  kind: FieldKind;
  options: Option[];
  reference: string | undefined;
  isRequired: boolean;
};

/** A row that is stored, or one that is yet to be: then without an id. */
export type Draft = Values & { id?: string };

/** Names of the rows that references point to, by field and id (useNames). */
export type Names = Record<string, Map<Value, string>>;

/** Why something could not be loaded or saved; `status` is that of the answer. */
export type Failure = Error & { status?: number };

/** An answer of the server that is asked for anew when rows change. */
export type Answer<T> = { value: T | undefined; error: Failure | null; isLoading: boolean; reload: () => void };

/** Creates a row, or changes the one of the id. */
export type Save = (id: string | undefined, values: Values) => Promise<Row>;

/** Rows of a list with what can be done to them (useRows). */
export type RowList = {
  rows: Row[];
  isLoading: boolean;
  error: Failure | null;
  hasMore: boolean;
  more: () => void;
  reload: () => void;
  /** Rows that are about to be deleted. */
  hiddenCount: number;
  canAdd: boolean;
  canChange: (row: Row) => boolean;
  canDelete: (row: Row) => boolean;
  save: Save;
  remove: (rows: Row[]) => void;
};

/** Names the rows that meet a filter: `{ label: "Low stock", when: { stock: { $lte: { $field: "reorder_level" } } } }`. */
export type Flag = { label: string; when: Query };

/** Tints the rows that meet a condition: `{ field: "due_date", is: "overdue", color: "#dc2626" }`, or `is: "<5"`. */
export type Mark = { field: string; is: string | number; color: string };

/** The address's own parameters, and what changes them (useAddress). */
export type Address = Record<string, string>;
export type Go = (changes: Record<string, string | null | undefined>, options?: { replace?: boolean }) => void;

export type Tone = "green" | "red" | "amber" | "blue" | "violet" | "teal" | "pink" | "gray";

/** What `services/app.js` says of the app. */
export type AppInfo = {
  name: string;
  pages: { page: string; title: string }[];
  look?: { layout?: string; mode?: string; currency?: string };
};

export type Icon = ComponentType<{ className?: string; "aria-hidden"?: "true" }>;

/** A table that a page shows, and its page: `{ entity: Contact, page: "Contacts" }`. */
export type Table = { entity: Entity; page: string };

/** Rows of another table that belong to this one: `{ entity: Comment, by: "post" }`. */
export type Belonging = { entity: Entity; by: string };

/** What the page of one row has to draw it with (RecordFrame). */
export type Shown = { row: Row; list: RowList; names: Names; back: ReactNode; edit: () => void; remove: () => void };

/** The state of a form over some fields (useFields). */
export type FieldsForm = {
  values: Values;
  errors: Record<string, string | undefined>;
  reset: () => void;
  set: (name: string, value: Value) => void;
  /** Shows the words of a refused call at its fields; false where it names none of them. */
  refuse: (error: unknown) => boolean;
  /** What is to be saved, or null when something is missing. */
  read: () => Values | null;
};
