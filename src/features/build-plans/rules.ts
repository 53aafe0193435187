import { stepsMax } from "@/engines/protocol/schema";
import type { BuildPlan, PlanChange, PlanState, Step } from "./schema";

/** A step whose server stops in the middle is begun again this often, then waits for the person. */
const startsMax = 3;

/** How a step's turn ended. */
export type StepEnd = {
  status: "done" | "stopped" | "failed";
  /** The server stopped in the middle, not a person. */
  isLost: boolean;
  messageId: string;
  versionId?: string | undefined;
  /** Whether anything was applied: rows alone make no version. */
  hasChanged: boolean;
  error?: string | undefined;
  /** The answer ends in the middle. */
  isCut: boolean;
  /** Actions that were not applied, and faults that the check found and nobody mended. */
  faults: string[];
  /** Cards that wait for the person: held changes, secrets to enter, tables to take over. */
  heldCount: number;
};

type Progress = Pick<BuildPlan, "state" | "steps">;

/** Where a plan goes on: its first step that waits. */
export const nextStep = (steps: Step[]): Step | undefined => steps.find(({ state }) => state === "waiting");

/** The step that a person has to decide about before the plan goes on. */
export const openStep = (steps: Step[]): Step | undefined =>
  steps.find(({ state }) => state === "failed" || state === "held");

export const isOver = ({ state }: Pick<BuildPlan, "state">): boolean => state === "done" || state === "dismissed";

/** Steps that are over, for the progress shown. */
export const countDone = (steps: Step[]): number =>
  steps.filter(({ state }) => state === "done" || state === "skipped").length;

const listed = (faults: string[]): string =>
  faults.length === 1 ? faults[0]! : `${faults[0]} (and ${faults.length - 1} more)`;

function judge(step: Step, end: StepEnd): Pick<Step, "state" | "reason"> {
  if (end.status === "stopped")
    return end.isLost && step.starts >= startsMax
      ? { state: "failed", reason: `The server stopped in the middle of this step ${step.starts} times` }
      : { state: "waiting", reason: undefined };
  if (end.status === "failed") return { state: "failed", reason: end.error ?? "The assistant could not finish" };
  if (end.isCut) return { state: "failed", reason: "Its answer was too long and ends in the middle" };
  if (end.faults.length > 0) return { state: "failed", reason: listed(end.faults) };
  if (end.heldCount > 0) return { state: "held", reason: "Something waits for you on its card" };
  if (!end.hasChanged) return { state: "failed", reason: "It changed nothing; its answer says why" };
  return { state: "done", reason: undefined };
}

/**
 * Takes the end of a step's turn into its plan. A plan that runs goes on with the next step, or with the same one when
 * the server stopped in the middle; it pauses for a step that failed or that a person stopped.
 * @returns undefined when the turn is none of this plan's running step
 */
export function endStep(plan: Progress, turnId: string, end: StepEnd): Progress | undefined {
  const step = plan.steps.find((one) => one.turnId === turnId && one.state === "running");
  if (!step) return undefined;
  const { state, reason } = judge(step, end);
  const { reason: _old, ...kept } = step;
  const ended: Step = {
    ...kept,
    state,
    messageId: end.messageId,
    ...(end.versionId && { versionId: end.versionId }),
    ...(reason && { reason }),
  };
  const steps = plan.steps.map((one) => (one.id === step.id ? ended : one));
  const goesOn = plan.state === "running" && (state === "done" || (state === "waiting" && end.isLost));
  return { steps, state: settled(steps, goesOn) };
}

/** The state of a plan that is not proposed any more. */
export const settled = (steps: Step[], goesOn: boolean): PlanState =>
  !nextStep(steps) && !openStep(steps) ? "done" : goesOn ? "running" : "paused";

/** Begins a step: the plan runs. */
export const beginStep = ({ steps }: Pick<Progress, "steps">, stepId: string, turnId: string): Progress => ({
  state: "running",
  steps: steps.map((step) => {
    if (step.id !== stepId) return step;
    const { reason: _reason, messageId: _messageId, ...kept } = step;
    return { ...kept, state: "running", turnId, starts: step.starts + 1 };
  }),
});

/** A step that could not begin: it waits for the person, with the reason. */
export const refuseStep = ({ steps }: Pick<Progress, "steps">, stepId: string, reason: string): Progress => ({
  state: "paused",
  steps: steps.map((step) => (step.id === stepId ? { ...step, state: "failed", reason } : step)),
});

/**
 * A plan after a restore took answers out of the chat: what they did is undone, so that their steps wait again. A plan
 * that was done is over all the same.
 * @param standing messages that are in the chat
 */
export function withoutUndone<Plan extends Progress>(plan: Plan, standing: ReadonlySet<string>): Plan {
  const isUndone = ({ messageId, state }: Step) =>
    state !== "running" && messageId !== undefined && !standing.has(messageId);
  if (!plan.steps.some(isUndone)) return plan;
  const steps = plan.steps.map((step): Step => {
    if (!isUndone(step)) return step;
    const { id, text } = step;
    return { id, text, state: "waiting", starts: 0 };
  });
  return { ...plan, steps, state: plan.state === "done" ? "dismissed" : plan.state };
}

/** What a person decides about the step that failed, or that holds something. */
export type Decision = "retry" | "skip";

/**
 * Settles the step that the plan waits for. Without a decision a step that failed is tried again, and one that held
 * something counts as done: the person has seen it.
 */
export function decide(steps: Step[], decision: Decision | undefined): Step[] {
  const open = openStep(steps);
  if (!open) return steps;
  const state = (decision ?? (open.state === "held" ? "skip" : "retry")) === "retry" ? "waiting" : "skipped";
  return steps.map((step) => {
    if (step.id !== open.id) return step;
    if (state === "skipped" && step.state === "held") return { ...step, state: "done" };
    return { ...step, state, starts: 0 };
  });
}

/**
 * A person's change of the steps that wait. Steps are named by their ids, so that changes of two tabs both hold.
 * @returns undefined when the change no longer fits: the step has begun or is gone, or there is no room
 */
export function changeSteps(steps: Step[], change: PlanChange): Step[] | undefined {
  if (change.kind === "add") {
    if (steps.some(({ id }) => id === change.id)) return steps;
    if (steps.length >= stepsMax) return undefined;
    const firstWaiting = steps.findIndex(({ state }) => state === "waiting");
    const begun = firstWaiting < 0 ? steps.length : firstWaiting;
    const after = change.after === null ? begun - 1 : steps.findIndex(({ id }) => id === change.after);
    if (change.after !== null && after < 0) return undefined;
    const added: Step = { id: change.id, text: change.text, state: "waiting", starts: 0 };
    return steps.toSpliced(Math.max(after + 1, begun), 0, added);
  }
  const at = steps.findIndex(({ id }) => id === change.id);
  const step = steps[at];
  // A step that failed may be reworded: that is how it is tried again in other words.
  const isFree = step?.state === "waiting" || (change.kind === "reword" && step?.state === "failed");
  if (!step || !isFree) return undefined;
  if (change.kind === "reword") return steps.with(at, { ...step, text: change.text });
  if (change.kind === "remove") return steps.toSpliced(at, 1);
  const other = steps[at + change.by];
  if (other?.state !== "waiting") return steps;
  return steps.with(at, other).with(at + change.by, step);
}

/** What the model is told with a step: the whole plan, so that it knows what is done and what is not its work yet. */
export function stepRequest({ title, steps }: Pick<BuildPlan, "title" | "steps">, stepId: string): string | undefined {
  const step = steps.find(({ id }) => id === stepId);
  if (!step) return undefined;
  const marks: Partial<Record<Step["state"], string>> = { done: "done", skipped: "left out", running: "now" };
  const lines = steps.map(({ text, state }, index) => `${index + 1}. [${marks[state] ?? "later"}] ${text}`);
  return [
    `The person approved this plan${title ? ` (“${title}”)` : ""}:`,
    ...lines,
    "Carry out the step marked [now], all of it and by actions, and nothing of the later ones: they come one by one. When you end, the app has to work. Write no plan.",
    ...(step.starts > 1
      ? ["The step was begun before and broken off: look at what is there of it already, and finish it."]
      : []),
    `\nThe step: ${step.text}`,
  ].join("\n");
}

/** What the model is told when a person wants a plan before anything is changed. */
export const planRequest =
  "The person wants a plan before anything is changed. Look at what you need to know, then write the plan as described under “Plans”, whatever the size of the request, and no action. Where the request leaves something open that changes what is built, ask instead of planning, at most three short questions.";

/** What the model is told when a person does not want the plan that it wrote. */
export const atOnceRequest = "The person wants no plan: do all of it now, by actions.";
