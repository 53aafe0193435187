import "server-only";
import type { OwnedApp } from "@/db/scope";
import type { FieldValue } from "../schema";
import { findRun, type RunRow } from "../store";

/** Characters of one earlier result in a prompt or a template. */
const earlierMax = 12_000;

/**
 * What was entered, with each earlier result that was chosen (tool_item_select) as its text: an id says nothing to a
 * model or a template. One that was deleted meanwhile counts as not chosen.
 */
export async function withEarlierResults(
  scope: OwnedApp,
  { definition, fields }: Pick<RunRow, "definition" | "fields">,
): Promise<Record<string, FieldValue>> {
  const values = { ...fields };
  for (const { name, type } of definition.fields) {
    const id = values[name];
    if (type !== "tool_item_select" || typeof id !== "string") continue;
    const earlier = await findRun(scope, id).catch(() => undefined);
    if (earlier) values[name] = textOf(earlier);
    else delete values[name];
  }
  return values;
}

const textOf = ({ definition, blocks }: RunRow): string =>
  blocks
    .filter(({ status, text }) => status === "done" && text.trim() !== "")
    .map(({ title, text }) => (title ? `${title}:\n${text}` : text))
    .join("\n\n")
    .slice(0, earlierMax) || definition.header;
