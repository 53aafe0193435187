"use client";
import { useEffect, useMemo, useRef } from "react";
import { codeLines } from "@/features/turns/describe-action";
import type { Action } from "@/engines/protocol/schema";
import classes from "./action-card.module.css";

/** Limit of lines in a card; the editor shows the whole file. */
const linesShownMax = 400;

/** Lines shown while streaming: cheap to re-render with every word. */
const glanceLines = 8;

const marks = { added: "+", removed: "−", same: " ", gap: "" };

type Props = {
  action: Pick<Action, "type" | "content">;
  isGrowing: boolean;
  /** Show the last lines only. */
  isGlance?: boolean;
};

/** An action's code; scrolls to its end while streaming. */
export function ActionCode({ action, isGrowing, isGlance = false }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { type, content } = action;
  const lines = useMemo(() => codeLines({ type, content }), [type, content]);
  useEffect(() => {
    if (isGrowing && box.current) box.current.scrollTop = box.current.scrollHeight;
  });
  const hidden = Math.max(0, lines.length - (isGlance ? glanceLines : linesShownMax));
  const shown = isGrowing ? lines.slice(hidden) : lines.slice(0, linesShownMax);
  return (
    <div
      ref={box}
      className={classes.code}
      data-glance={isGlance || undefined}
      tabIndex={0}
      role="region"
      aria-label="Code"
    >
      {hidden > 0 && isGrowing && !isGlance && <div className={classes.more}>{hidden} lines above</div>}
      <pre>
        {shown.map(({ kind, text }, index) => (
          // Lines have no identity: the index is the key.
          <span key={index} className={classes.line} data-kind={kind}>
            <span className={classes.mark} aria-hidden>
              {marks[kind]}
            </span>
            {kind === "gap" ? "⋯" : text}
            {"\n"}
          </span>
        ))}
      </pre>
      {hidden > 0 && !isGrowing && <div className={classes.more}>{hidden} more lines</div>}
    </div>
  );
}
