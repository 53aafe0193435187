import type { RefObject } from "react";
import Link from "next/link";
import { ActionIcon, SegmentedControl, Skeleton, Text, Tooltip } from "@mantine/core";
import { IconMessage, IconMessageOff } from "@tabler/icons-react";
import { AccountMenu } from "@/features/account/ui/AccountMenu";
import { useRights } from "@/api/use-rights";
import type { AppSummary } from "@/features/apps/schema";
import { PeopleHere } from "@/features/collaborators/ui/PeopleHere";
import { VersionsMenu } from "@/features/versions/ui/VersionsMenu";
import { PublishButton } from "@/features/runtime/ui/PublishButton";
import { Logo } from "@/ui/Logo";
import { SidebarToggle } from "@/ui/Sidebar";
import { PaletteButton } from "../../../palette";
import classes from "./editor.module.css";

type Props = {
  app: AppSummary | undefined;
  side: "chat" | "panel";
  onSide: (side: "chat" | "panel") => void;
  isChatOpen: boolean;
  onChat: () => void;
  publishRef: RefObject<HTMLButtonElement | null>;
};

/** The bar of a generated app's editor. */
export function EditorBar({ app, side, onSide, isChatOpen, onChat, publishRef }: Props) {
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
      <Tooltip label={isChatOpen ? "Hide the chat" : "Show the chat"}>
        <ActionIcon
          className={classes.chatToggle}
          variant="subtle"
          color="gray"
          aria-label={isChatOpen ? "Hide the chat" : "Show the chat"}
          onClick={onChat}
        >
          {isChatOpen ? <IconMessageOff size={16} /> : <IconMessage size={16} />}
        </ActionIcon>
      </Tooltip>
      <div className={classes.actions}>
        <span className={classes.palette}>
          <PaletteButton />
        </span>
        {app && <VersionsMenu appId={app.appId} />}
        {app && <PeopleHere appId={app.appId} />}
        {app && <Publish appId={app.appId} buttonRef={publishRef} />}
        <AccountMenu />
      </div>
    </header>
  );
}

function Publish(props: Parameters<typeof PublishButton>[0]) {
  return useRights(props.appId).may("manager") && <PublishButton {...props} />;
}
