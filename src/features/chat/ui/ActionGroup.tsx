"use client";
import { useState } from "react";
import { UnstyledButton } from "@mantine/core";
import { IconChevronRight, IconFiles } from "@tabler/icons-react";
import { groupSummary } from "../group-actions";
import type { Action } from "@/engines/protocol/schema";
import { ActionCard, LineCounts, StateMark } from "./ActionCard";
import classes from "./action-card.module.css";

/** A run of finished file actions as one line that expands to the cards. */
export function ActionGroup({ actions, onOpenFile }: { actions: Action[]; onOpenFile?: (path: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const { words, added, removed } = groupSummary(actions);
  return (
    <section className={classes.group} aria-label={words}>
      <UnstyledButton className={classes.groupHead} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <IconFiles size={18} stroke={1.6} className={classes.icon} aria-hidden />
        <span className={classes.title}>{words}</span>
        <LineCounts added={added} removed={removed} />
        <StateMark state="complete" />
        <IconChevronRight size={14} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <div className={classes.groupBody}>
          {actions.map((action) => (
            <ActionCard key={action.id} action={action} onOpenFile={onOpenFile} />
          ))}
        </div>
      )}
    </section>
  );
}
