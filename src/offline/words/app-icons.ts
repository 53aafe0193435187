import "server-only";
import { z } from "zod";
import { singular, wordsOf } from "../language/inflect";
import { read } from "./read-data";

/** The icons of apps by words of their names and tables, as in `app-icons.json`: the first line that has one wins. */
const schema = z.array(
  z.strictObject({
    icon: z.string(),
    tone: z.string(),
    /** Nouns in the singular, English and German: "recipe, real estate, Gericht". */
    said: z.string(),
  }),
);

type IconWords = { icon: string; tone: string; said: ReadonlySet<string> };

let loaded: IconWords[] | undefined;

const iconWords = (): IconWords[] =>
  (loaded ??= read(schema, "app-icons.json").map(({ said, ...look }) => ({
    ...look,
    said: new Set(said.split(", ").map((words) => wordsOf(words).join(" "))),
  })));

/** The icon and tone of the first name that says one; null: none does. */
export function iconFor(names: string[]): { icon: string; tone: string } | null {
  for (const name of names) {
    const words = wordsOf(name).map(singular);
    const said = [...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)];
    const found = iconWords().find((line) => said.some((one) => line.said.has(one)));
    if (found) return { icon: found.icon, tone: found.tone };
  }
  return null;
}
