import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

const hashOf = (content: string) => createHash("sha256").update(content).digest("hex");
const card = "export default function Card() { return null; }\n";
const home = 'import Card from "@/components/Card";\nexport default function Home() { return <Card />; }\n';

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

async function start() {
  const admin = await world.signUp();
  const { appId } = await admin.api.apps.create({ name: "App" });
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [
    { path: "components/Card.jsx", content: card },
    { path: "entities/Task.json", content: "{}" },
    { path: "pages/Home.jsx", content: home },
  ]);
  const contents = async () =>
    Object.fromEntries((await admin.api.files.list({ appId })).map(({ path, content }) => [path, content]));
  return { ...admin, appId, contents };
}

describe("Code files (1-platform.md §4, §7)", () => {
  it("a save by the documented path writes a version", async () => {
    const { token, appId, api, contents } = await start();
    const saved = await world.rest(`POST /api/apps/${appId}/files/update`, {
      token,
      body: { file: { id: "pages/Home.jsx", content: "new" } },
    });
    expect(saved).toMatchObject({ status: 200, body: { hash: hashOf("new") } });
    expect((await contents())["pages/Home.jsx"]).toBe("new");
    expect((await api.versions.list({ appId }))[0]).toMatchObject({
      kind: "edit",
      description: "Edited pages/Home.jsx",
    });
  });

  it("a stale save is refused with what stands now, and changes nothing", async () => {
    const { api, appId, contents } = await start();
    await api.files.update({ appId, file: { id: "pages/Home.jsx", content: "theirs" }, baseHash: hashOf(home) });
    await expect(
      api.files.update({ appId, file: { id: "pages/Home.jsx", content: "mine" }, baseHash: hashOf(home) }),
    ).rejects.toMatchObject({
      reason: "stale-file",
      details: { path: "pages/Home.jsx", content: "theirs", hash: hashOf("theirs") },
    });
    expect((await contents())["pages/Home.jsx"]).toBe("theirs");
  });

  it("a save whose answer got lost can be sent again: what stands already is no conflict", async () => {
    const { api, appId } = await start();
    const save = { appId, file: { id: "pages/Home.jsx", content: "mine" }, baseHash: hashOf(home) };
    await api.files.update(save);
    expect(await api.files.update(save)).toMatchObject({ hash: hashOf("mine"), versionId: null });
  });

  it("of many saves based on one content, one wins", async () => {
    const { api, appId } = await start();
    const saves = ["a", "b", "c", "d"].map((content) =>
      api.files.update({ appId, file: { id: "pages/Home.jsx", content }, baseHash: hashOf(home) }),
    );
    const results = await Promise.allSettled(saves);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("a delete updates the files that reference it, in one version", async () => {
    const { token, api, appId, contents } = await start();
    expect(
      (await api.files.references({ appId, fileId: "components/Card.jsx" })).changed.map(({ path }) => path),
    ).toEqual(["pages/Home.jsx"]);
    const before = (await api.versions.list({ appId })).length;
    await world.rest(`POST /api/apps/${appId}/files/delete`, { token, body: { fileId: "components/Card.jsx" } });
    const now = await contents();
    expect(Object.keys(now)).toEqual(["entities/Task.json", "pages/Home.jsx"]);
    expect(now["pages/Home.jsx"]).toContain("Warning: <Card> was removed");
    expect((await api.versions.list({ appId })).length).toBe(before + 1);
  });

  it("a delete takes the references that the caller saw rewritten, and is refused when one changed since", async () => {
    const { token, api, appId, contents } = await start();
    const { changed: referencesToUpdate } = await api.files.references({ appId, fileId: "components/Card.jsx" });
    const remove = () =>
      world.rest(`POST /api/apps/${appId}/files/delete`, {
        token,
        body: { fileId: "components/Card.jsx", referencesToUpdate },
      });
    const theirs = `${home}// theirs\n`;
    await api.files.update({ appId, file: { id: "pages/Home.jsx", content: theirs } });
    expect(await remove()).toMatchObject({
      status: 409,
      body: { error: { code: "stale-file", details: { path: "pages/Home.jsx", content: theirs } } },
    });
    expect(await contents()).toMatchObject({ "pages/Home.jsx": theirs, "components/Card.jsx": card });
    await api.files.update({ appId, file: { id: "pages/Home.jsx", content: home } });
    expect((await remove()).status).toBe(200);
    expect((await contents())["pages/Home.jsx"]).toBe(referencesToUpdate[0]!.content);
  });

  it("a rename takes its references along", async () => {
    const { api, appId, contents } = await start();
    await api.files.rename({ appId, fileId: "components/Card.jsx", path: "components/Tile.jsx" });
    const now = await contents();
    expect(now["components/Tile.jsx"]).toBe(card);
    expect(now["pages/Home.jsx"]).toContain('"@/components/Tile"');
  });

  it.each([
    ["an entity file is read-only", "entities/Task.json", "read-only-file"],
    ["a path outside of the app", "../../etc/passwd", "file-path"],
    ["a path of no kind", "package.json", "file-path"],
    ["a file that is not there", "pages/None.jsx", "file-not-found"],
  ])("refuses a save: %s", async (_name, id, reason) => {
    const { api, appId } = await start();
    await expect(api.files.update({ appId, file: { id, content: "x" } })).rejects.toMatchObject({ reason });
  });

  it("refuses to create or move over a file that exists", async () => {
    const { api, appId } = await start();
    await expect(api.files.create({ appId, path: "pages/Home.jsx" })).rejects.toMatchObject({ reason: "file-exists" });
    await expect(
      api.files.rename({ appId, fileId: "components/Card.jsx", path: "pages/Home.jsx" }),
    ).rejects.toMatchObject({ reason: "file-exists" });
    await expect(api.files.create({ appId, path: "pages/home.jsx" })).rejects.toMatchObject({ reason: "file-exists" });
    await expect(api.files.create({ appId, path: "pages/con.jsx" })).rejects.toMatchObject({ reason: "file-path" });
    expect(await api.files.rename({ appId, fileId: "components/Card.jsx", path: "components/card.jsx" })).toMatchObject(
      { path: "components/card.jsx" },
    );
  });

  it("refuses a file above one megabyte, counted in bytes", async () => {
    const { api, appId } = await start();
    await expect(
      api.files.update({ appId, file: { id: "pages/Home.jsx", content: "ü".repeat(500_001) } }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("refuses NUL in words, and drops a byte order mark", async () => {
    const { token, api, appId, contents } = await start();
    const refused = await world.rest(`POST /api/apps/${appId}/files/update`, {
      token,
      body: { file: { id: "pages/Home.jsx", content: "a\0b" } },
    });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain("must not contain the NUL character");
    expect(await api.files.update({ appId, file: { id: "pages/Home.jsx", content: "\uFEFFnew" } })).toMatchObject({
      hash: hashOf("new"),
    });
    expect((await contents())["pages/Home.jsx"]).toBe("new");
  });

  it("can be read, not changed, by a builder who is no admin", async () => {
    await start();
    const builder = await world.signUp();
    const { appId } = await builder.api.apps.create({ name: "Mine" });
    expect(await builder.api.files.list({ appId })).toEqual([]);
    await expect(builder.api.files.create({ appId, path: "pages/A.jsx" })).rejects.toMatchObject({
      reason: "admin-only",
    });
  });
});
