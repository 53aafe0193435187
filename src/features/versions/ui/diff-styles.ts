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
