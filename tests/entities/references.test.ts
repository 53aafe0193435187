import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { app, member as memberTable } from "@/db/schema";
import { mintOwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const entity = (name: string, properties: object, permissions = { read: "anonymous", write: "anonymous" }) => ({
  path: `entities/${name}.json`,
  content: JSON.stringify({ properties, "x-accessControl": { permissions } }),
});

async function start() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "App" });
  const written = await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [
    entity("Contact", { name: { type: "string" } }),
    entity("Secret", { name: { type: "string" } }, { read: "admin", write: "admin" }),
    entity("Diary", { name: { type: "string" } }, { read: "creator", write: "all" }),
    entity("Deal", {
      title: { type: "string" },
      contact: { type: "string", "x-reference": "Contact" },
      others: { type: "array", items: { type: "string", "x-reference": "Contact" } },
      secret: { type: "string", "x-reference": "Secret" },
      diary: { type: "string", "x-reference": "Diary" },
      boss: { type: "string", "x-reference": "User" },
      team: { type: "array", items: { type: "string", "x-reference": "User" } },
      ghost: { type: "string", "x-reference": "Nothing" },
    }),
  ]);
  await world.db.update(app).set({ publishedVersionId: written!.version.id }).where(eq(app.id, appId));
  const make = async (name: string) => (await owner.api.entities.create({ appId, entity: name, data: { name } })).id;
  const member = (id: string) =>
    world.as({ kind: "visitor", appId, visitor: { id, role: "user", email: "m@example.com" }, token: "t" });
  const join = async (id: string) =>
    void (await world.db.insert(memberTable).values({ appId, id, email: `${id}@example.com`, passwordHash: "" }));
  return { ...owner, appId, at: { appId, entity: "Deal" }, make, member, join };
}

describe("A reference", () => {
  it("names an existing row, in a row, a list and a change", async () => {
    const { api, at, make } = await start();
    const contact = await make("Contact");
    const { id } = await api.entities.create({
      ...at,
      data: { title: "A", contact, others: [contact], ghost: "anything" },
    });
    await expect(api.entities.create({ ...at, data: { contact: "r0" } })).rejects.toMatchObject({
      reason: "invalid-row",
      message: "Contact must name an existing Contact",
      details: { fields: { contact: "Contact must name an existing Contact" } },
    });
    await expect(api.entities.create({ ...at, data: { others: [contact, "r0"] } })).rejects.toThrow(
      "Others must name an existing Contact",
    );
    await expect(api.entities.bulkCreate({ ...at, rows: [{ contact }, { contact: "r0" }] })).rejects.toThrow(
      "Row 2: Contact must name an existing Contact",
    );
    await expect(api.entities.update({ ...at, id, data: { contact: "r0" } })).rejects.toThrow(
      "Contact must name an existing Contact",
    );
    expect(await api.entities.update({ ...at, id, data: { contact: "", title: "B" } })).toMatchObject({
      contact: "",
      title: "B",
    });
  });

  it("may outlive its row: what is not set anew is not checked", async () => {
    const { api, at, make } = await start();
    const contact = await make("Contact");
    const { id } = await api.entities.create({ ...at, data: { title: "A", contact } });
    await api.entities.delete({ ...at, entity: "Contact", id: contact });
    expect(await api.entities.update({ ...at, id, data: { title: "B", contact } })).toMatchObject({
      title: "B",
      contact,
    });
  });

  it("does not reach another app's rows", async () => {
    const { api, at } = await start();
    const other = await start();
    await expect(api.entities.create({ ...at, data: { contact: await other.make("Contact") } })).rejects.toThrow(
      "must name an existing Contact",
    );
  });

  it("does not tell of a row that the writer may not read", async () => {
    const { api, at, make, member } = await start();
    const [secret, diary] = [await make("Secret"), await make("Diary")];
    await api.entities.create({ ...at, data: { secret, diary } });
    for (const visitor of [member("m1"), world.anonymous]) {
      await expect(visitor.entities.create({ ...at, data: { secret } })).rejects.toThrow(
        "Secret must name an existing Secret",
      );
      await expect(visitor.entities.create({ ...at, data: { diary } })).rejects.toThrow(
        "Diary must name an existing Diary",
      );
    }
    const own = (await member("m1").entities.create({ ...at, entity: "Diary", data: { name: "mine" } })).id;
    await member("m1").entities.create({ ...at, data: { diary: own } });
    await expect(member("m2").entities.create({ ...at, data: { diary: own } })).rejects.toThrow(
      "Diary must name an existing Diary",
    );
  });

  it("is checked in an import, row by row", async () => {
    const { appId, token, make } = await start();
    const contact = await make("Contact");
    const { body } = await world.rest(`POST /api/apps/${appId}/entities/Deal/import`, {
      token,
      headers: { "content-type": "text/csv" },
      body: `title,contact\nA,${contact}\nB,r0\nC,\n`,
    });
    expect(body).toMatchObject({ created: 2, failed: 1 });
    expect((await world.rest(`GET ${body.failedCsvUrl}`, { token })).body).toContain(
      "B,r0,Row 3: Contact must name an existing Contact",
    );
  });
});

describe("A reference to User", () => {
  it("names a member of the app or its owner", async () => {
    const { api, appId, at, join, accountId } = await start();
    const other = await start();
    await join("u1");
    await other.join("u2");
    expect(await api.entities.create({ ...at, data: { boss: "u1", team: ["u1", accountId] } })).toMatchObject({
      boss: "u1",
    });
    for (const boss of ["u2", "u0", appId, other.accountId])
      await expect(api.entities.create({ ...at, data: { boss } })).rejects.toThrow("Boss must name an existing User");
    await expect(api.entities.bulkCreate({ ...at, rows: [{ boss: "u1" }, { team: ["u1", "u0"] }] })).rejects.toThrow(
      "Row 2: Team must name an existing User",
    );
  });

  it("can be chosen by the builder among the owner and the members", async () => {
    const { api, appId, email, accountId, join } = await start();
    const other = await start();
    for (const id of ["u2", "u1"]) await join(id);
    await other.join("u3");
    expect(await api.entities.people({ appId })).toEqual([
      { id: accountId, email },
      { id: "u1", email: "u1@example.com" },
      { id: "u2", email: "u2@example.com" },
    ]);
  });

  it("may always be the writer, and whoever made a row that the writer may read", async () => {
    const { at, join, member } = await start();
    for (const id of ["u1", "u2"]) await join(id);
    await member("u1").entities.create({ ...at, data: { boss: "u1" } });
    await expect(member("u1").entities.create({ ...at, data: { boss: "u2" } })).rejects.toThrow(
      "Boss must name an existing User",
    );
    await member("u2").entities.create({ ...at, entity: "Contact", data: { name: "of u2" } });
    expect(await member("u1").entities.create({ ...at, data: { boss: "u2", team: ["u1", "u2"] } })).toMatchObject({
      boss: "u2",
    });
    expect(await world.anonymous.entities.create({ ...at, data: { boss: "u2" } })).toMatchObject({ boss: "u2" });
  });

  it("cannot be used to try out who is a member", async () => {
    const { at, join, member, accountId } = await start();
    for (const id of ["u1", "u2"]) await join(id);
    // A row that only its maker reads shows nobody who made it.
    await member("u2").entities.create({ ...at, entity: "Diary", data: { name: "mine" } });
    for (const visitor of [member("u1"), world.anonymous])
      for (const boss of ["u2", "u0", accountId])
        await expect(visitor.entities.create({ ...at, data: { boss } })).rejects.toThrow(
          "Boss must name an existing User",
        );
  });

  it("stays in a list to which another is added, also when whom it names is gone", async () => {
    const { api, at, join, member } = await start();
    for (const id of ["u1", "u2"]) await join(id);
    const { id } = await api.entities.create({ ...at, data: { team: ["u2"] } });
    await world.db.delete(memberTable).where(eq(memberTable.id, "u2"));
    expect(await member("u1").entities.update({ ...at, id, data: { team: ["u2", "u1"] } })).toMatchObject({
      team: ["u2", "u1"],
    });
    await expect(member("u1").entities.update({ ...at, id, data: { team: ["u2", "u3"] } })).rejects.toThrow(
      "Team must name an existing User",
    );
  });

  it("is checked in an import, and kept by a row that is imported again", async () => {
    const { appId, token, api, at, join } = await start();
    await join("u1");
    const send = async (csv: string, query = "") =>
      (
        await world.rest(`POST /api/apps/${appId}/entities/Deal/import${query}`, {
          token,
          headers: { "content-type": "text/csv" },
          body: csv,
        })
      ).body;
    const first = await send("title,boss\nA,u1\nB,u0\n");
    expect(first).toMatchObject({ created: 1, failed: 1 });
    expect((await world.rest(`GET ${first.failedCsvUrl}`, { token })).body).toContain(
      "B,u0,Row 3: Boss must name an existing User",
    );
    await world.db.delete(memberTable).where(eq(memberTable.id, "u1"));
    const { items } = await api.entities.list({ ...at });
    expect(await send(`id,title,boss\n${items[0]!.id},A again,u1\n`, "?matchField=id")).toMatchObject({
      updated: 1,
      failed: 0,
    });
  });
});
