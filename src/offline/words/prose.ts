import "server-only";
import { z } from "zod";
import { read } from "./read-data";

const words = z.array(z.string());
/** How people who do not write lists tell what rows are like, as data. */
const schema = z.strictObject({
  /** What somebody decides of a row, and where it then stands: "bookings are confirmed by the caretaker". */
  decided: z.array(z.strictObject({ verb: z.string(), done: z.string(), steps: z.string() })),
  /** "rehearsals take place on Tuesdays". */
  happening: words,
  /** "harvests are noted per hive". */
  kept: words,
  /** "loans show whether the book was returned". */
  telling: words,
  /** "singers say whether they are coming". */
  coming: words,
  /** Several people in one word: "the jury rates each film". */
  bodies: words,
  /** What such people do with each of them. */
  judging: words,
  /** Fields in half a sentence: "I write down what is wrong". */
  facts: z.array(z.strictObject({ said: z.string(), is: z.string() })),
});
type Prose = z.infer<typeof schema>;

let loaded: Prose | undefined;
export const prose = (): Prose => (loaded ??= read(schema, "prose.json"));
