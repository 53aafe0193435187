"use client";
import type { ReactNode } from "react";
import { Popover, ScrollArea, Text } from "@mantine/core";
import type { Citation } from "../schema";
import classes from "./cited-passages.module.css";

export type ShownPassage = Pick<Citation, "number" | "heading" | "text">;

/** A passage of a data source, opened where its citation is pressed. */
export function PassagePopover({
  passage: { heading, text },
  children,
}: {
  passage: ShownPassage;
  children: ReactNode;
}) {
  return (
    <Popover width={420} position="top-start" withArrow shadow="md" trapFocus>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown maw="90vw">
        <Text size="sm" fw={600} mb={4}>
          {heading || "Passage"}
        </Text>
        <ScrollArea.Autosize mah={260} type="auto" tabIndex={0} data-autofocus>
          <Text size="sm" className={classes.text}>
            {text}
          </Text>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
