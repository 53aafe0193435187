"use client";
import { useState } from "react";
import { Button, Popover, ScrollArea, Text, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle, IconCircleX } from "@tabler/icons-react";
import type { Diagnosis } from "@/features/validation/schema";
import classes from "./code-panel.module.css";

type Props = {
  problems: Diagnosis[];
  isReadOnly: boolean;
  onOpen: (offset: number) => void;
  onFix: (fix: NonNullable<Diagnosis["fix"]>) => void;
};

/** A file's problems: a count that expands to lines with their fixes. */
export function ProblemList({ problems, isReadOnly, onOpen, onFix }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (problems.length === 0) return null;
  const hasErrors = problems.some(({ severity }) => severity === "error");
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" width={420} trapFocus>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="light"
          color={hasErrors ? "red" : "yellow"}
          leftSection={hasErrors ? <IconCircleX size={13} /> : <IconAlertTriangle size={13} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {problems.length === 1 ? "1 problem" : `${problems.length} problems`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <ScrollArea.Autosize mah={320}>
          {problems.map(({ start, line, message, severity, detectorId, fix }) => (
            <div key={`${detectorId}${start}${message}`} className={classes.problem}>
              <UnstyledButton
                className={classes.problemText}
                onClick={() => {
                  setIsOpen(false);
                  onOpen(start);
                }}
              >
                {severity === "error" ? (
                  <IconCircleX size={14} color="var(--mantine-color-red-text)" aria-label="Error" />
                ) : (
                  <IconAlertTriangle size={14} color="var(--mantine-color-yellow-text)" aria-label="Warning" />
                )}
                <Text size="xs">
                  <Text span inherit c="dimmed">
                    Line {line}{" "}
                  </Text>
                  {message}
                </Text>
              </UnstyledButton>
              {fix && !isReadOnly && (
                <Button
                  size="compact-xs"
                  variant="default"
                  title={fix.description}
                  onClick={() => {
                    setIsOpen(false);
                    onFix(fix);
                  }}
                >
                  Fix
                </Button>
              )}
            </div>
          ))}
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
