"use client";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { z } from "zod";

/** "local" outlives the tab; "session" is the tab's own and outlives a reload. */
type Kind = "local" | "session";

/**
 * Keys of what a person typed begin with this, and go when they sign out. Those of how they like to see things do not.
 */
const workPrefix = "joinery.";
const viewPrefix = "joinery.view.";

/** What a full or forbidden storage did not take: it still lives as long as the page. */
const unstored = new Map<string, string | null>();
const listeners = new Set<() => void>();

const storageOf = (kind: Kind): Storage => (kind === "local" ? window.localStorage : window.sessionStorage);

function read(kind: Kind, key: string): string | null {
  const held = unstored.get(`${kind}:${key}`);
  if (held !== undefined) return held;
  try {
    return storageOf(kind).getItem(key);
  } catch {
    return null;
  }
}

function write(kind: Kind, key: string, text: string | null): void {
  const name = `${kind}:${key}`;
  try {
    if (text === null) storageOf(kind).removeItem(key);
    else storageOf(kind).setItem(key, text);
    unstored.delete(name);
  } catch {
    unstored.set(name, text);
  }
  for (const listener of listeners) listener();
}

function parse<T>(text: string | null, schema: z.ZodType<T>): T | undefined {
  if (text === null) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** @param schema refuses what an older release may have stored */
export const readKept = <T>(kind: Kind, key: string, schema: z.ZodType<T>): T | undefined =>
  parse(read(kind, key), schema);

export const keep = (kind: Kind, key: string, value: unknown): void => write(kind, key, JSON.stringify(value));
export const dropKept = (kind: Kind, key: string): void => write(kind, key, null);

/** Who signs out leaves nothing that they typed in the browser. */
export function dropAllKept(): void {
  unstored.clear();
  for (const kind of ["local", "session"] as const)
    try {
      for (const key of Object.keys(storageOf(kind)))
        if (key.startsWith(workPrefix) && !key.startsWith(viewPrefix)) storageOf(kind).removeItem(key);
    } catch {
      // A forbidden storage holds nothing.
    }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // What another tab kept or dropped; only "local" is shared.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
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
  const value = useMemo(() => parse(text, schema) ?? initial, [text, schema, initial]);
  const change = useCallback(
    (next: (current: T) => T) => keep(kind, key, next(parse(read(kind, key), schema) ?? initial)),
    [kind, key, schema, initial],
  );
  return [value, change] as const;
}
