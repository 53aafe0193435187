import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { singular, wordsOf } from "../language/inflect";

/** Labels of fields, and what their cells say in sample rows. */
const schema = z.array(
  z.strictObject({
    labels: z.string().min(2),
    /** What the values are, where that decides who else may have them; a code is made of the table's name. */
    is: z.enum(["person", "first name", "company", "code", "long"]).optional(),
    values: z.string().min(1).optional(),
  }),
);

export type Sample = { is?: z.infer<typeof schema>[number]["is"]; values: readonly string[] };

const listed = (text: string, mark: string) =>
  text
    .split(mark)
    .map((part) => part.trim())
    .filter(Boolean);

let loaded: Map<string, Sample> | undefined;
/** Samples by label, read once. */
function samples(): Map<string, Sample> {
  if (loaded) return loaded;
  const lines = schema.parse(JSON.parse(readFileSync(join(process.cwd(), "src/offline/words/samples.json"), "utf8")));
  loaded = new Map(
    lines.flatMap(({ labels, is, values }) =>
      listed(labels, ",").map((label): [string, Sample] => [
        wordsOf(label).join(" "),
        { ...(is && { is }), values: listed(values ?? "", "|") },
      ]),
    ),
  );
  return loaded;
}

/** What cells of a field say, by the last words of its name: a "lead translator" is a person as a "translator" is. */
export function sampleFor(name: string): Sample | undefined {
  const words = wordsOf(name);
  const known = samples();
  for (let from = 0; from < words.length; from++) {
    const label = words.slice(from).join(" ");
    const found = known.get(label) ?? known.get(singular(label));
    if (found) return found;
  }
  // A "donor name" is a donor, while a "file name" is no file.
  const named = words.length > 1 && words.at(-1) === "name" ? sampleFor(words.slice(0, -1).join(" ")) : undefined;
  return named?.is === "person" || named?.is === "company" ? named : undefined;
}

/** People whom sample rows are about. */
export const samplePeople = (): readonly string[] => sampleFor("person")!.values;
export const sampleCompanies = (): readonly string[] => sampleFor("company")!.values;
