import { useState } from "react";
import { Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { trpc } from "@/api/client";
import { useAdding } from "./use-adding";

export function AddText({
  appId,
  replaceItemId,
  onDone,
}: {
  appId: string;
  replaceItemId: string | undefined;
  onDone: () => void;
}) {
  const [name, setName] = useState("");
  const [context, setContext] = useState("");
  const [problem, setProblem] = useState<string>();
  const failed = replaceItemId ? "Failed to replace item, try again later" : undefined;
  const save = trpc.sources.ingestText.useMutation(useAdding(appId, onDone, setProblem, failed));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (context.trim() === "") return setProblem("Please enter some text");
        save.mutate({
          appId,
          context,
          ...(name.trim() && { name: name.trim() }),
          ...(replaceItemId && { replaceItemId }),
        });
      }}
    >
      <Stack gap={12}>
        <TextInput
          label="Name"
          placeholder="Its first words, when left empty"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label="Text"
          data-autofocus
          autosize
          minRows={8}
          maxRows={18}
          value={context}
          error={problem}
          onChange={(event) => {
            setProblem(undefined);
            setContext(event.currentTarget.value);
          }}
        />
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {context.length.toLocaleString("en-US")} characters
          </Text>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
