import { Skeleton } from "@mantine/core";
import type { Panel } from "@/features/apps/menu";
import { Sidebar, SidebarItem } from "@/ui/Sidebar";
import { panelViews } from "./panel-views";

type Props = { menu: Panel[] | undefined; active: Panel | undefined; isAdmin: boolean; onOpen: (panel: Panel) => void };

export function EditorMenu({ menu, active, isAdmin, onOpen }: Props) {
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
                  label={(!isAdmin && view.readerLabel) || view.label}
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
