import "server-only";
import { z } from "zod";

/** Names in a table of words, divided by commas. */
export const nameList = z
  .string()
  .min(1)
  .transform((list): ReadonlySet<string> => new Set(list.split(", ")));

/** Whether the last of some words, or all of them, are one of the names. */
export const endsInOne = (words: readonly string[], names: ReadonlySet<string>): boolean =>
  words.some((_, from) => names.has(words.slice(from).join(" ")));
