"use client";
import { useEffect, useRef, useState } from "react";
import { Skeleton, Text } from "@mantine/core";
import { failureOf, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { PreviewFrame } from "@/ui/PreviewFrame";
import type { PreviewWidth } from "@/ui/preview-widths";
import { useDraft } from "./DraftProvider";
import classes from "./panel.module.css";

/** The tool's real page, on the app's own host, with what is typed in it before it is saved. @param view the tool as its page takes it */
export function ToolPreview({ view, path }: { view: unknown; path: string }) {
  const { appId, status } = useDraft();
  const frame = useRef<HTMLIFrameElement>(null);
  const { mutate, data: session, error } = trpc.runtime.previewSession.useMutation({ meta: { quiet: true } });
  const [width, setWidth] = useState<PreviewWidth>("desktop");
  const [run, setRun] = useState(0);
  useEffect(() => mutate({ appId }), [appId, mutate]);

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
  if (!session) return <Skeleton m={16} width="auto" height={320} />;
  const source = `${session.url}/tool/${encodeURIComponent(path)}#joinery-token=${session.token}`;
  return (
    <PreviewFrame
      title="Tool preview"
      source={source}
      address={source}
      run={page}
      frame={frame}
      width={width}
      onWidth={setWidth}
      onReload={() => setRun(run + 1)}
      allow="clipboard-write; camera"
      tools={
        <Text size="xs" c="dimmed" className={classes.words} truncate>
          {status === "saved" ? `/tool/${path}` : "A run uses what is saved"}
        </Text>
      }
    />
  );
}
