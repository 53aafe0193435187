import "server-only";
import type { Ask } from "../../../request/meaning/lexicon";

/** What is true of a sort of request. */
type Trait =
  /** It makes something: words that take away speak of another request. */
  | "adds"
  /** It brings names of its own, which a slash may stand between. */
  | "names"
  /** A number has a meaning in it. */
  | "number"
  | "color"
  /** It is not said in plain words where it cannot be done directly: rules would give more than was asked for. */
  | "direct";

/** Parts of a request that are one of a few: who may do what, up or down, the shape of a chart. */
export type Detail = "who" | "may" | "only" | "way" | "measure" | "by-time" | "shape" | "kind" | "role" | "overdue";

export type Sort = {
  /** What else is learned of a request of this sort, besides what it is about. */
  details?: readonly Detail[];
  /** Words whose meaning leaves no choice, and which have their answer in this sort of request. */
  answers?: readonly Ask[];
  traits: readonly Trait[];
  /** The lines of a difference that a request makes: another one shows that it was taken for something else. */
  makes: RegExp;
  /** The lines that rules may have made of it in another way than is usual. Left out: rules are believed. */
  near?: RegExp;
};

const ofFields = /^[+~-]field|^\+table|^look condition/;
const ofPages = /^[+~-](?:page|chart)|^\+table/;
const ofLook = /^look (?!condition|font|preset|density)/;
const look: Sort = { traits: [], makes: /^look/ };
const nothing: Sort = { traits: [], makes: /^(?!)/ };

const sorts: Record<string, Sort> = {
  "+field": {
    details: ["kind"],
    answers: ["unique", "required"],
    traits: ["adds", "names"],
    makes: /^\+field|^~field \S+ (?:required|unique|links=)/,
    near: ofFields,
  },
  "-field": { answers: ["remove"], traits: ["names"], makes: /^-field/, near: /^-/ },
  "rename-field": { answers: ["rename"], traits: ["names"], makes: /^~field \S+ label=/, near: /^~/ },
  kind: { details: ["kind"], traits: ["names"], makes: /^~field \S+ (?:kind=|default=)/, near: ofFields },
  required: {
    answers: ["required"],
    traits: [],
    makes: /^~field \S+ required/,
    near: /^[~+]field \S+ .*required/,
  },
  optional: {
    answers: ["optional", "remove"],
    traits: [],
    makes: /^~field \S+ optional/,
    near: /^~field \S+ .*optional/,
  },
  unique: {
    answers: ["unique"],
    traits: [],
    makes: /^~field \S+ unique/,
    near: /^[~+]field \S+ .*unique/,
  },
  default: {
    answers: ["default"],
    traits: ["names", "number"],
    makes: /^~field \S+ (?:default=|\+)/,
    near: ofFields,
  },
  "+option": {
    traits: ["adds", "names", "color"],
    makes: /^~field \S+ (?:\+|options)/,
    near: ofFields,
  },
  "-option": {
    answers: ["remove"],
    traits: ["names", "color"],
    makes: /^~field \S+ (?:-|options|default)/,
    near: /^[~-]field/,
  },
  "rename-option": {
    answers: ["rename"],
    traits: ["names", "color"],
    makes: /^~field \S+ (?:options|default)/,
    near: ofFields,
  },
  "+table": { traits: ["adds", "names"], makes: /^\+/, near: /^\+/ },
  "-table": { answers: ["remove"], traits: ["names"], makes: /^-/, near: /^-/ },
  "rename-table": { answers: ["rename"], traits: ["names"], makes: /^~(?:table|page)/ },
  link: {
    traits: [],
    makes: /^\+field|^~field \S+ (?:links=|label=)/,
    near: /^\+(?:field|table)|^~field/,
  },
  "list-page": { traits: ["adds"], makes: /^\+page/ },
  board: { answers: ["board"], traits: ["adds"], makes: /^[+~]page|^\+field/, near: ofPages },
  calendar: { answers: ["calendar"], traits: ["adds"], makes: /^[+~]page|^\+field/, near: ofPages },
  gallery: { traits: ["adds"], makes: /^[+~]page|^\+field/, near: ofPages },
  dashboard: { answers: ["chart"], traits: ["adds"], makes: /^\+/ },
  "text-page": { traits: ["adds", "names", "number"], makes: /^\+page text/, near: /^[+~]page/ },
  "-page": { answers: ["remove", "calendar", "board"], traits: ["names"], makes: /^-page/ },
  "rename-page": { answers: ["rename", "calendar", "board"], traits: ["names"], makes: /^~page/ },
  chart: {
    details: ["measure", "by-time", "shape"],
    answers: ["chart", "pie"],
    traits: ["adds", "direct"],
    makes: /^\+(?:chart|page dashboard)|^-chart/,
    near: ofPages,
  },
  "-chart": { answers: ["remove", "chart", "pie"], traits: ["names"], makes: /^-(?:chart|page dashboard)/ },
  sort: { details: ["way"], answers: ["sort"], traits: [], makes: /^~page .* sort/, near: ofPages },
  group: { traits: [], makes: /^[+~]page/ },
  filter: { answers: ["filter"], traits: [], makes: /^~page .* filters/, near: ofPages },
  hide: { answers: ["remove"], traits: [], makes: /^~page .* hides/, near: ofPages },
  color: { details: ["role"], traits: ["color"], makes: ofLook, near: /^look/ },
  condition: {
    details: ["overdue"],
    traits: ["names", "number", "color"],
    makes: /^look -?condition/,
    near: /^look/,
  },
  access: {
    details: ["who", "may", "only"],
    traits: ["direct"],
    makes: /^(?:access|rules)/,
    near: /^(?:access|rules)|^~field \S+ (?:read|write)=/,
  },
  samples: { traits: ["names", "number"], makes: /^rows/, near: /^rows|^\+table/ },
  "app-name": { answers: ["rename"], traits: ["names"], makes: /^name/ },
  dark: { ...look, near: /^look mode/ },
  light: { ...look, near: /^look mode/ },
  sharp: { ...look, answers: ["remove"] },
  dense: look,
  airy: look,
  round: look,
  "menu-top": look,
  "menu-side": look,
  currency: look,
  font: { traits: [], makes: /^look/ },
  style: { traits: [], makes: /^look/ },
  cannot: nothing,
  question: nothing,
  undo: nothing,
};

export const sortOf = (name: string): Sort => sorts[name] ?? nothing;

const answered = new Set(Object.values(sorts).flatMap(({ answers = [] }) => answers));
/** Whether a word asks for something that only some sorts of request answer to. */
export const isDecided = (ask: Ask): boolean => answered.has(ask);
