import { type ReactNode, useState } from "react";
import { isEmptyBlock, readBlock } from "@/features/runs/block/read-block";
import type { RunBlock } from "@/features/runs/schema";
import { BlockBody } from "./BlockBody";
import { Cited, Sources } from "./Sources";

type BlockProps = {
  block: RunBlock;
  isResolved: boolean;
  mayEdit: boolean;
  onRegenerate: (() => void) | undefined;
  onSave: (text: string) => void;
};

/** One block of a result: its answer, and what can be done with it. */
export function ResultBlock({ block, isResolved, mayEdit, onRegenerate, onSave }: BlockProps) {
  const [draft, setDraft] = useState<string>();
  const [isCopied, setIsCopied] = useState(false);
  const [opened, setOpened] = useState<number>();
  const sources = block.sources ?? [];
  const cited = { numbers: new Set(sources.map(({ number }) => number)), onOpen: setOpened };
  const data = readBlock(block.type, block.text);
  const isLive = block.status === "streaming";
  const isEmpty = isEmptyBlock(data);
  const name = block.title || "answer";
  const copy = () => void window.navigator.clipboard.writeText(block.text).then(() => setIsCopied(true));
  /** The nth item's mark in the block's own text. */
  const tick = (index: number) => {
    let at = -1;
    onSave(
      block.text
        .split("\n")
        .map((line) => {
          const match = /^(\s*(?:[-*•]|\d{1,3}[.)])\s+)(?:\[([ xX])\]\s*)?(.*)$/.exec(line);
          if (!match || (at += 1) !== index) return line;
          return `${match[1]}[${match[2] && match[2] !== " " ? " " : "x"}] ${match[3]}`;
        })
        .join("\n"),
    );
  };
  return (
    <section className="card block" aria-label={block.title || undefined} data-status={block.status}>
      <header>
        {block.title && <h2>{block.title}</h2>}
        <Check block={block} isResolved={isResolved} />
        {!isLive && block.status !== "waiting" && draft === undefined && (
          <div className="row unprinted">
            {!isEmpty && data.type !== "image" && (
              <button type="button" className="quiet" onClick={copy} aria-label={`Copy ${name}`}>
                {isCopied ? "Copied" : "Copy"}
              </button>
            )}
            {data.type === "image" && data.source.startsWith("data:") && (
              <a className="quiet" href={data.source} download={`${name}.svg`} aria-label={`Download ${name}`}>
                Download
              </a>
            )}
            {/* A picture's text is a drawing's code: nothing that a visitor could edit. */}
            {mayEdit && block.status === "done" && data.type !== "image" && (
              <button type="button" className="quiet" onClick={() => setDraft(block.text)} aria-label={`Edit ${name}`}>
                Edit
              </button>
            )}
            {onRegenerate && (
              <button type="button" className="quiet" onClick={onRegenerate} aria-label={`Answer ${name} again`}>
                Again
              </button>
            )}
          </div>
        )}
      </header>
      {draft === undefined ? (
        <>
          <Cited value={cited}>
            <Body block={block}>{!isEmpty && <BlockBody data={data} title={block.title} onTick={tick} />}</Body>
          </Cited>
          {sources.length > 0 && <Sources sources={sources} opened={opened} onOpen={setOpened} />}
          {isEmpty && isLive && <Lines />}
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSave(draft);
            setDraft(undefined);
          }}
        >
          <textarea
            aria-label={`Text of ${name}`}
            rows={10}
            value={draft}
            onChange={({ target }) => setDraft(target.value)}
          />
          <div className="row actions">
            <button type="button" className="button" onClick={() => setDraft(undefined)}>
              Cancel
            </button>
            <button className="button main">Save</button>
          </div>
        </form>
      )}
    </section>
  );
}

function Body({ block, children }: { block: RunBlock; children: ReactNode }) {
  return (
    <>
      {block.status === "waiting" && <Lines />}
      {children}
      {block.message && (
        <p
          className={block.status === "failed" ? "problem" : "hint"}
          role={block.status === "failed" ? "alert" : undefined}
        >
          {block.message}
        </p>
      )}
      {block.status === "unanswered" && block.prompt && (
        <details className="unprinted">
          <summary>The prompt that a model would get</summary>
          <pre>{block.prompt}</pre>
        </details>
      )}
    </>
  );
}

function Check({ block: { validation, status }, isResolved }: { block: RunBlock; isResolved: boolean }) {
  // What nobody could answer says so itself: there was nothing to check.
  if (!validation || status === "unanswered") return null;
  if (validation.status === "pending") return isResolved ? null : <span className="check">To be checked</span>;
  return (
    <span className="check" data-failed={validation.status === "failed" || undefined} title={validation.reason}>
      {validation.status === "validated"
        ? "Checked"
        : `Did not pass the check${validation.reason ? `: ${validation.reason}` : ""}`}
    </span>
  );
}

export const Lines = () => (
  <div className="lines" aria-hidden>
    <span />
    <span />
    <span />
  </div>
);
