import { useEffect, useState } from "react";
import { takeRunEvent } from "@/features/runs/rules";
import type { RunView } from "@/features/runs/schema";
import { call, CallError, followEvents, toolPath } from "./call";

export type Loaded = {
  view: RunView | undefined;
  problem: string;
  reload: () => void;
  patch: (change: (view: RunView) => RunView) => void;
};

/** A result, and how it grows while it is made: read once, then followed by its events, also after a reload. */
export function useRun(path: string, runId: string | undefined): Loaded {
  const [view, setView] = useState<RunView>();
  const [problem, setProblem] = useState("");
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (runId === undefined) return;
    const stop = new AbortController();
    const follow = async () => {
      try {
        const address = toolPath(path, `/runs/${runId}`);
        const first = await call<RunView>("GET", address, { signal: stop.signal });
        setView(first);
        setProblem("");
        if (first.status !== "queued" && first.status !== "streaming") return;
        const take = (event: Parameters<typeof takeRunEvent>[1]) =>
          setView((before) => before && { ...before, ...takeRunEvent(before, event) });
        await followEvents(`${address}/events`, first.lastEvent, take, stop.signal);
      } catch (error) {
        if (!stop.signal.aborted)
          setProblem(error instanceof CallError ? error.message : "This result cannot be shown");
      }
    };
    void follow();
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new round reads the result anew
  }, [path, runId, round]);
  const isOther = view !== undefined && view.runId !== runId;
  return {
    view: isOther ? undefined : view,
    problem,
    reload: () => setRound((count) => count + 1),
    patch: (change) => setView((before) => before && change(before)),
  };
}
