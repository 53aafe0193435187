/** "Open state is kept in a cookie for 7 days" (2-builder.md §2); "Sidebar cookie: 604800 seconds" (§9). */
export const sidebarCookie = "sidebar_state";
export const sidebarCookieSeconds = 604_800;

/** "Sidebar widths 16rem, 18rem on mobile, 3rem as icons" (2-builder.md §9). */
export const sidebarWidth = "16rem";
export const sidebarWidthMobile = "18rem";
export const sidebarWidthIcons = "3rem";

/** "Desktop breakpoint is 1024 px" (2-builder.md §2). */
export const desktopQuery = "(min-width: 1024px)";

/** Open unless the cookie says otherwise. */
export function isSidebarOpen(cookie: string | undefined): boolean {
  return cookie !== "false";
}

export function sidebarCookieLine(isOpen: boolean): string {
  return `${sidebarCookie}=${isOpen}; path=/; max-age=${sidebarCookieSeconds}; samesite=lax`;
}

/** "Ctrl or Cmd plus B toggles the sidebar" (2-builder.md §2). */
export function isSidebarKey(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
): boolean {
  return event.key.toLowerCase() === "b" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
}
