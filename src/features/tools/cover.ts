/** Two colours that go together, and the shade of the figures between them. */
const tones = [
  ["#4f46e5", "#a5b4fc"],
  ["#0d7f6f", "#99e6d8"],
  ["#b4540a", "#fcd9a6"],
  ["#be3455", "#fbc1cf"],
  ["#2563a8", "#a9d2fb"],
  ["#5d7a12", "#d5eb9a"],
  ["#8b3fa8", "#e6bff5"],
  ["#475569", "#cbd5e1"],
] as const;

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const sign of text) hash = Math.imul(hash ^ sign.codePointAt(0)!, 16_777_619);
  return hash >>> 0;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** "Meal planner" → "MP". */
const initialsOf = (title: string) =>
  title
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !/^(?:a|an|the|for|of|and|to|about|with|in)$/i.test(word))
    .slice(0, 2)
    .map((word) => Array.from(word)[0]!.toUpperCase())
    .join("");

/**
 * The picture of a tool that has none of its own: the same for the same tool, whatever the server.
 * @param seed the tool's id, so that a new title keeps colours and figures
 * @returns an SVG of 640 × 360
 */
export function coverOf(seed: string, title: string): string {
  const hash = hashOf(seed);
  const at = (index: number, below: number) => hashOf(`${seed}/${index}`) % below;
  const [dark, light] = tones[hash % tones.length]!;
  const figures = Array.from({ length: 5 }, (_, index) => {
    const [x, y, size] = [at(index * 4, 640), at(index * 4 + 1, 360), 50 + at(index * 4 + 2, 130)];
    const look = `fill="${light}" opacity="${0.12 + at(index * 4 + 3, 20) / 100}"`;
    return at(index, 3) === 0
      ? `<rect x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" rx="${size / 5}" transform="rotate(${at(index, 90)} ${x} ${y})" ${look}/>`
      : `<circle cx="${x}" cy="${y}" r="${size / 2}" ${look}/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="640" height="360"><rect width="640" height="360" fill="${dark}"/>${figures.join("")}<text x="48" y="308" font-family="system-ui, sans-serif" font-size="120" font-weight="700" fill="#fff">${escaped(initialsOf(title) || "AI")}</text></svg>`;
}

/** As the source of an image. */
export const coverSource = (seed: string, title: string): string =>
  `data:image/svg+xml,${encodeURIComponent(coverOf(seed, title))}`;
