import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { columnsOf } from "@/features/entities/columns";
import { headEntities } from "@/features/entities/schemas";
import { ColumnMenu } from "@/features/entities/ui/ColumnMenu";
import { HistoryButtons } from "@/features/grid/ui/HistoryButtons";
import { useColumnChange } from "@/features/entities/ui/use-column-change";
import { useEditHistories } from "@/features/entities/ui/use-edit-history";
import { writeVersion } from "@/features/versions/store";
import { showWith } from "../support/show";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const schema = {
  name: "Task",
  type: "object" as const,
  properties: { title: { type: "string" as const }, amount: { type: "string" as const } },
};

function Table({ appId }: { appId: string }) {
  const at = { appId, entity: "Task" };
  const history = useEditHistories(appId)("Task");
  const columnChanges = useColumnChange(at, history);
  return (
    <>
      <HistoryButtons history={history} onUndo={() => void history.undo()} onRedo={() => void history.redo()} />
      <ColumnMenu
        at={at}
        columnChanges={columnChanges}
        fields={["title", "amount"]}
        column={columnsOf(schema)[1]!}
        x={0}
        y={0}
        sort={undefined}
        onSort={() => undefined}
        onClose={() => undefined}
      />
    </>
  );
}

async function start() {
  const { api } = await world.signUp();
  const { appId } = await api.apps.create({ name: "App" });
  const scope = mintOwnedApp(world.db, appId);
  await writeVersion(scope, { kind: "turn" }, () => [{ path: "entities/Task.json", content: JSON.stringify(schema) }]);
  const at = { appId, entity: "Task" };
  await api.entities.bulkCreate({
    ...at,
    rows: ["5", "many"].map((amount, index) => ({ title: String(index), amount })),
  });
  const properties = async () => (await headEntities(scope)).entities.get("Task")!.schema.properties;
  const amounts = async () => (await api.entities.list({ ...at, sort: "title" })).items.map(({ amount }) => amount);
  return { api, appId, properties, amounts };
}

describe("A changed column", () => {
  it("is in the history of its table, header and type as one entry, and goes back and forth", async () => {
    const { api, appId, properties, amounts } = await start();
    showWith(api, <Table appId={appId} />);
    await userEvent.click(await screen.findByText("Update type or header"));
    await userEvent.clear(await screen.findByLabelText("Header"));
    await userEvent.type(screen.getByLabelText("Header"), "Sum");
    await userEvent.click(screen.getByRole("combobox", { name: "Type" }));
    await userEvent.click(await screen.findByText("Number"));
    await userEvent.click(await screen.findByRole("button", { name: "Change and empty 1" }));
    const button = async (name: "Undo" | "Redo") =>
      waitFor(
        () => (expect(screen.getByLabelText(name)).toHaveProperty("disabled", false), screen.getByLabelText(name)),
      );
    await button("Undo");
    expect(await properties()).toMatchObject({ amount: { type: "number", title: "Sum" } });
    expect(await amounts()).toEqual([5, undefined]);
    await userEvent.click(await button("Undo"));
    await button("Redo");
    expect(await properties()).toEqual(schema.properties);
    expect(await amounts()).toEqual(["5", "many"]);
    await userEvent.click(await button("Redo"));
    await button("Undo");
    expect(await properties()).toMatchObject({ amount: { type: "number", title: "Sum" } });
    expect(await amounts()).toEqual([5, undefined]);
  });

  it("is set by admins alone, once the builder says so", async () => {
    const { api, appId, properties } = await start();
    showWith(api, <Table appId={appId} />);
    await userEvent.click(await screen.findByText("Update type or header"));
    await userEvent.click(await screen.findByRole("combobox", { name: "Who sets it" }));
    await userEvent.click(await screen.findByText("Only admins set it"));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(async () =>
      expect((await properties())["amount"]).toEqual({ type: "string", "x-accessControl": { write: ["admin"] } }),
    );
  });

  it("is not deleted while nobody knows what would go with it, and says why", async () => {
    const { api, appId } = await start();
    const previewColumn = () => Promise.reject(new Error("Not now"));
    showWith(
      { entities: { previewColumn, schemas: (input: { appId: string }) => api.entities.schemas(input) } },
      <Table appId={appId} />,
    );
    await userEvent.click(await screen.findByText("Delete column"));
    expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
    expect(screen.queryByText(/Counting its values/)).toBeNull();
    expect(screen.getByRole("button", { name: "Delete column" })).toHaveProperty("disabled", true);
  });
});
