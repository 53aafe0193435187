import { describe, expect, it } from "vitest";
import { conflictWords, emptyHistory, move, nextOf, record } from "@/features/entities/ui/edit-history";

const change = (id: string) => ({ steps: [{ changeId: id }], words: `edit ${id}` });

describe("The history of a table", () => {
  it("takes back the last change first, and brings the last one taken back first", () => {
    let history = record(record(emptyHistory, change("a")), change("b"));
    expect(nextOf(history, "undo")?.words).toBe("edit b");
    history = move(history, "undo", nextOf(history, "undo")!, [{ changeId: "undo-b" }]);
    history = move(history, "undo", nextOf(history, "undo")!, [{ changeId: "undo-a" }]);
    expect(nextOf(history, "undo")).toBeUndefined();
    expect(nextOf(history, "redo")?.words).toBe("edit a");
    history = move(history, "redo", nextOf(history, "redo")!, [{ changeId: "redo-a" }]);
    expect(history).toEqual({
      past: [{ steps: [{ changeId: "redo-a" }], words: "edit a" }],
      future: [{ steps: [{ changeId: "undo-b" }], words: "edit b" }],
    });
  });

  it("forgets what was undone as soon as something else happens", () => {
    const undone = move(record(emptyHistory, change("a")), "undo", change("a"), [{ changeId: "undo-a" }]);
    expect(record(undone, change("c")).future).toEqual([]);
  });

  it("finds one change by its id, wherever it stands", () => {
    const history = record(record(emptyHistory, change("a")), change("b"));
    expect(nextOf(history, "undo", "a")?.words).toBe("edit a");
    expect(nextOf(history, "undo", "gone")).toBeUndefined();
  });

  it("drops a change that could not be taken back at all", () => {
    const history = record(emptyHistory, change("a"));
    expect(move(history, "undo", nextOf(history, "undo")!, [])).toEqual(emptyHistory);
  });

  it("tells of rows that were left alone", () => {
    expect(conflictWords(3, 0)).toBeUndefined();
    expect(conflictWords(0, 1)).toBe("Changed since by somebody else: 1 row was left as it is");
    expect(conflictWords(3, 2)).toBe("2 rows changed since and were left as they are. 3 rows went back.");
  });
});
