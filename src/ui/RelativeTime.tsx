"use client";
import { useEffect, useState } from "react";
import { relativeTime } from "./relative-time";

/** "Relative time updates at a minimum period of 60 s" (2-builder.md §9). */
const periodMs = 60_000;

export function RelativeTime({ at }: { at: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), periodMs);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()} suppressHydrationWarning>
      {relativeTime(at, now)}
    </time>
  );
}
