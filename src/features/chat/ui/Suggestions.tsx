"use client";
import { UnstyledButton } from "@mantine/core";
import { trpc } from "@/api/client";
import classes from "./suggestions.module.css";

type Props = { appId: string; isFirst: boolean; onPick: (words: string) => void };

/** Three suggestions that the assistant is known to understand. A click fills the composer. */
export function Suggestions({ appId, isFirst, onPick }: Props) {
  const { data = [] } = trpc.chat.suggestions.useQuery({ appId }, { meta: { quiet: true } });
  if (data.length === 0) return null;
  return (
    <div className={classes.suggestions} role="group" aria-label="Suggestions">
      <span className={classes.lead}>{isFirst ? "Three things to try next" : "Next"}</span>
      {data.map((words) => (
        <UnstyledButton key={words} className={classes.suggestion} onClick={() => onPick(words)}>
          {words}
        </UnstyledButton>
      ))}
    </div>
  );
}
