"use client";
import { useEffect, useRef, useState } from "react";
import { ActionIcon, SegmentedControl, Skeleton, Text, Tooltip } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile, IconExternalLink, IconReload } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { useDraft } from "./DraftProvider";
import classes from "./panel.module.css";

/** Pixels, as phones are wide. */
const phoneWidth = 390;

/** The tool's real page, on the app's own host, with what is typed in it before it is saved. @param view the tool as its page takes it */
export function ToolPreview({ view, path }: { view: unknown; path: string }) {
  const { appId, status } = useDraft();
  const frame = useRef<HTMLIFrameElement>(null);
  const { mutate, data: session, error } = trpc.runtime.previewSession.useMutation({ meta: { quiet: true } });
  const [width, setWidth] = useState<"desktop" | "phone">("desktop");
  const [run, setRun] = useState(0);
  useEffect(() => mutate({ appId }), [appId, mutate]);

  // A fragment alone would not load the page again, so the frame is made anew: this is its name.
  const page = `${run}.${path}`;
  const [readyPage, setReadyPage] = useState<string>();
  const isReady = readyPage === page;
  useEffect(() => {
    // Said to the preview's own origin: whatever else the frame may have moved on to does not hear it.
    if (session && isReady)
      frame.current?.contentWindow?.postMessage({ type: "tool_draft", view }, new URL(session.url).origin);
  }, [view, session, isReady]);
  useEffect(() => {
    const hear = (event: MessageEvent<unknown>) => {
      const { data } = event;
      if (event.source !== frame.current?.contentWindow || typeof data !== "object" || data === null) return;
      if ("type" in data && data.type === "tool_page_ready") setReadyPage(page);
    };
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, [page]);

  if (error) return <Failure message={failureOf(error).message} onRetry={() => mutate({ appId })} />;
  if (!session) return <Skeleton m={16} height={320} />;
  const source = `${session.url}/tool/${encodeURIComponent(path)}#joinery-token=${session.token}`;
  return (
    <div className={classes.preview}>
      <div className={classes.bar} role="toolbar" aria-label="Preview">
        <Tooltip label="Start over">
          <ActionIcon variant="subtle" color="gray" aria-label="Reload the preview" onClick={() => setRun(run + 1)}>
            <IconReload size={16} />
          </ActionIcon>
        </Tooltip>
        <Text size="xs" c="dimmed" className={classes.words} truncate>
          {status === "saved" ? `/tool/${path}` : "A run uses what is saved"}
        </Text>
        <SegmentedControl
          value={width}
          onChange={(value) => setWidth(value === "phone" ? "phone" : "desktop")}
          aria-label="Width"
          data={[
            { value: "desktop", label: <IconDeviceDesktop size={16} aria-label="Desktop width" /> },
            { value: "phone", label: <IconDeviceMobile size={16} aria-label="Phone width" /> },
          ]}
        />
        <Tooltip label="Open in a new tab">
          <ActionIcon
            variant="subtle"
            color="gray"
            component="a"
            href={source}
            target="_blank"
            rel="noopener"
            aria-label="Open the preview in a new tab"
          >
            <IconExternalLink size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.stage}>
        <iframe
          key={page}
          ref={frame}
          title="Tool preview"
          src={source}
          className={classes.page}
          style={width === "phone" ? { width: phoneWidth } : undefined}
          sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads"
          allow="clipboard-write; camera"
        />
      </div>
    </div>
  );
}
