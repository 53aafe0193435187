import "server-only";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Asset, assetPrefix } from "./schema";

type Face = { family: string; fallback: string; adjust: string; ascent: string; descent: string };

/**
 * Fonts that globals.css may import from Fontsource, with the metrics of a system fallback font (size-adjust and
 * overrides as next/font computes them), so that loading causes no layout shift.
 */
const faces: Record<string, Face> = {
  inter: { family: "Inter", fallback: "Arial", adjust: "107.06%", ascent: "90.49%", descent: "22.52%" },
  "dm-sans": { family: "DM Sans", fallback: "Arial", adjust: "104.53%", ascent: "94.9%", descent: "29.66%" },
  nunito: { family: "Nunito", fallback: "Arial", adjust: "101.39%", ascent: "99.71%", descent: "34.82%" },
  "space-grotesk": {
    family: "Space Grotesk",
    fallback: "Arial",
    adjust: "109.69%",
    ascent: "89.71%",
    descent: "26.62%",
  },
  "jetbrains-mono": {
    family: "JetBrains Mono",
    fallback: "Arial",
    adjust: "134.59%",
    ascent: "75.79%",
    descent: "22.29%",
  },
  fraunces: { family: "Fraunces", fallback: "Times New Roman", adjust: "115.45%", ascent: "84.71%", descent: "22.09%" },
  "playfair-display": {
    family: "Playfair Display",
    fallback: "Times New Roman",
    adjust: "111.26%",
    ascent: "97.25%",
    descent: "22.56%",
  },
};

const fontPackage = "@fontsource-variable/";
const loaded = new Map<string, { path: string; bytes: Uint8Array<ArrayBuffer> }>();

/** The Latin subset, with all weights in one file: 22 to 48 kB. */
function fontFile(name: string): { path: string; bytes: Uint8Array<ArrayBuffer> } {
  const known = loaded.get(name);
  if (known) return known;
  const file = join(process.cwd(), "node_modules", fontPackage + name, "files", `${name}-latin-wght-normal.woff2`);
  const bytes = new Uint8Array(readFileSync(file));
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const font = { path: `${assetPrefix}font-${name}-${hash}.woff2`, bytes };
  loaded.set(name, font);
  return font;
}

/** The stylesheet behind `@import "@fontsource-variable/inter"`; undefined for an unknown font. */
export function fontStylesheet(id: string): string | undefined {
  const name = id.startsWith(fontPackage) ? id.slice(fontPackage.length) : "";
  const face = Object.hasOwn(faces, name) ? faces[name] : undefined;
  if (!face) return undefined;
  const locals = face.fallback === "Arial" ? ["Arial", "Liberation Sans"] : ["Times New Roman", "Liberation Serif"];
  return `@font-face{font-family:"${face.family} Variable";font-style:normal;font-display:swap;font-weight:100 900;src:url("${fontFile(name).path}") format("woff2")}
@font-face{font-family:"${face.family} Fallback";src:${locals.map((local) => `local("${local}")`).join(",")};size-adjust:${face.adjust};ascent-override:${face.ascent};descent-override:${face.descent};line-gap-override:0%}`;
}

/** Adds the fonts that a built stylesheet uses. @returns their paths, to be preloaded */
export function addFonts(assets: Map<string, Asset>, css: string): string[] {
  const fonts = Object.keys(faces).flatMap((name) => {
    if (!css.includes(`${assetPrefix}font-${name}-`)) return [];
    const { path, bytes } = fontFile(name);
    assets.set(path, { contentType: "font/woff2", bytes });
    return [path];
  });
  return fonts;
}
