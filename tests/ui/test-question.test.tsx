import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { TestQuestion } from "@/features/retrieval/ui/TestQuestion";
import { storeItem } from "../support/items";
import { showWith } from "../support/show";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

describe("Test a question", () => {
  it("shows which passages answer, by which method, with which score, and why", async () => {
    const { api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "App" });
    await storeItem(mintOwnedApp(world.db, appId), "i1", [
      { position: 0, heading: "Returns", text: `Goods may be returned within 30 days. ${"More words. ".repeat(60)}` },
    ]);
    showWith(api, <TestQuestion appId={appId} />);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Test" }).disabled).toBe(true);
    await userEvent.type(screen.getByLabelText("Question"), "How do I return things?{Enter}");
    const passage = await screen.findByRole("listitem");
    expect(within(passage).getByText("Returns")).toBeTruthy();
    expect(within(passage).getByText(/^Words: number 1, score \d+\.\d\d$/)).toBeTruthy();
    expect(within(passage).getByText("returned").tagName).toBe("MARK");
    expect(within(passage).getByText("Shares “returns”, “returned”")).toBeTruthy();
    await userEvent.click(within(passage).getByRole("button", { name: "Show all" }));
    expect(within(passage).getByRole("button", { name: "Show less" })).toBeTruthy();
    // Without an embedding service there is nothing to choose.
    expect(screen.queryByRole("radio", { name: "Meaning" })).toBeNull();
  });

  it("says so when nothing answers", async () => {
    const { api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "App" });
    showWith(api, <TestQuestion appId={appId} />);
    await userEvent.type(screen.getByLabelText("Question"), "parking{Enter}");
    await screen.findByText(/^No passage answers this/);
  });
});
