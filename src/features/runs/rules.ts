import type { RunBlock, RunEventName, RunStage, RunStatus, RunView, Validation } from "./schema";

export type RunEvent = { event: RunEventName; data: Record<string, unknown> };

/** The part of a run that events change. */
export type Progress = Pick<RunView, "status" | "stage" | "blocks" | "error">;

const change = (blocks: RunBlock[], id: unknown, with_: (block: RunBlock) => Partial<RunBlock>): RunBlock[] =>
  blocks.map((block) => (block.id === id ? { ...block, ...with_(block) } : block));

const endings: Record<string, RunStatus> = { finished: "finished", failed: "failed", stopped: "stopped" };

/** One event of a run, on the server as in the page. A block that is opened again begins anew: its runner died in it. */
export function takeRunEvent(run: Progress, { event, data }: RunEvent): Progress {
  switch (event) {
    case "stage":
      return { ...run, status: "streaming", stage: data.stage as RunStage };
    case "block-open":
      return {
        ...run,
        blocks: change(run.blocks, data.id, () => ({
          status: "streaming",
          text: "",
          message: undefined,
          isReused: false,
        })),
      };
    case "text":
      return { ...run, blocks: change(run.blocks, data.id, ({ text }) => ({ text: text + String(data.text) })) };
    case "block-close": {
      const { id, ...closed } = data;
      return { ...run, blocks: change(run.blocks, id, () => closed) };
    }
    case "validation": {
      const { id, ...validation } = data;
      return { ...run, blocks: change(run.blocks, id, () => ({ validation: validation as Validation })) };
    }
    case "error":
      return { ...run, error: String(data.message) };
    case "done":
      return {
        ...run,
        stage: null,
        status: endings[String(data.status)] ?? "failed",
        // What a stop or a failure left open says so.
        blocks: run.blocks.map((block) =>
          block.status === "streaming" || block.status === "waiting" ? { ...block, ...leftOpen(data.status) } : block,
        ),
      };
  }
}

const leftOpen = (status: unknown): Partial<RunBlock> => ({
  status: "failed",
  message: status === "stopped" ? "Stopped before it was answered" : "Not answered",
});

export const foldRun = (run: Progress, events: RunEvent[]): Progress => events.reduce(takeRunEvent, run);

/** The run-state machine of 2-builder.md §4, as the page of a tool keeps it. */
export type RunState = "idle" | "loading" | "success" | "error";
export type RunAction =
  | "search-similar-item"
  | "query-context-items"
  | "generate"
  | "validate"
  | "success"
  | "error"
  | "cancel"
  | "reset";

const transitions: Record<RunState, Partial<Record<RunAction, RunState>>> = {
  idle: { "search-similar-item": "loading", "query-context-items": "loading", generate: "loading" },
  loading: { success: "success", error: "error", cancel: "error" },
  success: { validate: "loading", reset: "idle" },
  error: { reset: "idle" },
};

/** "Other events leave the state unchanged" (2-builder.md §4). */
export const nextRunState = (state: RunState, action: RunAction): RunState => transitions[state][action] ?? state;

/** The state that a run's progress stands for. */
export function runStateOf({ status }: Pick<Progress, "status">): RunState {
  if (status === "finished") return "success";
  return status === "failed" || status === "stopped" ? "error" : "loading";
}

/**
 * "All validations count as resolved when every block with validation is validated or failed, or the run is in error,
 * and the run is not loading" (2-builder.md §4).
 */
export function areValidationsResolved(state: RunState, blocks: Pick<RunBlock, "validation">[]): boolean {
  const isEach = blocks.every(({ validation }) => validation === undefined || validation.status !== "pending");
  return (isEach || state === "error") && state !== "loading";
}

export type Period = "day" | "week";

/** "UTC days and ISO weeks" (design §6): "2026-11-23" and "2026-W48". */
export function periodKey(period: Period, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  if (period === "day") return day;
  const date = new Date(`${day}T00:00:00Z`);
  // The Thursday of a week says which year the week belongs to.
  date.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7));
  const firstDay = Date.UTC(date.getUTCFullYear(), 0, 1);
  const week = Math.ceil(((date.getTime() - firstDay) / 86_400_000 + 1) / 7);
  return `${date.getUTCFullYear()}-W${String(week).padStart(2, "0")}`;
}

/** When a limit begins anew. */
export function periodEnd(period: Period, now: Date): Date {
  const end = new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
  end.setUTCDate(end.getUTCDate() + (period === "day" ? 1 : 8 - (end.getUTCDay() || 7)));
  return end;
}

export const limitWords = (period: Period, limit: number): string =>
  `You have used ${limit === 1 ? "your run" : `all ${limit} runs`} of this ${period}. ${period === "day" ? "The next one is possible tomorrow." : "The next one is possible on Monday."}`;
