import { z } from "zod";
import { presets } from "../model/look";

/** What a field holds. `long` is text of several lines, `duration` is minutes, `options` is several of a list. */
export const fieldTypes = [
  "text",
  "long",
  "email",
  "phone",
  "url",
  "number",
  "integer",
  "money",
  "percent",
  "date",
  "datetime",
  "time",
  "duration",
  "boolean",
  "image",
  "file",
  "rating",
  "tags",
  "color",
  "option",
  "options",
  "relation",
] as const;
export type FieldType = (typeof fieldTypes)[number];

export const viewNames = [
  "table",
  "list",
  "gallery",
  "board",
  "calendar",
  "agenda",
  "feed",
  "checklist",
  "slots",
  "form",
] as const;

export const thingKinds = ["person", "place", "item", "event", "record", "document", "money", "message"] as const;
export const purposes = ["office", "site", "personal", "booking", "community", "board", "form"] as const;

const words = z.array(z.string().trim().min(1)).default([]);
const view = z.enum(viewNames);

/** A thing that apps keep, as written in things/*.json. See README.md for the notation of fields, rules and rows. */
export const thingSchema = z.strictObject({
  name: z.string().regex(/^[A-Z][A-Za-z0-9 -]*$/),
  plural: z.string().min(1),
  synonyms: words,
  /** Names that mean it only where one of its words of `scenes.json` stands: the "papers" of a conference. */
  inScene: words,
  /** German names, singular and plural. */
  de: words,
  /** The nearest type of schema.org. */
  schemaOrg: z.string().min(1),
  /** A lucide icon by its file name: "book-open". */
  icon: z.string().regex(/^[a-z0-9-]+$/),
  kind: z.enum(thingKinds),
  fields: z.array(z.string()).min(2),
  /** The field that names a row. A relation names it by the row it points to. */
  titleField: z.string().min(1),
  /** Fields that strangers and customers who send rows in do not fill: the vet's findings. The team does. */
  team: words,
  views: z.array(view).min(1),
  /** Things that belong to one of these: shown on its page. */
  parts: words,
  /** Values that follow from others: "amount = quantity * price", "total = sum(Invoice line.amount)". */
  computed: words,
  /** What deserves attention: "Overdue: due < today and returned is no". */
  flags: words,
  /** The first line names the columns, the others are rows; cells are divided by " | ". */
  rows: z.array(z.string()).min(2),
});

/** A kind of app, as written in kinds/*.json. */
export const kindSchema = z.strictObject({
  name: z.string().min(1),
  phrases: z.array(z.string().trim().min(1)).min(1),
  de: words,
  purpose: z.enum(purposes),
  things: z.array(z.string()).min(1),
  /** What a thing is called in such an app, where the data's name tells too much: { "Reading entry": "Book" }. */
  names: z.record(z.string(), z.string()).default({}),
  /** The thing that the app is about; never dropped. */
  central: z.string(),
  /** "dashboard", "today", "home" or "<Thing> <view>", in the order of the menu. */
  pages: z.array(z.string()).min(1),
  tagline: z.string().min(1),
  look: z.enum(presets),
});
export type AppKind = z.infer<typeof kindSchema>;

const verbWords = { verb: z.string().min(1), synonyms: words, de: words };

/** Verbs whose doing must be remembered: they make a row of a thing. `{object}` and `{actor}` stand for what the sentence names. */
export const recordVerbSchema = z.strictObject({
  ...verbWords,
  makes: z.string().min(1),
  /** Objects that have a thing of their own for it: { "Tool": "Tool loan" }. */
  makesFor: z.record(z.string(), z.string()).default({}),
  /** Those of its verbs that leave their object and nothing beside it: "log a flight" keeps flights. */
  keepsObject: words,
  /** Words of which a text has one where the verb means this: who "ticks off" tasks keeps no habits. */
  among: words,
  /** Who does it, if the sentence does not say. */
  actor: z.string().optional(),
  fields: z.array(z.string()),
  features: words,
  /** What the button says. */
  button: z.string().min(1),
});

/** Verbs that set a state: "approve" sets status to approved. */
export const stateVerbSchema = z.strictObject({
  ...verbWords,
  field: z.string().min(1),
  to: z.string().min(1),
  from: z.string().optional(),
  /** Who usually may. */
  by: z.enum(["anyone", "owner", "manager", "admin"]),
});

export const interfaceActions = [
  "view",
  "search",
  "filter",
  "sort",
  "group",
  "select",
  "create",
  "edit",
  "delete",
  "manage",
  "upload",
  "download",
  "export",
  "import",
  "print",
  "share",
  "sign-in",
  "notify",
  "favourite",
  "chart",
  "calculate",
  "duplicate",
  "archive",
  "undo",
] as const;
export const interfaceVerbSchema = z.strictObject({ ...verbWords, action: z.enum(interfaceActions) });
export const havingVerbSchema = z.strictObject({ ...verbWords, negates: z.boolean().default(false) });

/** A feature by its phrases, and what it adds to the thing that it is asked of. */
export const featureSchema = z.strictObject({
  name: z.string().min(1),
  phrases: z.array(z.string().trim().min(1)).min(1),
  de: words,
  /** Fields of the thing itself. */
  fields: words,
  /** A child thing: `{thing}` stands for the thing that has the feature. */
  child: z.strictObject({ name: z.string().min(1), fields: z.array(z.string()).min(1), view }).optional(),
  computed: words,
  flags: words,
  view: view.optional(),
  /** An action of the pages rather than data. */
  action: z.enum(interfaceActions).optional(),
  /** What the app must hold to, for the generator: a known name. */
  rule: z
    .enum([
      "capacity",
      "no-overlap",
      "once-per-person",
      "approval",
      "roles",
      "unique",
      "stock",
      "not-past",
      "limit",
      "next-date",
      "streak",
      "numbering",
      "reminder",
    ])
    .optional(),
});

export const colorRoles = [
  "page",
  "components",
  "text",
  "accent",
  "header",
  "sidebar",
  "cards",
  "buttons",
  "links",
  "borders",
  "footer",
  "table-head",
  "inputs",
  "badges",
  "condition",
] as const;

export const schemas = {
  things: z.array(thingSchema),
  kinds: z.array(kindSchema),
  verbs: z.strictObject({
    records: z.array(recordVerbSchema).default([]),
    states: z.array(stateVerbSchema).default([]),
    interface: z.array(interfaceVerbSchema).default([]),
    having: z.array(havingVerbSchema).default([]),
  }),
  features: z.array(featureSchema),
  /** Field nouns by what they hold; each string is a comma-separated group of words. Options by the noun that has them. */
  attributes: z.strictObject({
    types: z.partialRecord(z.enum(fieldTypes), z.array(z.string())),
    /** Of fields by their whole noun, whoever names them. */
    options: z.record(z.string(), z.string()),
    /** Of fields of things, and where a person asks for a dropdown without saying its options. */
    asked: z.record(z.string(), z.string()),
    /** What describes a row and does not name it. */
    descriptive: z.array(z.string()),
    de: z.record(z.string(), z.string()),
  }),
  roles: z.partialRecord(z.enum(colorRoles), z.array(z.string())),
  /** What usually belongs to what, where an app keeps both: parents by the child, in the order of their names; or "nothing". */
  belongs: z.record(z.string(), z.string()),
  /**
   * What the last word of a compound tells of its rows: "street light faults" are faults `of` street lights, "lap times"
   * are one `whole` name, and a "tennis court" is used by one party `alone` at a time.
   */
  heads: z.strictObject({
    of: z.record(z.string(), z.string()),
    whole: z.record(z.string(), z.string()),
    alone: z.string(),
  }),
  /** What people ask for in a change: its phrases, divided by commas. */
  asks: z.record(z.string(), z.string()),
  /** Words of German in the forms in which they are said, by the English one. */
  german: z.record(z.string(), z.string()),
  /** How people say what a learned request needs to know: its phrases, divided by commas and without apostrophes. */
  said: z.record(z.string(), z.string()),
  /** Words of what nobody builds here, by the reason that is given. */
  beyond: z.record(z.string(), z.string()),
  /** What people ask to have added that is no field of a row, by the reason that is given. */
  noFields: z.record(z.string(), z.string()),
  /** Words for what is not so, by the word of a box that is ticked where it is. */
  opposites: z.record(z.string(), z.string()),
  /** Field nouns that people use for one another: the others by the one that a table has. */
  alike: z.record(z.string(), z.string()),
  /** Features as software is advertised with them, by what is kept for them: a table, a field, or nothing (""). */
  capabilities: z.record(z.string(), z.array(z.string()).min(1)),
  /** The fields of what nothing is known of but its sort, and the nouns of each sort, divided by spaces. */
  sorts: z.strictObject({ fields: z.record(z.string(), z.array(z.string())), nouns: z.record(z.string(), z.string()) }),
  notMistyped: z.array(z.string().regex(/^[a-z]+$/)),
  /** German names of things that mean something else in English. */
  falseFriends: z.array(z.string().regex(/^[a-z]+$/)),
  /** Things that a word means only in a text that has one of these words or phrases: a "ticket" where there are seats. */
  scenes: z.record(z.string(), z.string()),
  /** Words that several things answer to, the likeliest first. The things of the app's kind go before this order. */
  precedence: z.record(z.string(), z.array(z.string()).min(2)),
};

export type ThingData = z.infer<typeof thingSchema>;
export type RecordVerb = z.infer<typeof recordVerbSchema>;
export type StateVerb = z.infer<typeof stateVerbSchema>;
export type InterfaceVerb = z.infer<typeof interfaceVerbSchema>;
export type HavingVerb = z.infer<typeof havingVerbSchema>;
export type Feature = z.infer<typeof featureSchema>;
export type ColorRole = (typeof colorRoles)[number];
