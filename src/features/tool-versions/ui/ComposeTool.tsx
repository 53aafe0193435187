"use client";
import { useState } from "react";
import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { sentenceMax } from "@/features/tools/schema";
import { useDraft } from "@/features/tool-editor/ui/DraftProvider";
import { notifySuccess } from "@/ui/notify";
import { ComposeNews } from "./ComposeNews";
import { ToolVersions } from "./ToolVersions";
import { useComposition } from "./use-composition";
import { useReload } from "./use-reload";

/** The whole tool by a sentence, and the versions that it had. Stands in a tool's editor. */
export function ComposeTool() {
  const { appId, tool, texts, status, force, hasModel } = useDraft();
  const toolInput = { appId, ...(tool.toolId !== null && { toolId: tool.toolId }) };
  const reload = useReload(toolInput);
  const [sentence, setSentence] = useState("");
  const versions = trpc.toolVersions.list.useQuery(toolInput);
  const isDone = async () => {
    setSentence("");
    await reload();
    notifySuccess("Done. What was there before is kept as a version.");
  };
  const making = useComposition(toolInput, isDone, setSentence);
  const compose = trpc.toolVersions.compose.useMutation({
    meta: { quiet: true },
    onSuccess: ({ isComposing }) => (isComposing ? making.follow() : isDone()),
  });
  const listed = (value: unknown) => (Array.isArray(value) ? value.length : 0);
  const isNew = listed(texts.fields) + listed(texts.blocks) === 0;
  const make = async () => {
    if (sentence.trim() === "" || compose.isPending || making.isOpen) return;
    // What was typed in the panels belongs to the version that is kept.
    if (status !== "saved" && !(await force())) return;
    compose.mutate({ ...toolInput, sentence });
  };
  const newest = versions.data?.[0];
  return (
    <Stack gap={12}>
      <Textarea
        label={isNew ? "Say what this tool does" : "Change the whole tool"}
        description={
          isNew
            ? "What it asks for, and what it shows"
            : hasModel
              ? "Say what to change, or describe another tool. What is there now is kept as a version."
              : "Describe the whole tool, or say a small change: “add a field for budget”. What is there now is kept as a version."
        }
        placeholder="A meal planner that asks for diet, days and allergies"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={sentenceMax}
        value={sentence}
        onChange={({ currentTarget }) => setSentence(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void make();
        }}
        disabled={making.isOpen}
        error={compose.error ? failureOf(compose.error).message : making.error}
      />
      <Group gap={8} justify="space-between">
        <Button
          size="xs"
          leftSection={<IconWand size={16} />}
          loading={compose.isPending || making.isOpen}
          disabled={sentence.trim() === ""}
          onClick={() => void make()}
        >
          Make it
        </Button>
        {making.isOpen && (
          <Button size="xs" variant="default" mr="auto" loading={making.isStopping} onClick={making.stop}>
            Stop
          </Button>
        )}
        <ToolVersions toolInput={toolInput} versions={versions.data} />
      </Group>
      {making.isOpen && (
        <Text size="xs" c="dimmed" role="status">
          The model is making this tool. You can leave this page meanwhile.
        </Text>
      )}
      {versions.error && !versions.data && (
        <Text size="xs" c="red">
          {failureOf(versions.error).message}
        </Text>
      )}
      {newest?.kind === "composed" && newest.isCurrent && <ComposeNews version={newest} />}
    </Stack>
  );
}
