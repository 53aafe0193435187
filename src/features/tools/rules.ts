import { slugOf } from "@/features/apps/rules";
import { problemOf } from "@/input-words";
import { headerSchema, pathMax, pathSchema, stepIdLength, type ToolEntry } from "./schema";

/** What is wrong with a path, in the spec's words. @param taken paths of the app's other tools, and of the app itself */
export function pathIssue(path: string, taken: string[]): string | undefined {
  const issue = problemOf(pathSchema, path);
  if (issue) return issue;
  const key = path.trim().toLowerCase();
  return taken.some((other) => other.toLowerCase() === key) ? "Another tool has this path already" : undefined;
}

/** "Meal planner" → "meal-planner", or "meal-planner-2" where that one is taken. */
export function freePath(title: string, taken: string[]): string {
  const base = slugOf(title).slice(0, pathMax - 4) || "tool";
  const used = new Set(taken.map((path) => path.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? base : `${base}-${number}`;
    if (!used.has(path)) return path;
  }
}

/** "A tool needs a header before activation" (2-builder.md §5). */
export const hasHeader = ({ title }: Pick<ToolEntry, "title">): boolean =>
  title.trim() !== "" && headerSchema.safeParse(title).success;

/** "Planner" → "Planner (copy)", within what a title may have. */
export const copyTitle = (title: string, max: number): string => `${title.slice(0, max - 7).trimEnd()} (copy)`;

const alphabet = "abcdefghjkmnpqrstvwxyz0123456789";

/** Letters and digits that name something within one tool. @param random between 0 and 1, as Math.random gives it */
export const newName = (length: number, random: () => number): string =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");

/** An id of four characters that no step has. */
export function newStepId(taken: string[], random: () => number): string {
  for (;;) {
    const id = newName(stepIdLength, random);
    if (!taken.includes(id)) return id;
  }
}

/** The list with one item moved to another place. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const next = [...list];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
}
