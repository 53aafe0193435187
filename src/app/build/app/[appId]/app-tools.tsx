"use client";
import { Container, Skeleton } from "@mantine/core";
import { trpc } from "@/api/client";
import { DescribeTool } from "@/features/tool-versions/ui/DescribeTool";
import { ToolsCollection } from "@/features/tools/ui/ToolsCollection";

/** "App tools": the collection as a panel of a generated app's editor. */
export function AppTools({ appId }: { appId: string }) {
  const { data: app } = trpc.apps.get.useQuery({ appId });
  return (
    <Container size={1080} w="100%" py={24} px={24} mx={0}>
      <DescribeTool appId={appId} />
      {app ? <ToolsCollection app={app} /> : <Skeleton height={320} />}
    </Container>
  );
}
