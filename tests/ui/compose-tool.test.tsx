import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { toolComposition } from "@/db/schema/app";
import { ComposeTool } from "@/features/tool-versions/ui/ComposeTool";
import { DraftProvider } from "@/features/tool-editor/ui/DraftProvider";
import { showWith } from "../support/show";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());
afterEach(cleanup);

/** An editor that is opened, as after a reload, while or after a model has made its tool. */
async function opened(status: "running" | "failed", error: string | null = null) {
  const { api, accountId } = await world.signUp();
  const { appId } = await api.apps.create({ name: "Planner", kind: "tool" });
  const row = { appId, id: "c1", askedBy: accountId, sentence: "a wine guide", status, error };
  await world.db.insert(toolComposition).values(row);
  showWith(
    api,
    <DraftProvider app={{ appId, kind: "tool" }} toolId={null} renderFallback={() => null}>
      <ComposeTool />
    </DraftProvider>,
  );
  const sentence = await screen.findByDisplayValue<HTMLTextAreaElement>("a wine guide");
  return { api, appId, sentence };
}

it("shows a tool that a model is still making, and takes what it made without a reload", async () => {
  const { api, appId, sentence } = await opened("running");
  expect(sentence.disabled).toBe(true);
  expect(screen.getByRole("status").textContent).toContain("You can leave this page meanwhile");
  // By rules, in place of the model: the editor hears the same of both.
  await api.toolVersions.compose({ appId, sentence: "a BMI calculator" });
  await world.db.update(toolComposition).set({ status: "done" });
  await screen.findByText("“a BMI calculator”");
  await waitFor(() => expect(sentence.value).toBe(""));
});

it("stops the model, and keeps the sentence", async () => {
  const { sentence } = await opened("running");
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  await waitFor(() => expect(sentence.disabled).toBe(false));
  expect([sentence.value, await world.db.select().from(toolComposition)]).toEqual(["a wine guide", []]);
});

it("says why nothing came of a sentence, and keeps it to be tried again", async () => {
  const { sentence } = await opened("failed", "The server stopped several times while this tool was made");
  await screen.findByText("The server stopped several times while this tool was made");
  expect([sentence.disabled, sentence.value]).toEqual([false, "a wine guide"]);
});
