import { Notifications } from "@mantine/notifications";
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
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
