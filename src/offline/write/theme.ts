import "server-only";
import { contrast, mix } from "../language/colors";
import { fonts, type Look } from "../model/look";
import { type Palette, radii, spacings, styles } from "./presets";

export type Tokens = Record<string, string>;

const least = 4.5;
const [black, white] = ["#000000", "#ffffff"];
/** Black or white, whichever has more contrast: at least 4.58:1. */
const poleOn = (color: string) => (contrast(black, color) >= contrast(white, color) ? black : white);
const onColor = (color: string) =>
  contrast(white, color) >= least ? white : contrast("#10131a", color) >= least ? "#10131a" : poleOn(color);
const worst = (color: string, grounds: string[]) => Math.min(...grounds.map((ground) => contrast(color, ground)));

/** Moves a colour towards black or white until it is readable on all backgrounds. */
function readableOn(color: string, grounds: string[]): string {
  const pole = worst(black, grounds) >= worst(white, grounds) ? black : white;
  let result = color;
  for (let step = 0; step < 24 && worst(result, grounds) < least; step++) result = mix(result, pole, 0.12);
  return worst(result, grounds) >= least ? result : pole;
}

/** A subtler shade of a background: towards its text colour while that stays readable, else away from it. */
function shade(ground: string, share: number): string {
  const pole = poleOn(ground);
  const near = mix(ground, pole, share);
  return contrast(pole, near) >= 5.5 ? near : mix(ground, pole === black ? white : black, share);
}

const hues = {
  green: "#16a34a",
  red: "#e11d48",
  amber: "#d97706",
  blue: "#0284c7",
  violet: "#7c3aed",
  teal: "#0d9488",
  pink: "#db2777",
  gray: "#64748b",
};

/** Tones for badges, boards and charts: the hue, a soft background of it, and text readable on that. */
function tones(card: string, share: number): Tokens {
  return Object.fromEntries(
    Object.entries(hues).flatMap(([name, hue]) => {
      const soft = mix(card, hue, share);
      return [
        [`tone-${name}`, visibleOn(hue, card)],
        [`tone-${name}-soft`, soft],
        [`tone-${name}-ink`, readableOn(hue, [soft])],
      ];
    }),
  );
}

/** Non-text contrast: shapes need 3:1 against their background. */
function visibleOn(color: string, ground: string): string {
  let result = color;
  for (let step = 0; step < 10 && contrast(result, ground) < 3; step++) result = mix(result, poleOn(ground), 0.12);
  return result;
}

/** Tokens of a background other than the page's: text, muted text, links, borders. */
function surface(ground: string, ink: string, accent: string): Tokens {
  const quiet = shade(ground, 0.07);
  const text = readableOn(ink, [ground, quiet]);
  return {
    foreground: text,
    "muted-foreground": readableOn(mix(text, ground, 0.35), [ground, quiet]),
    primary: readableOn(accent, [ground, quiet]),
    "accent-foreground": text,
    accent: quiet,
    muted: quiet,
    border: mix(ground, poleOn(ground), 0.12),
  };
}

type Ground = Palette & { button: string; hasOwnCards: boolean };

function tokens({ page, card, ink, accent, header = card, button, hasOwnCards }: Ground): Tokens {
  const isDark = poleOn(page) === white;
  const quiet = shade(page, isDark ? 0.08 : 0.05);
  const popover = hasOwnCards ? shade(page, 0.03) : card;
  const grounds = [page, quiet, popover, shade(popover, 0.05), ...(hasOwnCards ? [] : [card])];
  const text = readableOn(ink, grounds);
  const tinted = mix(popover, accent, 0.1);
  const tint = worst(poleOn(page), [tinted]) >= 5.5 ? tinted : quiet;
  const primary = readableOn(accent, [...grounds, tint]);
  const destructive = readableOn(isDark ? "#f87171" : "#c81e3a", grounds);
  return {
    background: page,
    foreground: text,
    card,
    "card-foreground": readableOn(ink, [card, shade(card, 0.05)]),
    popover,
    "popover-foreground": text,
    primary,
    "primary-foreground": onColor(primary),
    button,
    "button-foreground": onColor(button),
    tint,
    secondary: quiet,
    "secondary-foreground": text,
    muted: quiet,
    "muted-foreground": readableOn(mix(text, page, 0.36), grounds),
    accent: quiet,
    "accent-foreground": text,
    destructive,
    "destructive-foreground": onColor(destructive),
    border: mix(page, poleOn(page), isDark ? 0.13 : 0.1),
    input: mix(page, poleOn(page), isDark ? 0.22 : 0.18),
    ring: visibleOn(accent, page),
    sidebar: header,
    "sidebar-foreground": surface(header, ink, accent).foreground!,
    "chart-1": visibleOn(accent, card),
    "chart-2": visibleOn(hues.teal, card),
    "chart-3": visibleOn(hues.amber, card),
    "chart-4": visibleOn(hues.pink, card),
    "chart-5": visibleOn(hues.blue, card),
    ...tones(card, isDark ? 0.2 : 0.12),
  };
}

export type Theme = { page: Tokens; header: Tokens; cards?: Tokens };

/** Tokens of one mode. A page colour that the person named applies to the mode that it is light or dark enough for. */
export function themeOf(look: Look, mode: "light" | "dark"): Theme {
  const { colors, preset } = look;
  const base = styles[preset][mode];
  const own = colors.page && (poleOn(colors.page) === white) === (mode === "dark") ? colors.page : undefined;
  const page = own ?? base.page;
  const card = colors.cards ?? (own ? (mode === "dark" ? shade(own, 0.06) : mix(own, white, 0.7)) : base.card);
  const ink = colors.text ?? base.ink;
  const accent = colors.accent ?? colors.components ?? base.accent;
  const header = colors.header ?? (own ? shade(own, 0.03) : base.header);
  const button = colors.buttons ?? colors.components ?? colors.accent ?? base.accent;
  return {
    page: tokens({ page, card, ink, accent, header, button, hasOwnCards: colors.cards !== undefined }),
    header: surface(header ?? card, ink, accent),
    ...(colors.cards && { cards: surface(card, ink, accent) }),
  };
}

const written = (values: Tokens, indent = "  ") =>
  Object.entries(values)
    .map(([name, value]) => `${indent}--${name}: ${value};`)
    .join("\n");

const scoped = (prefix: string, { header, cards }: Theme) => `${prefix}.bg-sidebar {
${written(header)}
}
${cards ? `${prefix}.bg-card {\n${written(cards)}\n}\n` : ""}`;

/** Heading weights that suit each font. */
const headingWeights: Partial<Record<string, number>> = {
  fraunces: 560,
  "playfair-display": 560,
  nunito: 800,
  "jetbrains-mono": 600,
};

/** globals.css: Tailwind v4 with the app's tokens, light and dark. */
export function cssSource(look: Look): string {
  const style = styles[look.preset];
  const [light, dark] = [themeOf(look, "light"), themeOf(look, "dark")];
  const body = look.font ?? style.body;
  const heading = look.font ?? style.heading;
  const names = Object.keys(light.page)
    .map((name) => `  --color-${name}: var(--${name});`)
    .join("\n");
  const family = (font: keyof typeof fonts) =>
    `"${fonts[font]} Variable", "${fonts[font]} Fallback", ui-sans-serif, system-ui, sans-serif`;
  return `@import "tailwindcss";
@import "tw-animate-css";
${[...new Set([body, heading])].map((font) => `@import "@fontsource-variable/${font}";`).join("\n")}

@custom-variant dark (&:where(.dark, .dark *));

:root {
  color-scheme: light;
  --radius: ${look.radius ? radii[look.radius] : style.radius}rem;
  --imagery: ${style.imagery};
${written(light.page)}
}

/* Paper is white. */
@media not print {
  .dark {
    color-scheme: dark;
${written(dark.page, "    ")}
  }
}

@theme inline {
  --spacing: ${spacings[look.density ?? style.density]};
  --font-sans: ${family(body)};
  --font-heading: ${family(heading)};
  --radius-xs: calc(var(--radius) * 0.3);
  --radius-sm: calc(var(--radius) * 0.5);
  --radius-md: calc(var(--radius) * 0.75);
  --radius-lg: var(--radius);
  --radius-xl: calc(var(--radius) * 1.35);
  --radius-2xl: calc(var(--radius) * 1.8);
${names}
}

/* What stands on a header or on a card of another colour than the page stays readable there. */
${scoped("", light)}@media not print {
${scoped(".dark ", dark)}}
@layer base {
  * {
    border-color: var(--border);
  }
  body {
    background: var(--background);
    color: var(--foreground);
    font-family: var(--font-sans);
    font-feature-settings: "cv11", "ss03";
    -webkit-font-smoothing: antialiased;
  }
  h1,
  h2,
  h3 {
    font-family: var(--font-heading);
    font-weight: ${headingWeights[heading] ?? 650};
    letter-spacing: ${heading === "jetbrains-mono" ? "-0.03em" : "-0.02em"};
    text-wrap: balance;
  }
  :where(button, a, input, textarea, select):focus-visible {
    outline: 2px solid var(--ring);
    outline-offset: 2px;
  }
  @media print {
    body {
      background: white;
    }
  }
}
`;
}
