import "server-only";
import { colorsIn, luminance } from "../language/colors";
import { palettes } from "../words/palettes";

const joints = /^(?:\s|,|&|\+|\/|\b(?:and|with|plus|a|an|some|bit of|touch of|touches of|accents?|of)\b)*$/i;
/** "use … as colours", "in … tones, please". */
const around =
  /^\s*(?:(?:the |our |my )?(?:colou?rs?|colou?r (?:scheme|palette|theme)|palette|theme|look|design|style)(?: (?:should be|is|are|in|of))?\s*:?\s*)?(?:(?:please )?(?:use|take|make (?:it|everything|the (?:app|site|page|design))(?: look)?|i like|we like|i want|with|in|using|all in|keep it)\s+)?(?:(?:an?|the|our|some|nice|company colou?rs?|brand colou?rs?) )*/i;
const behind =
  /(?:,? (?:please|as (?:the |our )?(?:main |company |brand )?colou?rs|(?:as )?(?:the )?(?:colou?rs?|colou?r scheme|tones?|shades|palette|theme|look|design|style|feel|vibe)(?: scheme| palette)?))*[\s.!]*$/i;

type Color = { name: string; hex: string };

/** The colours that a text is a list of, and of nothing else. */
function colorsAlone(text: string): Color[] | null {
  const colors = colorsIn(text);
  let rest = text;
  for (const { name } of colors) {
    const spaced = new RegExp(name.split(" ").join("[\\s-]*"), "i");
    rest = rest.replace(spaced, " ");
  }
  return colors.length > 0 && colors.length < 4 && joints.test(rest) ? colors : null;
}

const isLight = ({ hex }: Color) => luminance(hex) > 0.7;
const isBlack = ({ hex }: Color) => luminance(hex) < 0.01;

/** Where the colours of a list go: the first that is neither white nor black leads, a light one is behind all, another is that of buttons. */
function partsOf(colors: Color[]): string[] {
  const lead = colors.find((color) => !isLight(color) && !isBlack(color)) ?? colors[0]!;
  const page = colors.find((color) => color !== lead && (isLight(color) || isBlack(color)));
  const other = colors.find((color) => color !== lead && color !== page);
  return [
    `make the main colour ${lead.name}`,
    ...(page ? [`make the background ${page.name}`] : []),
    ...(other ? [`make the buttons ${other.name}`] : []),
  ];
}

/**
 * What the look should be where a text tells of nothing but colours: "dark blue and gold", "warm colours", "in pastel tones".
 * @returns requests for the look, one by one; null where the text tells of something else, too
 */
export function paletteOf(text: string): string[] | null {
  const said = text.replace(around, "").replace(behind, "").trim();
  if (said === "") return null;
  const words = said.toLowerCase().split(/,? (?:and|but) |, /);
  const isColored =
    /\b(?:colou?rs?|tones?|shades|palette|theme|look|design|style|feel|vibe)\b|^(?:please )?make (?:it|everything|the (?:app|site|page|design)) /i.test(
      text,
    );
  const moods = words.map((word) => palettes().get(word.trim()));
  if (moods.every((mood) => mood !== undefined) && (isColored || words.length > 1)) return moods.flat();
  // "green and earthy".
  const colored = words.filter((_, at) => moods[at] === undefined).join(" and ");
  const colors = colorsAlone(colored);
  return colors && [...moods.flatMap((mood) => mood ?? []), ...partsOf(colors)];
}
