import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { app } from "@/db/schema";
import { mintOwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const entity = (name: string, properties: object, permissions = { read: "anonymous", write: "anonymous" }) => ({ path: `entities/${name}.json`, content: JSON.stringify({ properties, "x-accessControl": { permissions } }) });

async function start() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "App" });
  const written = await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [
    entity("Contact", { name: { type: "string" } }),
    entity("Secret", { name: { type: "string" } }, { read: "admin", write: "admin" }),
    entity("Diary", { name: { type: "string" } }, { read: "creator", write: "all" }),
    entity("Deal", { title: { type: "string" }, contact: { type: "string", "x-reference": "Contact" }, others: { type: "array", items: { type: "string", "x-reference": "Contact" } }, secret: { type: "string", "x-reference": "Secret" }, diary: { type: "string", "x-reference": "Diary" }, boss: { type: "string", "x-reference": "User" }, ghost: { type: "string", "x-reference": "Nothing" } }),
  ]);
  await world.db.update(app).set({ publishedVersionId: written!.version.id }).where(eq(app.id, appId));
  const make = async (name: string) => (await owner.api.entities.create({ appId, entity: name, data: { name } })).id;
  const member = (id: string) => world.as({ kind: "visitor", appId, visitor: { id, role: "user", email: "m@example.com" }, token: "t" });
  return { ...owner, appId, at: { appId, entity: "Deal" }, make, member };
}

describe("A reference", () => {
  it("names an existing row, in a row, a list and a change", async () => {
    const { api, at, make } = await start();
    const contact = await make("Contact");
    const { id } = await api.entities.create({ ...at, data: { title: "A", contact, others: [contact], boss: "anybody", ghost: "anything" } });
    await expect(api.entities.create({ ...at, data: { contact: "r0" } })).rejects.toMatchObject({ reason: "invalid-row", message: "contact must name an existing Contact", details: { fields: { contact: "must name an existing Contact" } } });
    await expect(api.entities.create({ ...at, data: { others: [contact, "r0"] } })).rejects.toThrow("others must name an existing Contact");
    await expect(api.entities.bulkCreate({ ...at, rows: [{ contact }, { contact: "r0" }] })).rejects.toThrow("Row 2: contact must name an existing Contact");
    await expect(api.entities.update({ ...at, id, data: { contact: "r0" } })).rejects.toThrow("contact must name an existing Contact");
    expect(await api.entities.update({ ...at, id, data: { contact: "", title: "B" } })).toMatchObject({ contact: "", title: "B" });
  });

  it("may outlive its row: what is not set anew is not checked", async () => {
    const { api, at, make } = await start();
    const contact = await make("Contact");
    const { id } = await api.entities.create({ ...at, data: { title: "A", contact } });
    await api.entities.delete({ ...at, entity: "Contact", id: contact });
    expect(await api.entities.update({ ...at, id, data: { title: "B", contact } })).toMatchObject({ title: "B", contact });
  });

  it("does not reach another app's rows", async () => {
    const { api, at } = await start();
    const other = await start();
    await expect(api.entities.create({ ...at, data: { contact: await other.make("Contact") } })).rejects.toThrow("must name an existing Contact");
  });

  it("does not tell of a row that the writer may not read", async () => {
    const { api, at, make, member } = await start();
    const [secret, diary] = [await make("Secret"), await make("Diary")];
    await api.entities.create({ ...at, data: { secret, diary } });
    for (const visitor of [member("m1"), world.anonymous]) {
      await expect(visitor.entities.create({ ...at, data: { secret } })).rejects.toThrow("secret must name an existing Secret");
      await expect(visitor.entities.create({ ...at, data: { diary } })).rejects.toThrow("diary must name an existing Diary");
    }
    const own = (await member("m1").entities.create({ ...at, entity: "Diary", data: { name: "mine" } })).id;
    await member("m1").entities.create({ ...at, data: { diary: own } });
    await expect(member("m2").entities.create({ ...at, data: { diary: own } })).rejects.toThrow("diary must name an existing Diary");
  });

  it("is checked in an import, row by row", async () => {
    const { appId, token, make } = await start();
    const contact = await make("Contact");
    const { body } = await world.rest(`POST /api/apps/${appId}/entities/Deal/import`, { token, headers: { "content-type": "text/csv" }, body: `title,contact\nA,${contact}\nB,r0\nC,\n` });
    expect(body).toMatchObject({ created: 2, failed: 1 });
    expect((await world.rest(`GET ${body.failedCsvUrl}`, { token })).body).toContain("B,r0,Row 3: contact must name an existing Contact");
  });
});
