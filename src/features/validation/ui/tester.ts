import type { ValidationResult } from "@/engines/detect/schema";
import type { RepairResult } from "../schema";

/** A repair with the duration measured in this browser. */
export type ClientRepair = RepairResult & { clientExecutionTimeMs: number };
/** 2-builder.md §9 shows "GPT-4o mini" here: the name of this installation's model. */
export const defaultTitle = (repair: Pick<RepairResult, "model"> | undefined): string =>
  `Default model (${repair?.model ?? "none, fixed rules only"})`;

export type RepairKind = "default" | "custom";

/**
 * "Validator: idle, validating, results shown … repairing yields a repair result; the result can be applied"
 * (2-builder.md §4).
 */
export type Tester = {
  busy: "validating" | "repairing" | null;
  validation: ValidationResult | null;
  repairs: Partial<Record<RepairKind, ClientRepair>>;
  applied: RepairKind | null;
  failure: "Failed to validate" | "Failed to repair" | null;
};

export const idleTester: Tester = { busy: null, validation: null, repairs: {}, applied: null, failure: null };

export type TesterEvent =
  | { kind: "validate" }
  | { kind: "validated"; result: ValidationResult }
  | { kind: "repair" }
  | { kind: "repaired"; repairs: Tester["repairs"] }
  | { kind: "applied"; repair: RepairKind }
  | { kind: "failed" };

export function reduceTester(state: Tester, event: TesterEvent): Tester {
  switch (event.kind) {
    case "validate":
      return { ...idleTester, busy: "validating", validation: state.validation };
    case "validated":
      return { ...idleTester, validation: event.result };
    case "repair":
      return { ...state, busy: "repairing", applied: null, failure: null };
    case "repaired":
      return { ...state, busy: null, repairs: event.repairs };
    case "applied":
      return { ...state, applied: event.repair };
    case "failed":
      return { ...state, busy: null, failure: state.busy === "repairing" ? "Failed to repair" : "Failed to validate" };
  }
}
