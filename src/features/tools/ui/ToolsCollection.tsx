"use client";
import { useState } from "react";
import Link from "next/link";
import { Anchor, Badge, Button, Card, FileButton, Group, SimpleGrid, Skeleton, Text, Title } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconPlus, IconTools } from "@tabler/icons-react";
import { ActionIcon } from "@mantine/core";
import { useRouter } from "next/navigation";
import { failureOf, trpc } from "@/api/client";
import { uploadBytesMax } from "@/features/runtime/schema";
import { pictureTypes, uploadImage } from "@/ui/upload-image";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { notifyFailure } from "@/ui/notify";
import { coverSource } from "../cover";
import { moved } from "../rules";
import type { ToolEntry } from "../schema";
import { ActivateTool } from "./ActivateTool";
import { ToolActions } from "./ToolActions";
import classes from "./collection.module.css";

type App = { appId: string; url: string; isPublished: boolean; slug: string };

const linkOf = ({ url }: App, { path }: ToolEntry) => `${url}/tool/${encodeURIComponent(path)}`;

/** The tools collection of an app (2-builder.md §2). */
export function ToolsCollection({ app }: { app: App }) {
  const { appId } = app;
  const router = useRouter();
  const utils = trpc.useUtils();
  const list = trpc.tools.list.useQuery({ appId });
  const create = trpc.tools.create.useMutation({
    onSuccess: async ({ toolId }) => {
      await utils.tools.list.invalidate({ appId });
      router.push(`/build/app/${appId}/tool/${toolId}`);
    },
  });
  const order = trpc.tools.order.useMutation({
    onMutate: async ({ toolIds }) => {
      await utils.tools.list.cancel({ appId });
      utils.tools.list.setData(
        { appId },
        (old) => old && { ...old, tools: toolIds.flatMap((id) => old.tools.find(({ toolId }) => toolId === id) ?? []) },
      );
    },
    onSettled: () => utils.tools.list.invalidate({ appId }),
  });
  if (list.error && !list.data)
    return <Failure message={failureOf(list.error).message} onRetry={() => void list.refetch()} />;
  const { tools, aboveLimit, toolsMax, liveToolsMax } = list.data ?? { toolsMax: null, liveToolsMax: null };
  const live = tools?.filter(({ status }) => status === "active").length ?? 0;
  const add = () => create.mutate({ appId });
  return (
    <section aria-label="Tools collection">
      <Group justify="space-between" mb={16} gap={12}>
        <div>
          <Title order={2}>Tools</Title>
          {tools && tools.length > 0 && (
            <Text size="sm" c="dimmed">
              {tools.length}
              {toolsMax !== null && ` of ${toolsMax}`} tools, {live}
              {liveToolsMax !== null && ` of ${liveToolsMax}`} live
            </Text>
          )}
        </div>
        <Button leftSection={<IconPlus size={16} />} loading={create.isPending} onClick={add}>
          New tool
        </Button>
      </Group>
      {tools?.length === 0 && (
        <EmptyState icon={<IconTools size={22} />} title="No tools yet">
          Each tool has a form, an address of its own and a result that people can share.
        </EmptyState>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing={16}>
        {tools
          ? tools.map((tool, index) => (
              <ToolCard
                key={tool.toolId}
                app={app}
                tool={tool}
                isReadOnly={aboveLimit?.includes(tool.toolId) ?? false}
                others={[app.slug, ...tools.filter((one) => one !== tool).map(({ path }) => path)]}
                place={{ index, count: tools.length }}
                onMove={(to) => order.mutate({ appId, toolIds: moved(tools, index, to).map(({ toolId }) => toolId) })}
              />
            ))
          : [1, 2, 3].map((key) => <Skeleton key={key} height={220} radius="md" />)}
      </SimpleGrid>
    </section>
  );
}

type CardProps = {
  app: App;
  tool: ToolEntry;
  /** The plan does not include it any more. */
  isReadOnly: boolean;
  others: string[];
  place: { index: number; count: number };
  onMove: (to: number) => void;
};

function ToolCard({ app, tool, isReadOnly, others, place: { index, count }, onMove }: CardProps) {
  const { appId } = app;
  const name = tool.title || tool.path;
  return (
    <Card withBorder radius="md" padding={16}>
      <div className={classes.card}>
        <Thumbnail appId={appId} tool={tool} />
        <Group wrap="nowrap" gap={8} align="flex-start">
          <div className={classes.words}>
            <Anchor
              component={Link}
              href={`/build/app/${appId}/tool/${tool.toolId}`}
              fw={600}
              c="inherit"
              truncate
              display="block"
            >
              {name}
            </Anchor>
            <Text size="xs" c="dimmed" truncate>
              /tool/{tool.path}
            </Text>
          </div>
          {isReadOnly && (
            <Badge variant="light" color="gray" tt="none" style={{ flex: "none" }}>
              Read-only
            </Badge>
          )}
          <ToolActions
            appId={appId}
            tool={tool}
            others={others}
            link={linkOf(app, tool)}
            isPublished={app.isPublished}
          />
        </Group>
        <Group justify="space-between" mt="auto" wrap="nowrap">
          <ActivateTool appId={appId} tool={tool} isPublished={app.isPublished} />
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Move ${name} forward`}
              disabled={index === 0}
              onClick={() => onMove(index - 1)}
            >
              <IconArrowLeft size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Move ${name} back`}
              disabled={index === count - 1}
              onClick={() => onMove(index + 1)}
            >
              <IconArrowRight size={16} />
            </ActionIcon>
          </Group>
        </Group>
      </div>
    </Card>
  );
}

/** The tool's picture; a click changes it. */
function Thumbnail({ appId, tool }: { appId: string; tool: ToolEntry }) {
  const utils = trpc.useUtils();
  const [isBusy, setIsBusy] = useState(false);
  const update = trpc.tools.update.useMutation({ onSettled: () => utils.tools.list.invalidate({ appId }) });
  const take = async (file: File | null) => {
    if (!file) return;
    setIsBusy(true);
    const uploaded = await uploadImage(appId, file, uploadBytesMax);
    setIsBusy(false);
    if (!uploaded.ok) return notifyFailure(uploaded.message);
    update.mutate({ appId, toolId: tool.toolId, imageUrl: uploaded.url });
  };
  const name = tool.title || tool.path;
  return (
    <FileButton accept={pictureTypes} onChange={(file) => void take(file)}>
      {(props) => (
        <Button
          {...props}
          variant="transparent"
          color="gray"
          p={0}
          h="auto"
          fullWidth
          loading={isBusy || update.isPending}
          aria-label={`Change the picture of ${name}`}
          title="Change the picture"
          styles={{ inner: { width: "100%" }, label: { width: "100%" } }}
        >
          <img src={tool.imageUrl ?? coverSource(tool.toolId, tool.title)} alt="" className={classes.thumb} />
        </Button>
      )}
    </FileButton>
  );
}
