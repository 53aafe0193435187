import { describe, expect, it } from "vitest";
import {
  autosaveDelayMs,
  countLines,
  editFile,
  type EditAction,
  type EditState,
  findInFiles,
  isDirty,
  saveDelay,
  withLineEnds,
} from "@/features/files/save-queue";

const opened: EditState = {
  path: "pages/A.jsx",
  saved: "one",
  hash: "h1",
  text: "one",
  status: "idle",
  sent: [],
  failures: 0,
};
const after = (...actions: EditAction[]) => actions.reduce(editFile, opened);

describe("The saving of a file (1-platform.md §4)", () => {
  it("goes idle, saving, saved, and back to idle", () => {
    const states = [
      after({ type: "edit", text: "two" }),
      after({ type: "edit", text: "two" }, { type: "send" }),
      after({ type: "edit", text: "two" }, { type: "send" }, { type: "saved", hash: "h2" }),
      after({ type: "edit", text: "two" }, { type: "send" }, { type: "saved", hash: "h2" }, { type: "settle" }),
    ];
    expect(states.map(({ status }) => status)).toEqual(["idle", "saving", "saved", "idle"]);
    expect(states.at(-1)).toMatchObject({ saved: "two", hash: "h2", text: "two" });
  });

  it("keeps what was typed while a save was on its way, as the next thing to save", () => {
    const state = after(
      { type: "edit", text: "two" },
      { type: "send" },
      { type: "edit", text: "three" },
      { type: "saved", hash: "h2" },
    );
    expect(state).toMatchObject({ saved: "two", text: "three", hash: "h2", status: "idle" });
    expect(isDirty(state)).toBe(true);
  });

  it("keeps the text when a save fails", () =>
    expect(after({ type: "edit", text: "two" }, { type: "send" }, { type: "failed", isTemporary: true })).toMatchObject(
      { text: "two", saved: "one", status: "error" },
    ));

  it("shows both texts of a stale save, sends nothing meanwhile, and loses neither", () => {
    const stale = after(
      { type: "edit", text: "mine" },
      { type: "send" },
      { type: "stale", content: "theirs", hash: "h9" },
    );
    expect(stale.conflict).toMatchObject({ path: "pages/A.jsx", mine: "mine", theirs: "theirs", hash: "h9" });
    expect(editFile(stale, { type: "send" })).toBe(stale);
    expect(saveDelay(stale)).toBeUndefined();
    expect(["mine", "theirs", "both"].map((text) => editFile(stale, { type: "merge", text }))).toMatchObject(
      ["mine", "theirs", "both"].map((text) => ({
        text,
        saved: "theirs",
        hash: "h9",
        status: "idle",
        conflict: undefined,
      })),
    );
  });

  it("takes the assistant's change of a file that is only being read, and never over unsaved words", () => {
    expect(after({ type: "refresh", content: "new", hash: "h2" })).toMatchObject({ text: "new", hash: "h2" });
    expect(after({ type: "edit", text: "mine" }, { type: "refresh", content: "new", hash: "h2" })).toMatchObject({
      text: "mine",
      hash: "h1",
    });
  });

  const open = (kept: { text: string; baseHash: string; sent?: string[] }) =>
    editFile(opened, { type: "open", path: "pages/B.jsx", content: "b", hash: "hb", kept: { sent: [], ...kept } });

  it("offers an edit again that a closed tab had kept, and takes it back on request, also after it was saved", () => {
    const state = open({ text: "b!", baseHash: "hb" });
    expect(state).toMatchObject({ saved: "b", text: "b!", restoredOver: "b" });
    const saved = [
      { type: "send" },
      { type: "saved", hash: "h2" },
      { type: "discard-restored" },
    ] satisfies EditAction[];
    expect(saved.reduce(editFile, state)).toMatchObject({
      saved: "b!",
      hash: "h2",
      text: "b",
      restoredOver: undefined,
    });
    expect(editFile(editFile(state, { type: "edit", text: "b!!" }), { type: "discard-restored" }).text).toBe("b!!");
  });

  it("asks the person about a kept edit of a file that somebody changed since", () => {
    const state = open({ text: "mine", baseHash: "older" });
    expect(state).toMatchObject({ text: "mine", conflict: { mine: "mine", theirs: "b", hash: "hb" } });
    expect(saveDelay(state)).toBeUndefined();
  });

  it("does not ask about a kept edit that arrived, nor about one that went on from what arrived", () => {
    expect(isDirty(open({ text: "b", baseHash: "older" }))).toBe(false);
    const more = open({ text: "b and more", baseHash: "older", sent: ["b"] });
    expect(more).toMatchObject({ text: "b and more", saved: "b", hash: "hb" });
    expect(more.conflict).toBeUndefined();
  });

  it("sees no conflict with its own text whose answer got lost", () => {
    const lost: EditAction[] = [{ type: "edit", text: "two" }, { type: "send" }, { type: "failed", isTemporary: true }];
    const arrived: EditAction = { type: "refresh", content: "two", hash: "h2" };
    const goingOn: EditAction[] = [...lost, { type: "edit", text: "three" }];
    const states = [
      after(...lost, arrived),
      after(...goingOn, arrived),
      after(...goingOn, { type: "send" }, { ...arrived, type: "stale" }),
    ];
    expect(states).toMatchObject(["two", "three", "three"].map((text) => ({ saved: "two", hash: "h2", text })));
    expect(states.map(({ conflict }) => conflict)).toEqual([undefined, undefined, undefined]);
  });

  it("tries a lost connection again, later each time, and a refused save only when something is typed", () => {
    const fail = (times: number, isTemporary: boolean) =>
      after(
        { type: "edit", text: "two" },
        ...Array.from({ length: times }, (): EditAction[] => [
          { type: "send" },
          { type: "failed", isTemporary },
        ]).flat(),
      );
    expect([1, 2, 3, 9].map((times) => saveDelay(fail(times, true)))).toEqual([2_000, 4_000, 8_000, 30_000]);
    expect(saveDelay(fail(1, false))).toBeUndefined();
    expect(saveDelay(editFile(fail(1, false), { type: "edit", text: "three" }))).toBe(autosaveDelayMs);
  });
});

describe("Lines", () => {
  it.each([
    ["a\nb", "x\r\ny", "a\r\nb"],
    ["a\r\nb\nc", "x\r\ny", "a\r\nb\r\nc"],
    ["a\r\nb", "x\ny\r\n", "a\nb"],
    ["a\r\nb", "", "a\nb"],
  ])("keep the ends that the file has: %j like %j", (text, like, after) =>
    expect(withLineEnds(text, like)).toBe(after),
  );
  it.each([
    ["", 1],
    ["a", 1],
    ["a\n", 1],
    ["a\r\nb\r\n", 2],
    ["a\n\n", 2],
  ])("are counted as a person sees them: %j", (text, lines) => expect(countLines(text)).toBe(lines));
});

describe("Find in files", () => {
  const files = [
    { path: "pages/Home.jsx", content: "one\nTwo words\nthree" },
    { path: "services/two.js", content: "x" },
  ];
  it("finds names and lines, ignoring case", () =>
    expect(findInFiles(files, "two")).toEqual([
      { path: "pages/Home.jsx", lines: [{ number: 2, before: "", match: "Two", after: " words" }], more: 0 },
      { path: "services/two.js", lines: [], more: 0 },
    ]));
  it("shows a match far into a line with a little of what stands before it", () =>
    expect(findInFiles([{ path: "a.js", content: `  ${"x".repeat(40)} needle in it  ` }], "NEEDLE")[0]!.lines).toEqual([
      { number: 1, before: `…${"x".repeat(15)} `, match: "needle", after: " in it" },
    ]));
  it("lists twenty lines of a file, and says how many more there are", () =>
    expect(findInFiles([{ path: "a.js", content: "hit\n".repeat(25) }], "hit")[0]).toMatchObject({
      more: 5,
      lines: { length: 20 },
    }));
  it("finds nothing for no words", () => expect(findInFiles(files, "  ")).toEqual([]));
  it("stops at two hundred lines", () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      path: `pages/P${index}.jsx`,
      content: "hit\n".repeat(50),
    }));
    expect(findInFiles(many, "hit").reduce((sum, { lines }) => sum + lines.length, 0)).toBe(200);
  });
});
