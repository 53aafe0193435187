"use client";
import { Popover, ScrollArea, Text, UnstyledButton } from "@mantine/core";
import { IconQuote } from "@tabler/icons-react";
import type { Citation } from "../schema";
import classes from "./cited-passages.module.css";

/** The passages of data sources that an answer rests on; each opens where it is pressed. */
export function CitedPassages({ passages }: { passages: Pick<Citation, "number" | "heading" | "text">[] }) {
  if (passages.length === 0) return null;
  return (
    <div className={classes.list} role="group" aria-label="Sources">
      {passages.map(({ number, heading, text }) => (
        <Popover key={number} width={420} position="top-start" withArrow shadow="md" trapFocus>
          <Popover.Target>
            <UnstyledButton className={classes.chip} aria-label={`Source ${number}: ${heading || "Passage"}`}>
              <IconQuote size={13} aria-hidden />
              <span className={classes.heading}>
                {number} {heading || "Passage"}
              </span>
            </UnstyledButton>
          </Popover.Target>
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
      ))}
    </div>
  );
}
