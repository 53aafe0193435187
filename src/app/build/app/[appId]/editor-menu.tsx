import { Divider, Skeleton, Stack } from "@mantine/core";
import type { Panel } from "@/features/apps/menu";
import { Sidebar, SidebarItem } from "@/ui/Sidebar";
import { nameOf, panelViews } from "./panel-views";

type Props = {
  menu: Panel[] | undefined;
  /** What the chat beside it offers. */
  chatMenu?: Panel[];
  active: Panel | undefined;
  isAdmin: boolean;
  /** One of an app's tools is edited, not the app. */
  isTool?: boolean;
  onOpen: (panel: Panel) => void;
};

export function EditorMenu({ menu, chatMenu = [], active, isAdmin, isTool = false, onOpen }: Props) {
  const item = (panel: Panel) => {
    const view = panelViews[panel];
    return (
      view && (
        <SidebarItem
          key={panel}
          icon={<view.Icon size={18} stroke={1.75} />}
          label={nameOf(view, { isAdmin, isTool })}
          isActive={panel === active}
          onClick={() => onOpen(panel)}
        />
      )
    );
  };
  return (
    <Sidebar label="App menu">
      {menu ? menu.map(item) : [1, 2, 3, 4].map((key) => <Skeleton key={key} height={34} />)}
      {menu && chatMenu.length > 0 && (
        <>
          <Divider my={8} />
          <Stack gap={0} role="group" aria-label="Chat">
            {chatMenu.map(item)}
          </Stack>
        </>
      )}
    </Sidebar>
  );
}
