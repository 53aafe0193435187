"use client";
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { rowHeight } from "../sizes";
import classes from "./grid.module.css";

/** A pending row: why it cannot be saved, if so. */
export type Pending = { key: string; problem: string | undefined; isSaving: boolean };
type Props = { rows: Pending[]; offset: number; onSave: (key: string) => void; onDrop: (key: string) => void };

/** Save and discard buttons of pending rows, which scroll with the grid. */
export function PendingActions({ rows, offset, onSave, onDrop }: Props) {
  return (
    <div className={classes.pending} style={{ top: rowHeight }}>
      <div style={{ transform: `translateY(${offset}px)` }}>
        {rows.map(({ key, problem, isSaving }) => (
          <div key={key} className={classes.pendingRow} style={{ height: rowHeight }} role="group" aria-label="New row">
            <Tooltip label={problem ?? "Save row (Ctrl+Enter)"} position="right">
              <ActionIcon
                size={26}
                color="green"
                variant={problem ? "subtle" : "filled"}
                aria-label="Save row"
                aria-description={problem}
                aria-disabled={problem !== undefined}
                data-disabled={problem !== undefined || undefined}
                loading={isSaving}
                onClick={() => problem === undefined && onSave(key)}
              >
                <IconCheck size={16} />
              </ActionIcon>
            </Tooltip>
            <ActionIcon size={26} color="gray" variant="subtle" aria-label="Discard row" onClick={() => onDrop(key)}>
              <IconX size={16} />
            </ActionIcon>
          </div>
        ))}
      </div>
    </div>
  );
}
