import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { DraftPanel } from "@/app/build/app/[appId]/tool-panels";
import { SettingsFields } from "@/features/settings/ui/SettingsFields";
import { DraftProvider } from "@/features/tool-editor/ui/DraftProvider";
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
      renderPicture={() => null}
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

it("the keeper of the template library gives a template its picture, description and category", async () => {
  const { api } = await world.signUp();
  const changes: [string, unknown][] = [];
  showWith(
    api,
    <SettingsFields
      settings={{ templateCategories: ["Health"], templateImageUrl: "/files/old" }}
      editor={{ isAdmin: false, keepsTemplates: true }}
      mayPublish
      refusal={undefined}
      pages={undefined}
      onChange={(key, value) => changes.push([key, value])}
      renderPicture={(label, _hint, url, onUrl) => (
        <button type="button" onClick={() => onUrl("/files/new")}>
          {`${label}: ${url}`}
        </button>
      )}
    />,
  );
  fireEvent.click(await screen.findByText("Template picture: /files/old"));
  fireEvent.change(screen.getByLabelText("Description of the template"), { target: { value: "For runners" } });
  fireEvent.change(screen.getByLabelText("New category"), { target: { value: "health" } });
  fireEvent.click(screen.getByText("Add").closest("button")!);
  await screen.findByText("Category already exists");
  fireEvent.change(screen.getByLabelText("New category"), { target: { value: " " } });
  fireEvent.click(screen.getByText("Add").closest("button")!);
  await screen.findByText("Category name cannot be empty");
  fireEvent.change(screen.getByLabelText("New category"), { target: { value: "Sport" } });
  fireEvent.click(screen.getByText("Add").closest("button")!);
  expect(changes).toEqual([
    ["templateImageUrl", "/files/new"],
    ["templateDescription", "For runners"],
    ["templateCategories", ["Health", "Sport"]],
  ]);
});
