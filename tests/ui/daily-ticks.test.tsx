import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { MemoryRouter } from "react-router-dom";
import { Toaster } from "sonner";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Row, table, text } from "../support/kit-table";

// What is ticked on the first page of a habit tracker is done today, and open again tomorrow.

const kit = async <Module,>(name: string) => (await import(name)) as Module;
type Pages = ComponentType<{ tables: object[] }>;
let Today: Pages;

beforeAll(async () => {
  document.body.innerHTML =
    '<script type="application/json" id="joinery-config">{"appId":"a","mode":"preview"}</script>';
  ({ Today } = await kit<{ Today: Pages }>("@/components/ui/today"));
});

const dayText = (ago: number) => {
  const date = new Date();
  date.setDate(date.getDate() - ago);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
};

async function show(name: string, habit: Row, checks: Row[]) {
  const may = { canRead: true, canAdd: true, canChange: () => true, canDelete: () => true };
  const habits = {
    ...table(name, { name: text, streak: { type: "number" }, repeats: text }, ["name"], [habit]),
    access: () => Promise.resolve(may),
    update: vi.fn((_id: string, values: Row) => Promise.resolve({ ...habit, ...values })),
  };
  const kept = {
    ...table(
      `${name}Check`,
      { name: text, habit: text, date: { ...text, format: "date" }, done: { type: "boolean" } },
      ["name", "habit", "date"],
      checks,
    ),
    access: () => Promise.resolve(may),
    update: vi.fn((id: string, values: Row) =>
      Promise.resolve({ ...checks.find((row) => row["id"] === id), ...values }),
    ),
  };
  const tables = [{ entity: habits, page: "Habits", checks: { entity: kept, by: "habit", on: "date" } }];
  render(
    <>
      <Today tables={tables} />
      <Toaster />
    </>,
    { wrapper: MemoryRouter },
  );
  const box = await screen.findByRole("checkbox", { name: `Done: ${String(habit["name"])}` });
  await waitFor(() => expect(box).toHaveProperty("disabled", false));
  return { habits, kept, box, tick: () => userEvent.click(box) };
}

describe("The ticks of a day", () => {
  it("are kept as rows of today, and go on counting what was done in a row", async () => {
    const yesterday = { id: "c1", habit: "h", date: dayText(1), done: true };
    const { habits, kept, tick } = await show("Reading", { id: "h", name: "Read", streak: 4 }, [yesterday]);
    expect(screen.getByRole("img", { name: "0 of 1 done" })).toBeTruthy();
    await tick();
    await waitFor(() => expect(habits.update).toHaveBeenCalledWith("h", { streak: 5 }));
    expect(kept.create).toHaveBeenCalledWith({ name: "Read", habit: "h", date: dayText(0), done: true });
  });

  it("begin to count anew after a day without", async () => {
    const before = { id: "c1", habit: "h", date: dayText(3), done: true };
    const { habits, tick } = await show("Walking", { id: "h", name: "Walk", streak: 9 }, [before]);
    await tick();
    await waitFor(() => expect(habits.update).toHaveBeenCalledWith("h", { streak: 1 }));
  });

  it("may lie a week apart where something is done weekly", async () => {
    const before = { id: "c1", habit: "h", date: dayText(7), done: true };
    const weekly = { id: "h", name: "Call", streak: 9, repeats: "weekly" };
    const { habits, tick } = await show("Calling", weekly, [before]);
    await tick();
    await waitFor(() => expect(habits.update).toHaveBeenCalledWith("h", { streak: 10 }));
  });

  it("are taken back by a second press", async () => {
    const now = { id: "c1", habit: "h", date: dayText(0), done: true };
    const { habits, kept, tick } = await show("Writing", { id: "h", name: "Write", streak: 3 }, [now]);
    expect(screen.getByRole("img", { name: "1 of 1 done" })).toBeTruthy();
    await tick();
    await waitFor(() => expect(habits.update).toHaveBeenCalledWith("h", { streak: 2 }));
    expect(kept.update).toHaveBeenCalledWith("c1", { done: false });
    expect(kept.create).not.toHaveBeenCalled();
  });

  it("count a double click once", async () => {
    const { habits, kept, box } = await show("Rowing", { id: "h", name: "Row", streak: 4 }, []);
    await userEvent.dblClick(box);
    await waitFor(() => expect(habits.update).toHaveBeenCalledTimes(1));
    expect(kept.create).toHaveBeenCalledTimes(1);
  });

  it("are all taken back where two tabs have ticked the same", async () => {
    const now = { habit: "h", date: dayText(0), done: true };
    const checks = [
      { id: "c1", ...now },
      { id: "c2", ...now },
    ];
    const { kept, box, tick } = await show("Knitting", { id: "h", name: "Knit", streak: 3 }, checks);
    await tick();
    await waitFor(() => expect(kept.update).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(box.getAttribute("aria-checked")).toBe("false"));
  });

  it("are said not to be saved where the network fails", async () => {
    const { habits, kept, tick } = await show("Sailing", { id: "h", name: "Sail", streak: 3 }, []);
    kept.create.mockRejectedValueOnce(new Error("No connection"));
    await tick();
    expect(await screen.findByText("That was not saved")).toBeTruthy();
    expect(habits.update).not.toHaveBeenCalled();
  });
});
