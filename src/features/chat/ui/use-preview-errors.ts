"use client";
import { useEffect, useEffectEvent } from "react";
import { isObject } from "@/engines/protocol/records";
import { isText } from "@/engines/shape";
import type { ReportedError } from "@/features/turns/resolve-errors";

type News = { appId: string; versionId: string | undefined; error?: ReportedError };

/** Reads a message of the preview (shipped/sdk/report.js): started, or an error, truncated for the panel. */
function readNews(data: unknown): News | undefined {
  if (!isObject(data) || !isText(data["appId"])) return undefined;
  const { type, appId, error } = data;
  const said = data["versionId"];
  const versionId = isText(said) && said !== "" && said.length <= 60 ? said : undefined;
  if (type === "app_ready") return { appId, versionId };
  if (type !== "app_error" || !isObject(error) || !isText(error["title"])) return undefined;
  const { details, componentName } = error;
  const title = error["title"].trim().slice(0, 500);
  if (title === "") return undefined;
  return {
    appId,
    versionId,
    error: {
      title,
      details: isText(details) ? details.slice(0, 4_000) : "",
      ...(isText(componentName) && componentName.length <= 200 && { componentName }),
    },
  };
}

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
  onReady: (versionId: string | undefined) => void,
): void {
  const hear = useEffectEvent((event: MessageEvent) => {
    const news = readNews(event.data);
    if (news?.appId !== appId || !isPreview(event)) return;
    if (news.error) onError(news.error, news.versionId);
    else onReady(news.versionId);
  });
  useEffect(() => {
    const take = (event: MessageEvent) => hear(event);
    window.addEventListener("message", take);
    return () => window.removeEventListener("message", take);
  }, []);
}
