import { describe, expect, it } from "vitest";
import { coverOf } from "@/features/tools/cover";

describe("The picture of a tool without one", () => {
  it("is the same for the same tool, and another for another", () => {
    expect(coverOf("t1", "Meal planner")).toBe(coverOf("t1", "Meal planner"));
    expect(new Set(["t1", "t2", "t3", "t4"].map((id) => coverOf(id, "Meal planner"))).size).toBe(4);
  });

  it.each([
    ["Meal planner", ">MP<"],
    ["A quiz about the planets", ">QP<"],
    ["Über-Rechner", ">ÜR<"],
    ["", ">AI<"],
    ["<script> & co", ">SC<"],
    ["🎉", ">AI<"],
  ])("shows the initials of %s", (title, initials) => expect(coverOf("t1", title)).toContain(initials));
});
