"use client";
import { useCallback, useEffect, useRef } from "react";

/**
 * A function with a stable identity that always runs its latest body, for contexts that must not re-render their
 * consumers.
 */
export function useLatest<Args extends unknown[], Result>(body: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useRef(body);
  useEffect(() => {
    latest.current = body;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
