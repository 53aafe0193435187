import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  conflictsOf,
  isDirty,
  isSame,
  keptOf,
  nextSave,
  noChanges,
  type SaveAction,
  type SaveState,
  saveStatus,
  takeSaveAction,
  valuesOf,
} from "@/features/tool-editor/save-flow";

const opened = (values: object = { a: "1", b: "2" }): SaveAction => ({
  type: "open",
  part: "tool",
  revision: 1,
  values: { ...values },
});
const edit = (key: string, value: unknown, now = 1_000): SaveAction => ({
  type: "edit",
  part: "tool",
  key,
  value,
  now,
});
const send: SaveAction = { type: "send", part: "tool" };
const fold = (...actions: SaveAction[]): SaveState => actions.reduce(takeSaveAction, noChanges);
const shown = (state: SaveState) => valuesOf(state.parts.tool!);

describe("Edits", () => {
  it("are gathered and saved after 2 seconds of quiet", () => {
    const state = fold(opened(), edit("a", "x", 1_000), edit("b", "y", 2_500));
    expect(nextSave(state)).toEqual({ part: "tool", at: 4_500 });
    expect(saveStatus(state)).toBe("waiting");
    expect(shown(state)).toEqual({ a: "x", b: "y" });
  });

  it("that are typed back are none", () => {
    const state = fold(opened(), edit("a", "x"), edit("a", "1"));
    expect([isDirty(state), nextSave(state), saveStatus(state)]).toEqual([false, undefined, "saved"]);
  });

  it("of a part that is not loaded yet are not taken", () => expect(isDirty(fold(edit("a", "x")))).toBe(false));
});

describe("A save", () => {
  it("is alone: nothing else begins before its answer", () => {
    const state = fold(opened(), { ...opened({}), part: "style" } as SaveAction, edit("a", "x"), send, {
      type: "edit",
      part: "style",
      key: "styleName",
      value: "dark",
      now: 9_000,
    });
    expect([nextSave(state), saveStatus(state)]).toEqual([undefined, "saving"]);
    const after = takeSaveAction(state, { type: "saved", revision: 2 });
    expect(nextSave(after)).toEqual({ part: "style", at: 11_000 });
  });

  it("keeps what is typed while it is on its way for the next one", () => {
    const state = fold(opened(), edit("a", "x"), send, edit("a", "xy", 3_000), { type: "saved", revision: 2 });
    expect(shown(state)).toEqual({ a: "xy", b: "2" });
    expect(state.parts.tool).toMatchObject({
      revision: 2,
      saved: { a: "x" },
      edits: { a: { base: "x", value: "xy" } },
    });
  });

  it.each([
    ["the connection was lost", undefined, "failed", { part: "tool", at: 9_000 + 2_000 }],
    ["the server refused it", "Field already exists", "refused", undefined],
  ])("that failed since %s puts the changes back", (_name, message, status, next) => {
    const state = fold(opened(), edit("a", "x"), send, edit("b", "y", 2_000), { type: "failed", now: 9_000, message });
    expect(shown(state)).toEqual({ a: "x", b: "y" });
    expect(state.parts.tool!.edits).toEqual({ a: { base: "1", value: "x" }, b: { base: "2", value: "y" } });
    expect([saveStatus(state), nextSave(state)]).toEqual([status, next]);
    // A change of the person's is a reason to try a refused one again.
    expect(nextSave(takeSaveAction(state, edit("a", "z", 20_000)))).toEqual({ part: "tool", at: 22_000 });
  });

  it("is tried again later and later, at most every half minute", () => {
    let state = fold(opened(), edit("a", "x", 0));
    const waits = Array.from({ length: 6 }, () => {
      state = takeSaveAction(takeSaveAction(state, send), { type: "failed", now: 100_000 });
      return nextSave(state)!.at - 100_000;
    });
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    const saved = takeSaveAction(takeSaveAction(state, send), { type: "saved", revision: 2 });
    expect([saved.failures, saveStatus(saved)]).toEqual([0, "saved"]);
  });

  it("on Done does not wait for the quiet, and is over when all is saved", () => {
    const forced = fold(opened(), edit("a", "x", 5_000), { type: "force" });
    expect(nextSave(forced)).toEqual({ part: "tool", at: 0 });
    expect(fold(opened(), edit("a", "x"), { type: "force" }, send, { type: "saved", revision: 2 }).isForced).toBe(
      false,
    );
    expect(fold(opened(), { type: "force" }).isForced).toBe(false);
  });
});

describe("Another tab's save", () => {
  const stale = (values: object): SaveAction => ({ type: "stale", revision: 7, values: { ...values } });

  it("of another value is taken over, and mine goes on top", () => {
    const state = fold(opened(), edit("a", "x"), send, stale({ a: "1", b: "theirs" }));
    expect(shown(state)).toEqual({ a: "x", b: "theirs" });
    expect([saveStatus(state), state.parts.tool!.revision]).toEqual(["waiting", 7]);
  });

  it("of the same value is never overwritten in silence: a person chooses", () => {
    const state = fold(opened(), edit("a", "mine"), edit("b", "y"), send, stale({ a: "theirs", b: "2" }));
    expect(saveStatus(state)).toBe("conflict");
    expect(conflictsOf(state)).toEqual([{ part: "tool", key: "a", mine: "mine", theirs: "theirs" }]);
    // What is not in question is saved meanwhile.
    expect(takeSaveAction(state, send).parts.tool!.sent).toEqual({ b: { base: "2", value: "y" } });
    const mine = takeSaveAction(state, { type: "resolve", part: "tool", key: "a", take: "mine" });
    expect([shown(mine).a, saveStatus(mine), nextSave(mine)?.part]).toEqual(["mine", "waiting", "tool"]);
    const theirs = takeSaveAction(state, { type: "resolve", part: "tool", key: "a", take: "theirs" });
    expect([shown(theirs).a, conflictsOf(theirs)]).toEqual(["theirs", []]);
  });

  it("that is my own, whose answer was lost, is no conflict", () => {
    const state = fold(opened(), edit("a", { y: 1, x: [1] }), send, stale({ a: { x: [1], y: 1 }, b: "2" }));
    expect([isDirty(state), saveStatus(state)]).toEqual([false, "saved"]);
  });

  it("that is found by asking again is handled the same way, and an older answer is ignored", () => {
    const newer: SaveAction = { type: "open", part: "tool", revision: 3, values: { a: "theirs", b: "3" } };
    expect(shown(fold(opened(), newer))).toEqual({ a: "theirs", b: "3" });
    expect(saveStatus(fold(opened(), edit("a", "x"), newer))).toBe("conflict");
    expect(shown(fold(newer, opened()))).toEqual({ a: "theirs", b: "3" });
    expect(fold(opened(), edit("a", "x"), send, newer).parts.tool!.revision).toBe(1);
  });
});

describe("A reload", () => {
  it("brings back what the server has not acknowledged, sent or not", () => {
    const state = fold(opened(), edit("a", "x"), send, edit("b", "y"));
    const kept = keptOf(state.parts.tool!);
    const again = fold({ ...opened(), kept } as SaveAction);
    expect([shown(again), isDirty(again)]).toEqual([{ a: "x", b: "y" }, true]);
    // The save had arrived.
    const arrived = fold({ type: "open", part: "tool", revision: 2, values: { a: "x", b: "2" }, kept });
    expect(arrived.parts.tool).toMatchObject({ edits: { b: { value: "y" } }, conflicts: {} });
  });
});

it.each([
  [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true],
  [[1, 2], [2, 1], false],
  [null, undefined, true],
  [{ a: undefined }, {}, true],
  ["", null, false],
  [[], {}, false],
])("%j and %j are one: %s", (left, right, same) => expect(isSame(left, right)).toBe(same));

it("whatever happens in whatever order, nothing typed is lost", () => {
  const key = fc.constantFrom("a", "b", "c");
  const action: fc.Arbitrary<SaveAction> = fc.oneof(
    fc.record({
      type: fc.constant("edit" as const),
      part: fc.constant("tool" as const),
      key,
      value: fc.string({ maxLength: 2 }),
      now: fc.nat(9_999),
    }),
    fc.constant(send),
    fc.record({
      type: fc.constant("failed" as const),
      now: fc.nat(9_999),
      message: fc.option(fc.constant("no"), { nil: undefined }),
    }),
    fc.constant<SaveAction>({ type: "force" }),
    fc.constant<SaveAction>({ type: "saved", revision: 0 }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      let state = fold(opened({}));
      const typed: Record<string, unknown> = {};
      const server: Record<string, unknown> = {};
      for (const next of actions) {
        if (next.type === "edit") typed[next.key] = next.value;
        if (next.type === "saved")
          for (const [name, { value }] of Object.entries(state.parts.tool!.sent ?? {})) server[name] = value;
        state = takeSaveAction(
          state,
          next.type === "saved" ? { ...next, revision: state.parts.tool!.revision + 1 } : next,
        );
        expect(shown(state)).toEqual(typed);
        // What the server lacks is either waiting or on its way.
        const open = keptOf(state.parts.tool!);
        for (const [name, value] of Object.entries(typed))
          if (!isSame(server[name], value)) expect(open).toHaveProperty(name);
      }
    }),
  );
});
