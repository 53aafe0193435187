import { describe, expect, it } from "vitest";
import { groupActions, groupSummary } from "@/features/chat/group-actions";
import type { ChatPart } from "@/features/chat/read-message";
import type { Action, ActionType } from "@/engines/protocol/schema";

const action = (id: string, type: ActionType = "add_file", change: Partial<Action> = {}): ChatPart => ({
  kind: "action",
  action: {
    id,
    type,
    title: "",
    file: `pages/${id}.jsx`,
    content: "a\nb",
    isComplete: true,
    isTruncated: false,
    ...change,
  },
});
const files = (count: number) => Array.from({ length: count }, (_, index) => action(`f${index}`));
const text = (words: string): ChatPart => ({ kind: "text", text: words });
const shape = (parts: ChatPart[], isLive = false, failed: string[] = []) =>
  groupActions(parts, isLive, (id) => failed.includes(id)).map((block) =>
    block.kind === "files"
      ? block.actions.length
      : block.kind === "looks"
        ? `${block.parts.length} looks`
        : block.part.kind === "action"
          ? block.part.action.id
          : block.part.kind,
  );

describe("the cards of a long answer", () => {
  it("are gathered when there are five or more in a row", () => {
    expect(shape([text("Hi"), ...files(5), text("Done")])).toEqual(["text", 5, "text"]);
    expect(shape(files(4))).toEqual(["f0", "f1", "f2", "f3"]);
  });

  it("are joined by what was looked at, gathered too when there are three or more that are done", () => {
    const look = (state: "done" | "running" = "done"): ChatPart => ({
      kind: "tool",
      name: "read_file",
      state,
      input: {},
      output: {},
    });
    expect(shape([look(), look(), text("Hm"), look(), look(), look()])).toEqual(["tool", "tool", "text", "3 looks"]);
    expect(shape([...Array.from({ length: 6 }, () => look()), look("running")], true)).toEqual(["6 looks", "tool"]);
    expect(
      shape(
        Array.from({ length: 6 }, () => look()),
        true,
      ),
    ).toEqual(["4 looks", "tool", "tool"]);
  });

  it("keep an entity, a cut card and one that was not applied in sight", () => {
    expect(shape([...files(5), action("e", "add_entity"), ...files(5)])).toEqual([5, "e", 5]);
    expect(shape([...files(5), action("cut", "add_file", { isComplete: false, isTruncated: true })])).toEqual([
      5,
      "cut",
    ]);
    expect(shape([...files(3), action("bad"), ...files(5)], false, ["bad"])).toEqual(["f0", "f1", "f2", "bad", 5]);
  });

  it("are not parted by white space between two tags", () => {
    expect(shape([...files(3), text("\n"), ...files(3)])).toEqual([6]);
  });

  it("show the newest three while the answer is written", () => {
    expect(shape(files(8), true)).toEqual([5, "f5", "f6", "f7"]);
    expect(shape([...files(8), action("now", "add_file", { isComplete: false })], true)).toEqual([
      6,
      "f6",
      "f7",
      "now",
    ]);
  });

  it("are summed up in words and lines", () => {
    const actions = [
      action("a"),
      action("b"),
      action("c", "partial_edit", { content: "<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE" }),
      action("d", "delete_file", { content: "" }),
    ].flatMap((part) => (part.kind === "action" ? [part.action] : []));
    expect(groupSummary(actions)).toEqual({
      words: "Created 2 files, edited 1 file, deleted 1 file",
      added: 5,
      removed: 1,
    });
  });
});
