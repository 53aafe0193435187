import Link from "next/link";
import { SegmentedControl, Skeleton, Text } from "@mantine/core";
import { AccountMenu } from "@/features/account/ui/AccountMenu";
import type { AppSummary } from "@/features/apps/schema";
import { VersionsMenu } from "@/features/versions/ui/VersionsMenu";
import { PublishButton } from "@/features/runtime/ui/PublishButton";
import { Logo } from "@/ui/Logo";
import { SidebarToggle } from "@/ui/Sidebar";
import classes from "./editor.module.css";

type Props = { app: AppSummary | undefined; side: "chat" | "panel"; onSide: (side: "chat" | "panel") => void };

export function EditorBar({ app, side, onSide }: Props) {
  return (
    <header className={classes.bar}>
      <SidebarToggle />
      <Link href="/home" aria-label="Your apps" className={classes.logo}>
        <Logo size={22} />
      </Link>
      {app ? (
        <Text component="h1" fw={600} size="sm" truncate className={classes.name}>
          {app.name}
        </Text>
      ) : (
        <Skeleton height={16} width={140} />
      )}
      <SegmentedControl
        className={classes.sides}
        aria-label="Show"
        value={side}
        onChange={(value) => onSide(value === "panel" ? "panel" : "chat")}
        data={[
          { value: "chat", label: "Chat" },
          { value: "panel", label: "App" },
        ]}
      />
      <div className={classes.actions}>
        {app && <VersionsMenu appId={app.appId} />}
        {app && <PublishButton appId={app.appId} />}
        <AccountMenu />
      </div>
    </header>
  );
}
