import { actionState, lineCounts } from "@/features/turns/describe-action";
import type { ChatPart } from "./read-message";
import type { Action, ActionType } from "@/engines/protocol/schema";

/** A message in order; a long run of finished file actions becomes one entry. `index` is the first part's position. */
export type MessageBlock =
  | { kind: "part"; index: number; part: ChatPart }
  | { kind: "files"; index: number; actions: Action[] }
  | { kind: "looks"; index: number; parts: Look[] };
type Look = Extract<ChatPart, { kind: "tool" }>;

const fileTypes = new Set<ActionType>(["add_file", "edit_file", "partial_edit", "delete_file"]);

/** Shorter runs are not grouped. */
const groupedMin = 5;

/** Shorter runs of looks are not grouped. */
const looksMin = 3;

/** Newest cards that stay ungrouped while a turn writes. */
const liveShown = 3;

/**
 * Groups successful actions. Cut, failed, held and growing cards are never grouped.
 * @param isSpecial whether an action was not applied or was held
 */
export function groupActions(
  parts: ChatPart[],
  isLive: boolean,
  isSpecial: (actionId: string) => boolean,
): MessageBlock[] {
  const blocks: MessageBlock[] = [];
  let run: { index: number; action: Action }[] = [];
  const endRun = (shown: number) => {
    const gathered = run.length - shown;
    const isLong = gathered >= groupedMin;
    if (isLong)
      blocks.push({ kind: "files", index: run[0]!.index, actions: run.slice(0, gathered).map(({ action }) => action) });
    for (const { index, action } of isLong ? run.slice(gathered) : run)
      blocks.push({ kind: "part", index, part: { kind: "action", action } });
    run = [];
  };
  for (const [index, part] of parts.entries()) {
    if (
      part.kind === "action" &&
      fileTypes.has(part.action.type) &&
      actionState(part.action) === "complete" &&
      !isSpecial(part.action.id)
    )
      run.push({ index, action: part.action });
    else {
      // White space between actions does not end a run.
      if (part.kind === "text" && part.text.trim() === "") continue;
      endRun(isLive && index === parts.length - 1 ? liveShown - 1 : 0);
      blocks.push({ kind: "part", index, part });
    }
  }
  endRun(isLive ? liveShown : 0);
  return groupLooks(blocks, isLive);
}

/** Whether this is a check whose findings go back to the assistant: a notice of its own. */
export const isMending = ({ name, output }: Look): boolean =>
  name === "check_app" &&
  typeof output === "object" &&
  output !== null &&
  "isMending" in output &&
  output.isMending === true;

/** A run of at least three looks that are done becomes one entry; the newest ones of a running turn stay. */
function groupLooks(blocks: MessageBlock[], isLive: boolean): MessageBlock[] {
  const grouped: MessageBlock[] = [];
  let run: { index: number; part: Look }[] = [];
  const endRun = (shown: number) => {
    const gathered = run.length - shown >= looksMin ? run.splice(0, run.length - shown) : [];
    if (gathered[0]) grouped.push({ kind: "looks", index: gathered[0].index, parts: gathered.map(({ part }) => part) });
    grouped.push(...run.map(({ index, part }): MessageBlock => ({ kind: "part", index, part })));
    run = [];
  };
  for (const block of blocks) {
    if (
      block.kind === "part" &&
      block.part.kind === "tool" &&
      block.part.state !== "running" &&
      !isMending(block.part)
    ) {
      run.push({ index: block.index, part: block.part });
      continue;
    }
    endRun(0);
    grouped.push(block);
  }
  endRun(isLive ? liveShown - 1 : 0);
  return grouped;
}

const counted = (count: number, verb: string) =>
  count === 0 ? [] : [`${verb} ${count} ${count === 1 ? "file" : "files"}`];

/** "Created 21 files, edited 2 files", with their total line counts. */
export function groupSummary(actions: Action[]): { words: string; added: number; removed: number } {
  const count = (...types: ActionType[]) => actions.filter(({ type }) => types.includes(type)).length;
  const [first = "", ...rest] = [
    ...counted(count("add_file"), "created"),
    ...counted(count("edit_file", "partial_edit"), "edited"),
    ...counted(count("delete_file"), "deleted"),
  ];
  const lines = actions.map((action) => lineCounts(action) ?? { added: 0, removed: 0 });
  const sum = (key: "added" | "removed") => lines.reduce((total, one) => total + one[key], 0);
  return {
    words: [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(", "),
    added: sum("added"),
    removed: sum("removed"),
  };
}
