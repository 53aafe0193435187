import { describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { withImports } from "../support/with-imports";
import { type Json, type World } from "../support/world";

let world: World;
withImports((opened) => (world = opened));

const properties = {
  email: { type: "string", "x-unique": true },
  plate: { type: "string", "x-unique": true },
  name: { type: "string" },
};

async function openImports() {
  const { api, token } = await world.signUp();
  const { appId } = await api.apps.create({ name: "Shop" });
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "edit" }, () => [
    { path: "entities/Customer.json", content: JSON.stringify({ properties }) },
  ]);
  const settled = async (importId: string) => {
    for (;;) {
      const now = await api.entities.getImport({ appId, importId });
      if (now.state !== "checking" && now.state !== "importing") return now;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const list = async () => (await api.entities.list({ appId, entity: "Customer", limit: 1_000 })).items as Json[];
  return {
    api,
    appId,
    list,
    create: (data: Record<string, unknown>) => api.entities.create({ appId, entity: "Customer", data }),
    emails: async () => (await list()).map(({ email }) => String(email)).sort((a, b) => a.localeCompare(b)),
    /** Checks and imports a file: what the check says, and what becomes of it. */
    importing: async (text: string, matchField?: string) => {
      const { body } = await world.rest(`POST /api/apps/${appId}/entities/Customer/imports`, {
        token,
        body: text,
        headers: { "content-type": "text/csv" },
      });
      const { importId } = body;
      await api.entities.checkImport({ appId, importId, plan: matchField ? { matchField } : {} });
      const checked = await settled(importId);
      await api.entities.startImport({ appId, importId });
      const done = await settled(importId);
      const faults = (await api.entities.importFaults({ appId, importId })) as Json;
      return { importId, checked, done, faults };
    },
  };
}

describe("An import into a table with unique fields", () => {
  it("leaves out rows whose value is taken, by another row or by one of the file, and says why", async () => {
    const { importing, create, emails } = await openImports();
    await create({ email: "a@b.c", plate: "B-1" });
    const file = "email,plate\nb@b.c,B-2\n A@B.C ,B-3\nB@b.c,B-4\nc@b.c,b-1\nc@b.c,B-5\n,\n,\n";
    const { checked, done, faults } = await importing(file);
    expect(checked).toMatchObject({ created: 4, failed: 3 });
    expect(done).toMatchObject({ state: "done", created: 4, failed: 3 });
    expect(await emails()).toEqual(["a@b.c", "b@b.c", "c@b.c", "undefined", "undefined"]);
    const reasons = JSON.stringify(faults);
    for (const words of ["Email must be unique", "Plate must be unique"]) expect(reasons).toContain(words);
  });

  it("finds what repeats from one batch to another, in the check too", async () => {
    const { importing, list } = await openImports();
    const rows = Array.from({ length: 5_000 }, (_, row) => `${row % 4_000}@b.c,Customer ${row}`);
    const { checked, done } = await importing(`email,name\n${rows.join("\n")}\n`);
    expect(checked).toMatchObject({ created: 4_000, failed: 1_000 });
    expect(done).toMatchObject({ created: 4_000, failed: 1_000 });
    expect(await list()).toHaveLength(1_000);
  });

  it("changes matched rows unless another one has their new value", async () => {
    const { importing, create, list } = await openImports();
    for (const at of [1, 2, 3]) await create({ email: `${at}@b.c`, plate: `B-${at}`, name: `Old ${at}` });
    const file =
      "email,plate,name\n1@b.c,B-9,New 1\n2@b.c,b-3,New 2\n3@b.c,B-3,New 3\n4@b.c,B-9,New 4\n4@b.c,B-8,Again\n";
    const { checked, done } = await importing(file, "email");
    expect(done).toMatchObject({ state: "done", updated: 2, failed: 1 });
    expect(checked).toMatchObject({ updated: 2, failed: 1 });
    const found = (await list())
      .map(({ email, plate, name }) => `${email} ${plate} ${name}`)
      .sort((a, b) => a.localeCompare(b));
    expect(found).toEqual(["1@b.c B-9 New 1", "2@b.c B-2 Old 2", "3@b.c B-3 New 3", "4@b.c B-8 Again"]);
  });

  it("gives everything back when it is undone", async () => {
    const { api, appId, importing, create, list } = await openImports();
    const { importId } = await importing("email\na@b.c\nb@b.c\n");
    await expect(create({ email: "A@b.c" })).rejects.toMatchObject({ reason: "value-taken" });
    await api.entities.undoImport({ appId, importId });
    expect(await list()).toEqual([]);
    await create({ email: "A@b.c" });
  });
});
