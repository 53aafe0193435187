import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
beforeEach(() => world.reset());
afterAll(() => world.close());

type Pair = { read: string; write: string };
const noteTable = (permissions: Pair, fields: object = { text: { type: "string" } }) => ({
  path: "entities/Note.json",
  content: JSON.stringify({ name: "Note", properties: fields, "x-accessControl": { permissions } }),
});
const page = (words: string) => ({ path: "pages/Home.jsx", content: `export default () => <p>${words}</p>;` });
const members: Pair = { read: "all", write: "all" };

async function start() {
  const owner = await world.signUp();
  const { appId, slug } = await owner.api.apps.create({ name: "Notes" });
  const write = (...files: { path: string; content: string }[]) =>
    writeVersion(mintOwnedApp(world.db, appId), { kind: "turn", description: files[0]!.content }, () => files);
  const rest = (line: string, body?: object) =>
    world.rest(line.replace(" /", ` /api/apps/${appId}/`), { token: owner.token, body });
  const seen = async () => (await world.rest("GET /", { host: `${slug}.localhost:3000` })).body as string;
  const scriptSeen = async () => /src="([^"]+)"/.exec(await seen())![1]!;
  return { ...owner, appId, slug, write, rest, seen, scriptSeen };
}

describe("Publications", () => {
  it("are listed newest first; an earlier one goes live again as it was, in one call, and so does the later one", async () => {
    const { write, rest, scriptSeen, seen } = await start();
    await write(page("one"), noteTable(members));
    expect((await rest("GET /publications")).body).toEqual([]);
    await rest("POST /publish", {});
    const [one, pageOne] = [await scriptSeen(), await seen()];
    await write(page("two"), noteTable(members));
    await rest("POST /publish", {});
    const two = await scriptSeen();
    expect(two).not.toBe(one);
    const list = (await rest("GET /publications")).body;
    expect(list).toMatchObject([
      { isLive: true, description: page("two").content },
      { isLive: false, description: page("one").content },
    ]);
    const back = await rest(`POST /publications/${list[1].id}/restore`, {});
    expect(back).toMatchObject({ status: 200, body: { versionId: list[1].versionId } });
    expect(await seen()).toBe(pageOne);
    expect((await rest("GET /publications")).body).toMatchObject([{ isLive: false }, { isLive: true }]);
    await rest(`POST /publications/${list[0].id}/restore`, {});
    expect(await scriptSeen()).toBe(two);
  });

  it("that were unpublished can go live again, and nothing is live meanwhile", async () => {
    const { write, rest, seen } = await start();
    await write(page("one"));
    await rest("POST /publish", {});
    await rest("POST /unpublish");
    expect(await seen()).toContain("This app is not published");
    const [entry] = (await rest("GET /publications")).body;
    expect(entry.isLive).toBe(false);
    await rest(`POST /publications/${entry.id}/restore`, {});
    expect(await seen()).toContain("/_joinery/assets/app-");
  });

  it("with wider access than the live one go live only when that is agreed to", async () => {
    const { write, rest } = await start();
    await write(page("one"), noteTable({ read: "anonymous", write: "all" }));
    await rest("POST /publish", {});
    await write(page("two"), noteTable({ read: "admin", write: "admin" }));
    await rest("POST /publish", {});
    const [, open] = (await rest("GET /publications")).body;
    const path = `POST /publications/${open.id}/restore`;
    expect(await rest(path, {})).toMatchObject({ status: 409, body: { error: { code: "access-wider" } } });
    expect((await rest(path, { allowWiderAccess: true })).status).toBe(200);
  });

  it("of another app, and made-up ones, are not found; the live one stays", async () => {
    const [mine, other] = [await start(), await start()];
    for (const app of [mine, other]) {
      await app.write(page("one"));
      await app.rest("POST /publish", {});
    }
    const [theirs] = (await other.rest("GET /publications")).body;
    for (const id of [theirs.id, "p1"])
      expect(await mine.rest(`POST /publications/${id}/restore`, {})).toMatchObject({
        status: 404,
        body: { error: { code: "publication-not-found" } },
      });
    expect(await mine.seen()).toContain("/_joinery/assets/app-");
  });

  it("are one live at most, when two are restored at once", async () => {
    const { write, rest } = await start();
    for (const words of ["one", "two", "three"]) {
      await write(page(words));
      await rest("POST /publish", {});
    }
    const list = (await rest("GET /publications")).body as { id: string }[];
    await Promise.all(list.map(({ id }) => rest(`POST /publications/${id}/restore`, {})));
    const after = (await rest("GET /publications")).body as { isLive: boolean }[];
    expect(after.filter(({ isLive }) => isLive)).toHaveLength(1);
  });
});

describe("Before a publish the owner sees", () => {
  it("which files, fields and permissions change for visitors", async () => {
    const { api, appId, write, rest } = await start();
    await write(page("one"), noteTable(members, { text: { type: "string" }, size: { type: "string" } }));
    await rest("POST /publish", {});
    expect(await api.runtime.changes({ appId })).toEqual({ files: [], tables: [], access: [] });
    await write(
      page("two"),
      { path: "components/Card.jsx", content: "export default () => null;" },
      noteTable({ read: "admin", write: "all" }, { size: { type: "number" }, email: { type: "string" } }),
      { path: "entities/Task.json", content: '{"properties":{}}' },
    );
    expect(await api.runtime.changes({ appId })).toEqual({
      files: [
        { path: "components/Card.jsx", kind: "added" },
        { path: "pages/Home.jsx", kind: "modified" },
      ],
      tables: [
        { table: "Note", kind: "changed", fields: ["text removed", "size: string → number", "email added"] },
        { table: "Task", kind: "added", fields: [] },
      ],
      access: [
        {
          table: "Note",
          who: "Members",
          before: "see every row, add rows, change and delete every row",
          after: "add rows",
        },
      ],
    });
    const [live] = await api.runtime.publications({ appId });
    const { versionId } = await api.apps.get({ appId });
    const changes = await api.versions.changes({ appId, versionId: versionId!, since: live!.versionId });
    expect(changes.map(({ path }) => path)).toContain("components/Card.jsx");
  });
});
