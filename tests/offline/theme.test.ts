import { assert, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { contrast } from "@/offline/language/colors";
import { colorRoles, defaultLook, type Look, presets } from "@/offline/model/look";
import { cssSource, themeOf, type Tokens } from "@/offline/write/theme";

it("Paper is white, whichever mode the screen is in", () => {
  const css = cssSource(defaultLook);
  const dark = [...css.matchAll(/\.dark[ .]/g)].map(({ index }) => css.lastIndexOf("@media", index));
  expect(dark.length).toBeGreaterThan(1);
  for (const at of dark.slice(1)) expect(css.slice(at)).toMatch(/^@media not print/);
});

/** Text and the ground that it stands on, by token. */
const onPage: [string, string][] = [
  ["foreground", "background"],
  ["foreground", "muted"],
  ["foreground", "popover"],
  ["muted-foreground", "background"],
  ["muted-foreground", "muted"],
  ["muted-foreground", "popover"],
  ["primary", "background"],
  ["primary", "muted"],
  ["primary", "popover"],
  ["primary", "tint"],
  ["destructive", "background"],
  ["destructive", "popover"],
  ["card-foreground", "card"],
  ["primary-foreground", "primary"],
  ["button-foreground", "button"],
  ["destructive-foreground", "destructive"],
  ["popover-foreground", "popover"],
  ...["green", "red", "amber", "blue", "violet", "teal", "pink", "gray"].map((tone): [string, string] => [
    `tone-${tone}-ink`,
    `tone-${tone}-soft`,
  ]),
];
/** Without a colour of their own, cards are read with the page's tokens. */
const onCards: [string, string][] = [
  ["foreground", "card"],
  ["muted-foreground", "card"],
  ["primary", "card"],
  ["destructive", "card"],
];
const onSurface = ["foreground", "muted-foreground", "primary"];

function faults(look: Look): string[] {
  return (["light", "dark"] as const).flatMap((mode) => {
    const { page, header, cards } = themeOf(look, mode);
    const check = (tokens: Tokens, text: string, ground: string, colour: string) => {
      const ratio = contrast(tokens[text]!, colour);
      return ratio < 4.5
        ? [`${look.preset} ${mode} ${JSON.stringify(look.colors)}: ${text} on ${ground} ${ratio.toFixed(2)}`]
        : [];
    };
    return [
      ...[...onPage, ...(cards ? [] : onCards)].flatMap(([text, ground]) => check(page, text, ground, page[ground]!)),
      ...onSurface.flatMap((text) => check(header, text, "header", page.sidebar!)),
      ...onSurface.flatMap((text) => check(header, text, "header muted", header.muted!)),
      ...(cards
        ? onSurface.flatMap((text) => [
            ...check(cards, text, "card", page.card!),
            ...check(cards, text, "card muted", cards.muted!),
          ])
        : []),
    ];
  });
}

const steps = [0, 85, 170, 255];
const lattice = steps.flatMap((red) =>
  steps.flatMap((green) =>
    steps.map((blue) => `#${[red, green, blue].map((value) => value.toString(16).padStart(2, "0")).join("")}`),
  ),
);

describe("text is readable (WCAG AA, 4.5:1)", () => {
  it.each(presets)("in the preset %s, in both modes, whatever colour one role is given", (preset) => {
    const found = [
      ...faults({ ...defaultLook, preset }),
      ...colorRoles.flatMap((role) =>
        lattice.flatMap((color) => faults({ ...defaultLook, preset, colors: { [role]: color } })),
      ),
    ];
    expect(found.slice(0, 5)).toEqual([]);
  });

  it("with any colours in any roles at once", () => {
    const color = integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
    const colors = record(Object.fromEntries(colorRoles.map((role) => [role, color])), { requiredKeys: [] });
    assert(
      property(constantFrom(...presets), colors, (preset, overrides) => {
        expect(faults({ ...defaultLook, preset, colors: overrides })).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

it("a look's stylesheet imports its fonts and says its colours as they were asked for", () => {
  const css = cssSource({ ...defaultLook, preset: "editorial", colors: { buttons: "#ffd700", page: "#faf0e6" } });
  expect(css).toContain('@import "@fontsource-variable/fraunces";');
  expect(css).toContain("--background: #faf0e6;");
  expect(css).toContain("--button: #ffd700;");
});
