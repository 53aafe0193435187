"use client";
import { useEffect } from "react";
import { leaveWords } from "../save-flow";
import { useDraft } from "./DraftProvider";

/** Whether a click leaves this page for another one of the builder. */
function leaves(event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return false;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target === "_blank" || link.hasAttribute("download")) return false;
  const to = new URL(link.href, window.location.href);
  return to.origin === window.location.origin && to.pathname !== window.location.pathname;
}

/** Asks before a link leaves unsaved changes (2-builder.md §4). A closed tab is asked about by the browser itself. */
export function LeaveGuard() {
  const { status } = useDraft();
  useEffect(() => {
    if (status === "saved") return;
    const ask = (event: MouseEvent) => {
      if (!leaves(event) || window.confirm(leaveWords)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the router hears the click.
    document.addEventListener("click", ask, true);
    return () => document.removeEventListener("click", ask, true);
  }, [status]);
  return null;
}
