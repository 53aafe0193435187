import {
  Avatar,
  Button,
  createTheme,
  type CSSVariablesResolver,
  Drawer,
  type MantineColorsTuple,
  Menu,
  Modal,
  Notification,
  Popover,
  SegmentedControl,
  Skeleton,
  TextInput,
  Tooltip,
} from "@mantine/core";

/** The one accent. Shades 5 and 6 carry white text at 4.6:1 and 5.4:1, shade 3 carries dark text. */
const iris: MantineColorsTuple = [
  "#f0f0ff",
  "#e0e0fd",
  "#c2c2f8",
  "#a1a2f2",
  "#8485ec",
  "#6467df",
  "#5b5bd6",
  "#4f4fc4",
  "#4343ab",
  "#373790",
];

/** Cool greys, so that dark panels read as layers. */
const dark: MantineColorsTuple = [
  "#d5d7de",
  "#aeb2bd",
  "#8b909d",
  "#656a78",
  "#3d414d",
  "#2c303a",
  "#22252e",
  "#191b22",
  "#131419",
  "#0d0e12",
];

const closeButtonProps = { "aria-label": "Close dialog" };

/** Replaces Mantine's colours that stay below 4.5:1 in the light scheme, as text, as borders and under white text. */
const readable = { red: "#b42525", green: "#237032", yellow: "#8a5300", orange: "#9c3a06", blue: "#1864ab" };

/** Colours whose text reaches 4.5:1 on their own light backgrounds. */
const readableColors = Object.keys(readable);

/** A 4-px rhythm, small radii, quick motion: calm and dense. */
export const theme = createTheme({
  primaryColor: "iris",
  primaryShade: { light: 6, dark: 5 },
  colors: { iris, dark },
  fontFamily:
    'InterVariable, Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "1.35", sm: "1.45", md: "1.5", lg: "1.5", xl: "1.4" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "16px" },
  defaultRadius: "sm",
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "24px", lineHeight: "1.3" },
      h2: { fontSize: "18px", lineHeight: "1.35" },
      h3: { fontSize: "15px", lineHeight: "1.4" },
    },
  },
  // "Desktop breakpoint is 1024 px" (2-builder.md §2); 64em is 1024 px.
  breakpoints: { xs: "30em", sm: "40em", md: "64em", lg: "80em", xl: "96em" },
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    Avatar: Avatar.extend({ defaultProps: { allowedInitialsColors: readableColors } }),
    Button: Button.extend({ defaultProps: { size: "sm" } }),
    TextInput: TextInput.extend({ defaultProps: { size: "sm" } }),
    // role="menu" may only contain items, and Mantine's focus placeholder is none.
    Menu: Menu.extend({
      defaultProps: { shadow: "md", transitionProps: { duration: 120 }, withInitialFocusPlaceholder: false },
    }),
    Popover: Popover.extend({ defaultProps: { shadow: "md", transitionProps: { duration: 120 } } }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        transitionProps: { duration: 150 },
        overlayProps: { backgroundOpacity: 0.4 },
        closeButtonProps,
      },
    }),
    Drawer: Drawer.extend({ defaultProps: { closeButtonProps } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { "aria-label": "Dismiss" } } }),
    SegmentedControl: SegmentedControl.extend({ defaultProps: { size: "xs", transitionDuration: 120 } }),
    Skeleton: Skeleton.extend({ defaultProps: { radius: "sm" } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 400, withArrow: false, transitionProps: { duration: 100 } } }),
  },
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...Object.fromEntries(
      Object.entries(readable).flatMap(([name, color]) =>
        ["text", "outline", "light-color"].map((use) => [`--mantine-color-${name}-${use}`, color]),
      ),
    ),
    "--mantine-color-red-filled": readable.red,
    "--mantine-color-red-filled-hover": "#9b1f1f",
    "--mantine-color-error": readable.red,
  },
  dark: {
    // White text on Mantine's own reaches 2.8:1.
    "--mantine-color-red-filled": "#c92a2a",
    "--mantine-color-red-filled-hover": "#b42525",
    "--mantine-color-error": "var(--mantine-color-red-4)",
  },
});
