import { z } from "zod";
import { stepMax } from "@/engines/protocol/schema";

/**
 * `held`: done but for what waits for the person's click. `failed`: `reason` says why. Both wait for the person, as does
 * the rest of the plan.
 */
const stepStates = ["waiting", "running", "done", "held", "failed", "skipped"] as const;

const textSchema = z
  .string()
  .trim()
  .min(1, { error: "Say what this step does" })
  .max(stepMax, { error: `A step has at most ${stepMax} characters` });

const stepSchema = z.object({
  id: z.string(),
  text: z.string(),
  state: z.enum(stepStates),
  /** The turn that carries it out, or did so last, with its answer and version. */
  turnId: z.string().optional(),
  messageId: z.string().optional(),
  versionId: z.string().optional(),
  reason: z.string().optional(),
  /** How often it was begun, since a person last asked for it. */
  starts: z.number(),
});
export type Step = z.infer<typeof stepSchema>;

/** `proposed` waits for the person to start it, `paused` for them to go on; in both nothing runs. */
export type PlanState = "proposed" | "running" | "paused" | "done" | "dismissed";
export type BuildPlan = {
  id: string;
  /** The assistant's message that proposes it. */
  messageId: string;
  title: string;
  state: PlanState;
  steps: Step[];
};

const stepId = z.string().min(1).max(60);

/** One change of a plan by a person, of steps that have not begun. */
export const planChangeSchema = z.discriminatedUnion("kind", [
  /** `after`: null for the first place among those that wait. `id` is the caller's, so that a retry adds it once. */
  z.object({ kind: z.literal("add"), id: stepId, text: textSchema, after: stepId.nullable() }),
  z.object({ kind: z.literal("reword"), id: stepId, text: textSchema }),
  z.object({ kind: z.literal("remove"), id: stepId }),
  z.object({ kind: z.literal("move"), id: stepId, by: z.union([z.literal(-1), z.literal(1)]) }),
]);
export type PlanChange = z.infer<typeof planChangeSchema>;

/** Metadata of a request: which step of which plan it carries out. */
export const stepOfSchema = z.object({ planId: z.string(), stepId: z.string(), number: z.number(), of: z.number() });
export type StepOf = z.infer<typeof stepOfSchema>;
