"use client";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import dynamic from "next/dynamic";
import { usePathname, useSearchParams } from "next/navigation";
import { useDisclosure } from "@mantine/hooks";
import { trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import { chatMenuOf, menuOf, type Panel } from "@/features/apps/menu";
import { ChatPanel } from "@/features/chat/ui/ChatPanel";
import type { Picked } from "@/features/runtime/schema";
import { Palette } from "../../../palette";
import { ChatDivider } from "./chat-divider";
import { useChatView } from "./chat-view";
import { EditorBar } from "./editor-bar";
import { editorCommands } from "./editor-commands";
import { EditorMenu } from "./editor-menu";
import { EditorPanel } from "./editor-panel";
import { panelViews } from "./panel-views";
import { UnreadableApp } from "./unreadable-app";
import classes from "./editor.module.css";

const EditApp = dynamic(() => import("@/features/apps/ui/EditApp").then((file) => file.EditApp), { ssr: false });
const ErrorPanel = dynamic(() => import("@/features/chat/ui/ErrorPanel").then((file) => file.ErrorPanel), {
  ssr: false,
});

/** On a narrow screen one column is visible at a time. */
type Side = "chat" | "panel";

/** The app's chat beside one panel. Panel and side are in the URL, so that a reload keeps them. */
export function Editor({ appId }: { appId: string }) {
  const pathname = usePathname();
  const search = useSearchParams();
  const app = trpc.apps.get.useQuery({ appId });
  const account = trpc.account.current.useQuery();
  const { may } = useRights(appId);

  const [chat, changeChat] = useChatView(account.data?.email);

  const publish = useRef<HTMLButtonElement>(null);
  const [assistant, setAssistant] = useState<HTMLElement | null>(null);
  const [picked, setPicked] = useState<Picked>();
  const [isEditing, editing] = useDisclosure(false);
  const name = app.data?.name;
  useEffect(() => {
    if (name) document.title = `${name} · Joinery`;
  }, [name]);

  const go = (change: Record<string, string>) => {
    const next = new URLSearchParams(search);
    for (const [key, value] of Object.entries(change)) next.set(key, value);
    // replaceState: a navigation would ask the server and reset the page's title.
    window.history.replaceState(null, "", `${pathname}?${next}`);
  };

  // Keep the screen during a lost connection.
  if (app.error && !app.data) return <UnreadableApp error={app.error} onRetry={() => void app.refetch()} />;

  const viewer = app.data?.standing ?? { isAdmin: false, plan: "lite", arePlansOn: true };
  const own = app.data ? menuOf(app.data.kind, viewer).filter((panel) => panelViews[panel]) : undefined;
  const ofChat = app.data ? chatMenuOf(app.data.kind) : [];
  const menu = own && [...own, ...ofChat];
  const wanted = search.get("panel") as Panel | null;
  const panel = menu?.find((one) => one === wanted) ?? menu?.[0];
  const openFile = panel === "code" ? (search.get("file") ?? undefined) : undefined;
  // A link to a panel shows it on a phone, too, where there is room for one side.
  const side: Side = (search.get("side") ?? (wanted ? "panel" : "chat")) === "panel" ? "panel" : "chat";

  const point = (element: Picked) => {
    setPicked(element);
    changeChat((view) => ({ ...view, isOpen: true }));
    go({ side: "chat" });
  };
  const open = (next: Panel) => go({ panel: next, side: "panel" });
  const commands = editorCommands({
    menu: menu ?? [],
    isAdmin: viewer.isAdmin,
    may,
    onOpen: open,
    onEdit: editing.open,
    onPublish: () => {
      // What it opens returns the focus there.
      publish.current?.focus();
      publish.current?.click();
    },
    chat: {
      isOpen: chat.isOpen,
      toggle: () => changeChat((view) => ({ ...view, isOpen: !view.isOpen })),
      write: () => {
        flushSync(() => changeChat((view) => ({ ...view, isOpen: true })));
        go({ side: "chat" });
        assistant?.querySelector("textarea")?.focus();
      },
    },
  });

  return (
    <div className={classes.editor}>
      <Palette commands={commands} />
      {isEditing && app.data && <EditApp app={app.data} onClose={editing.close} />}
      <EditorBar
        publishRef={publish}
        app={app.data}
        side={side}
        onSide={(next) => go({ side: next })}
        isChatOpen={chat.isOpen}
        onChat={() => changeChat((view) => ({ ...view, isOpen: !view.isOpen }))}
      />
      <div className={classes.body} data-side={side} data-chat={chat.isOpen ? "open" : "closed"}>
        <EditorMenu menu={own} chatMenu={ofChat} active={panel} isAdmin={viewer.isAdmin} onOpen={open} />
        <section
          className={classes.chat}
          aria-label="Assistant"
          ref={setAssistant}
          style={{ "--chat-width": `${chat.width}px` } as React.CSSProperties}
        >
          <ChatPanel
            appId={appId}
            openFile={openFile}
            picked={picked}
            onPicked={setPicked}
            onOpenFile={menu?.includes("code") ? (path) => go({ panel: "code", side: "panel", file: path }) : undefined}
          />
        </section>
        <ChatDivider width={chat.width} onWidth={(width) => changeChat((view) => ({ ...view, width }))} />
        <main className={classes.panel}>
          <EditorPanel
            appId={appId}
            panel={panel}
            isAdmin={viewer.isAdmin}
            onPick={point}
            onDone={() => open(menu![0]!)}
          />
        </main>
      </div>
      <ErrorPanel appId={appId} />
    </div>
  );
}
