"use client";
import { useState } from "react";
import { Badge, Container, Group, Skeleton, Stack, Switch, Text, Title } from "@mantine/core";
import { IconLock, IconWorld } from "@tabler/icons-react";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { notifyFailure, notifySuccess } from "@/ui/notify";
import { toggleTexts } from "../schema";
import { ActivateDialog } from "./ActivateDialog";
import { AppChatTexts } from "./AppChatTexts";
import classes from "./app-chat.module.css";

type Settings = RouterOutputs["assistant"]["settings"];

/** "App chat" (2-builder.md §2): the assistant for the app's visitors. */
export function AppChatPanel({ appId }: { appId: string }) {
  const settings = trpc.assistant.settings.useQuery({ appId });
  if (settings.error && !settings.data)
    return <Failure message={failureOf(settings.error).message} onRetry={() => void settings.refetch()} />;
  return (
    <Container size={560} w="100%" py={24} px={24} mx={0}>
      <Title order={2} mb={16}>
        App chat
      </Title>
      {settings.data ? <Panel appId={appId} settings={settings.data} /> : <Skeleton height={240} />}
    </Container>
  );
}

function Panel({ appId, settings }: { appId: string; settings: Settings }) {
  const utils = trpc.useUtils();
  const [isAsking, setIsAsking] = useState(false);
  const isActive = settings.status === "active";
  // "Status updates optimistically, and reverts if the server call fails" (2-builder.md §4).
  const toggle = trpc.chat.activate.useMutation({
    meta: { quiet: true },
    onMutate: async (input) => {
      await utils.assistant.settings.cancel({ appId });
      const before = utils.assistant.settings.getData({ appId });
      utils.assistant.settings.setData(
        { appId },
        (old) => old && { ...old, status: input.isActive ? "active" : "draft" },
      );
      return { before };
    },
    onError: (_error, input, context) => {
      utils.assistant.settings.setData({ appId }, context?.before);
      notifyFailure(input.isActive ? toggleTexts.activateFailed : toggleTexts.deactivateFailed);
    },
    onSuccess: (_data, input) => notifySuccess(input.isActive ? toggleTexts.activated : toggleTexts.deactivated),
    onSettled: () => utils.assistant.settings.invalidate({ appId }),
  });
  const set = (next: boolean) => {
    setIsAsking(false);
    toggle.mutate({ appId, isActive: next });
  };
  return (
    <Stack gap={28}>
      <Stack gap={6}>
        <Group justify="space-between">
          <Switch
            label="Chat assistant"
            checked={isActive}
            disabled={toggle.isPending}
            onChange={(event) => (event.currentTarget.checked ? setIsAsking(true) : set(false))}
          />
          <Badge variant="light" tt="none" color={isActive ? "green" : "gray"}>
            {isActive ? "Active" : "Draft"}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {isActive
            ? settings.isPublished
              ? "People who use the published app find it at the bottom right."
              : "It is in the preview now. People find it in the app once you publish it."
            : "A chat in your app that answers people's questions from the app's data. It changes nothing."}
        </Text>
      </Stack>
      <AppChatTexts appId={appId} settings={settings} />
      <Reads reads={settings.reads} />
      <ActivateDialog
        opened={isAsking}
        reads={settings.reads}
        onClose={() => setIsAsking(false)}
        onActivate={() => set(true)}
      />
    </Stack>
  );
}

/** What the assistant can read for whom, by the entities' permissions. */
export function Reads({ reads }: { reads: Settings["reads"] }) {
  return (
    <section aria-label="What it answers from">
      <Title order={3} mb={4}>
        What it answers from
      </Title>
      <Text size="sm" c="dimmed" mb={8}>
        {reads.length === 0
          ? "No entities yet, use the chat to create one"
          : "Each person gets answers from the rows that they may read themselves. Change that with a table's permissions in the database."}{" "}
        Data sources answer everybody who may ask, with the passages that answers cite.
      </Text>
      <ul className={classes.reads}>
        {reads.map(({ entity, permissionsName, isOpen }) => (
          <li key={entity} className={classes.read}>
            {isOpen ? <IconWorld size={16} aria-hidden /> : <IconLock size={16} aria-hidden />}
            <span className={classes.entity}>{entity}</span>
            <span className={classes.permissions}>{permissionsName}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
