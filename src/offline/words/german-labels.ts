import "server-only";
import { z } from "zod";
import { read } from "./read-data";

let loaded: ReadonlyMap<string, string> | undefined;

/** What fields are called in German, by their English names, as in `german-labels.json`: only for showing, since many of these words name other things as well. Read once. */
export const germanLabels = (): ReadonlyMap<string, string> =>
  (loaded ??= new Map(Object.entries(read(z.record(z.string(), z.string()), "german-labels.json"))));
