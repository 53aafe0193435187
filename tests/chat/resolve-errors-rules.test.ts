import { describe, expect, it } from "vitest";
import {
  type ErrorPanelAction,
  fixMessage,
  noErrors,
  type ReportedError,
  returnedError,
  showErrors,
  visibleErrors,
} from "@/features/turns/resolve-errors";
import { requestMax } from "@/features/turns/limits";

const broken = {
  title: "Cannot read properties of undefined (reading 'map')",
  details: "at Contacts (pages/Contacts.jsx:12)",
  componentName: "Contacts",
};
const missing = { title: "useAuth is not defined", details: "" };
const play = (...actions: ErrorPanelAction[]) => actions.reduce(showErrors, noErrors);
const report = (error: ReportedError = broken): ErrorPanelAction => ({ type: "report", error, versionId: "v1" });
const keyOf = (...actions: ErrorPanelAction[]) => play(...actions).errors[0]!.key;

describe("the error panel", () => {
  it("expands by itself when a new error arrives", () => {
    expect(play(report(), { type: "minimize" }, report(missing)).isMinimized).toBe(false);
  });

  it("shows an error once, however often it is thrown, and stays as it is", () => {
    const state = play(report(), { type: "minimize" }, report({ ...broken, details: "at another line" }));
    expect(state).toMatchObject({ isMinimized: true, errors: [{ title: broken.title }] });
  });

  it("minimizes when the last visible error is suppressed", () => {
    const key = keyOf(report());
    expect(play(report(), report(missing), { type: "suppress", key }).isMinimized).toBe(false);
    expect(play(report(), { type: "suppress", key }).isMinimized).toBe(true);
  });

  it("does not expand again for an error that was suppressed", () => {
    expect(play(report(), { type: "suppress", key: keyOf(report()) }, report()).isMinimized).toBe(true);
  });

  it("'show suppressed issues' unsuppresses all", () => {
    expect(
      visibleErrors(play(report(), { type: "suppress", key: keyOf(report()) }, { type: "show-suppressed" })),
    ).toHaveLength(1);
  });

  it("says 'Fixing...' after a second and clears the errors once loading ends", () => {
    expect(play(report(), { type: "ask" }).fix).toBe("asked");
    expect(play(report(), { type: "ask" }, { type: "fixing" }).fix).toBe("fixing");
    expect(play(report(), { type: "ask" }, { type: "settled" }, { type: "fixing" })).toMatchObject({
      fix: "idle",
      errors: [],
      isMinimized: true,
    });
  });

  it("keeps errors when a turn ends that was not asked to fix them", () => {
    expect(play(report(), { type: "settled" }).errors).toHaveLength(1);
  });

  it("starts anew with the preview, and keeps an error that the repaired version throws again before its turn is over", () => {
    expect(play(report(), { type: "reloaded" }, { type: "drop-stale" })).toMatchObject({
      errors: [],
      isMinimized: true,
    });
    expect(
      visibleErrors(play(report(), { type: "ask" }, { type: "reloaded" }, report(), { type: "settled" })),
    ).toHaveLength(1);
  });

  it("stays as it is while the preview reloads and throws its errors again, so that no click is lost", () => {
    const reloading = play(report(), { type: "reloaded" });
    expect(reloading).toMatchObject({ errors: [{ title: broken.title }], isMinimized: false });
    expect(visibleErrors(play(report(), { type: "reloaded" }, report(), { type: "drop-stale" }))).toHaveLength(1);
    const minimized = play(report(), { type: "minimize" }, { type: "reloaded" }, report(), { type: "drop-stale" });
    expect(minimized).toMatchObject({ errors: [{ title: broken.title }], isMinimized: true });
  });

  it("ignores what the version that the preview has left still throws", () => {
    const shown = (versionId: string): ErrorPanelAction => ({ type: "reloaded", versionId });
    const reverted = [shown("v1"), report(), shown("v2"), { type: "drop-stale" }] as const;
    expect(play(...reverted, report()).errors).toEqual([]);
    // Of the one that is shown, and of one that is about to be, errors count.
    const from = (versionId: string): ErrorPanelAction => ({ type: "report", error: broken, versionId });
    expect(play(...reverted, from("v2")).errors).toHaveLength(1);
    expect(play(...reverted, from("v3")).errors).toHaveLength(1);
    expect(play(...reverted, shown("v1"), report()).errors).toHaveLength(1);
  });

  it("offers the way back when the same fault returns after two attempts", () => {
    const attempt: ErrorPanelAction[] = [report(), { type: "ask" }, { type: "settled" }];
    expect(returnedError(play(...attempt, report()))).toBeUndefined();
    expect(returnedError(play(...attempt, ...attempt, report()))?.title).toBe(broken.title);
  });

  it("counts no attempt when the request could not be sent", () => {
    const refused: ErrorPanelAction[] = [report(), { type: "ask" }, { type: "refused" }];
    expect(play(...refused)).toMatchObject({ fix: "idle", errors: [{ title: broken.title }] });
    expect(returnedError(play(...refused, { type: "ask" }, { type: "refused" }))).toBeUndefined();
  });

  it("keeps the way back that the server named when it refused, until another attempt is over", () => {
    const wayBack = { versionId: "v1", messageId: "m1" };
    const refused: ErrorPanelAction[] = [report(), { type: "ask" }, { type: "refused", wayBack }];
    expect(play(...refused).wayBack).toEqual(wayBack);
    expect(play(...refused, { type: "ask" }, { type: "refused" }).wayBack).toEqual(wayBack);
    expect(play(...refused, { type: "ask" }, { type: "settled" }).wayBack).toBeUndefined();
  });

  it("asks for the fix in the spec's words", () => {
    const message = fixMessage([broken, missing]);
    expect(message).toMatch(/^The following errors happened in the app/);
    expect(message).toContain("(in Contacts)");
    expect(message).toMatch(/please help me fix these errors$/);
  });

  it("names every one of many errors in a message that the chat takes", () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      ...broken,
      title: `Error ${index} of many`,
      details: "at x\n".repeat(600),
    }));
    for (const errors of [many, many.slice(0, 12), many.slice(0, 1)]) {
      const message = fixMessage(errors);
      expect(message.length).toBeLessThan(requestMax);
      for (const { title } of errors) expect(message).toContain(`- ${title} (in Contacts)\n  at x`);
      expect(message).toMatch(/please help me fix these errors$/);
    }
  });
});
