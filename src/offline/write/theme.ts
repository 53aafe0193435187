import "server-only";
import type { Look } from "../app-model";
import { luminance, mix, readable, textOn } from "../colors";

type Tokens = Record<string, string>;

/** The tokens of one theme, derived from the accent and, if the person named one, the background. Text keeps 4.5:1. */
function tokens(accent: string, background: string): Tokens {
  const isDark = luminance(background) < 0.2;
  const ink = isDark ? "#f4f5f7" : "#14161c";
  const raise = (share: number) => mix(background, isDark ? "#ffffff" : "#14161c", share);
  const card = isDark ? raise(0.04) : mix(background, "#ffffff", 0.75);
  const primary = readable(accent, card);
  return {
    background,
    foreground: ink,
    card,
    "card-foreground": ink,
    popover: isDark ? raise(0.06) : card,
    "popover-foreground": ink,
    primary,
    "primary-foreground": textOn(primary),
    secondary: raise(isDark ? 0.09 : 0.05),
    "secondary-foreground": ink,
    muted: raise(isDark ? 0.07 : 0.045),
    "muted-foreground": readable(mix(ink, background, 0.42), background),
    accent: raise(isDark ? 0.09 : 0.05),
    "accent-foreground": ink,
    destructive: isDark ? "#f87171" : "#dc2626",
    "destructive-foreground": isDark ? "#14161c" : "#ffffff",
    border: raise(isDark ? 0.12 : 0.1),
    input: raise(isDark ? 0.18 : 0.16),
    ring: mix(primary, background, 0.35),
    sidebar: isDark ? raise(0.02) : mix(background, "#ffffff", 0.4),
    "sidebar-foreground": ink,
    "chart-1": primary,
    "chart-2": isDark ? "#2dd4bf" : "#0d9488",
    "chart-3": isDark ? "#fbbf24" : "#d97706",
    "chart-4": isDark ? "#f472b6" : "#db2777",
    "chart-5": isDark ? "#60a5fa" : "#2563eb",
  };
}

const written = (values: Tokens) =>
  Object.entries(values)
    .map(([name, value]) => `  --${name}: ${value};`)
    .join("\n");

/** globals.css: Tailwind v4 with the app's tokens, light and dark. */
export function cssSource({ accent, background }: Look): string {
  const isDarkAsked = background !== undefined && luminance(background) < 0.2;
  const light = tokens(accent, background && !isDarkAsked ? background : "#fafafb");
  const dark = tokens(accent, isDarkAsked ? background : "#0f1115");
  const names = Object.keys(light)
    .map((name) => `  --color-${name}: var(--${name});`)
    .join("\n");
  return `@import "tailwindcss";
@import "tw-animate-css";

@custom-variant dark (&:where(.dark, .dark *));

:root {
  color-scheme: light;
  --radius: 0.625rem;
${written(light)}
}

.dark {
  color-scheme: dark;
${written(dark)}
}

@theme inline {
  --font-sans: "Inter", ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif;
  --radius-sm: calc(var(--radius) - 4px);
  --radius-md: calc(var(--radius) - 2px);
  --radius-lg: var(--radius);
  --radius-xl: calc(var(--radius) + 4px);
${names}
}

@layer base {
  * {
    border-color: var(--border);
  }
  body {
    background: var(--background);
    color: var(--foreground);
    -webkit-font-smoothing: antialiased;
  }
  :where(button, a, input, textarea, select):focus-visible {
    outline: 2px solid var(--ring);
    outline-offset: 2px;
  }
}
`;
}
