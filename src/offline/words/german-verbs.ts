import "server-only";
import { z } from "zod";
import { read } from "./read-data";

const schema = z.record(z.string(), z.string());

let loaded: ReadonlyMap<string, string> | undefined;

/** Verbs at the end of a German request by the one that the rules know: "dazumachen" is "hinzufügen". */
export const germanVerbs = (): ReadonlyMap<string, string> =>
  (loaded ??= new Map(
    Object.entries(read(schema, "german-verbs.json")).flatMap(([verb, others]) =>
      others.split(", ").map((other) => [other, verb] as const),
    ),
  ));
