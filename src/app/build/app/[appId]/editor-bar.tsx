import type { RefObject } from "react";
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconMessage, IconMessageOff } from "@tabler/icons-react";
import type { AppSummary } from "@/features/apps/schema";
import { VersionsMenu } from "@/features/versions/ui/VersionsMenu";
import { BuilderBar } from "./builder-bar";
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
    <BuilderBar
      appId={app?.appId}
      name={app?.name}
      side={side}
      onSide={onSide}
      sides={[
        { value: "chat", label: "Chat" },
        { value: "panel", label: "App" },
      ]}
      behindSides={
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
      }
      actions={app && <VersionsMenu appId={app.appId} />}
      publishRef={publishRef}
    />
  );
}
