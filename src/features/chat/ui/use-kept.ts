"use client";
import { useEffect, useState } from "react";
import type { z } from "zod";

/**
 * State that outlives a reload. Words that a person typed are theirs until they are sent.
 * @param schema refuses what an older release may have stored; a constant of the caller's module
 */
export function useKept<T>(kind: "local" | "session", key: string, schema: z.ZodType<T>, initial: T) {
  const [value, setValue] = useState(initial);
  const [readKey, setReadKey] = useState<string>();

  // After the first paint: the server renders without storage, and both must agree.
  useEffect(() => {
    const kept = schema.safeParse(read(kind, key));
    if (kept.success) setValue(kept.data);
    setReadKey(key);
  }, [kind, key, schema]);

  useEffect(() => {
    if (readKey === key) write(kind, key, value);
  }, [kind, key, readKey, value]);

  return [value, setValue] as const;
}

const storageOf = (kind: "local" | "session"): Storage => (kind === "local" ? window.localStorage : window.sessionStorage);

function read(kind: "local" | "session", key: string): unknown {
  try {
    return JSON.parse(storageOf(kind).getItem(key) ?? "null");
  } catch {
    return undefined;
  }
}

function write(kind: "local" | "session", key: string, value: unknown): void {
  try {
    storageOf(kind).setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the value still lives in this tab.
  }
}
