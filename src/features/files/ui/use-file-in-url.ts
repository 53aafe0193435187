"use client";
import { useCallback, useState } from "react";
import { usePathname, useSearchParams } from "next/navigation";

/** Line to go to; a new object each time, since the same line may be requested twice. */
type Line = { number: number };

/** The file that the code panel shows, kept in the URL, and the line to go to. */
export function useFileInUrl() {
  const pathname = usePathname();
  const search = useSearchParams();
  const [line, setLine] = useState<Line>();
  /** A jump to a definition is a history entry for Back; opening from the tree is not. */
  const open = useCallback(
    (path: string | undefined, at?: number, isJump = false) => {
      const next = new URLSearchParams(search);
      if (path) next.set("file", path);
      else next.delete("file");
      setLine(at === undefined ? undefined : { number: at });
      const address = `${pathname}?${next}`;
      if (isJump) window.history.pushState(null, "", address);
      else window.history.replaceState(null, "", address);
    },
    [pathname, search],
  );
  const jump = useCallback((path: string, at: number) => open(path, at, true), [open]);
  return { path: search.get("file"), line, open, jump };
}
