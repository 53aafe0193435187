import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AppChatTexts } from "@/features/assistant/ui/AppChatTexts";
import { trpc } from "@/api/client";
import { SiteSection } from "@/features/site/ui/SiteSection";
import { mergeFields } from "@/ui/use-kept-edit";
import { AppDetails } from "@/features/apps/ui/AppDetails";
import { columnsOf } from "@/features/entities/columns";
import { CellDialog } from "@/features/grid/ui/CellDialog";
import { SecretsDialog } from "@/features/secrets/ui/SecretsDialog";
import { textCellMax } from "@/features/rows/limits";
import { showWith } from "../support/show";
import { World } from "../support/world";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }) }));

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(async () => {
  window.sessionStorage.clear();
  window.localStorage.clear();
  await world.reset();
});
afterEach(cleanup);

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

describe("App details", () => {
  async function open() {
    const owner = await world.signUp();
    const { appId } = await owner.api.apps.create({ name: "Old" });
    showWith(owner.api, <AppDetails appId={appId} />);
    const saveElsewhere = async (name: string) => {
      const { revision } = await owner.api.apps.get({ appId });
      await owner.api.apps.update({ appId, revision, name });
    };
    return { ...owner, appId, saveElsewhere };
  }

  it("are still as typed after a reload or a closed tab", async () => {
    const { api, appId } = await open();
    fireEvent.change(await field("Name"), { target: { value: "Typed" } });
    cleanup();
    window.sessionStorage.clear();
    showWith(api, <AppDetails appId={appId} />);
    expect((await field("Name")).value).toBe("Typed");
  });

  it.each([
    ["Keep mine", "Mine"],
    ["Take theirs", "Theirs"],
  ])("show what another session saved, and let the person choose: %s", async (choice, name) => {
    const { api, appId, saveElsewhere } = await open();
    fireEvent.change(await field("Name"), { target: { value: "Mine" } });
    await saveElsewhere("Theirs");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Name: theirs is “Theirs”, yours is “Mine”.");
    fireEvent.click(screen.getByRole("button", { name: choice }));
    if (choice === "Keep mine") fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(async () => expect((await api.apps.get({ appId })).name).toBe(name));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("merge what both sides changed in different fields", () => {
    const base = { name: "a", slug: "a" };
    expect(mergeFields({ base, mine: { name: "b", slug: "a" } }, { name: "a", slug: "c" })).toEqual({
      merged: { name: "b", slug: "c" },
      theirs: {},
    });
  });
});

describe("Search and sharing", () => {
  async function open() {
    const { api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "Shop" });
    showWith(api, <SiteSection appId={appId} />);
    const saveElsewhere = async (title: string) => {
      const { revision, site } = await api.site.get({ appId });
      await api.site.update({ appId, revision, site: { ...site, title } });
    };
    return { api, appId, saveElsewhere, save: () => fireEvent.click(screen.getByRole("button", { name: "Save" })) };
  }

  it("keep what was typed when another session saved another field, and save both", async () => {
    const { api, appId, saveElsewhere, save } = await open();
    fireEvent.change(await field("Description"), { target: { value: "Bread and cakes" } });
    await saveElsewhere("Corner shop");
    save();
    await waitFor(async () => expect((await field("Title")).value).toBe("Corner shop"));
    expect((await field("Description")).value).toBe("Bread and cakes");
    save();
    await waitFor(async () =>
      expect((await api.site.get({ appId })).site).toMatchObject({
        title: "Corner shop",
        description: "Bread and cakes",
      }),
    );
  });

  it("show what another session saved in the same field, and are still as typed after a reload", async () => {
    const { api, appId, saveElsewhere, save } = await open();
    fireEvent.change(await field("Title"), { target: { value: "My shop" } });
    await saveElsewhere("Corner shop");
    save();
    await screen.findByText("Title: theirs is “Corner shop”, yours is “My shop”.");
    cleanup();
    showWith(api, <SiteSection appId={appId} />);
    expect((await field("Title")).value).toBe("My shop");
    fireEvent.click(await screen.findByRole("button", { name: "Take theirs" }));
    await waitFor(async () => expect((await field("Title")).value).toBe("Corner shop"));
  });
});

describe("The texts of the app chat", () => {
  it("stay as typed when another session saved others, and both are saved", async () => {
    const { api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "Shop" });
    function Panel() {
      const { data } = trpc.assistant.settings.useQuery({ appId });
      return data ? <AppChatTexts appId={appId} settings={data} /> : null;
    }
    showWith(api, <Panel />);
    fireEvent.change(await field("Example question 1"), { target: { value: "When do you open?" } });
    const { revision } = await api.assistant.settings({ appId });
    await api.assistant.update({ appId, revision, welcomeMessage: "Good day", examples: [] });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(async () => expect((await field("Welcome message")).value).toBe("Good day"));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(async () =>
      expect(await api.assistant.settings({ appId })).toMatchObject({
        welcomeMessage: "Good day",
        examples: ["When do you open?"],
      }),
    );
  });
});

describe("Text longer than a cell takes", () => {
  const [column] = columnsOf({ name: "Note", type: "object", properties: { text: { type: "string" } } });
  const show = (draft?: string) => {
    const onClose = vi.fn();
    const onDraft = vi.fn();
    render(
      <MantineProvider env="test">
        <CellDialog
          column={column!}
          value="short"
          names={undefined}
          draft={draft}
          onDraft={onDraft}
          onSave={() => undefined}
          onClose={onClose}
        />
      </MantineProvider>,
    );
    return { onClose, onDraft };
  };

  it("stays in the editor with the limit, and cannot be saved", () => {
    show("x".repeat(textCellMax + 1));
    expect(screen.getByText(`${textCellMax} characters max`)).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Text" }).value).toHaveLength(textCellMax + 1);
    expect(screen.getByRole("button", { name: "Save" }).hasAttribute("disabled")).toBe(true);
  });

  it("is kept while it is typed, and leaving asks", () => {
    const { onClose, onDraft } = show();
    fireEvent.change(screen.getByRole("textbox", { name: "Text" }), { target: { value: "longer" } });
    expect(onDraft).toHaveBeenCalledWith("longer");
    fireEvent.keyDown(screen.getByRole("textbox", { name: "Text" }), { key: "Escape" });
    expect(screen.getByText("You have unsaved changes! Are you sure you want to leave?")).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Leave" }));
    expect(onClose).toHaveBeenCalled();
  });
});

describe("Manage App Secrets", () => {
  async function open() {
    const admin = await world.signUp();
    const { appId } = await admin.api.apps.create({ name: "App" });
    await admin.api.secrets.update({ appId, secrets: [{ key: "MAIL_KEY", value: "v", instructions: "From mail" }] });
    showWith(admin.api, <SecretsDialog appId={appId} onClose={() => undefined} />);
    return { ...admin, appId };
  }

  it("asks before a secret is deleted", async () => {
    const { api, appId } = await open();
    fireEvent.click(await screen.findByRole("button", { name: "Delete MAIL_KEY" }));
    expect(await api.secrets.list({ appId })).toHaveLength(1);
    fireEvent.click(await screen.findByRole("button", { name: "Delete secret" }));
    await waitFor(async () => expect(await api.secrets.list({ appId })).toHaveLength(0));
  });

  it("has instructions to edit without entering the value again", async () => {
    const { api, appId } = await open();
    fireEvent.change(await field("Instructions for MAIL_KEY"), { target: { value: "Ask Kim" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(async () =>
      expect(await api.secrets.list({ appId })).toMatchObject([{ key: "MAIL_KEY", instructions: "Ask Kim" }]),
    );
  });

  it("takes an error away once its cause is changed", async () => {
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "Add secret" }));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Please provide both key and value for all secrets or remove empty ones");
    fireEvent.click(screen.getByRole("button", { name: "Delete secret 2" }));
    expect(screen.queryByText(/Please provide both/)).toBeNull();
  });
});
