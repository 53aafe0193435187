import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Suggestions } from "@/features/chat/ui/Suggestions";
import { showWith } from "../support/show";

function shown(suggestions: { missed: string[]; next: string[] }) {
  const [onPick, onSend] = [vi.fn(), vi.fn()];
  const api = { chat: { suggestions: () => Promise.resolve(suggestions) } };
  showWith(api, <Suggestions appId="a1" isFirst onPick={onPick} onSend={onSend} />);
  return { onPick, onSend };
}

describe("Below an answer", () => {
  it("what may have been missed stands first, under a question, and is sent by one click", async () => {
    const { onPick, onSend } = shown({ missed: ["Add a table for vets"], next: ["Make it dark", "Add notes to dogs"] });
    const missed = await screen.findByRole("group", { name: "Corrections" });
    expect(within(missed).getByText(/^Did I get something wrong\?/)).toBeTruthy();
    await userEvent.click(within(missed).getByRole("button", { name: "Add a table for vets" }));
    expect(onSend).toHaveBeenCalledExactlyOnceWith("Add a table for vets");
    expect(onPick).not.toHaveBeenCalled();
  });

  it("what could come next fills the composer", async () => {
    const { onPick, onSend } = shown({ missed: ["Add a table for vets"], next: ["Make it dark"] });
    const next = await screen.findByRole("group", { name: "Suggestions" });
    expect(within(next).getByText("Next")).toBeTruthy();
    await userEvent.click(within(next).getByRole("button", { name: "Make it dark" }));
    expect(onPick).toHaveBeenCalledExactlyOnceWith("Make it dark");
    expect(onSend).not.toHaveBeenCalled();
  });

  it("nothing is asked where nothing is in doubt", async () => {
    shown({ missed: [], next: ["Make it dark"] });
    expect(await screen.findByText("Three things to try next")).toBeTruthy();
    expect(screen.queryByRole("group", { name: "Corrections" })).toBeNull();
  });
});
