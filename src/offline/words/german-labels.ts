import "server-only";
import { z } from "zod";
import { read } from "./read-data";

let loaded: ReadonlyMap<string, string> | undefined;

/** What fields are called in German, by their English names, as in `german-labels.json`: only for showing, since many of these words name other things as well. Read once. */
export const germanLabels = (): ReadonlyMap<string, string> =>
  (loaded ??= new Map(Object.entries(read(z.record(z.string(), z.string()), "german-labels.json"))));

/** What one row and several of them are called. */
type Forms = { one: string; many: string };
let tables: ReadonlyMap<string, Forms> | undefined;

/** What tables are called in German, by the English name of one row, as in `german-tables.json`: before what the data call them. Read once. */
export const germanTables = (): ReadonlyMap<string, Forms> =>
  (tables ??= new Map(
    Object.entries(read(z.record(z.string(), z.string().includes("/")), "german-tables.json")).map(([name, said]) => {
      const [one = "", many = ""] = said.split("/");
      return [name, { one, many }];
    }),
  ));
