import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DraftProvider } from "@/features/tool-editor/ui/DraftProvider";
import { FieldsPanel } from "@/features/tool-editor/ui/FieldsPanel";
import { SaveState } from "@/features/tool-editor/ui/SaveState";
import { TextsPanel } from "@/features/tool-editor/ui/TextsPanel";
import { showWith } from "../support/show";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(async () => {
  window.sessionStorage.clear();
  await world.reset();
});
afterEach(cleanup);

async function build() {
  const { api } = await world.signUp();
  const { appId } = await api.apps.create({ name: "Planner", kind: "tool" });
  const onDone = vi.fn();
  const show = (caller: object = api, panel: "texts" | "fields" = "texts") =>
    showWith(
      caller,
      <DraftProvider app={{ appId, kind: "tool" }} toolId={null} renderFallback={() => null}>
        <SaveState />
        {panel === "texts" ? <TextsPanel onDone={onDone} /> : <FieldsPanel onDone={onDone} />}
      </DraftProvider>,
    );
  const descriptionOf = async () => (await api.tools.get({ appId })).data.description;
  return { api, appId, onDone, show, descriptionOf };
}

const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

describe("What is typed into a panel", () => {
  it("is saved by itself, and at once on Done", async () => {
    const { show, descriptionOf, onDone } = await build();
    show();
    await type("Description", "Plans meals");
    await screen.findByText("Unsaved changes");
    await waitFor(async () => expect(await descriptionOf()).toBe("Plans meals"));
    await screen.findByText("Saved");
    await type("Description", "Plans all meals");
    fireEvent.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(await descriptionOf()).toBe("Plans all meals");
  });

  it("outlives a failing server and a reload of the tab", async () => {
    const { api, show, descriptionOf, onDone } = await build();
    const failing = {
      tools: api.tools,
      settings: api.settings,
      plans: api.plans,
      apps: { get: api.apps.get, save: () => Promise.reject(new TypeError("The connection is lost")) },
    };
    show(failing);
    await type("Description", "Plans meals");
    fireEvent.click(screen.getByRole("button", { name: "Done" }));
    await screen.findByText("Failed saving app, your changes might be lost. Please try again or contact us");
    expect([onDone.mock.calls.length, await descriptionOf()]).toEqual([0, undefined]);
    cleanup();
    show();
    expect((await screen.findByLabelText<HTMLTextAreaElement>("Description")).value).toBe("Plans meals");
    await waitFor(async () => expect(await descriptionOf()).toBe("Plans meals"));
    await waitFor(() =>
      expect(Object.keys(window.sessionStorage).filter((key) => key.startsWith("joinery.tool"))).toEqual([]),
    );
  });

  it("that breaks a rule stays in the field and is not sent", async () => {
    const { api, appId, show } = await build();
    show();
    await type("Header", " ");
    await screen.findByText("Give the app a name");
    await type("Description", "x");
    fireEvent.click(screen.getByRole("button", { name: "Done" }));
    await screen.findByText("Saved");
    expect(await api.tools.get({ appId })).toMatchObject({ title: "Planner" });
  });
});

it("A viewer cannot change the fields of a panel, and Done leads back from it", async () => {
  const { api, appId, show, onDone } = await build();
  const viewer = await world.signUp();
  const { url } = await api.collaborators.invite({ appId, role: "view" });
  await viewer.api.collaborators.accept({ token: new URL(url).hash.slice(1) });
  show(viewer.api);
  await screen.findByLabelText("Description");
  const isOff = (element: HTMLElement) => element.closest("fieldset[disabled]") !== null;
  await waitFor(() => expect(isOff(screen.getByLabelText("Description"))).toBe(true));
  const done = screen.getByRole("button", { name: "Done" });
  expect(isOff(done)).toBe(false);
  fireEvent.click(done);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

it("A field from a few words is added, and the same one not again", async () => {
  const { api, appId, show } = await build();
  show(api, "fields");
  await screen.findByText("No fields yet");
  await type("Or say what you need", "Diet: vegan or anything");
  fireEvent.click(screen.getByRole("button", { name: "Create" }));
  await screen.findByRole("button", { name: /^Edit Diet/ });
  await waitFor(async () =>
    expect((await api.tools.get({ appId })).data.fields).toMatchObject([{ name: "diet", type: "select" }]),
  );
});
