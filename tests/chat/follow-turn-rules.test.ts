import { describe, expect, it } from "vitest";
import { followTurn, type LiveTurn, startFollowing } from "@/features/chat/follow-turn";
import { readLiveTurn } from "@/features/chat/read-message";

const shown = (turn: LiveTurn) => readLiveTurn(turn, "m1").parts;

const opened = { id: "a1", type: "add_file", file: "pages/Home.jsx", title: "Add the home page" };

/** Plays [name, data] pairs as a server would number them. */
const play = (events: [string, unknown][], turn: LiveTurn = startFollowing("t1")) =>
  events.reduce(
    (state, [name, data], index) => followTurn(state, { number: turn.lastNumber + index + 1, name, data }),
    turn,
  );

describe("following a turn", () => {
  it("joins text deltas into one paragraph and keeps actions in their place between texts", () => {
    const turn = play([
      ["text", { text: "I'll add " }],
      ["text", { text: "a page." }],
      ["action-open", opened],
      ["action-close", { id: "a1", isComplete: true }],
      ["text", { text: "Done." }],
    ]);
    expect(
      shown(turn).map((part) =>
        part.kind === "action" ? part.action.file : part.kind === "source" ? part.url : "text" in part ? part.text : "",
      ),
    ).toEqual(["I'll add a page.", "pages/Home.jsx", "Done."]);
  });

  it("shows an action in progress with the code so far, then complete", () => {
    const growing = play([
      ["action-open", opened],
      ["action-delta", { id: "a1", text: "line 1\n" }],
      ["action-delta", { id: "a1", text: "line 2" }],
    ]);
    expect(shown(growing)).toEqual([
      { kind: "action", action: { ...opened, content: "line 1\nline 2", isComplete: false, isTruncated: false } },
    ]);
    const closed = followTurn(growing, {
      number: 4,
      name: "action-close",
      data: { id: "a1", isComplete: true, isTruncated: false },
    });
    expect(shown(closed)[0]).toMatchObject({ action: { isComplete: true, isTruncated: false } });
  });

  it("marks an action truncated, never complete, when it was cut", () => {
    const turn = play([
      ["action-open", opened],
      ["action-delta", { id: "a1", text: "half" }],
      ["action-close", { id: "a1", isComplete: false, isTruncated: true }],
    ]);
    expect(shown(turn)[0]).toMatchObject({ action: { isComplete: false, isTruncated: true } });
  });

  it("calls an action truncated that is still open when the turn is stopped", () => {
    const turn = play([
      ["action-open", opened],
      ["action-delta", { id: "a1", text: "half" }],
      ["done", { status: "stopped" }],
    ]);
    expect(turn.status).toBe("stopped");
    expect(shown(turn)[0]).toMatchObject({ action: { isTruncated: true } });
  });

  it("ignores an event that it has seen, so a resumed stream may repeat itself", () => {
    const once = play([["text", { text: "Hello" }]]);
    expect(followTurn(once, { number: 1, name: "text", data: { text: "Hello" } })).toBe(once);
  });

  it("grows the newest action when a continued one is opened again under its id", () => {
    const turn = play([
      ["action-open", opened],
      ["action-close", { id: "a1", isComplete: false, isTruncated: true }],
      ["action-open", opened],
      ["action-delta", { id: "a1", text: "whole" }],
    ]);
    expect(shown(turn).map((part) => part.kind === "action" && part.action.content)).toEqual(["", "whole"]);
  });

  it("ends as failed with the words of the error", () => {
    const turn = play([
      ["error", { message: "The model did not answer" }],
      ["done", {}],
    ]);
    expect(turn).toMatchObject({ status: "failed", error: "The model did not answer" });
  });

  it("remembers the version that the turn wrote and what it cost", () => {
    const turn = play([
      ["version", { versionId: "v9" }],
      ["usage", { totalTokens: 12 }],
      ["done", { status: "done" }],
    ]);
    expect(turn).toMatchObject({ versionId: "v9", usage: { totalTokens: 12 }, status: "done" });
  });

  it.each([
    ["action-open", { id: "a1", type: "format_disk" }],
    ["text", null],
    ["unheard-of", { any: 1 }],
  ])("survives a malformed %s event", (name, data) => {
    expect(followTurn(startFollowing("t1"), { number: 1, name, data }).status).toBe("running");
  });
});
