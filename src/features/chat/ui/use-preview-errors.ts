"use client";
import { useEffect, useEffectEvent } from "react";
import { z } from "zod";
import type { ReportedError } from "../resolve-errors";

/** What the preview posts when the app throws (facts/runtime.md): the spec's app error, cut to what a panel can show. */
const reportSchema = z.object({
  type: z.literal("app_error"),
  error: z.object({
    title: z.string().trim().min(1).transform((text) => text.slice(0, 500)),
    details: z.string().catch("").transform((text) => text.slice(0, 8_000)),
    componentName: z.string().max(200).optional().catch(undefined),
  }),
});

/** Any page may post to this window. Only a frame that stands in it, speaking from the address it was given, is the preview. */
function isPreview({ source, origin }: MessageEvent): boolean {
  return [...document.querySelectorAll("iframe")].some((frame) => frame.contentWindow === source && URL.canParse(frame.src) && new URL(frame.src).origin === origin);
}

/** Hears what goes wrong in the running app. */
export function usePreviewErrors(onError: (error: ReportedError) => void): void {
  const hear = useEffectEvent(onError);
  useEffect(() => {
    const take = (event: MessageEvent) => {
      const report = reportSchema.safeParse(event.data);
      if (report.success && isPreview(event)) hear(report.data.error);
    };
    window.addEventListener("message", take);
    return () => window.removeEventListener("message", take);
  }, []);
}
