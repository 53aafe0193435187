import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Row, table, text } from "../support/kit-table";

// By a variable: the kit has a configuration of its own, in which its types are checked (src/shipped/tsconfig.json).
const calendar: string = "@/components/ui/event-calendar";

beforeAll(() => {
  document.body.innerHTML =
    '<script type="application/json" id="joinery-config">{"appId":"a","mode":"preview"}</script>';
});

const time = { type: "string", format: "date-time" };
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
const yes = () => true;

async function show(rows: Row[], address = "/?month=2026-11", name = "Visit") {
  const { EventCalendar } = (await import(calendar)) as { EventCalendar: ComponentType<Record<string, unknown>> };
  const update = vi.fn((id: string, values: Row) =>
    Promise.resolve({ ...rows.find((row) => row["id"] === id), ...values }),
  );
  const access = () => Promise.resolve({ canAdd: true, canChange: yes, canDelete: yes, canSet: yes, canSee: yes });
  const visit = { ...table(name, { title: text, starts_at: time, ends_at: time }, ["title"], rows), update, access };
  render(<EventCalendar entity={visit} title="Visits" by="starts_at" />, {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  });
  const day = (number: number) =>
    screen.getByRole("group", {
      name: new Date(2026, 10, number).toLocaleDateString(undefined, { day: "numeric", month: "long" }),
    });
  return { update, day };
}

describe("An entry of a calendar", () => {
  it("is dragged to another day, at its time and for as long", async () => {
    const { update, day } = await show([
      { id: "v", title: "Harbour office", starts_at: at(10, 14), ends_at: at(10, 16) },
    ]);
    const entry = await screen.findByRole("button", { name: /Harbour office/ });
    await waitFor(() => expect(entry.getAttribute("draggable")).toBe("true"));
    fireEvent.dragStart(entry);
    fireEvent.dragOver(day(12));
    fireEvent.drop(day(12));
    await waitFor(() => expect(update).toHaveBeenCalledWith("v", { starts_at: at(12, 14), ends_at: at(12, 16) }));
    expect(within(day(12)).getByRole("button", { name: /Harbour office/ })).toBeTruthy();
  });

  it("can be reached on a day that has many", async () => {
    const { day } = await show(
      [1, 2, 3, 4, 5].map((one) => ({ id: `v${one}`, title: `Call ${one}`, starts_at: at(10, 8 + one) })),
    );
    await screen.findByRole("button", { name: /Call 1/ });
    expect(screen.queryByRole("button", { name: /Call 5/ })).toBeNull();
    await userEvent.click(within(day(10)).getByRole("button", { name: "2 more" }));
    expect(screen.getByRole("button", { name: /Call 5/ })).toBeTruthy();
  });

  it("stands in its week, with all that the day has", async () => {
    const { day } = await show(
      [1, 2, 3, 4, 5].map((one) => ({ id: `w${one}`, title: `Lesson ${one}`, starts_at: at(10, 8 + one) })),
      "/?week=2026-11-12",
      "Lesson",
    );
    await screen.findByRole("button", { name: /Lesson 5/ });
    expect(within(day(10)).getAllByRole("button", { name: /Lesson/ })).toHaveLength(5);
    expect(screen.getAllByRole("group")).toHaveLength(7);
    await userEvent.click(screen.getByRole("button", { name: "Next week" }));
    expect(day(17)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Month" }));
    expect(screen.getAllByRole("group").length).toBeGreaterThan(27);
  });
});
