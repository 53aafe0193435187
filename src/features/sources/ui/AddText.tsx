import { useState } from "react";
import { Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { type RouterOutputs, trpc } from "@/api/client";
import { tooBigWords } from "../rules";
import { textBytesMax } from "../schema";
import { useAdding } from "./use-adding";

type Props = {
  appId: string;
  limits: RouterOutputs["sources"]["limits"] | undefined;
  replaceItemId: string | undefined;
  onDone: () => void;
};

export function AddText({ appId, limits, replaceItemId, onDone }: Props) {
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
        const bytesMax = Math.min(limits?.fileBytesMax ?? Infinity, textBytesMax);
        if (new Blob([context]).size > bytesMax) return setProblem(tooBigWords(bytesMax));
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
