"use client";
import Link from "next/link";
import { Badge, Box, Button, Group, NavLink, ScrollArea, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconLink, IconTools } from "@tabler/icons-react";
import { Allowed } from "@/api/Allowed";
import { trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import type { Panel } from "@/features/apps/menu";
import type { AppSummary } from "@/features/apps/schema";
import { gateWords } from "@/features/plans/rules";
import { PlanNotice } from "@/features/plans/ui/PlanNotice";
import { ActivateTool } from "@/features/tools/ui/ActivateTool";
import { CopyToolLink } from "@/features/tools/ui/CopyToolLink";
import { useDraft } from "@/features/tool-editor/ui/DraftProvider";
import { ComposeTool } from "@/features/tool-versions/ui/ComposeTool";
import { SaveNews } from "@/features/tool-editor/ui/SaveNews";
import { panelViews } from "./panel-views";

/** A tool that the plan does not include any more says so before anything is typed. */
function AboveLimit({ appId, toolId }: { appId: string; toolId: string }) {
  const { data: list } = trpc.tools.list.useQuery({ appId });
  const { data: app } = trpc.apps.get.useQuery({ appId });
  if (!app || !list?.aboveLimit.includes(toolId)) return null;
  return <PlanNotice gate="tool-changes" message={gateWords("tool-changes", app.standing)} />;
}

/** The main menu of a tool's editor: its state, its link and its panels. */
export function ToolOverview({
  app,
  menu,
  onOpen,
}: {
  app: AppSummary;
  menu: Panel[];
  onOpen: (panel: Panel) => void;
}) {
  const { tool, texts, force, status } = useDraft();
  const { may } = useRights(app.appId);
  const title = typeof texts.header === "string" && texts.header.trim() !== "" ? texts.header : "Untitled tool";
  const { toolId } = tool;
  const link = `${app.url}/tool/${encodeURIComponent(tool.path)}`;
  const [isLinking, linking] = useDisclosure(false);
  return (
    <ScrollArea style={{ flex: 1 }} type="auto">
      {isLinking && (
        <CopyToolLink
          name={title}
          url={link}
          isActive={toolId === null || tool.status === "active"}
          isPublished={app.isPublished}
          onClose={linking.close}
        />
      )}
      <Stack gap={16} p={16}>
        <SaveNews />
        {toolId !== null && <AboveLimit appId={app.appId} toolId={toolId} />}
        <div>
          <Title order={2}>{title}</Title>
          <Text size="sm" c="dimmed" truncate title={link}>
            {link}
          </Text>
        </div>
        <Group gap={12} justify="space-between">
          {toolId === null ? (
            <Badge variant="light" tt="none" color={app.isPublished ? "green" : "gray"}>
              {app.isPublished ? "Published" : "Not published"}
            </Badge>
          ) : (
            <fieldset disabled={!may("editor")} style={{ display: "contents" }}>
              <ActivateTool
                appId={app.appId}
                tool={{ ...tool, toolId, title: typeof texts.header === "string" ? texts.header : "" }}
                isPublished={app.isPublished}
                before={async () => status === "saved" || (await force())}
              />
            </fieldset>
          )}
          <Button size="xs" variant="default" leftSection={<IconLink size={14} />} onClick={linking.open}>
            Copy link
          </Button>
        </Group>
        <Allowed appId={app.appId} right="editor">
          <ComposeTool />
        </Allowed>
        {/* From 1024 px on the sidebar beside it lists them. */}
        <Box component="nav" aria-label="Panels" hiddenFrom="md">
          {menu.map((panel) => {
            const view = panelViews[panel];
            return (
              view && (
                <NavLink
                  key={panel}
                  component="button"
                  label={(toolId !== null && view.toolLabel) || view.label}
                  leftSection={<view.Icon size={18} stroke={1.75} />}
                  onClick={() => onOpen(panel)}
                />
              )
            );
          })}
        </Box>
        <Button
          component={Link}
          href={`/build/app/${app.appId}/tools`}
          variant="light"
          leftSection={<IconTools size={16} />}
        >
          Explore tools collection
        </Button>
      </Stack>
    </ScrollArea>
  );
}
