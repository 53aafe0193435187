"use client";
import { useState } from "react";
import { ActionIcon, Button, Group, Popover, Stack, TextInput, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconWand } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { notify, notifyFailure } from "@/ui/notify";
import { useDraft } from "./DraftProvider";

type Props = { label: string; text: string; max: number; onText: (text: string) => void };

/** Rewrites a text by the model. Nothing where there is none. */
export function MagicEdit({ label, text, max, onText }: Props) {
  const { appId, hasModel } = useDraft();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [wish, setWish] = useState("");
  const edit = trpc.tools.magicEdit.useMutation({
    meta: { quiet: true },
    onSuccess: (answer) => {
      onText(answer.text);
      close();
      setWish("");
      notify(`Rewrote ${label.toLowerCase()}`, { action: { label: "Undo", onClick: () => onText(text) } });
    },
    onError: (error) => notifyFailure(failureOf(error).message),
  });
  if (!hasModel) return null;
  const ask = () => {
    if (wish.trim() !== "" && !edit.isPending) edit.mutate({ appId, text, wish, max });
  };
  return (
    <Popover opened={isOpen} onChange={toggle} position="bottom-end" width={320} trapFocus>
      <Popover.Target>
        <Tooltip label="Rewrite">
          <ActionIcon variant="subtle" color="gray" aria-label={`Rewrite ${label.toLowerCase()}`} onClick={toggle}>
            <IconWand size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={8}>
          <TextInput
            label="What to change"
            placeholder="Shorter and friendlier"
            maxLength={500}
            value={wish}
            onChange={({ currentTarget }) => setWish(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !event.nativeEvent.isComposing) ask();
            }}
          />
          <Group justify="flex-end">
            <Button size="xs" loading={edit.isPending} disabled={wish.trim() === ""} onClick={ask}>
              Rewrite
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
