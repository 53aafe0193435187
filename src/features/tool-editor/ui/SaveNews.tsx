"use client";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { saveFailedWords } from "../save-flow";
import { useDraft } from "./DraftProvider";

const labels: Record<string, string> = {
  header: "Header",
  inputLabel: "Label of the input",
  inputPlaceholder: "Placeholder of the input",
  welcomeMessage: "Welcome message",
  gptPrompt: "Instructions",
  inputSteps: "Steps",
  fields: "Custom fields",
  blocks: "Results layout",
  settings: "Settings",
};

/** "inputLabel" → "Input label", for values that have no name of their own. */
const labelOf = (key: string) =>
  labels[key] ??
  key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase());

const shortOf = (value: unknown) =>
  typeof value === "string" && value !== ""
    ? `“${value.slice(0, 80)}”`
    : Array.isArray(value)
      ? `a list of ${value.length}`
      : "another value";

/** What keeps changes from being saved, and what to do about it. */
export function SaveNews() {
  const { status, refusal, conflicts, resolve, force } = useDraft();
  if (conflicts.length > 0)
    return (
      <Alert color="yellow" variant="light" role="alert" title="Someone saved a newer version meanwhile">
        <Stack gap={12}>
          {conflicts.map((conflict) => (
            <div key={`${conflict.part}.${conflict.key}`}>
              <Text size="sm">
                {labelOf(conflict.key)}: theirs is {shortOf(conflict.theirs)}, yours is {shortOf(conflict.mine)}.
              </Text>
              <Group gap={8} mt={8}>
                <Button size="xs" variant="default" onClick={() => resolve(conflict, "theirs")}>
                  Take theirs
                </Button>
                <Button size="xs" onClick={() => resolve(conflict, "mine")}>
                  Keep mine
                </Button>
              </Group>
            </div>
          ))}
        </Stack>
      </Alert>
    );
  if (status !== "failed" && status !== "refused") return null;
  return (
    <Alert color="red" variant="light" role="alert">
      <Stack gap={8} align="flex-start">
        <Text size="sm">{refusal ?? saveFailedWords}</Text>
        <Button size="xs" variant="default" onClick={() => void force()}>
          Try again
        </Button>
      </Stack>
    </Alert>
  );
}
