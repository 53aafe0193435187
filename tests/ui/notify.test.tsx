import { Notifications } from "@mantine/notifications";
import { act, cleanup, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useGoneTable } from "@/features/grid/ui/use-gone-table";
import { notifySuccess } from "@/ui/notify";
import { showWith } from "../support/show";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("A toast takes the place of the last one, and has its own time to be read", async () => {
  showWith({}, <Notifications />);
  act(() => notifySuccess("Saved"));
  await after(3_500);
  act(() => notifySuccess("Deleted"));
  await after(500);
  expect(screen.queryByText("Saved")).toBeNull();
  await after(3_000);
  expect(screen.queryByText("Deleted")).not.toBeNull();
  await after(2_000);
  expect(screen.queryByText("Deleted")).toBeNull();
});

it("A table that is removed while it is open does not give way to another one in silence", async () => {
  showWith({}, <Notifications />);
  const { rerender } = renderHook(({ tables, shown }) => useGoneTable(tables, shown), {
    initialProps: { tables: ["Book", "Loan"], shown: "Book" },
  });
  rerender({ tables: ["Book", "Loan"], shown: "Loan" });
  rerender({ tables: ["Loan", "Member"], shown: "Loan" });
  await after(100);
  expect(screen.queryByText(/no longer there/)).toBeNull();
  rerender({ tables: ["Member"], shown: "Member" });
  await after(100);
  expect(screen.queryByText("The table Loan is no longer there")).not.toBeNull();
});
