"use client";
import { useEffect, useEffectEvent, useRef } from "react";

/** Notifies other tabs of this browser of a new turn, so that they follow it from its first word. */
export function useTurnNews(appId: string, onNews: () => void): { announce: () => void } {
  const channel = useRef<BroadcastChannel>(null);
  const hear = useEffectEvent(onNews);
  useEffect(() => {
    const opened = new BroadcastChannel(`joinery-turn-${appId}`);
    opened.addEventListener("message", () => hear());
    channel.current = opened;
    return () => opened.close();
  }, [appId]);
  return { announce: () => channel.current?.postMessage("began") };
}
