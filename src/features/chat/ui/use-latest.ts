"use client";
import { useCallback, useEffect, useRef } from "react";

/** A function that keeps its identity and always runs its newest body: what a context hands down without redrawing everything below. */
export function useLatest<Args extends unknown[], Result>(body: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useRef(body);
  useEffect(() => {
    latest.current = body;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
