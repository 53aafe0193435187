import { Notifications } from "@mantine/notifications";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { excerptOf } from "@/features/retrieval/rules";
import { AddFiles } from "@/features/sources/ui/AddFiles";
import { AddText } from "@/features/sources/ui/AddText";
import { DataSourcesPanel } from "@/features/sources/ui/DataSourcesPanel";
import { kinds } from "@/features/sources/ui/kinds";
import { storeItem } from "../support/items";
import { showWith } from "../support/show";
import { World } from "../support/world";

let world: World;
let owner: Awaited<ReturnType<World["signUp"]>>;
let appId: string;
beforeAll(async () => void (world = await World.open({ PLANS: "on" })));
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  owner = await world.signUp();
  ({ appId } = await owner.api.apps.create({ name: "App" }));
});

async function join(role: "view" | "edit") {
  const friend = await world.signUp();
  const { url } = await owner.api.collaborators.invite({ appId, role });
  await friend.api.collaborators.accept({ token: url.split("#")[1]! });
  return friend;
}

async function storeReturns(): Promise<void> {
  await storeItem(mintOwnedApp(world.db, appId), "i1", [
    { position: 0, heading: "Returns", text: `${"Nothing of note. ".repeat(60)}\nGoods go back within 30 days.` },
  ]);
  await world.db.execute("update context_item set num_of_chunks = 1");
}
const dropOn = (element: Element, files: File[]) =>
  fireEvent.drop(element, { dataTransfer: { files, types: ["Files"] } });
const file = (name: string, size = 5) => new File(["x".repeat(size)], name, { lastModified: 1 });

describe("The data sources", () => {
  it("can be read by a collaborator who may look, who is offered nothing that would be refused", async () => {
    await storeReturns();
    const { api } = await join("view");
    const { container } = showWith(api, <DataSourcesPanel appId={appId} />);
    await screen.findByText("You can look at this app, not change it. Ask its owner for the right to edit.");
    expect(screen.queryByRole("button", { name: "Add data" })).toBeNull();
    dropOn(container.querySelector("h2")!, [file("notes.txt")]);
    expect(screen.queryByRole("list", { name: "Uploads" })).toBeNull();

    await userEvent.click(await screen.findByRole("button", { name: "Actions for Item i1" }));
    const items = await screen.findAllByRole("menuitem", { hidden: true });
    expect(items.map(({ textContent }) => textContent)).toEqual(["Read passages"]);
    await userEvent.click(items[0]!);
    const passage = await screen.findByRole<HTMLInputElement>("switch", { hidden: true });
    expect(passage.disabled).toBe(true);
    await userEvent.type(screen.getByLabelText("Search in the passages"), "30 days");
    await waitFor(() => expect(screen.getByText("30 days").tagName).toBe("MARK"));
  });

  it("show the sentence that answers a test question, not the beginning of its passage", async () => {
    await storeReturns();
    showWith(owner.api, <DataSourcesPanel appId={appId} />);
    await userEvent.type(await screen.findByLabelText("Question"), "When do goods go back?{Enter}");
    const passage = within(await screen.findByRole("region", { name: "Test a question" }));
    await waitFor(() => expect(passage.getByRole("listitem").textContent).toContain("within 30 days"));
  });

  it("show what stands behind the words of a question, not only what leads to them", () => {
    const text = `${"Our staff wear blue. ".repeat(30)}\nHolidays:\nEverybody has thirty days.`;
    expect(excerptOf(text, ["staff", "holidays"], 360)).toContain("Everybody has thirty days.");
  });

  it("say so in a toast when they cannot be read", async () => {
    const list = () => Promise.reject(new Error("offline"));
    const api = { ...owner.api, sources: { ...owner.api.sources, list } };
    showWith(
      api,
      <>
        <Notifications />
        <DataSourcesPanel appId={appId} />
      </>,
    );
    await waitFor(() => expect(screen.getAllByText("Error fetching data items, try again later")).toHaveLength(2));
  });

  it("take as much as the plan of the app's owner does, whoever adds to them", async () => {
    const { api } = await join("edit");
    expect(await api.sources.limits({ appId })).toMatchObject({ filesMax: 1, fileBytesMax: 5_000_000 });
    await world.db.execute(`update account set plan = 'explorer' where id = '${owner.accountId}'`);
    expect(await api.sources.limits({ appId })).toEqual({
      filesMax: 5,
      fileBytesMax: 10_000_000,
      scrapeDepth: 3,
      scrapePagesMax: 50,
    });
  });

  it("take no files that are dropped beside the field of the dialog over them", async () => {
    await world.db.execute("update account set plan = 'explorer'");
    showWith(owner.api, <DataSourcesPanel appId={appId} />);
    await userEvent.click((await screen.findAllByRole("button", { name: "Add data" }))[0]!);
    await userEvent.click(await screen.findByRole("button", { name: /^PDF/, hidden: true }));
    dropOn(await screen.findByText("All kinds"), [file("notes.txt")]);
    expect(screen.queryByRole("list", { name: "Uploads", hidden: true })).toBeNull();
  });
});

const limits = { filesMax: 2, fileBytesMax: 1_000, scrapeDepth: 2, scrapePagesMax: 20 };

it.each([
  ["the plan's limit", limits, 1_001, "1 KB"],
  ["what a request takes", { ...limits, fileBytesMax: 10_000_000 }, 5_000_001, "5 MB"],
])("A text beyond %s is refused in the words of a file that is too big", async (_what, mine, size, words) => {
  showWith(owner.api, <AddText appId={appId} limits={mine} replaceItemId={undefined} onDone={() => {}} />);
  fireEvent.change(screen.getByLabelText("Text"), { target: { value: "x".repeat(size) } });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(`Failed to upload context, file size is too big (max ${words})`);
});

describe("Files to be added", () => {
  const show = (onFiles: (files: File[]) => void) =>
    showWith(
      owner.api,
      <AddFiles kind={kinds.find(({ id }) => id === "file")!} limits={limits} isReplacing={false} onFiles={onFiles} />,
    );

  it("must be some, are told at once when they are too big, and are no more than the plan takes", async () => {
    const taken: string[][] = [];
    show((files) => taken.push(files.map(({ name }) => name)));
    const upload = () => userEvent.click(screen.getByRole("button", { name: "Upload" }));
    await upload();
    screen.getByText("Please upload a file");

    const field = screen.getByText("Drop files here, or").parentElement!;
    dropOn(field, [file("a.txt"), file("b.txt"), file("big.txt", 2_000)]);
    await screen.findByText("Failed to upload context, file size is too big (max 1 KB)");
    await upload();
    screen.getByText("2 files can be added at a time. Leave 1 out.");
    expect(taken).toEqual([]);

    await userEvent.click(screen.getByRole("button", { name: "Leave out big.txt" }));
    dropOn(field, [file("a.txt")]);
    expect(screen.getAllByText("a.txt")).toHaveLength(1);
    await upload();
    expect(taken).toEqual([["a.txt", "b.txt"]]);
  });
});
