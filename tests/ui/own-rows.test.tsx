import { render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, describe, expect, it, vi } from "vitest";

// What a member of a published app sees of a table of which only their own rows are shown to them.

beforeAll(() => {
  // The kit's client reads the page's configuration when it is loaded.
  document.body.innerHTML =
    '<script type="application/json" id="joinery-config">{"appId":"a","mode":"published"}</script>';
});

const kit = async <Module,>(name: string) => (await import(name)) as Module;

describe("A member who sees only their own rows", () => {
  it("has a page of theirs, last in the menu, and no calendar of everybody's", async () => {
    type Guarded = { entity: unknown; page: string; own?: string };
    type App = { pages: { page: string; title: string }[] };
    const { useOpenPages } = await kit<{ useOpenPages: (app: App, guarded: Guarded[]) => App }>("@/lib/open-pages");
    const app = {
      pages: [
        { page: "Home", title: "Home" },
        { page: "Bookings", title: "Bookings" },
        { page: "Calendar", title: "Calendar" },
        { page: "Book", title: "Book a time" },
      ],
    };
    const titles = async (access: { canRead: boolean; readsOnlyOwn: boolean }) => {
      const entity = { access: () => Promise.resolve(access) };
      const guarded = [
        { entity, page: "Bookings", own: "My bookings" },
        { entity, page: "Calendar" },
      ];
      const { result } = renderHook(() => useOpenPages(app, guarded));
      await waitFor(() => expect(result.current.pages.length).toBeGreaterThanOrEqual(access.canRead ? 3 : 2));
      return result.current.pages.map(({ title }) => title);
    };
    expect(await titles({ canRead: false, readsOnlyOwn: false })).toEqual(["Home", "Book a time"]);
    expect(await titles({ canRead: true, readsOnlyOwn: true })).toEqual(["Home", "Book a time", "My bookings"]);
    expect(await titles({ canRead: true, readsOnlyOwn: false })).toEqual([
      "Home",
      "Bookings",
      "Calendar",
      "Book a time",
    ]);
  });

  it("is told that nothing of theirs is there yet, and asked for no list to import", async () => {
    const { NoRows } = await kit<{ NoRows: ComponentType<Record<string, unknown>> }>("@/components/ui/parts/no-rows");
    const ofThem = (read: unknown[]) => ({ schema: () => ({ "x-accessControl": { rules: { read } } }) });
    const shown = { isFiltered: false, many: "bookings", one: "booking", label: "New booking", onNew: vi.fn() };
    const list = { isOwn: true, canAdd: true };
    const made = render(<NoRows {...shown} entity={ofThem(["creator", "admin"])} list={list} />, {
      wrapper: MemoryRouter,
    });
    await screen.findByRole("heading", { name: "You have no bookings yet" });
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent?.trim())).toEqual(["New booking"]);
    made.unmount();
    // What the team writes of them is theirs once their address is proven.
    const { User } = await kit<{ User: Record<string, () => unknown> }>("@/api/entities");
    vi.spyOn(User, "isSignedIn").mockReturnValue(true);
    const me = vi.spyOn(User, "me").mockResolvedValue({ id: "m", isEmailVerified: false });
    const test = { field: "email", is: "my address" };
    const theirs = <NoRows {...shown} entity={ofThem([test, "admin"])} list={{ ...list, canAdd: false }} />;
    const unproven = render(theirs, { wrapper: MemoryRouter });
    await screen.findByText("Your bookings will stand here. Verify your email to see those that are kept under it.");
    unproven.unmount();
    me.mockResolvedValue({ id: "m", isEmailVerified: true });
    render(theirs, { wrapper: MemoryRouter });
    await screen.findByText("Your bookings will stand here.");
    expect(screen.queryByRole("button")).toBeNull();
    vi.restoreAllMocks();
  });

  it("verifies their email by a button above the pages, where that shows them more", async () => {
    const { VerifyNotice } = await kit<{ VerifyNotice: ComponentType<{ entities: unknown[] }> }>(
      "@/components/ui/parts/verify-notice",
    );
    const { User } = await kit<{ User: Record<string, () => unknown> }>("@/api/entities");
    vi.spyOn(User, "isSignedIn").mockReturnValue(true);
    const me = vi.spyOn(User, "me").mockResolvedValue({ id: "m", isEmailVerified: false });
    const verify = vi.spyOn(User, "verifyEmail").mockResolvedValue(undefined);
    const readBy = (read: unknown[]) => ({ schema: () => ({ "x-accessControl": { rules: { read } } }) });
    const mine = readBy(["creator", { field: "email", is: "my address" }, "admin"]);
    const shown = render(<VerifyNotice entities={[readBy(["admin"]), mine]} />);
    await userEvent.click(await screen.findByRole("button", { name: "Verify your email" }));
    expect(verify).toHaveBeenCalledTimes(1);
    shown.unmount();
    // Nothing to gain: an admin sees all rows as it is.
    me.mockResolvedValue({ id: "m", isEmailVerified: false, role: "admin" });
    const team = render(<VerifyNotice entities={[mine]} />);
    await Promise.resolve();
    expect(team.container.textContent).toBe("");
    team.unmount();
    // No rows by an address, or a downloaded app, in which nobody can prove one.
    const none = render(<VerifyNotice entities={[readBy(["creator", "admin"])]} />);
    expect(none.container.textContent).toBe("");
    none.unmount();
    me.mockResolvedValue({ id: "m" });
    const downloaded = render(<VerifyNotice entities={[mine]} />);
    await waitFor(() => expect(me).toHaveBeenCalledTimes(3));
    expect(downloaded.container.textContent).toBe("");
    vi.restoreAllMocks();
  });
});
