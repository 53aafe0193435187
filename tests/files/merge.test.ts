import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { conflictsIn, marks, mergeThreeWay } from "@/features/files/merge";

const lines = (...all: string[]) => all.join("\n");

describe("the merge of two saves starts from what both were based on", () => {
  it.each([
    ["changes of both sides", "a\nb\nc\nd\ne", "a\nB\nc\nd\ne", "a\nb\nc\nd\nE", "a\nB\nc\nd\nE"],
    ["lines that only they added", "a\nb", "a\nb2", "zero\na\nb", "zero\na\nb2"],
    ["the same change on both sides", "a\nb", "a\nx", "a\nx", "a\nx"],
    ["a deletion of mine", "a\nb\nc\nd", "a\nc\nd", "a\nb\nc\nD", "a\nc\nD"],
    ["nothing of mine", "a", "a", "b", "b"],
  ])("keeps %s", (_name, base, mine, theirs, merged) =>
    expect(mergeThreeWay(base, mine, theirs)).toEqual({ text: merged, conflicts: 0 }),
  );

  it("marks what both changed, with all three texts", () => {
    const { text, conflicts } = mergeThreeWay("a\nb\nc", "a\nmine\nc", "a\ntheirs\nc");
    expect(conflicts).toBe(1);
    expect(text).toBe(lines("a", marks.theirs, "theirs", marks.base, "b", marks.mine, "mine", marks.end, "c"));
    expect(conflictsIn(text)).toBeGreaterThan(0);
    expect(conflictsIn("a\nmine\nc")).toBe(0);
  });

  it("loses no line that one side alone added, whatever the texts", () => {
    const text = array(constantFrom("a", "b", "c", "d"), { maxLength: 12 });
    assert(
      property(text, text, text, (base, mine, theirs) => {
        const { text: same } = mergeThreeWay(base.join("\n"), base.join("\n"), theirs.join("\n"));
        expect(same).toBe(theirs.join("\n"));
        expect(mergeThreeWay(base.join("\n"), mine.join("\n"), base.join("\n")).text).toBe(mine.join("\n"));
        const unique = [...mine, "only mine"];
        expect(mergeThreeWay(base.join("\n"), unique.join("\n"), theirs.join("\n")).text).toContain("only mine");
      }),
    );
  });
});
