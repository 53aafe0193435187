import { theme } from "@/ui/theme";

/** Colours of the grid, which draws on a canvas and knows no style sheet. */
export const themes = {
  light: {
    accentColor: "#5b5bd6",
    accentLight: "#f0f0ff",
    textDark: "#1f2128",
    textMedium: "#5c6170",
    textLight: "#8b909d",
    textHeader: "#5c6170",
    bgCell: "#ffffff",
    bgHeader: "#f8f9fa",
    bgHeaderHovered: "#f1f3f5",
    bgHeaderHasFocus: "#e9ecef",
    borderColor: "#e9ecef",
    horizontalBorderColor: "#f1f3f5",
    bgBubble: "#e0e0fd",
    textBubble: "#373790",
  },
  dark: {
    accentColor: "#6e6fe6",
    accentLight: "#26274a",
    textDark: "#e6e7eb",
    textMedium: "#aeb2bd",
    textLight: "#8b909d",
    textHeader: "#aeb2bd",
    bgCell: "#191b22",
    bgCellMedium: "#1e2028",
    bgHeader: "#131419",
    bgHeaderHovered: "#22252e",
    bgHeaderHasFocus: "#2c303a",
    borderColor: "#2c303a",
    horizontalBorderColor: "#22252e",
    bgBubble: "#373790",
    textBubble: "#e0e0fd",
    bgSearchResult: "#3d3d1a",
    fgIconHeader: "#aeb2bd",
    bgIconHeader: "#3d414d",
  },
};

export const fonts = {
  fontFamily: theme.fontFamily,
  baseFontStyle: "13px",
  headerFontStyle: "600 12px",
  editorFontSize: "13px",
};
