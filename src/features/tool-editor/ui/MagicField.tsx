"use client";
import { useState } from "react";
import { Button, Group, TextInput } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { notifyFailure, notifySuccess } from "@/ui/notify";
import { isSameName } from "@/features/tools/check-definition";
import type { ToolField } from "@/features/tools/schema";
import classes from "./panel.module.css";

type Props = { appId: string; names: string[]; onField: (field: ToolField) => void };

/** A field from a few words: "diet: vegan, vegetarian or anything". */
export function MagicField({ appId, names, onField }: Props) {
  const [prompt, setPrompt] = useState("");
  const create = trpc.tools.magicCreate.useMutation({
    meta: { quiet: true },
    onSuccess: ({ result }) => {
      // What was added while the answer was on its way counts, too.
      if (names.some((name) => isSameName(name, result.name)))
        return notifyFailure("Field already exists, try another name");
      onField(result);
      setPrompt("");
      notifySuccess(`Added ${result.label || result.name}`);
    },
    onError: (error) => notifyFailure(failureOf(error).message),
  });
  const ask = () => {
    if (prompt.trim() !== "" && !create.isPending)
      create.mutate({ magicType: "field", input: { appId, fields: names }, prompt });
  };
  return (
    <Group gap={8} wrap="nowrap" align="flex-end">
      <TextInput
        className={classes.words}
        label="Or say what you need"
        placeholder="Diet: vegan, vegetarian or anything"
        maxLength={500}
        value={prompt}
        onChange={({ currentTarget }) => setPrompt(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) ask();
        }}
      />
      <Button
        variant="light"
        leftSection={<IconWand size={16} />}
        loading={create.isPending}
        disabled={prompt.trim() === ""}
        onClick={ask}
      >
        Create
      </Button>
    </Group>
  );
}
