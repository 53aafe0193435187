import "server-only";
import { cssName } from "./css-colors";
import { remember } from "./remember";

const named = `black 000000 white ffffff red dc2626 crimson dc143c maroon 800000 darkred 8b0000 firebrick b22222 brown 92400e chocolate d2691e sienna a0522d tan d2b48c beige f5f5dc ivory fffff0
cream fffdd0 snow fffafa seashell fff5ee linen faf0e6 oldlace fdf5e6 floralwhite fffaf0 antiquewhite faebd7 whitesmoke f5f5f5 ghostwhite f8f8ff honeydew f0fff0 mintcream f5fffa azure f0ffff
aliceblue f0f8ff lavenderblush fff0f5 lavender e6e6fa mistyrose ffe4e1 cornsilk fff8dc lightyellow ffffe0 lemonchiffon fffacd papayawhip ffefd5 moccasin ffe4b5 peachpuff ffdab9 bisque ffe4c4
blanchedalmond ffebcd wheat f5deb3 navajowhite ffdead burlywood deb887 khaki f0e68c palegoldenrod eee8aa gold ca8a04 goldenrod daa520 darkgoldenrod b8860b orange ea580c darkorange c2410c
lightorange fdba74 coral ff7f50 lightcoral f08080 tomato ff6347 salmon fa8072 lightsalmon ffa07a darksalmon e9967a peach ffcba4 yellow eab308 amber d97706 lime 65a30d limegreen 32cd32
green 16a34a lightgreen 90ee90 darkgreen 166534 forestgreen 228b22 seagreen 2e8b57 darkseagreen 8fbc8f mediumseagreen 3cb371 lightseagreen 20b2aa springgreen 00ff7f palegreen 98fb98
olive 808000 olivedrab 6b8e23 darkolivegreen 556b2f sage 87a96b mint 3eb489 emerald 059669 teal 0d9488 darkcyan 008b8b cyan 0891b2 lightcyan e0ffff turquoise 40e0d0 aqua 06b6d4 aquamarine 7fffd4
cadetblue 5f9ea0 sky 0284c7 skyblue 87ceeb lightskyblue 87cefa deepskyblue 00bfff lightblue add8e6 powderblue b0e0e6 blue 2563eb darkblue 1e3a8a navy 1e3a8a navyblue 1e3a8a midnightblue 191970
mediumblue 0000cd royalblue 4169e1 cornflowerblue 6495ed dodgerblue 1e90ff steelblue 4682b4 lightsteelblue b0c4de slateblue 6a5acd indigo 4f46e5 purple 9333ea darkpurple 581c87 lightpurple d8b4fe
violet 7c3aed darkviolet 9400d3 blueviolet 8a2be2 mediumpurple 9370db rebeccapurple 663399 plum dda0dd orchid da70d6 thistle d8bfd8 magenta ff00ff fuchsia c026d3 pink db2777 lightpink ffb6c1
hotpink ff69b4 deeppink ff1493 rose e11d48 burgundy 800020 wine 722f37 slate 475569 darkslategray 2f4f4f slategray 708090 gray 6b7280 grey 6b7280 darkgray 374151 darkgrey 374151 lightgray d3d3d3
lightgrey d3d3d3 dimgray 696969 gainsboro dcdcdc silver c0c0c0 charcoal 36454f zinc 52525b bronze cd7f32 copper b87333 chartreuse 7fff00 darkkhaki bdb76b darkmagenta 8b008b darkorchid 9932cc darkslateblue 483d8b darkslategrey 2f4f4f darkturquoise 00ced1 dimgrey 696969 greenyellow adff2f indianred cd5c5c lawngreen 7cfc00 lightgoldenrodyellow fafad2 lightslategray 778899 lightslategrey 778899 mediumaquamarine 66cdaa mediumorchid ba55d3 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 orangered ff4500 paleturquoise afeeee palevioletred db7093 peru cd853f rosybrown bc8f8f saddlebrown 8b4513 sandybrown f4a460 slategrey 708090 yellowgreen 9acd32 mustard ca8a04 terracotta e2725b
brickred a5362f oldrose c08081 rosegold b76e79 scarlet e0241b bottlegreen 0e4b33 huntergreen 355e3b racinggreen 0b4a2f neongreen 39ff14 neonyellow e6fb04 neonorange ff6a13 neonpink ff10f0 babyblue 89cff0 babypink f4c2c2 cobalt 0047ab iceblue d0ecf6 electricblue 1f51ff oxfordblue 14213d prussianblue 003153 periwinkle 8c9eff amethyst 9966cc lilac c8a2c8 mauve b784a7 taupe 8b7d6f anthracite 2f353b jetblack 0a0a0a offwhite faf8f3 dustypink d8a1a1 aquablue 33bbcc`;

const entries = named.split(/\s+/);
const hexByName = new Map<string, string>();
for (let at = 0; at + 1 < entries.length; at += 2) hexByName.set(entries[at]!, `#${entries[at + 1]!}`);
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
      const hex = hexByName.get(key) ?? (size === 2 ? shaded(run.map((word) => word[0])) : undefined);
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
