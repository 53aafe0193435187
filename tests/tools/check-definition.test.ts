import { describe, expect, it } from "vitest";
import {
  deletionIssue,
  definitionIssue,
  fieldIssue,
  isTagUsed,
  nameIssue,
  optionIssue,
  storedField,
} from "@/features/tools/check-definition";
import { copyTitle, freePath, hasHeader, moved, newStepId, pathIssue } from "@/features/tools/rules";
import { pathWords, type ToolField } from "@/features/tools/schema";

const free = { plan: "lite", arePlansOn: true, isAdmin: false };
const paid = { plan: "explorer", arePlansOn: true, isAdmin: false };
const admin = { plan: "lite", arePlansOn: true, isAdmin: true };
const field = (more: Partial<ToolField> = {}): ToolField => ({ name: "diet", type: "text", ...more });

describe("A field's name", () => {
  it.each([
    ["diet", [], undefined],
    ["", [], "Give the field a name"],
    ["  ", [], "Give the field a name"],
    ["!!", [], "Give the field a name"],
    ["Diet", ["diet"], "Field already exists"],
    ["body weight", ["Body_Weight"], "Field already exists"],
    ["input", [], "“input” is reserved, try another name"],
    ["INPUT", [], "“INPUT” is reserved, try another name"],
    ["if", [], "“if” is reserved, try another name"],
    ["x".repeat(40), [], undefined],
    ["x".repeat(41), [], "A name has at most 40 characters"],
    ["a}}b", [], "A name has no braces"],
    ["größe", ["grösse"], undefined],
  ])("%j beside %j: %j", (name, others, issue) => expect(nameIssue(name, others)).toBe(issue));
});

describe("An option", () => {
  it.each([
    ["Vegan", ["Meat"], undefined],
    [" ", [], "Option is empty"],
    ["vegan ", ["Vegan"], "Option already exists"],
    ["x".repeat(81), [], "An option has at most 80 characters"],
  ])("%j beside %j: %j", (label, others, issue) => expect(optionIssue(label, others)).toBe(issue));
});

describe("A field", () => {
  it.each([
    ["of choices without any", field({ type: "select" }), "Add at least one option"],
    ["with the same option twice", field({ type: "multiselect", options: ["A", "a"] }), "Option already exists"],
    ["with an empty option", field({ type: "select", optionsConfig: [{ label: "", iconUrl: "" }] }), "Option is empty"],
    [
      "with its limits the wrong way round",
      field({ type: "number", min: 5, max: 1 }),
      "The smallest value is above the largest one",
    ],
    ["that is all right", field({ type: "select", options: ["A", "B"] }), undefined],
  ])("%s", (_name, given, issue) => expect(fieldIssue(given, [])).toBe(issue));

  it("for an email is always personal, and a photo is never memorized", () => {
    expect(storedField(field({ type: "email", personal: false }))).toMatchObject({ personal: true });
    expect(storedField(field({ type: "photo", memorize: true }))).toMatchObject({ memorize: false });
  });
});

describe("A field whose tag is used in the instructions", () => {
  it.each([
    ["{{diet}}", true],
    ["{{ Diet }}", true],
    ["{{= upper(diet) }}", true],
    ["{{#if diet == 'vegan'}}x{{/if}}", true],
    ["{{= concat('diet', other) }}", false],
    ["my diet", false],
    ["{{dietary}}", false],
  ])("%s", (gptPrompt, isUsed) => {
    expect(isTagUsed("diet", { gptPrompt })).toBe(isUsed);
    expect(isTagUsed("diet", { blocks: [{ id: "b", prompt: gptPrompt }] })).toBe(isUsed);
    expect(isTagUsed("diet", { blocks: [{ id: "b", template: gptPrompt }] })).toBe(isUsed);
  });

  it("cannot be deleted unless it is personal", () => {
    const words = "This field is used in the instructions. Remove {{diet}} from them before you delete it.";
    expect(deletionIssue(field(), { gptPrompt: "{{diet}}" })).toBe(words);
    expect(deletionIssue(field({ personal: true }), { gptPrompt: "{{diet}}" })).toBeUndefined();
    expect(deletionIssue(field({ type: "email" }), { gptPrompt: "{{diet}}" })).toBeUndefined();
    expect(deletionIssue(field(), { gptPrompt: "none" })).toBeUndefined();
    expect(definitionIssue({ fields: [field()], gptPrompt: "{{diet}}" }, { fields: [] }, paid)).toEqual({
      message: words,
    });
    // The tag goes in the same save.
    expect(
      definitionIssue({ fields: [field()], gptPrompt: "{{diet}}" }, { fields: [], gptPrompt: "" }, paid),
    ).toBeUndefined();
    const renamed = definitionIssue(
      { fields: [field({ id: "f1" })], gptPrompt: "{{diet}}" },
      { fields: [field({ id: "f1", name: "food" })] },
      paid,
    );
    expect(renamed).toBeUndefined();
  });
});

describe("A change of fields", () => {
  const types = (standing: typeof free, type: ToolField["type"]) =>
    definitionIssue({}, { fields: [field({ type })] }, standing)?.message;

  it.each([
    ["photo", free, "Photo fields are part of the paid plans. Upgrade your plan to use them."],
    ["photo", paid, undefined],
    ["place", paid, "Only admins can add fields of this type"],
    ["tool_item_select", paid, "Only admins can add fields of this type"],
    ["place", admin, undefined],
    ["number", free, undefined],
  ] as const)("adds a %s field", (type, standing, message) => expect(types(standing, type)).toBe(message));

  it("leaves what a plan allowed before as it is", () =>
    expect(
      definitionIssue(
        { fields: [field({ type: "photo" })] },
        { fields: [field({ type: "photo", label: "Face" })] },
        free,
      ),
    ).toBeUndefined());

  it("has at most 30 fields", () => {
    const fields = Array.from({ length: 31 }, (_, index) => field({ name: `f${index}` }));
    expect(definitionIssue({}, { fields }, paid)?.message).toBe(
      "There can be a maximum of 30 custom fields, contact us if you need more fields.",
    );
  });
});

describe("A tool's path", () => {
  it.each([
    ["planner", [], undefined],
    ["Meal-Planner-2", [], undefined],
    ["", [], pathWords],
    ["meal planner", [], pathWords],
    ["größe", [], pathWords],
    ["a/b", [], pathWords],
    ["Planner", ["planner"], "Another tool has this path already"],
    ["x".repeat(61), [], "A path has at most 60 characters"],
  ])("%j beside %j: %j", (path, taken, issue) => expect(pathIssue(path, taken)).toBe(issue));

  it.each([
    ["Meal planner", [], "meal-planner"],
    ["Meal planner", ["Meal-Planner", "meal-planner-2"], "meal-planner-3"],
    ["日本", [], "tool"],
    ["", ["tool"], "tool-2"],
  ])("is made of %j beside %j: %s", (title, taken, path) => expect(freePath(title, taken)).toBe(path));
});

it("A header is asked for before a tool is activated", () => {
  expect([hasHeader({ title: "" }), hasHeader({ title: "  " }), hasHeader({ title: "A" })]).toEqual([
    false,
    false,
    true,
  ]);
});

it("A step's id has 4 characters and is no other's", () => {
  const first = newStepId([], () => 0);
  expect(first).toHaveLength(4);
  let calls = 0;
  expect(newStepId([first], () => (calls++ < 4 ? 0 : 0.5))).not.toBe(first);
});

it("Moving an item keeps the others in their order", () => {
  expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(["a"], 5, 0)).toEqual(["a"]);
});

it("A copy's title fits where the original's did", () => expect(copyTitle("x".repeat(60), 60)).toHaveLength(60));
