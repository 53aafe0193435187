import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";

// The bar at the top of published apps: one line, whatever its width.

// By a variable: the kit has a configuration of its own, in which its types are checked (src/shipped/tsconfig.json).
const menu: string = "@/components/ui/parts/bar-menu";

type Props = { pages: { page: string; title: string }[]; current: string | undefined };
const titles = ["Home", "Courses", "Trainers", "Prices", "Bookings", "Reviews"];
const pages = titles.map((title) => ({ page: title, title }));

/** A bar of `room` pixels, in which every title and “More” are 100 wide. */
async function shown(room: number, current = "Home") {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(room);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 100, 36));
  const { BarMenu } = (await import(menu)) as { BarMenu: ComponentType<Props> };
  render(<BarMenu pages={pages} current={current} />, { wrapper: MemoryRouter });
  const bar = screen.getByRole("navigation", { name: "Pages" });
  return {
    links: () =>
      within(bar)
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
  };
}

afterEach(() => vi.restoreAllMocks());

describe("The bar of pages", () => {
  it("shows all pages where there is room for them", async () => {
    const { links } = await shown(700);
    expect(links()).toEqual(titles);
    expect(screen.queryByRole("button", { name: "More" })).toBeNull();
  });

  it("keeps the pages without room under “More”, which opens and closes by the keyboard", async () => {
    const { links } = await shown(420);
    expect(links()).toEqual(titles.slice(0, 3));
    const more = screen.getByRole("button", { name: "More" });
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement).toBe(more);
    await userEvent.keyboard("{Enter}");
    expect(more.getAttribute("aria-expanded")).toBe("true");
    expect(links()).toEqual(titles);
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe("Prices");
    await userEvent.keyboard("{Escape}");
    expect(links()).toEqual(titles.slice(0, 3));
    expect(document.activeElement).toBe(more);
  });

  it("closes when a page is chosen or something else is pressed, and says where one is", async () => {
    const { links } = await shown(420, "Reviews");
    const more = screen.getByRole("button", { name: "More" });
    await userEvent.click(more);
    expect(screen.getByRole("link", { name: "Reviews" }).getAttribute("aria-current")).toBe("page");
    await userEvent.click(document.body);
    expect(links()).toEqual(titles.slice(0, 3));
    await userEvent.click(more);
    await userEvent.click(screen.getByRole("link", { name: "Bookings" }));
    expect(links()).toEqual(titles.slice(0, 3));
  });
});
