"use client";
import dynamic from "next/dynamic";
import { Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCopy, IconDoorExit, IconExternalLink, IconPencil, IconTrash } from "@tabler/icons-react";
import { reaches } from "@/api/app-role";
import { trpc } from "@/api/client";
import { ActionsMenu } from "@/ui/ActionsMenu";
import { notifySuccess } from "@/ui/notify";
import type { AppSummary } from "../schema";
import classes from "./AppList.module.css";

const loadEditApp = () => import("./EditApp");
const loadDeleteApp = () => import("./DeleteApp");
const EditApp = dynamic(() => loadEditApp().then((file) => file.EditApp), { ssr: false });
const DeleteApp = dynamic(() => loadDeleteApp().then((file) => file.DeleteApp), { ssr: false });

/** Menu of an app's card. */
export function AppActions({ app }: { app: AppSummary }) {
  const [isEditing, editing] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const utils = trpc.useUtils();
  const mayEdit = reaches(app.role, "edit");
  const duplicate = trpc.apps.duplicate.useMutation({
    onSuccess: async ({ name, dataItemsLeftOut }) => {
      await Promise.all([utils.apps.search.invalidate(), utils.apps.list.invalidate()]);
      const sources = dataItemsLeftOut > 0 ? " Your plan has no room for its data sources: they are not copied." : "";
      notifySuccess(`Made ${name}, with its rows. Secrets are not copied.${sources}`);
    },
  });
  const leave = trpc.collaborators.leave.useMutation({
    onSuccess: async () => {
      await utils.apps.search.invalidate();
      notifySuccess(`You left ${app.name}`);
    },
  });
  return (
    <div className={classes.actions}>
      <ActionsMenu label={`Actions for ${app.name}`} isPending={duplicate.isPending}>
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
        {mayEdit && (
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            onPointerEnter={() => void loadEditApp()}
            onClick={editing.open}
          >
            Rename, describe, icon
          </Menu.Item>
        )}
        {mayEdit && (
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => duplicate.mutate({ appId: app.appId })}>
            Duplicate
          </Menu.Item>
        )}
        {app.role !== "owner" ? (
          <Menu.Item leftSection={<IconDoorExit size={16} />} onClick={() => leave.mutate({ appId: app.appId })}>
            Leave
          </Menu.Item>
        ) : (
          <Menu.Item
            c="var(--mantine-color-red-text)"
            leftSection={<IconTrash size={16} />}
            onPointerEnter={() => void loadDeleteApp()}
            onClick={deleting.open}
          >
            Delete
          </Menu.Item>
        )}
      </ActionsMenu>
      {isEditing && <EditApp app={app} onClose={editing.close} />}
      {isDeleting && <DeleteApp app={app} onClose={deleting.close} />}
    </div>
  );
}
