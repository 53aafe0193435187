"use client";
import { UnstyledButton } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import classes from "./suggestions.module.css";

type Props = {
  appId: string;
  isFirst: boolean;
  /** Fills the composer. */
  onPick: (words: string) => void;
  onSend: (words: string) => void;
};

/**
 * Three requests that the assistant is known to understand. What it may have missed is sent at once, as it completes
 * what was asked for; what could come next fills the composer.
 */
export function Suggestions({ appId, isFirst, onPick, onSend }: Props) {
  const { data } = trpc.chat.suggestions.useQuery({ appId }, { meta: { quiet: true } });
  if (!data) return null;
  const { missed, next } = data;
  return (
    <>
      {missed.length > 0 && (
        <div className={classes.suggestions} role="group" aria-label="Corrections">
          <span className={classes.lead}>Did I get something wrong? One click changes it</span>
          {missed.map((words) => (
            <UnstyledButton key={words} className={classes.suggestion} onClick={() => onSend(words)}>
              <IconArrowUp size={12} className={classes.icon} aria-hidden />
              {words}
            </UnstyledButton>
          ))}
        </div>
      )}
      {next.length > 0 && (
        <div className={classes.suggestions} role="group" aria-label="Suggestions">
          <span className={classes.lead}>{isFirst && missed.length === 0 ? "Three things to try next" : "Next"}</span>
          {next.map((words) => (
            <UnstyledButton key={words} className={classes.suggestion} onClick={() => onPick(words)}>
              {words}
            </UnstyledButton>
          ))}
        </div>
      )}
    </>
  );
}
