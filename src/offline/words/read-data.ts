import "server-only";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";

const folder = join(process.cwd(), "src/offline/words");

/** A file of words. @throws where it does not fit its schema, naming the place */
export function read<S extends z.ZodType>(schema: S, path: string): z.infer<S> {
  const result = schema.safeParse(JSON.parse(readFileSync(join(folder, path), "utf8")));
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`src/offline/words/${path} does not fit its schema:\n${problems.join("\n")}`);
}

/** The paths of all files of a folder of words, in the order of their names. */
export const filesOf = (name: string): string[] =>
  readdirSync(join(folder, name))
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => `${name}/${file}`);
