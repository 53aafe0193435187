"use client";
import { ActionIcon, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDots, IconExternalLink, IconPencil, IconTrash } from "@tabler/icons-react";
import type { AppSummary } from "../schema";
import classes from "./AppList.module.css";
import { DeleteApp } from "./DeleteApp";
import { RenameApp } from "./RenameApp";

/** What can be done to an app without opening it. */
export function AppActions({ app }: { app: AppSummary }) {
  const [isRenaming, renaming] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  return (
    <div className={classes.actions}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${app.name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {app.isPublished && (
            <Menu.Item
              component="a"
              href={app.url}
              target="_blank"
              rel="noopener"
              leftSection={<IconExternalLink size={16} />}
            >
              Open the published app
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={renaming.open}>
            Rename
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={deleting.open}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRenaming && <RenameApp app={app} onClose={renaming.close} />}
      {isDeleting && <DeleteApp app={app} onClose={deleting.close} />}
    </div>
  );
}
