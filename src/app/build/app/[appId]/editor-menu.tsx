import { Skeleton } from "@mantine/core";
import type { Panel } from "@/features/apps/menu";
import { Sidebar, SidebarItem } from "@/ui/Sidebar";
import { panelViews } from "./panel-views";

type Props = {
  menu: Panel[] | undefined;
  active: Panel | undefined;
  isAdmin: boolean;
  /** One of an app's tools is edited, not the app. */
  isTool?: boolean;
  onOpen: (panel: Panel) => void;
};

export function EditorMenu({ menu, active, isAdmin, isTool = false, onOpen }: Props) {
  return (
    <Sidebar label="App menu">
      {menu
        ? menu.map((panel) => {
            const view = panelViews[panel];
            return (
              view && (
                <SidebarItem
                  key={panel}
                  icon={<view.Icon size={18} stroke={1.75} />}
                  label={(!isAdmin && view.readerLabel) || (isTool && view.toolLabel) || view.label}
                  isActive={panel === active}
                  onClick={() => onOpen(panel)}
                />
              )
            );
          })
        : [1, 2, 3, 4].map((key) => <Skeleton key={key} height={34} />)}
    </Sidebar>
  );
}
