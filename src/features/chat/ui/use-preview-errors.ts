"use client";
import { useEffect, useEffectEvent } from "react";
import { z } from "zod";
import type { ReportedError } from "@/features/turns/resolve-errors";

const cut = (max: number) => (text: string) => text.slice(0, max);

/** Messages of the preview (shipped/sdk/report.js): started, and errors, truncated for the panel. */
const newsSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("app_ready"), appId: z.string() }),
  z.object({
    type: z.literal("app_error"),
    appId: z.string(),
    versionId: z.string().min(1).max(60).optional().catch(undefined),
    error: z.object({
      title: z.string().trim().min(1).transform(cut(500)),
      details: z.string().catch("").transform(cut(4_000)),
      componentName: z.string().max(200).optional().catch(undefined),
    }),
  }),
]);

/** Any page may post to this window. Accept only frames of this page, from the origin that they were given. */
function isPreview({ source, origin }: MessageEvent): boolean {
  return [...document.querySelectorAll("iframe")].some(
    (frame) => frame.contentWindow === source && URL.canParse(frame.src) && new URL(frame.src).origin === origin,
  );
}

/** Listens to errors and restarts of the running app, with its version. */
export function usePreviewErrors(
  appId: string,
  onError: (error: ReportedError, versionId: string | undefined) => void,
  onReady: () => void,
): void {
  const hear = useEffectEvent((event: MessageEvent) => {
    const news = newsSchema.safeParse(event.data);
    if (!news.success || news.data.appId !== appId || !isPreview(event)) return;
    if (news.data.type === "app_error") onError(news.data.error, news.data.versionId);
    else onReady();
  });
  useEffect(() => {
    const take = (event: MessageEvent) => hear(event);
    window.addEventListener("message", take);
    return () => window.removeEventListener("message", take);
  }, []);
}
