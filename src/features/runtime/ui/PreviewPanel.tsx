"use client";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ActionIcon, Loader, Select, Skeleton, Text, Tooltip } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { IconPointer } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import type { Picked } from "../schema";
import { PreviewFrame } from "@/ui/PreviewFrame";
import { previewWidths, type PreviewWidth } from "@/ui/preview-widths";
import { pageAt, readNews } from "../rules";
import classes from "./preview.module.css";

/** A page that has loaded and is no app, as one that names the problems of a build, is shown after this long. */
const readyWithinMs = 1_000;

/** The running app, on its own host, in a frame. It reloads itself when a new version is there. */
export function PreviewPanel({ appId, onPick }: { appId: string; onPick?: (element: Picked) => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { ref: stage, width: room } = useElementSize();
  const { mutate, data: session, error } = trpc.runtime.previewSession.useMutation({ meta: { quiet: true } });
  const [address, setAddress] = useState("/");
  const [pages, setPages] = useState<string[]>();
  const [width, setWidth] = useState<PreviewWidth>("desktop");
  const [run, setRun] = useState(0);
  const [loadedRun, setLoadedRun] = useState<number>();
  const [isPicking, setIsPicking] = useState(false);
  useEffect(() => mutate({ appId }), [appId, mutate]);

  const hear = useEffectEvent((event: MessageEvent) => {
    const app = frame.current?.contentWindow;
    if (!session || !app || event.source !== app || event.origin !== new URL(session.url).origin) return;
    const news = readNews(event.data);
    if (!news) return;
    // Said to the preview's own origin: whatever else the frame may have moved on to does not hear it.
    if (news.type === "app_token_wanted")
      return app.postMessage({ type: "app_token", token: session.token }, event.origin);
    if (news.type === "app_picked" || news.type === "app_pick_ended") {
      setIsPicking(false);
      if (news.type === "app_picked") onPick?.(news.element);
      return;
    }
    setAddress(news.page);
    if (news.type !== "app_ready") return;
    setPages(news.pages);
    setLoadedRun(run);
    // A page that was loaded anew knows nothing of it.
    setIsPicking(false);
  });
  useEffect(() => {
    const take = (event: MessageEvent) => hear(event);
    window.addEventListener("message", take);
    return () => window.removeEventListener("message", take);
  }, []);

  if (error) return <Failure message={failureOf(error).message} onRetry={() => mutate({ appId })} />;
  if (!session) return <Skeleton m={16} width="auto" height={320} />;
  const pick = (isOn: boolean) => {
    setIsPicking(isOn);
    const app = frame.current;
    app?.contentWindow?.postMessage({ type: "pick_element", isOn }, new URL(session.url).origin);
    // Escape, which ends it, is the app's to hear.
    if (isOn) app?.focus();
  };
  const open = (page: string) => {
    setAddress(page);
    setRun(run + 1);
  };
  const source = `${session.url}${run === 0 ? "/" : address}#joinery-token=${session.token}`;
  return (
    <PreviewFrame
      title="App preview"
      source={source}
      address={`${session.url}${address}#joinery-token=${session.token}`}
      run={run}
      frame={frame}
      stage={stage}
      width={width}
      onWidth={setWidth}
      onReload={() => open(address)}
      onLoad={() => window.setTimeout(() => setLoadedRun(run), readyWithinMs)}
      waiting={loadedRun !== run && <Waiting width={previewWidths[width]} />}
      tools={
        <>
          <Select
            size="xs"
            className={classes.pages}
            aria-label="Page"
            placeholder="Page"
            data={pages ?? []}
            value={pages ? (pageAt(address, pages) ?? null) : null}
            onChange={(page) => page && open(`/${page}`)}
            allowDeselect={false}
            rightSection={pages ? undefined : <Loader size={12} />}
          />
          {onPick && (
            <Tooltip label={isPicking ? "Click an element of the app" : "Point at an element for your next message"}>
              <ActionIcon
                variant={isPicking ? "filled" : "subtle"}
                color={isPicking ? undefined : "gray"}
                aria-label="Point at an element"
                aria-pressed={isPicking}
                disabled={loadedRun !== run}
                onClick={() => pick(!isPicking)}
              >
                <IconPointer size={16} />
              </ActionIcon>
            </Tooltip>
          )}
          <Text size="xs" c="dimmed" className={classes.width} title="Width of the app">
            {Math.round(width === "desktop" ? room : Math.min(room, Number.parseInt(previewWidths[width], 10)))} px
          </Text>
        </>
      }
    />
  );
}

/** Until the app is built: its frame is blank, and looks like an app that shows nothing. */
function Waiting({ width }: { width: string | number }) {
  return (
    <div className={classes.waiting} style={{ width }} role="status" aria-label="The app is starting">
      <Skeleton height={28} width="30%" />
      <Skeleton height={120} />
      <Skeleton height={240} />
    </div>
  );
}
