import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { DraftPanel } from "@/app/build/app/[appId]/tool-panels";
import { SettingsFields } from "@/features/settings/ui/SettingsFields";
import { DraftProvider } from "@/features/tools/ui/DraftProvider";
import { openToStrangers } from "../support/members";
import { showWith } from "../support/show";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
afterEach(cleanup);

it("App settings of a tool app have what its menu has no details for: address, domain, sign-up, memberships", async () => {
  await world.signUp(); // The admin, whose model picker asks a list elsewhere.
  const owner = await world.signUp();
  const { api } = owner;
  const { appId } = await api.apps.create({ name: "Planner", kind: "tool" });
  await openToStrangers(world, owner, appId);
  showWith(
    api,
    <DraftProvider app={{ appId, kind: "tool" }} toolId={null} renderFallback={() => null}>
      <DraftPanel panel="settings" onDone={() => undefined} />
    </DraftProvider>,
  );
  for (const name of ["Address", "Search and sharing", "Domain", "Members", "Paid memberships"])
    await screen.findByLabelText(name, { selector: "section" }, { timeout: 8_000 });
  await screen.findByText("Anybody can sign up");
  fireEvent.change(screen.getByLabelText("Address", { selector: "input" }), {
    target: { value: "planner-of-ada" },
  });
  fireEvent.click(screen.getAllByText("Save")[0]!.closest("button")!);
  await waitFor(async () => expect((await api.apps.get({ appId })).slug).toBe("planner-of-ada"));
});

it("an administrator says how many passages answer a question, and whether a model orders them", async () => {
  const { api } = await world.signUp();
  const changes: [string, unknown][] = [];
  showWith(
    api,
    <SettingsFields
      settings={{}}
      editor={{ isAdmin: true, keepsTemplates: false }}
      mayPublish
      refusal={undefined}
      pages={undefined}
      onChange={(key, value) => changes.push([key, value])}
    />,
  );
  const passages = await screen.findByLabelText<HTMLInputElement>("Passages per answer");
  expect(passages.value).toBe("8");
  fireEvent.change(passages, { target: { value: "12" } });
  fireEvent.click(screen.getByRole("switch", { name: /^Let a model order the passages/ }));
  expect(changes).toEqual([
    ["numOfChunks", 12],
    ["isReranked", true],
  ]);
});
