"use client";
import { useState } from "react";
import { Badge, Button, Code, Group, Stack, Text } from "@mantine/core";
import { RelativeTime } from "@/ui/RelativeTime";
import type { TriggerEvent } from "../schema";

const kindWords = { schedule: "Schedule", webhook: "Webhook", mail: "Mail" };
const shownFirst = 3;

/** What ran, newest first, with what it logged. */
export function RunList({ events }: { events: TriggerEvent[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? events : events.slice(0, shownFirst);
  return (
    <Stack gap={6} component="section" aria-label="What ran">
      <Text size="sm" fw={600}>
        What ran
      </Text>
      {events.length === 0 && (
        <Text size="xs" c="dimmed">
          Nothing yet. Runs by schedule and webhook, and mails that functions sent, are listed here.
        </Text>
      )}
      {shown.map((event) => (
        <Run key={event.id} event={event} />
      ))}
      {events.length > shown.length && (
        <div>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setIsWhole(true)}>
            Show {events.length - shown.length} more
          </Button>
        </div>
      )}
    </Stack>
  );
}

function Run({ event: { kind, status, durationMs, detail, log, at } }: { event: TriggerEvent }) {
  const [isOpen, setIsOpen] = useState(false);
  const isGood = status !== null && status < 400;
  return (
    <div>
      <Group gap={8} fz="xs">
        {kind !== "mail" && (
          <Badge size="sm" variant="light" tt="none" color={isGood ? "green" : "red"}>
            {status ?? "Failed"}
          </Badge>
        )}
        <span>{kindWords[kind]}</span>
        <Text span size="xs" c="dimmed">
          <RelativeTime at={at} />
        </Text>
        <Text span size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {detail || `${durationMs} ms`}
        </Text>
        {log !== "" && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? "Hide the log" : "Show the log"}
          </Button>
        )}
      </Group>
      {isOpen && (
        <Code block mt={4} mah={240} style={{ overflow: "auto", whiteSpace: "pre-wrap" }} tabIndex={0}>
          {log}
        </Code>
      )}
    </div>
  );
}
