import "server-only";
import listed from "./colors.json";
import { cssName } from "./css-colors";
import { remember } from "./remember";

/** `names` mean a colour wherever they stand; `things` are what they name before they are colours: sand, honey, forest. */
const hexByName = new Map<string, string>(Object.entries(listed.names));
/** Every word that can be a colour. */
export const colorWords: ReadonlyMap<string, string> = new Map([...hexByName, ...Object.entries(listed.things)]);
const longest = Math.max(...[...hexByName.keys()].map((name) => name.length));

/** Every colour in a sentence with its place: CSS names ("forest green", "ForestGreen"), plain names and #hex. */
export function colorsIn(text: string): { name: string; hex: string; at: number }[] {
  const found: { name: string; hex: string; at: number }[] = [];
  for (const match of text.matchAll(/#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/gi)) {
    const raw = match[0].slice(1).toLowerCase();
    found.push({ name: match[0], hex: `#${raw.length === 3 ? raw.replace(/./g, "$&$&") : raw}`, at: match.index });
  }
  const words = [...text.toLowerCase().matchAll(/[a-z]+/g)];
  for (let index = 0; index < words.length; index++) {
    for (const size of [3, 2, 1]) {
      const run = words.slice(index, index + size);
      const key = run.map((word) => word[0]).join("");
      if (run.length < size || key.length > longest) continue;
      // "a sand coloured background": what is said to be a colour is one, whatever else it is.
      const isColored = size === 1 && /^colou?r(?:ed|s)?$/.test(words[index + 1]?.[0] ?? "");
      const hex =
        hexByName.get(key) ??
        (isColored ? colorWords.get(key) : undefined) ??
        (size === 2 ? shaded(run.map((word) => word[0])) : undefined);
      if (!hex || (run[0]!.index > 0 && text[run[0]!.index - 1] === "#")) continue;
      found.push({ name: run.map((word) => word[0]).join(" "), hex, at: run[0]!.index });
      index += size - 1;
      break;
    }
  }
  return found.sort((left, right) => left.at - right.at);
}

/** Words that names of colours are written together with. */
const inFront =
  /(?:dark|light|medium|deep|pale|hot|royal|forest|sea|sky|slate|steel|spring|olive|dodger|midnight|saddle|sandy|rosy|powder|misty|lemon|lawn|lime|indian|ghost|floral|fire|cornflower|cadet|blanched|antique|alice|yellow|green|blue|orange)(?=[a-z]{3})/g;

/** "#006400" → "dark green", "#800020" → "burgundy"; a colour without a name as it is. */
export function colorName(hex: string): string {
  const name = cssName(hex) ?? [...hexByName].find(([, known]) => known === hex.toLowerCase())?.[0];
  return name?.replace(inFront, "$& ") ?? hex;
}

function shaded([shade = "", name = ""]: string[]): string | undefined {
  const base = hexByName.get(name);
  if (!base) return undefined;
  if (/^(dark|deep)$/.test(shade)) return mix(base, "#000000", 0.4);
  if (/^(almost|nearly|near|off)$/.test(shade)) return mix(base, luminance(base) > 0.5 ? "#000000" : "#ffffff", 0.08);
  if (/^(light|pale|soft|pastel)$/.test(shade)) return mix(base, "#ffffff", 0.55);
  return undefined;
}

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const toHex = (values: number[]) =>
  `#${values.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

/** A share of the second colour mixed into the first, in sRGB. */
export const mix = (from: string, into: string, share: number) => {
  const target = channels(into);
  return toHex(channels(from).map((value, index) => value + (target[index]! - value) * share));
};

/** Relative luminance of WCAG 2, 0 to 1. */
export const luminance = remember((hex) => {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
});

/** WCAG 2 contrast, 1 to 21. */
export function contrast(left: string, right: string): number {
  const [high = 0, low = 0] = [luminance(left), luminance(right)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}
