"use client";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { followTurn, type LiveTurn, startFollowing, type TurnEvent } from "../follow-turn";

const eventNames = [
  "text",
  "reasoning",
  "source",
  "action-open",
  "action-delta",
  "action-close",
  "plan",
  "tool-call",
  "tool-result",
  "version",
  "usage",
  "error",
  "done",
];

const reopenDelayMs = 3_000;

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

/**
 * Follows a turn's events. EventSource reconnects with the last event's number, so that nothing is lost; a reload
 * starts from the first event. Events are applied once per frame, since a fast model sends hundreds a second.
 */
export function useFollowedTurn(
  appId: string,
  turnId: string | undefined,
  onEnd: (turn: LiveTurn) => void,
): { live: LiveTurn | undefined; isReconnecting: boolean } {
  const [live, setLive] = useState<LiveTurn>();
  const [isReconnecting, setIsReconnecting] = useState(false);
  const ended = useEffectEvent(onEnd);

  useEffect(() => {
    if (!turnId) return;
    let turn = startFollowing(turnId);
    let waiting: TurnEvent[] = [];
    let timer = 0;
    let again = 0;
    let source: EventSource;
    const flush = () => {
      timer = 0;
      turn = waiting.reduce(followTurn, turn);
      waiting = [];
      setLive(turn);
      if (turn.status === "running") return;
      source.close();
      ended(turn);
    };
    const take = (event: Event) => {
      if (!(event instanceof MessageEvent)) return lose();
      setIsReconnecting(false);
      // The server ends the stream after "done", which EventSource would take for a lost connection: close it first.
      if (event.type === "done") source.close();
      waiting.push({ number: Number(event.lastEventId), name: event.type, data: parse(String(event.data)) });
      // A hidden tab gets no animation frames, yet its title and queue must go on: use a timer.
      if (timer === 0) timer = window.setTimeout(flush, 16);
    };
    // A lost connection is an "error" event without data. EventSource reconnects unless it was refused (restarting
    // server, proxy): then open a new stream from the first event and skip seen ones by number.
    const lose = () => {
      setIsReconnecting(true);
      if (source.readyState === EventSource.CLOSED) again = window.setTimeout(connect, reopenDelayMs);
    };
    const connect = () => {
      source = new EventSource(
        `/api/apps/${encodeURIComponent(appId)}/chat/turns/${encodeURIComponent(turnId)}/events`,
      );
      for (const name of eventNames) source.addEventListener(name, take);
      source.addEventListener("open", () => setIsReconnecting(false));
    };
    connect();
    return () => {
      source.close();
      window.clearTimeout(timer);
      window.clearTimeout(again);
      setIsReconnecting(false);
      setLive(undefined);
    };
  }, [appId, turnId]);

  const silent = useMemo(() => (turnId ? startFollowing(turnId) : undefined), [turnId]);
  return { live: live?.turnId === turnId && live ? live : silent, isReconnecting };
}
