import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SQL, sql as drizzleSql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import { mintOwnedApp } from "@/db/scope";
import { entitiesOfVersion } from "@/features/entities/schemas";
import { changesBetween, describeSitting, isSameSitting } from "@/features/versions/rules";
import { filesOf, keepHead, writeVersion } from "@/features/versions/store";
import { World } from "./support/world";

const file = (path: string, content: string) => ({ path, content });

describe("What differs between two states of an app", () => {
  it("is added, modified or deleted, by path", () => {
    const state = (files: Record<string, string>) => new Map(Object.entries(files));
    expect(changesBetween(state({ a: "1", b: "1", c: "1" }), state({ a: "1", b: "2", d: "1" }))).toEqual([
      { path: "b", kind: "modified" },
      { path: "c", kind: "deleted" },
      { path: "d", kind: "added" },
    ]);
  });
});

describe("A sitting", () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute));
  const edit = { kind: "edit", messageId: "m1" };
  it.each([
    ["an edit soon after an edit", { ...edit, createdAt: at(0) }, edit, at(10), true],
    ["an edit after a long pause", { ...edit, createdAt: at(0) }, edit, at(11), false],
    ["an edit after a turn", { ...edit, kind: "turn", createdAt: at(0) }, edit, at(1), false],
    ["an edit after something was said", { ...edit, createdAt: at(0) }, { ...edit, messageId: "m2" }, at(1), false],
    ["a restore after an edit", { ...edit, createdAt: at(0) }, { ...edit, kind: "restore" }, at(1), false],
  ])("%s", (_, newest, next, now, expected) => expect(isSameSitting(newest, next, now)).toBe(expected));

  it("names each file that it saved once, after what else it did", () => {
    const done = ["Edited pages/A.jsx", "Added services/b.js", "Edited pages/A.jsx, pages/C.jsx", ""];
    expect(describeSitting(done)).toBe("Added services/b.js, Edited pages/A.jsx, pages/C.jsx");
  });
});

describe("Versions", () => {
  let world: World;
  beforeAll(async () => void (world = await World.open()));
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  const start = async () => {
    const owner = await world.signUp();
    const { appId } = await owner.api.apps.create({ name: "App" });
    return { ...owner, appId, scope: mintOwnedApp(world.db, appId) };
  };

  it("are listed newest first, at most ten (2-builder.md §9), and shown in the spec's shape", async () => {
    const { token, appId, scope } = await start();
    for (let count = 1; count <= 12; count += 1)
      await writeVersion(
        scope,
        { kind: "turn", userRequest: `Request ${count}`, description: `Change ${count}` },
        () => [file("pages/Home.jsx", String(count))],
      );
    const { body: list } = await world.rest(`GET /api/apps/${appId}/versions`, { token });
    expect(list).toHaveLength(10);
    expect(list[0]).toMatchObject({
      userRequest: "Request 12",
      content: "Change 12",
      metadata: { description: "Change 12" },
      timestamp: expect.any(String),
    });
    const { body: shown } = await world.rest(`GET /api/apps/${appId}/versions/${list[0].id}`, { token });
    expect(shown).toMatchObject({
      id: list[0].id,
      files: [{ id: "pages/Home.jsx", path: "pages/Home.jsx", content: "12" }],
      version: { metadata: { description: "Change 12" } },
    });
  });

  it("keep half of a surrogate pair as the replacement character that UTF-8 has for it", async () => {
    const { api, appId, scope } = await start();
    await writeVersion(scope, { kind: "edit" }, () => [file("pages/Home.jsx", "// \ud83d half")]);
    expect((await api.files.list({ appId })).map(({ content }) => content)).toEqual(["// \ufffd half"]);
  });

  it("are not written when nothing changed", async () => {
    const { scope } = await start();
    await writeVersion(scope, { kind: "edit" }, () => [file("pages/Home.jsx", "1")]);
    expect(await writeVersion(scope, { kind: "edit" }, () => [file("pages/Home.jsx", "1")])).toBeUndefined();
  });

  it("written at the same moment follow one another, and none overwrites another's work", async () => {
    const { scope, api, appId } = await start();
    await Promise.all(
      ["a", "b", "c", "d", "e"].map((name) =>
        writeVersion(scope, { kind: "edit", description: `Added ${name}` }, (files) => [
          ...files,
          file(`services/${name}.js`, name),
        ]),
      ),
    );
    expect((await api.files.list({ appId })).map(({ name }) => name)).toEqual(["a", "b", "c", "d", "e"]);
    expect((await api.versions.list({ appId })).map(({ number }) => number)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it("show what changed against the one before, each file on both sides", async () => {
    const { scope, api, appId } = await start();
    await writeVersion(scope, { kind: "edit" }, () => [file("pages/A.jsx", "1"), file("pages/B.jsx", "1")]);
    const written = await writeVersion(scope, { kind: "edit" }, () => [
      file("pages/A.jsx", "2"),
      file("pages/C.jsx", "1"),
    ]);
    expect(await api.versions.changes({ appId, versionId: written!.version.id })).toEqual([
      { path: "pages/A.jsx", status: "modified", before: "1", after: "2" },
      { path: "pages/B.jsx", status: "deleted", before: "1", after: "" },
      { path: "pages/C.jsx", status: "added", before: "", after: "1" },
    ]);
  });

  const sql = (query: SQL) => rowsOf<Record<string, number>>(world.db, query);

  it("are one for all autosaves of a sitting, whatever files they save, and the history keeps what was before", async () => {
    const { api, appId, scope } = await start();
    const paths = Array.from({ length: 30 }, (_, index) => `services/s${index}.js`);
    await writeVersion(scope, { kind: "turn", userRequest: "Make it" }, () => paths.map((path) => file(path, "0")));
    for (let save = 1; save <= 250; save += 1)
      await api.files.update({ appId, file: { id: paths[save % 2]!, content: `save ${save}` } });
    const list = await api.versions.list({ appId });
    expect(list.map(({ kind, number }) => [kind, number])).toEqual([
      ["edit", 3],
      ["turn", 2],
      ["create", 1],
    ]);
    expect(list[0]!.description).toBe("Edited services/s1.js, services/s0.js");
    expect(await sql(drizzleSql`select count(*)::int as versions from version`)).toEqual([{ versions: 3 }]);
    expect(await api.versions.changes({ appId, versionId: list[0]!.id })).toEqual([
      { path: paths[0], status: "modified", before: "0", after: "save 250" },
      { path: paths[1], status: "modified", before: "0", after: "save 249" },
    ]);
  });

  it("keep an entry of the history for a deletion, and one for the state before it", async () => {
    const { api, appId } = await start();
    await api.files.create({ appId, path: "services/a.js", content: "1" });
    await api.files.update({ appId, file: { id: "services/a.js", content: "2" } });
    await api.files.create({ appId, path: "services/b.js", content: "1" });
    await api.files.delete({ appId, fileId: "services/a.js" });
    await api.files.update({ appId, file: { id: "services/b.js", content: "2" } });
    expect((await api.versions.list({ appId })).map(({ description }) => description)).toEqual([
      "Deleted services/a.js, Edited services/b.js",
      "Added services/a.js, Added services/b.js, Edited services/a.js",
      "Created the app",
    ]);
  });

  it("that are listed can all be restored, also 'Created the app' and edits from before the first message", async () => {
    const { api, appId, scope } = await start();
    const files = async () => (await api.files.list({ appId })).map(({ path, content }) => `${path}: ${content}`);
    await api.files.create({ appId, path: "services/a.js", content: "1" });
    await writeVersion(scope, { kind: "restore" }, (all) => all.map(({ path }) => file(path, "2")));
    const [, edited, created] = await api.versions.list({ appId });
    await api.versions.restore({ appId, versionId: created!.id });
    expect(await files()).toEqual([]);
    const back = await api.versions.restore({ appId, versionId: edited!.id });
    expect(await files()).toEqual(["services/a.js: 1"]);
    expect(back).toMatchObject({ versionId: expect.any(String), messages: [] });
  });

  it("that an autosave took the place of leave the app readable to whoever just learned of them", async () => {
    const { api, appId, scope } = await start();
    await api.files.create({ appId, path: "services/a.js", content: "1" });
    const { versionId } = await api.files.update({ appId, file: { id: "services/a.js", content: "2" } });
    await writeVersion(scope, { kind: "edit", joins: "autosave" }, (all) => [
      ...all,
      file("entities/Task.json", JSON.stringify({ name: "Task", properties: { title: { type: "string" } } })),
    ]);
    expect((await entitiesOfVersion(scope, versionId!)).entities.has("Task")).toBe(true);
  });

  it("that are published stay, whatever is saved after", async () => {
    const { api, appId, scope } = await start();
    await api.files.create({ appId, path: "services/a.js", content: "1" });
    await api.files.update({ appId, file: { id: "services/a.js", content: "2" } });
    const { versionId } = await keepHead(scope);
    await api.files.update({ appId, file: { id: "services/a.js", content: "3" } });
    expect(await filesOf(scope, versionId)).toEqual([file("services/a.js", "2")]);
  });

  it("of another app are not there", async () => {
    const first = await start();
    const second = await start();
    const written = await writeVersion(first.scope, { kind: "edit" }, () => [file("pages/A.jsx", "1")]);
    await expect(
      second.api.versions.get({ appId: second.appId, versionId: written!.version.id }),
    ).rejects.toMatchObject({ reason: "version-not-found" });
    await expect(
      second.api.versions.restore({ appId: second.appId, versionId: written!.version.id, messageId: "m" }),
    ).rejects.toMatchObject({ reason: "version-not-found" });
  });
});
