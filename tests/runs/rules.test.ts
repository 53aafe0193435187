import { describe, expect, it } from "vitest";
import { checkFields } from "@/features/runs/tool/check-fields";
import { readBlock } from "@/features/runs/block/read-block";
import { readDefinition } from "@/features/runs/tool/read-definition";
import {
  areValidationsResolved,
  foldRun,
  nextRunState,
  periodEnd,
  periodKey,
  type RunAction,
  type RunState,
} from "@/features/runs/rules";
import type { RunBlock } from "@/features/runs/schema";
import { readToolAddress, toolAddress } from "@/features/tool-pages/rules";

describe("The run state", () => {
  const actions: RunAction[] = [
    "search-similar-item",
    "query-context-items",
    "generate",
    "validate",
    "success",
    "error",
    "cancel",
    "reset",
  ];
  const moves: Record<RunState, Partial<Record<RunAction, RunState>>> = {
    idle: { "search-similar-item": "loading", "query-context-items": "loading", generate: "loading" },
    loading: { success: "success", error: "error", cancel: "error" },
    success: { validate: "loading", reset: "idle" },
    error: { reset: "idle" },
  };
  it.each(Object.keys(moves) as RunState[])("moves from %s as the specification says, and otherwise stays", (state) => {
    for (const action of actions) expect(nextRunState(state, action)).toBe(moves[state][action] ?? state);
  });

  it.each<[RunState, ("pending" | "validated" | "failed")[], boolean]>([
    ["success", ["validated", "failed"], true],
    ["success", ["validated", "pending"], false],
    ["success", [], true],
    ["loading", ["validated"], false],
    ["error", ["pending"], true],
  ])("in %s with validations %j, resolved is %s", (state, validations, wanted) =>
    expect(areValidationsResolved(state, [{}, ...validations.map((status) => ({ validation: { status } }))])).toBe(
      wanted,
    ),
  );
});

describe("A run's events", () => {
  const block = (id: string): RunBlock => ({ id, type: "text", title: id, status: "waiting", text: "" });
  const start = { status: "queued" as const, stage: null, error: null, blocks: [block("a"), block("b")] };

  it("begin a block anew that is opened again: its runner died in it", () => {
    const run = foldRun(start, [
      { event: "stage", data: { stage: "generate" } },
      { event: "block-open", data: { id: "a" } },
      { event: "text", data: { id: "a", text: "Half an ans" } },
      { event: "block-open", data: { id: "a" } },
      { event: "text", data: { id: "a", text: "Whole" } },
      { event: "block-close", data: { id: "a", status: "done", text: "Whole" } },
    ]);
    expect(run).toMatchObject({ status: "streaming", stage: "generate" });
    expect(run.blocks[0]).toMatchObject({ status: "done", text: "Whole" });
    const stopped = foldRun(run, [{ event: "done", data: { status: "stopped" } }]);
    expect(stopped.blocks.map(({ status, message }) => [status, message])).toEqual([
      ["done", undefined],
      ["failed", "Stopped before it was answered"],
    ]);
  });
});

describe("UTC days and ISO weeks", () => {
  it.each([
    ["2026-11-23T23:59:59Z", "2026-11-23", "2026-W48", "2026-11-24", "2026-11-30"],
    ["2026-11-29T00:00:00Z", "2026-11-29", "2026-W48", "2026-11-30", "2026-11-30"],
    ["2027-01-01T12:00:00Z", "2027-01-01", "2026-W53", "2027-01-02", "2027-01-04"],
    ["2024-12-30T12:00:00Z", "2024-12-30", "2025-W01", "2024-12-31", "2025-01-06"],
  ])("%s is in %s and %s", (at, day, week, dayEnd, weekEnd) => {
    const now = new Date(at);
    expect([periodKey("day", now), periodKey("week", now)]).toEqual([day, week]);
    expect([periodEnd("day", now), periodEnd("week", now)].map((end) => end.toISOString().slice(0, 10))).toEqual([
      dayEnd,
      weekEnd,
    ]);
  });
});

describe("Addresses", () => {
  it("lead to a tool and to a result of it", () => {
    expect(toolAddress("meal-planner", "r0123456789abcdef")).toBe("/item/r0123456789abcdef/tool/meal-planner");
    expect(readToolAddress("/tool/meal-planner")).toEqual({ path: "meal-planner" });
    expect(readToolAddress("/item/r0123456789abcdef/tool/a%20b/")).toEqual({ path: "a b", runId: "r0123456789abcdef" });
    for (const other of ["/tool", "/tools/x", "/item/x/tool/y", "/tool/%E0%A4"])
      expect(readToolAddress(other)).toBeUndefined();
  });
});

describe("A block's text", () => {
  it.each([
    [
      "table",
      "| a | b |\n|---|---|\n| 1 | x\\|y |\n| 2 |",
      {
        columns: ["a", "b"],
        rows: [
          ["1", "x|y"],
          ["2", ""],
        ],
      },
    ],
    ["table", "```markdown\n| a |\n|---|\n| 1 |\n```", { columns: ["a"], rows: [["1"]] }],
    ["list", "Here:\n- one\n- two\n  more", { items: ["one", "two\nmore"], isOrdered: false }],
    ["list", "1. one\n2. two", { items: ["one", "two"], isOrdered: true }],
    [
      "checklist",
      "- [ ] a\n- [x] b",
      {
        items: [
          { text: "a", isDone: false },
          { text: "b", isDone: true },
        ],
      },
    ],
    [
      "cards",
      "## Soup\nTime: 20 min\nA good soup.\n## Bread",
      {
        cards: [
          { title: "Soup", image: "", facts: [{ label: "Time", value: "20 min" }], body: "A good soup." },
          { title: "Bread", image: "", facts: [], body: "" },
        ],
      },
    ],
    [
      "chart",
      "type: pie\nRent: $1,200\nFood: 400",
      { kind: "pie", labels: ["Rent", "Food"], series: [{ name: "", values: [1200, 400] }] },
    ],
    [
      "chart",
      "| m | in | out |\n|--|--|--|\n| Jan | 1 | 2 |",
      {
        kind: "bar",
        labels: ["Jan"],
        series: [
          { name: "in", values: [1] },
          { name: "out", values: [2] },
        ],
      },
    ],
    ["image", "javascript:alert(1)", { source: "" }],
    ["image", "![Cat](https://x.example/cat.png)", { source: "https://x.example/cat.png", alt: "Cat" }],
    ["image", "Here: <svg viewBox='0 0 1 1'><title>Dot</title></svg>", { alt: "Dot" }],
  ] as const)("of the type %s: %j", (type, text, wanted) =>
    expect(readBlock(type, text)).toMatchObject({ type, ...wanted }),
  );

  it("can be read at every point while it comes", () => {
    const text = "## Soup\nTime: 20 min\n| a | b |\n|---|---|\n- [x] done\ntype: pie\nA: 1";
    for (const type of ["text", "table", "list", "cards", "image", "chart", "checklist"] as const)
      for (let end = 0; end <= text.length; end += 1) expect(readBlock(type, text.slice(0, end)).type).toBe(type);
  });
});

describe("What a visitor enters", () => {
  const options = [{ label: "Vegan" }, { label: "None" }];
  const definition = readDefinition(
    { toolId: "t1", path: "p", title: "P" },
    {
      fields: [
        { name: "name", label: "Your name", type: "text", required: true },
        { name: "email", type: "email" },
        { name: "diet", type: "select", optionsConfig: options },
        { name: "likes", type: "multiselect", options: ["Rice", "Beans"] },
        { name: "age", type: "number", min: 0, max: 120 },
        { name: "height", type: "height" },
        { name: "weight", type: "weight" },
        { name: "photo", type: "photo" },
        { name: "home", type: "place" },
      ],
    },
  );
  it.each<[Record<string, unknown>, string]>([
    [{}, "Your name is required"],
    [{ name: "  " }, "Your name is required"],
    [{ name: "A", other: 1 }, "This tool has no such field"],
    [{ name: "A", email: "nobody" }, "This email is invalid"],
    [{ name: "A", diet: "Meat" }, "“Meat” is not an option of diet"],
    [{ name: "A", likes: ["Rice", "Fish"] }, "Choose among the options of likes"],
    [{ name: "A", age: 121 }, "age is at most 120"],
    [{ name: "A", age: "old" }, "age is a number"],
    [{ name: "A", age: "3,0,1" }, "age is a number"],
    [{ name: "A", height: { value: -1, unit: "cm" } }, "Enter a number above 0"],
    [{ name: "A", height: { value: 1, unit: "kg" } }, "Choose cm or in"],
    [{ name: "A", weight: 5000 }, "This is more than any weight"],
    [{ name: "A", photo: "https://x.example/cat.png" }, "Please upload a file"],
    [{ name: 7 }, "Your name is a text"],
  ])("%j is refused: %s", (given, message) =>
    expect(checkFields(definition, given).issues.map((issue) => issue.message)).toEqual([message]),
  );

  it("is kept as it was entered", () => {
    const given = {
      name: " Ada ",
      diet: "vegan",
      likes: ["beans"],
      age: "36",
      height: 180,
      weight: { value: 150, unit: "lb" },
      home: "Paris",
    };
    expect(checkFields(definition, given)).toEqual({
      issues: [],
      values: {
        name: "Ada",
        diet: "Vegan",
        likes: ["Beans"],
        age: 36,
        height: { value: 180, unit: "cm" },
        weight: { value: 150, unit: "lb" },
        home: "Paris",
      },
    });
  });

  it("of an email is always personal", () => expect(definition.fields[1]).toMatchObject({ isPersonal: true }));

  it("meets blocks that are derived from the prompt where a tool has none", () =>
    expect(readDefinition({ toolId: "t", path: "p", title: "P" }, { gptPrompt: "Answer" }).blocks).toEqual([
      { id: "answer", type: "text", title: "", prompt: "Answer" },
    ]));
});
