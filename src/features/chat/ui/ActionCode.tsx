"use client";
import { useEffect, useMemo, useRef } from "react";
import { codeLines } from "@/features/turns/describe-action";
import type { Action } from "@/engines/protocol/schema";
import classes from "./action-card.module.css";

/** More lines than this make a card heavy; the whole file is one click away in the editor. */
const linesShownMax = 400;

/** What a card shows of itself while it is written: enough to see what, and cheap to draw anew with every word. */
const glanceLines = 8;

const marks = { added: "+", removed: "−", same: " ", gap: "" };

type Props = {
  action: Pick<Action, "type" | "content">;
  isGrowing: boolean;
  /** Only its last lines, since nobody asked for more. */
  isGlance?: boolean;
};

/** The code of an action. While it streams, its end stays in sight. */
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
          // Lines have no identity of their own: their place is their key.
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
