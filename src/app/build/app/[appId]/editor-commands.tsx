import { IconMessage, IconMessage2Plus, IconPencil, IconWorld } from "@tabler/icons-react";
import type { Right } from "@/api/app-role";
import type { Panel } from "@/features/apps/menu";
import type { Command } from "../../../palette-commands";
import { nameOf, panelViews } from "./panel-views";

type Options = {
  menu: Panel[];
  isAdmin: boolean;
  may: (right: Right) => boolean;
  onOpen: (panel: Panel) => void;
  onEdit: () => void;
  onPublish: () => void;
  /** Undefined where there is no chat. */
  chat?: { isOpen: boolean; toggle: () => void; write: () => void };
};

const icon = { size: 16, stroke: 1.75 };

/** Commands of the palette in an app's editor. */
export function editorCommands({ menu, isAdmin, may, onOpen, onEdit, onPublish, chat }: Options): Command[] {
  const panels = menu.flatMap((panel): Command[] => {
    const view = panelViews[panel];
    if (!view) return [];
    const label = nameOf(view, { isAdmin });
    return [{ id: panel, group: "Panels", label, icon: <view.Icon {...icon} />, run: () => onOpen(panel) }];
  });
  const publish: Command = {
    id: "publish",
    group: "This app",
    label: "Publish",
    words: "share live",
    icon: <IconWorld {...icon} />,
    run: onPublish,
  };
  const edit: Command = {
    id: "edit",
    group: "This app",
    label: "Rename, describe, icon",
    words: "name description",
    icon: <IconPencil {...icon} />,
    run: onEdit,
  };
  return [
    ...panels,
    ...(may("manager") ? [publish] : []),
    ...(may("editor") ? [edit] : []),
    ...(chat && may("editor")
      ? [
          {
            id: "write",
            group: "This app" as const,
            label: "Write to the assistant",
            words: "ask chat message change",
            icon: <IconMessage2Plus {...icon} />,
            run: chat.write,
          },
        ]
      : []),
    ...(chat
      ? [
          {
            id: "chat",
            group: "This app" as const,
            label: chat.isOpen ? "Hide the chat" : "Show the chat",
            words: "assistant",
            icon: <IconMessage {...icon} />,
            run: chat.toggle,
          },
        ]
      : []),
  ];
}
