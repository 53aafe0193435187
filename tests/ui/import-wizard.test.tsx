import { fireEvent, screen, waitFor } from "@testing-library/react";
import { Notifications } from "@mantine/notifications";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import BrokenPage from "@/app/error";
import { mintOwnedApp } from "@/db/scope";
import { beginImport } from "@/features/imports/store";
import { runImport, storeImport } from "@/features/imports/run-import";
import { ImportWizard } from "@/features/imports/ui/ImportWizard";
import { piecesOf } from "@/features/imports/ui/read-batches";
import { useEditHistories } from "@/features/entities/ui/use-edit-history";
import type { EntitySchema } from "@/features/rows/schema";
import type { ImportView } from "@/features/imports/schema";
import { writeVersion } from "@/features/versions/store";
import { showWith } from "../support/show";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const schema: EntitySchema = {
  name: "Task",
  type: "object",
  properties: { title: { type: "string" }, notes: { type: "string" } },
};

/** A wizard of a table, and what that table could undo. */
function Table({ appId, begun }: { appId: string; begun?: ImportView }) {
  const history = useEditHistories(appId)("Task");
  return (
    <>
      <Notifications />
      <p>Could undo: {history.past.map(({ words }) => words).join() || "nothing"}</p>
      <ImportWizard
        appId={appId}
        entity="Task"
        schema={schema}
        history={history}
        onClose={() => undefined}
        {...(begun && { begun })}
      />
    </>
  );
}

/** @param suggested what a suggestion waits for, as for a model that takes its time */
async function open(suggested = async () => {}) {
  const { api } = await world.signUp();
  const { appId } = await api.apps.create({ name: "App" });
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [
    { path: "entities/Task.json", content: JSON.stringify(schema) },
  ]);
  const suggestMapping: typeof api.entities.suggestMapping = async (input) => {
    const answer = await api.entities.suggestMapping(input);
    await suggested();
    return answer;
  };
  const { entities } = api;
  const slow = {
    entities: new Proxy(entities, {
      get: (all, name) => (name === "suggestMapping" ? suggestMapping : Reflect.get(all, name)),
    }),
  };
  showWith(slow, <Table appId={appId} />);
}

const choose = (text: string) =>
  fireEvent.change(document.querySelector("input[type=file]")!, {
    target: { files: [new File([text], "tasks.csv", { type: "text/csv" })] },
  });
const fieldOf = (header: string) => screen.findByRole<HTMLInputElement>("combobox", { name: `Field of ${header}` });

describe("The mapping of an import", () => {
  it("gives a field one column: where another fills it already, it cannot be chosen", async () => {
    await open();
    choose("Title,Words\nA,B\n");
    await waitFor(async () => expect((await fieldOf("Title")).value).toBe("Title"));
    fireEvent.click(await fieldOf("Words"));
    const offered = screen
      .getAllByRole("option")
      .map((option) => [option.textContent, option.hasAttribute("data-combobox-disabled")]);
    expect(offered).toContainEqual(["Title", true]);
    expect(offered).toContainEqual(["Notes", false]);
  });
});

describe("A suggested mapping", () => {
  it("that comes when another file was chosen maps nothing of that file", async () => {
    const waiting: (() => void)[] = [];
    await open(() => new Promise((resolve) => waiting.push(resolve)));
    choose("Title,Words\nA,B\n");
    await waitFor(() => expect(waiting).toHaveLength(1));
    fireEvent.click(screen.getByRole("button", { name: "Back" }));
    choose("Number,Notes\n1,2\n");
    await waitFor(() => expect(waiting).toHaveLength(2));
    expect((await fieldOf("Notes")).value).toBe("Notes");
    waiting[0]!();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await fieldOf("Notes")).value).toBe("Notes");
  });
});

describe("The end of an import", () => {
  /** Two rows that came from a file, one of which somebody changed since. */
  async function ended() {
    const { api, accountId } = await world.signUp();
    const { appId } = await api.apps.create({ name: "App" });
    const scope = mintOwnedApp(world.db, appId);
    await writeVersion(scope, { kind: "turn" }, () => [
      { path: "entities/Task.json", content: JSON.stringify(schema) },
    ]);
    const importId = await storeImport(world.platform, scope, {
      entity: "Task",
      accountId,
      name: "tasks.csv",
      pieces: piecesOf(new Blob(["title\nA\nB\n"])),
    });
    await beginImport(scope, importId, "importing");
    await runImport(world.platform, appId, importId);
    const { items } = await api.entities.list({ appId, entity: "Task" });
    await api.entities.update({ appId, entity: "Task", id: items[0]!.id, data: { notes: "Mine" } });
    showWith(api, <Table appId={appId} begun={await api.entities.getImport({ appId, importId })} />);
    return { titles: async () => (await api.entities.list({ appId, entity: "Task" })).items.map(({ title }) => title) };
  }

  it("says which rows an undo leaves alone, since somebody changed them", async () => {
    const { titles } = await ended();
    fireEvent.click(await screen.findByRole("button", { name: "Undo import" }));
    expect(await screen.findByText("1 row changed since and was left as it is. 1 row went back.")).toBeTruthy();
    expect(await titles()).toEqual(["B"]);
    expect(screen.getByText("Could undo: nothing")).toBeTruthy();
  });

  it("leaves the import among the changes of its table when it is closed", async () => {
    await ended();
    fireEvent.click((await screen.findAllByRole("button", { name: "Close" })).at(-1)!);
    expect(await screen.findByText("Could undo: import of 2 rows")).toBeTruthy();
  });
});

describe("A page that broke", () => {
  it("says so calmly, and is tried again", () => {
    const reset = vi.fn<() => void>();
    showWith({}, <BrokenPage error={new Error("no")} reset={reset} />);
    expect(screen.getByRole("alert").textContent).toContain("This page could not be shown");
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(reset).toHaveBeenCalledOnce();
  });
});
