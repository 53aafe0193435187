"use client";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { z } from "zod";

type Kind = "local" | "session";

/** What this tab last wrote or read, by storage and key. It outlives a storage that is full or forbidden. */
const kept = new Map<string, string | null>();
const listeners = new Set<() => void>();

const storageOf = (kind: Kind): Storage => (kind === "local" ? window.localStorage : window.sessionStorage);

function read(kind: Kind, key: string): string | null {
  const name = `${kind}:${key}`;
  if (!kept.has(name)) {
    try {
      kept.set(name, storageOf(kind).getItem(key));
    } catch {
      kept.set(name, null);
    }
  }
  return kept.get(name) ?? null;
}

function write(kind: Kind, key: string, text: string): void {
  kept.set(`${kind}:${key}`, text);
  try {
    storageOf(kind).setItem(key, text);
  } catch {
    // The value still lives in this tab.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function parse<T>(text: string | null, schema: z.ZodType<T>, initial: T): T {
  if (text === null) return initial;
  try {
    const checked = schema.safeParse(JSON.parse(text));
    return checked.success ? checked.data : initial;
  } catch {
    return initial;
  }
}

/**
 * State that outlives a reload. Words that a person typed are theirs until they are sent.
 * @param schema refuses what an older release may have stored; it and `initial` are constants of the caller's module
 */
export function useKept<T>(kind: Kind, key: string, schema: z.ZodType<T>, initial: T) {
  // The server renders without storage, and the first paint agrees with it.
  const text = useSyncExternalStore(
    subscribe,
    () => read(kind, key),
    () => null,
  );
  const value = useMemo(() => parse(text, schema, initial), [text, schema, initial]);
  const change = useCallback(
    (next: (current: T) => T) => write(kind, key, JSON.stringify(next(parse(read(kind, key), schema, initial)))),
    [kind, key, schema, initial],
  );
  return [value, change] as const;
}
