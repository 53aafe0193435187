import { describe, expect, it } from "vitest";
import { editFile, type EditAction, type EditState, findInFiles, isDirty } from "@/features/files/save-queue";

const opened: EditState = { path: "pages/A.jsx", saved: "one", hash: "h1", text: "one", status: "idle" };
const after = (...actions: EditAction[]) => actions.reduce(editFile, opened);

describe("The saving of a file (1-platform.md §4)", () => {
  it("goes idle, saving, saved, and back to idle", () => {
    const states = [after({ type: "edit", text: "two" }), after({ type: "edit", text: "two" }, { type: "send" }), after({ type: "edit", text: "two" }, { type: "send" }, { type: "saved", hash: "h2" }), after({ type: "edit", text: "two" }, { type: "send" }, { type: "saved", hash: "h2" }, { type: "settle" })];
    expect(states.map(({ status }) => status)).toEqual(["idle", "saving", "saved", "idle"]);
    expect(states.at(-1)).toMatchObject({ saved: "two", hash: "h2", text: "two" });
  });

  it("keeps what was typed while a save was on its way, as the next thing to save", () => {
    const state = after({ type: "edit", text: "two" }, { type: "send" }, { type: "edit", text: "three" }, { type: "saved", hash: "h2" });
    expect(state).toMatchObject({ saved: "two", text: "three", hash: "h2", status: "idle" });
    expect(isDirty(state)).toBe(true);
  });

  it("keeps the text when a save fails", () => expect(after({ type: "edit", text: "two" }, { type: "send" }, { type: "failed" })).toMatchObject({ text: "two", saved: "one", status: "error" }));

  it("shows both texts of a stale save, sends nothing meanwhile, and loses neither", () => {
    const stale = after({ type: "edit", text: "mine" }, { type: "send" }, { type: "stale", content: "theirs", hash: "h9" });
    expect(stale.conflict).toEqual({ path: "pages/A.jsx", mine: "mine", theirs: "theirs", hash: "h9" });
    expect(editFile(stale, { type: "send" })).toBe(stale);
    expect(editFile(stale, { type: "keep-mine" })).toMatchObject({ text: "mine", saved: "theirs", hash: "h9", conflict: undefined });
    expect(editFile(stale, { type: "take-theirs" })).toMatchObject({ text: "theirs", saved: "theirs", hash: "h9", conflict: undefined });
  });

  it("takes the assistant's change of a file that is only being read, and never over unsaved words", () => {
    expect(after({ type: "refresh", content: "new", hash: "h2" })).toMatchObject({ text: "new", hash: "h2" });
    expect(after({ type: "edit", text: "mine" }, { type: "refresh", content: "new", hash: "h2" })).toMatchObject({ text: "mine", hash: "h1" });
  });

  it("offers edits again that a closed tab had kept", () => expect(editFile(opened, { type: "open", path: "pages/B.jsx", content: "b", hash: "hb", kept: "b!" })).toMatchObject({ saved: "b", text: "b!" }));
});

describe("Find in files", () => {
  const files = [{ path: "pages/Home.jsx", content: "one\nTwo words\nthree" }, { path: "services/two.js", content: "x" }];
  it("finds names and lines, ignoring case", () => expect(findInFiles(files, "two")).toEqual([{ path: "pages/Home.jsx", lines: [{ number: 2, before: "", match: "Two", after: " words" }], more: 0 }, { path: "services/two.js", lines: [], more: 0 }]));
  it("shows a match far into a line with a little of what stands before it", () => expect(findInFiles([{ path: "a.js", content: `  ${"x".repeat(40)} needle in it  ` }], "NEEDLE")[0]!.lines).toEqual([{ number: 1, before: `…${"x".repeat(15)} `, match: "needle", after: " in it" }]));
  it("lists twenty lines of a file, and says how many more there are", () => expect(findInFiles([{ path: "a.js", content: "hit\n".repeat(25) }], "hit")[0]).toMatchObject({ more: 5, lines: { length: 20 } }));
  it("finds nothing for no words", () => expect(findInFiles(files, "  ")).toEqual([]));
  it("stops at two hundred lines", () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ path: `pages/P${index}.jsx`, content: "hit\n".repeat(50) }));
    expect(findInFiles(many, "hit").reduce((sum, { lines }) => sum + lines.length, 0)).toBe(200);
  });
});
