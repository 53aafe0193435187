import { useState } from "react";
import { areValidationsResolved, runStateOf } from "@/features/runs/rules";
import { toolAddress } from "../rules";
import type { RunBlock, RunView, ToolView } from "@/features/runs/schema";
import { call, CallError, toolPath } from "./call";
import { Lines, ResultBlock } from "./ResultBlock";
import type { Loaded } from "./use-run";

type Props = { tool: ToolView; run: Loaded; onAgain: () => void; onDeleted: () => void };

const stageWords: Record<string, string> = {
  "search-similar-item": "Looking for an earlier result…",
  "query-context-items": "Reading the data…",
  generate: "Answering…",
  validate: "Checking…",
};

/** A result: what was asked, its blocks as they come, and what can be done with it. */
export function Result({ tool, run, onAgain, onDeleted }: Props) {
  const { view, problem, reload, patch } = run;
  const [said, setSaid] = useState("");
  const [isSure, setIsSure] = useState(false);
  if (!view)
    return problem ? (
      <Missing problem={problem} onAgain={onAgain} onRetry={reload} />
    ) : (
      <ResultSkeleton count={tool.blocks.length} />
    );
  const state = runStateOf(view);
  const address = toolPath(view.path, `/runs/${view.runId}`);
  const act = async (work: () => Promise<unknown>, done = "") => {
    setSaid("");
    try {
      await work();
      setSaid(done);
    } catch (error) {
      setSaid(error instanceof CallError ? error.message : "That did not work. Try again.");
    }
  };
  const regenerate = (blockId?: string) =>
    act(async () => {
      await call("POST", `${address}/regenerate`, { body: blockId === undefined ? {} : { blockId } });
      reload();
    });
  const save = (block: RunBlock, text: string) => {
    patch((before) => ({
      ...before,
      blocks: before.blocks.map((one) => (one.id === block.id ? { ...one, text } : one)),
    }));
    return view.isMine
      ? act(() => call("PUT", `${address}/blocks/${block.id}`, { body: { text } }))
      : Promise.resolve();
  };
  const link = window.location.origin + toolAddress(view.path, view.runId);
  const done = view.blocks.filter(({ status }) => status !== "waiting" && status !== "streaming").length;
  const isOpen = view.blocks.some(({ status }) => status === "failed");
  return (
    <article aria-label="Result" aria-busy={state === "loading"}>
      <header className="asked">
        {view.input && <p className="question">{view.input}</p>}
        <Entered view={view} />
        {view.similarTo && (
          <p className="hint">
            You asked this before: parts of this result are from then.{" "}
            <a href={toolAddress(view.path, view.similarTo)}>See the earlier result</a>
          </p>
        )}
        <div className="row unprinted">
          {state === "loading" ? (
            <>
              <span role="status" className="working">
                {stageWords[view.stage ?? ""] ?? "Waiting for its turn…"}{" "}
                {view.stage === "generate" && `${done} of ${view.blocks.length}`}
              </span>
              {view.isMine && (
                <button
                  type="button"
                  className="button"
                  onClick={() => void act(() => call("POST", `${address}/stop`, { body: {} }))}
                >
                  Stop
                </button>
              )}
            </>
          ) : (
            <>
              <button type="button" className="button" onClick={onAgain}>
                {view.isMine ? "Change and run again" : "Make your own"}
              </button>
              <button
                type="button"
                className="button"
                onClick={() => void act(() => window.navigator.clipboard.writeText(link), "Link copied")}
              >
                Copy link
              </button>
              <button type="button" className="button" onClick={() => window.print()}>
                Print or save as PDF
              </button>
              {view.isMine && isOpen && (
                <button type="button" className="button" onClick={() => void regenerate()}>
                  Try what failed again
                </button>
              )}
              {view.isMine && (
                <button
                  type="button"
                  className="quiet"
                  onBlur={() => setIsSure(false)}
                  onClick={() => (isSure ? void act(() => call("DELETE", address).then(onDeleted)) : setIsSure(true))}
                >
                  {isSure ? "Really delete?" : "Delete"}
                </button>
              )}
            </>
          )}
        </div>
        {(said || view.error) && (
          <p role="status" className={view.error && !said ? "problem" : "hint"}>
            {said || view.error}
          </p>
        )}
      </header>
      {view.blocks.map((block) => (
        <ResultBlock
          key={block.id}
          block={block}
          isResolved={areValidationsResolved(state, view.blocks)}
          mayEdit={view.mayEdit && state !== "loading"}
          onRegenerate={view.isMine && state !== "loading" ? () => void regenerate(block.id) : undefined}
          onSave={(text) => void save(block, text)}
        />
      ))}
      {state === "success" && <CallToAction tool={tool} />}
    </article>
  );
}

function Entered({ view: { entered } }: { view: RunView }) {
  const shown = entered.filter(({ value }) => !value.startsWith("/files/"));
  const photos = entered.filter(({ value }) => value.startsWith("/files/"));
  if (entered.length === 0) return null;
  return (
    <>
      {shown.length > 0 && (
        <dl className="entered">
          {shown.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {photos.map(({ label, value }) => (
        <img key={label} className="thumb" src={value} alt={label} />
      ))}
    </>
  );
}

const ResultSkeleton = ({ count }: { count: number }) => (
  <div role="status" aria-label="Loading the result">
    {Array.from({ length: Math.max(1, Math.min(count, 4)) }, (_, index) => (
      <div key={index} className="card">
        <Lines />
      </div>
    ))}
  </div>
);

function Missing({ problem, onAgain, onRetry }: { problem: string; onAgain: () => void; onRetry: () => void }) {
  return (
    <div className="card empty">
      <h2>{problem}</h2>
      <p>It may have been deleted, or its address was cut on the way.</p>
      <div className="row">
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
        <button type="button" className="button main" onClick={onAgain}>
          Go to the tool
        </button>
      </div>
    </div>
  );
}

/** "Call to action: ctaMessage, ctaButton, ctaLink" (2-builder.md §3). */
function CallToAction({ tool: { ctaMessage, ctaButton, ctaLink } }: { tool: ToolView }) {
  const isLink = /^https?:\/\//i.test(ctaLink);
  if (!ctaMessage && !(isLink && ctaButton)) return null;
  return (
    <aside className="card cta unprinted">
      {ctaMessage && <p>{ctaMessage}</p>}
      {isLink && (
        <a className="button main" href={ctaLink} target="_blank" rel="noopener">
          {ctaButton || "Learn more"}
        </a>
      )}
    </aside>
  );
}
