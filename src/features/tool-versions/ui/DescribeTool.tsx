"use client";
import { useState } from "react";
import { useRouter } from "next/navigation";
import { Button, Group, TextInput } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { sentenceMax } from "@/features/tools/schema";

/** One more tool of an app, by a sentence. */
export function DescribeTool({ appId }: { appId: string }) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const [sentence, setSentence] = useState("");
  const create = trpc.toolVersions.createTool.useMutation({
    meta: { quiet: true },
    onSuccess: async ({ toolId }) => {
      await utils.tools.list.invalidate({ appId });
      router.push(`/build/app/${appId}/tool/${toolId}`);
    },
  });
  const make = () => {
    if (sentence.trim() !== "" && !create.isPending) create.mutate({ appId, sentence });
  };
  return (
    <Group gap={8} align="flex-start" wrap="nowrap" mb={24}>
      <TextInput
        style={{ flex: 1, minWidth: 0 }}
        aria-label="Describe a new tool"
        placeholder="Describe a new tool: a tip calculator that asks for bill, tip and people"
        maxLength={sentenceMax}
        value={sentence}
        onChange={({ currentTarget }) => setSentence(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) make();
        }}
        error={create.error ? failureOf(create.error).message : undefined}
      />
      <Button
        variant="light"
        leftSection={<IconWand size={16} />}
        loading={create.isPending || create.isSuccess}
        disabled={sentence.trim() === ""}
        onClick={make}
      >
        Make it
      </Button>
    </Group>
  );
}
