import type { ReactDiffViewerStylesOverride } from "react-diff-viewer-continued";

/** Muted by colour: the viewer's own half opacity is unreadable on added lines. */
const lineNumbers = {
  gutterColor: "var(--text-muted)",
  addedGutterColor: "var(--text-muted)",
  removedGutterColor: "var(--text-muted)",
};

/** Theme of the diff viewer. */
export const diffStyles: ReactDiffViewerStylesOverride = {
  variables: {
    light: {
      diffViewerBackground: "var(--surface)",
      gutterBackground: "var(--surface-sunken)",
      gutterBackgroundDark: "var(--surface-sunken)",
      codeFoldBackground: "var(--surface-sunken)",
      codeFoldGutterBackground: "var(--surface-sunken)",
      emptyLineBackground: "var(--surface-sunken)",
      ...lineNumbers,
    },
    dark: {
      diffViewerBackground: "var(--surface)",
      gutterBackground: "var(--surface-sunken)",
      gutterBackgroundDark: "var(--surface-sunken)",
      codeFoldBackground: "var(--surface-sunken)",
      codeFoldGutterBackground: "var(--surface-sunken)",
      emptyLineBackground: "var(--surface-sunken)",
      ...lineNumbers,
    },
  },
  // In a flex column the table would shrink to its content.
  diffContainer: {
    width: "100%",
    minWidth: 0,
    fontSize: 12,
    lineHeight: 1.5,
    pre: { lineHeight: 1.5 },
    // Without line numbers, folded rows span columns that do not exist, and a fixed layout would give those most of the
    // width.
    "@media (max-width: 1023.98px)": { tableLayout: "auto" },
  },
  contentText: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 12 },
  gutter: { pre: { opacity: 1 } },
  lineNumber: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 11 },
};

/** The viewer's own colours of code miss 4.5 : 1 on the backgrounds of changed lines and words (WCAG 2.2, 1.4.3). */
export const diffTokens: Record<"light" | "dark", Record<string, string>> = {
  light: {
    comment: "#44505c",
    prolog: "#44505c",
    doctype: "#44505c",
    cdata: "#44505c",
    property: "#004a9f",
    boolean: "#004a9f",
    number: "#004a9f",
    constant: "#004a9f",
    symbol: "#004a9f",
    builtin: "#004a9f",
    tag: "#10521f",
    inserted: "#10521f",
    entity: "#10521f",
    selector: "#4f2d93",
    "attr-name": "#4f2d93",
    "class-name": "#4f2d93",
    function: "#4f2d93",
    operator: "#94101f",
    keyword: "#94101f",
    atrule: "#94101f",
    deleted: "#94101f",
    important: "#7a3a00",
    variable: "#7a3a00",
  },
  dark: {
    comment: "#c3cbe6",
    prolog: "#c3cbe6",
    doctype: "#c3cbe6",
    cdata: "#c3cbe6",
    boolean: "#dcc7ff",
    number: "#dcc7ff",
    constant: "#dcc7ff",
    symbol: "#dcc7ff",
    tag: "#ffb3df",
    entity: "#ffb3df",
    keyword: "#ffb3df",
    atrule: "#ffb3df",
    deleted: "#ffc2c2",
    selector: "#a8f5bd",
    "attr-name": "#a8f5bd",
    inserted: "#a8f5bd",
    function: "#a8f5bd",
    regex: "#ffd09a",
    important: "#ffd09a",
  },
};
