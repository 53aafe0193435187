import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { changesBetween, collapseSaves } from "@/features/versions/rules";
import { writeVersion } from "@/features/versions/store";
import { World } from "./support/world";

const file = (path: string, content: string) => ({ path, content });

describe("What differs between two bundles", () => {
  it("is added, modified or deleted, by path", () => {
    expect(
      changesBetween(
        [file("a", "1"), file("b", "1"), file("c", "1")],
        [file("a", "1"), file("b", "2"), file("d", "1")],
      ),
    ).toEqual([
      { path: "b", kind: "modified" },
      { path: "c", kind: "deleted" },
      { path: "d", kind: "added" },
    ]);
  });
});

describe("The history", () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString();
  const edit = (id: string, minute: number, description = "Edited a") => ({
    id,
    kind: "edit",
    description,
    timestamp: at(minute),
  });
  it("shows autosaves of one file and sitting as one entry, the last", () => {
    const list = [
      edit("5", 30),
      edit("4", 28),
      { ...edit("3", 20), kind: "turn" },
      edit("2", 19, "Edited b"),
      edit("1", 0, "Edited b"),
    ];
    expect(collapseSaves(list).map(({ id }) => id)).toEqual(["5", "3", "2", "1"]);
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
