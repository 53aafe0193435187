import "server-only";

/** What is asked by words whose meaning leaves no choice, and the sorts of request that have an answer to it. */
export const answers: Record<string, RegExp> = {
  remove: /^-|^(?:hide|sharp|optional)$/,
  rename: /^rename-|^app-name$/,
  unique: /^(?:unique|\+field)$/,
  required: /^(?:required|\+field)$/,
  optional: /^optional$/,
  sort: /^sort$/,
  filter: /^filter$/,
  chart: /^-?chart$|^dashboard$/,
  pie: /^-?chart$/,
  calendar: /^(?:calendar|-page|rename-page)$/,
  board: /^(?:board|-page|rename-page)$/,
  default: /^default$/,
};

/** Sorts in which a word that nobody knows loses nothing: what they change is named by other words. */
export const harmless =
  /^(?:dense|airy|dark|light|round|sharp|menu-top|menu-side|color|condition|sort|group|filter|required|optional|unique|board|calendar|gallery|list-page|chart|access|currency|kind)$/;
/** Sorts that make something: words that take away speak of another one. */
export const adding = /^(?:\+|dashboard$|board$|calendar$|gallery$|list-page$|text-page$|chart$)/;
/** Sorts that bring names of their own, which a slash may stand between. */
export const listing = /^(?:[+-]|kind|default|rename|samples|condition|text-page|app-name)/;
/** Sorts in which a number has a meaning. */
export const numbered = /^(?:samples|default|condition|text-page)$/;
/** Sorts in which a colour has a meaning. */
export const colored = /^(?:color|condition|.*option.*)$/;

/** What a request of a sort makes of the app: anything else shows that its plain words were taken for something else. */
export const outcomes: Record<string, RegExp> = {
  "+field": /^\+field|^~field \S+ (?:required|unique|links=)/,
  "-field": /^-field/,
  "rename-field": /^~field \S+ label=/,
  kind: /^~field \S+ (?:kind=|default=)/,
  required: /^~field \S+ required/,
  optional: /^~field \S+ optional/,
  unique: /^~field \S+ unique/,
  default: /^~field \S+ (?:default=|\+)/,
  "+option": /^~field \S+ (?:\+|options)/,
  "-option": /^~field \S+ (?:-|options|default)/,
  "rename-option": /^~field \S+ (?:options|default)/,
  "+table": /^\+/,
  "-table": /^-/,
  "rename-table": /^~(?:table|page)/,
  link: /^\+field|^~field \S+ links=/,
  "list-page": /^\+page/,
  board: /^[+~]page|^\+field/,
  calendar: /^[+~]page|^\+field/,
  gallery: /^[+~]page|^\+field/,
  dashboard: /^\+/,
  "text-page": /^\+page text/,
  "-page": /^-page/,
  "rename-page": /^~page/,
  chart: /^\+(?:chart|page dashboard)|^-chart/,
  "-chart": /^-(?:chart|page dashboard)/,
  sort: /^~page .* sort/,
  group: /^[+~]page/,
  filter: /^~page .* filters/,
  hide: /^~page .* hides/,
  color: /^look (?!condition|font|preset|density)/,
  condition: /^look -?condition/,
  access: /^(?:access|rules)/,
  samples: /^rows/,
  "app-name": /^name/,
};

const ofFields = /^[+~-]field|^\+table|^look condition/;
const ofPages = /^[+~-](?:page|chart)|^\+table/;
/** What rules may have made of a request of a sort, in another way than is usual. */
export const likes: Record<string, RegExp> = {
  "+field": ofFields,
  "-field": /^-/,
  "rename-field": /^~/,
  kind: ofFields,
  required: /^[~+]field \S+ .*required/,
  optional: /^~field \S+ .*optional/,
  unique: /^[~+]field \S+ .*unique/,
  default: ofFields,
  "+option": ofFields,
  "-option": /^[~-]field/,
  "rename-option": ofFields,
  "+table": /^\+/,
  "-table": /^-/,
  board: ofPages,
  calendar: ofPages,
  gallery: ofPages,
  chart: ofPages,
  sort: ofPages,
  filter: ofPages,
  hide: ofPages,
  dark: /^look mode/,
  light: /^look mode/,
  color: /^look/,
  condition: /^look/,
  access: /^(?:access|rules)/,
  samples: /^rows|^\+table/,
};
