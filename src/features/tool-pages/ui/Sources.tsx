import { createContext, useEffect, useRef } from "react";
import type { Citation } from "@/features/retrieval/schema";

/** The numbers in an answer that are citations, and what a click on one does. */
export const Cited = createContext<{ numbers: ReadonlySet<number>; onOpen: (number: number) => void } | undefined>(
  undefined,
);

type Props = { sources: Citation[]; opened: number | undefined; onOpen: (number: number | undefined) => void };

/** The passages that an answer cites. A click on a number in the answer opens its passage and goes there. */
export function Sources({ sources, opened, onOpen }: Props) {
  const open = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (opened === undefined) return;
    open.current?.scrollIntoView({ block: "nearest" });
    open.current?.querySelector("summary")?.focus();
  }, [opened]);
  return (
    <div className="sources" role="group" aria-label="Sources">
      {sources.map(({ number, heading, text }) => (
        <details key={number} ref={number === opened ? open : undefined} open={number === opened}>
          <summary
            onClick={(event) => {
              event.preventDefault();
              onOpen(number === opened ? undefined : number);
            }}
          >
            <span className="cite">{number}</span> {heading || "Passage"}
          </summary>
          <blockquote>{text}</blockquote>
        </details>
      ))}
    </div>
  );
}
