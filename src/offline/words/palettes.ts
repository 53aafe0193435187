import "server-only";
import { z } from "zod";
import { read } from "./read-data";

/** How people say what colours an app should have without naming one, and what that is here, as in `palettes.json`. */
const schema = z.array(
  z.strictObject({
    /** Words for the colours: "warm". */
    said: z.string(),
    /** The same as requests for the look. */
    is: z.array(z.string()),
  }),
);

let loaded: ReadonlyMap<string, readonly string[]> | undefined;

/** The requests for the look that a word for colours stands for. Read once. */
export const palettes = (): ReadonlyMap<string, readonly string[]> =>
  (loaded ??= new Map(
    read(schema, "palettes.json").flatMap(({ said, is }) => said.split(", ").map((word) => [word, is] as const)),
  ));
