import { describe, expect, it } from "vitest";
import {
  beginStep,
  changeSteps,
  decide,
  endStep,
  refuseStep,
  type StepEnd,
  stepRequest,
  withoutUndone,
} from "@/features/build-plans/rules";
import type { PlanChange, PlanState, Step } from "@/features/build-plans/schema";

const step = (id: string, state: Step["state"] = "waiting", more: Partial<Step> = {}): Step => ({
  id,
  text: `Do ${id}`,
  state,
  starts: 0,
  ...more,
});
const running = (id: string, starts = 1) => step(id, "running", { turnId: `t-${id}`, starts });
const end = (change: Partial<StepEnd> = {}): StepEnd => ({
  status: "done",
  isLost: false,
  messageId: "m1",
  versionId: "v1",
  hasChanged: true,
  isCut: false,
  faults: [],
  heldCount: 0,
  ...change,
});
const states = (steps: Step[]) => steps.map(({ state }) => state);

describe("The end of a step", () => {
  const none = undefined as string | undefined;
  it.each<[string, Partial<StepEnd>, Step["state"], PlanState, string | undefined]>([
    ["that made a version lets the plan go on", {}, "done", "running", none],
    ["that added rows alone does so too", { versionId: undefined }, "done", "running", none],
    ["that failed", { status: "failed", error: "No service" }, "failed", "paused", "No service"],
    ["that a person stopped", { status: "stopped" }, "waiting", "paused", none],
    ["whose server died begins it again", { status: "stopped", isLost: true }, "waiting", "running", none],
    ["that is cut", { isCut: true }, "failed", "paused", "Its answer was too long and ends in the middle"],
    ["whose check finds a fault", { faults: ["x is nowhere"] }, "failed", "paused", "x is nowhere"],
    ["with several faults", { faults: ["a", "b", "c"] }, "failed", "paused", "a (and 2 more)"],
    ["that holds a change", { heldCount: 1 }, "held", "paused", "Something waits for you on its card"],
    ["that changed nothing", { hasChanged: false }, "failed", "paused", "It changed nothing; its answer says why"],
  ])("%s", (_name, change, state, plan, reason) => {
    const ended = endStep({ state: "running", steps: [running("a"), step("b")] }, "t-a", end(change))!;
    expect(ended.state).toBe(plan);
    expect(ended.steps[0]).toMatchObject({ state, messageId: "m1" });
    expect(ended.steps[0]!.reason).toBe(reason);
    expect(ended.steps[1]!.state).toBe("waiting");
  });

  it("ends the plan after its last step", () => {
    expect(endStep({ state: "running", steps: [step("a", "done"), running("b")] }, "t-b", end())!.state).toBe("done");
  });

  it("waits for a person when the server died three times in it", () => {
    const ended = endStep(
      { state: "running", steps: [running("a", 3)] },
      "t-a",
      end({ status: "stopped", isLost: true }),
    );
    expect(ended).toMatchObject({ state: "paused", steps: [{ state: "failed" }] });
  });

  it("stays paused when the person stopped the plan and the step was done all the same", () => {
    const ended = endStep({ state: "paused", steps: [running("a"), step("b")] }, "t-a", end())!;
    expect([ended.state, ...states(ended.steps)]).toEqual(["paused", "done", "waiting"]);
  });

  it("of another turn is none of the plan's", () => {
    expect(endStep({ state: "running", steps: [running("a")] }, "t-other", end())).toBeUndefined();
  });
});

describe("What a person decides about a step that failed", () => {
  const failed = [step("a", "failed", { starts: 3, reason: "No" }), step("b")];
  it("tries it again, or leaves it out", () => {
    expect(decide(failed, "retry")[0]).toMatchObject({ state: "waiting", starts: 0 });
    expect(decide(failed, undefined)[0]).toMatchObject({ state: "waiting" });
    expect(states(decide(failed, "skip"))).toEqual(["skipped", "waiting"]);
  });
  it("goes on after one that held something: it is done", () => {
    expect(states(decide([step("a", "held"), step("b")], undefined))).toEqual(["done", "waiting"]);
  });
});

describe("A change of the steps", () => {
  const steps = [step("a", "done"), running("b"), step("c"), step("d")];
  const ids = (change: PlanChange) =>
    changeSteps(steps, change)
      ?.map(({ id }) => id)
      .join("");
  it.each<[string, PlanChange, string | undefined]>([
    ["adds at the beginning of what waits", { kind: "add", id: "n", text: "New", after: null }, "abncd"],
    ["adds after a step", { kind: "add", id: "n", text: "New", after: "c" }, "abcnd"],
    ["adds none before what has begun", { kind: "add", id: "n", text: "New", after: "a" }, "abncd"],
    ["adds a step once, however often it is sent", { kind: "add", id: "d", text: "New", after: "c" }, "abcd"],
    ["removes", { kind: "remove", id: "c" }, "abd"],
    ["moves down", { kind: "move", id: "c", by: 1 }, "abdc"],
    ["moves up", { kind: "move", id: "d", by: -1 }, "abdc"],
    ["moves none above what has begun", { kind: "move", id: "c", by: -1 }, "abcd"],
    ["moves none below the end", { kind: "move", id: "d", by: 1 }, "abcd"],
    ["does not remove what has begun", { kind: "remove", id: "b" }, undefined],
    ["does not know a step that is gone", { kind: "remove", id: "x" }, undefined],
  ])("%s", (_name, change, expected) => expect(ids(change)).toBe(expected));

  it("rewords what waits and what failed, and nothing that runs or is done", () => {
    const reworded = (state: Step["state"]) =>
      changeSteps([step("a", state)], { kind: "reword", id: "a", text: "Else" })?.[0]?.text;
    expect(reworded("waiting")).toBe("Else");
    expect(reworded("failed")).toBe("Else");
    expect([reworded("running"), reworded("done")]).toEqual([undefined, undefined]);
  });

  it("refuses the twenty-first step", () => {
    const many = Array.from({ length: 20 }, (_, index) => step(`s${index}`));
    expect(changeSteps(many, { kind: "add", id: "n", text: "New", after: null })).toBeUndefined();
  });
});

describe("A plan", () => {
  it("counts how often a step was begun, and names why one could not begin", () => {
    const begun = beginStep({ steps: [step("a", "waiting", { starts: 1, reason: "Old", messageId: "m" })] }, "a", "t9");
    expect(begun).toEqual({ state: "running", steps: [{ ...step("a", "running"), starts: 2, turnId: "t9" }] });
    expect(refuseStep({ steps: [step("a")] }, "a", "No budget")).toMatchObject({
      state: "paused",
      steps: [{ state: "failed", reason: "No budget" }],
    });
  });

  it("takes steps for undone whose answers a restore took out of the chat", () => {
    const done = (id: string) => step(id, "done", { messageId: `m-${id}`, versionId: "v" });
    const plan = { state: "paused" as const, steps: [done("a"), done("b"), step("c")] };
    const after = withoutUndone(plan, new Set(["m-a"]));
    expect(states(after.steps)).toEqual(["done", "waiting", "waiting"]);
    expect(after.state).toBe("paused");
    expect(withoutUndone({ ...plan, state: "done" }, new Set()).state).toBe("dismissed");
    expect(withoutUndone(plan, new Set(["m-a", "m-b"]))).toBe(plan);
  });

  it("tells the model with each step what is done, what is its work now, and what is not", () => {
    const words = stepRequest({ title: "T", steps: [step("a", "done"), running("b", 2), step("c")] }, "b")!;
    expect(words).toContain("1. [done] Do a\n2. [now] Do b\n3. [later] Do c");
    expect(words).toContain("broken off");
    expect(words).toMatch(/The step: Do b$/);
  });
});
