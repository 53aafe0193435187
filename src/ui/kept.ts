"use client";
import { useCallback, useMemo, useSyncExternalStore } from "react";
/** Tells a value of this release from others. */
export type Guard<T> = (value: unknown) => value is T;

/** "local" survives the tab; "session" belongs to the tab and survives a reload. */
type Kind = "local" | "session";

/** Key prefix of a person's unsaved work, which is removed on sign-out. View preferences have another one. */
const workPrefix = "joinery.";
const viewPrefix = "joinery.view.";

/** Fallback for a full or forbidden storage: lives as long as the page. */
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

function parse<T>(text: string | null, isKept: Guard<T>): T | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isKept(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const readKept = <T>(kind: Kind, key: string, isKept: Guard<T>): T | undefined => parse(read(kind, key), isKept);

export const keep = (kind: Kind, key: string, value: unknown): void => write(kind, key, JSON.stringify(value));
export const dropKept = (kind: Kind, key: string): void => write(kind, key, null);

/** Removes all unsaved work on sign-out. */
export function dropAllKept(): void {
  unstored.clear();
  for (const kind of ["local", "session"] as const)
    try {
      for (const key of Object.keys(storageOf(kind)))
        if (key.startsWith(workPrefix) && !key.startsWith(viewPrefix)) storageOf(kind).removeItem(key);
    } catch {
      // Storage is forbidden: nothing to remove.
    }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Changes by other tabs; only "local" is shared.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/**
 * State persisted in the browser, such as text until it is sent.
 * @param isKept guards against values of older releases; it and `initial` must be module constants
 */
export function useKept<T>(kind: Kind, key: string, isKept: Guard<T>, initial: T) {
  // The server snapshot is empty, so that hydration matches.
  const text = useSyncExternalStore(
    subscribe,
    () => read(kind, key),
    () => null,
  );
  const value = useMemo(() => parse(text, isKept) ?? initial, [text, isKept, initial]);
  const change = useCallback(
    (next: (current: T) => T) => keep(kind, key, next(parse(read(kind, key), isKept) ?? initial)),
    [kind, key, isKept, initial],
  );
  return [value, change] as const;
}
