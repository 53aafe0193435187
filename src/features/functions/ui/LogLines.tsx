"use client";
import { useEffect, useRef, useState } from "react";
import { Text } from "@mantine/core";
import type { RouterOutputs } from "@/api/client";
import classes from "./function-dock.module.css";

type Line = RouterOutputs["functions"]["logs"][number];

/** The server's own limit. */
const linesMax = 500;

/** Live log of a function. */
export function LogLines({ appId, name }: { appId: string; name: string }) {
  const [lines, setLines] = useState<Line[]>([]);
  const [isLost, setIsLost] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const source = new EventSource(`/api/apps/${encodeURIComponent(appId)}/functions/${encodeURIComponent(name)}/logs`);
    source.addEventListener("open", () => {
      setIsLost(false);
      // On every (re)connection the server sends all lines again.
      setLines([]);
    });
    source.addEventListener("error", () => setIsLost(true));
    source.addEventListener("message", ({ data }) => {
      setLines((known) => [...known, JSON.parse(String(data)) as Line].slice(-linesMax));
      requestAnimationFrame(() => end.current?.scrollIntoView({ block: "nearest" }));
    });
    return () => source.close();
  }, [appId, name]);
  return (
    <div className={classes.lines} role="log" aria-label={`Log of ${name}`}>
      {isLost && (
        <Text size="xs" c="red">
          The connection was lost. Trying again...
        </Text>
      )}
      {lines.length === 0 && !isLost && (
        <Text size="sm" c="dimmed">
          Nothing yet. What the function writes with console.log appears here.
        </Text>
      )}
      {lines.map((line) => (
        <div key={line.number} className={classes.line} data-level={line.level}>
          <time className={classes.time} dateTime={line.at}>
            {new Date(line.at).toLocaleTimeString()}
          </time>
          <span className={classes.words}>{line.text}</span>
        </div>
      ))}
      <div ref={end} />
    </div>
  );
}
