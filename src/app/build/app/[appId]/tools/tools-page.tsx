"use client";
import Link from "next/link";
import { Anchor, Container, Skeleton } from "@mantine/core";
import { Allowed } from "@/api/Allowed";
import { trpc } from "@/api/client";
import { AccountMenu } from "@/features/account/ui/AccountMenu";
import { DescribeTool } from "@/features/tool-versions/ui/DescribeTool";
import { ToolsCollection } from "@/features/tools/ui/ToolsCollection";
import { Logo } from "@/ui/Logo";
import { UnreadableApp } from "../unreadable-app";
import classes from "../editor.module.css";

/** "/build/app/{appId}/tools: tools collection" (2-builder.md §2). */
export function ToolsPage({ appId }: { appId: string }) {
  const app = trpc.apps.get.useQuery({ appId });
  if (app.error && !app.data) return <UnreadableApp error={app.error} onRetry={() => void app.refetch()} />;
  return (
    <>
      <header className={classes.bar}>
        <Link href="/home" aria-label="Your apps" className={classes.logo}>
          <Logo size={22} />
        </Link>
        {app.data ? (
          <Anchor component={Link} href={`/build/app/${appId}`} fw={600} size="sm" c="inherit" truncate>
            {app.data.name}
          </Anchor>
        ) : (
          <Skeleton height={16} width={140} />
        )}
        <div className={classes.actions}>
          <AccountMenu />
        </div>
      </header>
      <Container component="main" size={1080} py={32} px={16}>
        {app.data ? (
          <Allowed appId={appId} right="editor">
            <DescribeTool appId={appId} />
            <ToolsCollection app={app.data} />
          </Allowed>
        ) : (
          <Skeleton height={320} />
        )}
      </Container>
    </>
  );
}
