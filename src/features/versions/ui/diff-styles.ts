import type { ReactDiffViewerStylesOverride } from "react-diff-viewer-continued";

/** Quiet by its colour: the viewer's own half opacity cannot be read on a line that was added. */
const lineNumbers = {
  gutterColor: "var(--text-muted)",
  addedGutterColor: "var(--text-muted)",
  removedGutterColor: "var(--text-muted)",
};

/** The viewer in the builder's own surfaces and type size. */
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
  // Inside a flex column the table would be as narrow as its content.
  diffContainer: {
    width: "100%",
    minWidth: 0,
    fontSize: 12,
    lineHeight: 1.5,
    pre: { lineHeight: 1.5 },
    // Without line numbers the viewer's folded rows span columns that no line has, and a fixed layout gives those most
    // of the width.
    "@media (max-width: 1023.98px)": { tableLayout: "auto" },
  },
  contentText: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 12 },
  gutter: { pre: { opacity: 1 } },
  lineNumber: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 11 },
};
