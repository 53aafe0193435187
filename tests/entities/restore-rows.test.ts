import { describe, expect, it } from "vitest";
import type { ScriptedModel } from "../support/scripted-model";
import { turnEnds } from "../support/turns";
import { withModel } from "../support/with-model";
import type { Json, World } from "../support/world";

let world: World;
let model: ScriptedModel;
withModel((opened) => ({ world, model } = opened));

const tag = (type: string, file: string, body: string, id: string) =>
  `<action type="${type}" file="${file}" id="${id}">\n${body}\n</action id="${id}">\n`;
const schema = '{"properties":{"name":{"type":"string"}}}';
const page = (words: string) => `export default function Home() {\n  return <h1>${words}</h1>;\n}`;

/** An app whose first turn brought the rows A, B and C, and whose second changed a page. */
async function start() {
  const { api, account } = await world.signUp();
  const { appId } = await api.apps.create({ name: "App" });
  const at = { appId, entity: "Task" };
  const say = async (text: string): Promise<{ messageId: string; versionId: string }> => {
    model.reply(text);
    await api.chat.send({ appId, content: "Go" });
    await turnEnds(api, appId);
    const message = (await api.chat.messages({ appId })).at(-1)! as Json;
    return { messageId: message.id, versionId: message.metadata.versionId };
  };
  const rows = ["A", "B", "C"].map((name) => `{"name":"${name}"}`).join("\n");
  const first = await say(
    tag("add_entity", "Task", schema, "a") +
      tag("insert_entity_records", "Task", rows, "b") +
      tag("add_file", "pages/Home.jsx", page("One"), "c"),
  );
  const list = async () => (await api.entities.list({ ...at, sort: "name" })).items as Json[];
  const [a, b, c] = await list();
  const names = async () => (await list()).map(({ name }) => name);
  const rowsThen = (versionId: string) => api.entities.rowsThen({ appId, versionId });
  const restore = (target: { messageId: string; versionId: string }) =>
    api.entities.restoreWithRows({ appId, ...target });
  return { api, account, appId, at, say, first, a, b, c, names, list, rowsThen, restore };
}

describe("A revert with the rows of that time", () => {
  it("counts what comes back, changes and goes, brings it about, and can be undone", async () => {
    const { api, appId, at, say, first, a, b, c, names, list, rowsThen, restore } = await start();
    expect(await rowsThen(first.versionId)).toEqual([]);
    await api.entities.delete({ ...at, id: a.id });
    await api.entities.update({ ...at, id: b.id, data: { name: "Changed" } });
    await api.entities.update({ ...at, id: b.id, data: { name: "Changed again" } });
    await api.entities.create({ ...at, data: { name: "New" } });
    await api.entities.bulkCreate({ ...at, rows: [{ name: "New 2" }, { name: "New 3" }] });
    await say(tag("edit_file", "pages/Home.jsx", page("Two"), "d"));
    expect(await rowsThen(first.versionId)).toEqual([{ entity: "Task", back: 1, changed: 1, gone: 3 }]);

    const { changeId, rows } = await restore(first);
    expect(rows).toBe(5);
    expect(await names()).toEqual(["A", "B", "C"]);
    expect((await list()).map(({ id, createdAt }) => [id, createdAt])).toEqual(
      [a, b, c].map(({ id, createdAt }) => [id, createdAt]),
    );
    expect((await api.files.list({ appId })).find(({ path }) => path === "pages/Home.jsx")!.content).toBe(page("One"));
    expect(await rowsThen(first.versionId)).toEqual([]);

    await api.entities.undo({ appId, changeId });
    expect(await names()).toEqual(["C", "Changed again", "New", "New 2", "New 3"]);
  });

  it("leaves rows alone that came and went since, or that are again as they were", async () => {
    const { api, at, say, first, b, rowsThen } = await start();
    const { id } = await api.entities.create({ ...at, data: { name: "Short" } });
    await api.entities.delete({ ...at, id });
    await api.entities.update({ ...at, id: b.id, data: { name: "Else" } });
    await api.entities.update({ ...at, id: b.id, data: { name: "B" } });
    await say(tag("edit_file", "pages/Home.jsx", page("Two"), "d"));
    expect(await rowsThen(first.versionId)).toEqual([]);
  });

  it("does not bring back what an undo took away before that time, nor what was created and deleted after it", async () => {
    const { api, appId, at, say, first, names, rowsThen, restore } = await start();
    const { changeId } = await api.entities.bulkCreate({ ...at, rows: [{ name: "Undone" }] });
    await api.entities.undo({ appId, changeId });
    const second = await say(tag("edit_file", "pages/Home.jsx", page("Two"), "d"));
    await api.entities.bulkCreate({ ...at, rows: [{ name: "Later" }] });
    expect(await rowsThen(second.versionId)).toEqual([{ entity: "Task", back: 0, changed: 0, gone: 1 }]);
    await restore(second);
    expect(await names()).toEqual(["A", "B", "C"]);
    expect(await rowsThen(first.versionId)).toEqual([]);
  });

  it("brings back rows of an entity that is gone, and what the revert itself wrote belongs to its version", async () => {
    const { api, appId, at, say, first, a, names, rowsThen, restore } = await start();
    await api.entities.delete({ ...at, id: a.id });
    await say(tag("edit_file", "pages/Home.jsx", page("Two"), "d"));
    await restore(first);
    const [restored] = await api.versions.list({ appId });
    expect(restored).toMatchObject({ kind: "restore", messageId: first.messageId });
    expect(await rowsThen(restored!.id)).toEqual([]);
    expect(await names()).toEqual(["A", "B", "C"]);
  });

  it("changes neither rows nor code when one of them cannot be", async () => {
    const { api, at, say, first, a, names, restore } = await start();
    await api.entities.delete({ ...at, id: a.id });
    await say(tag("edit_file", "pages/Home.jsx", page("Two"), "d"));
    await expect(restore({ ...first, messageId: "m-other" })).rejects.toMatchObject({ reason: "no-message-id" });
    expect(await names()).toEqual(["B", "C"]);
  });

  it("is not part of a plain revert", async () => {
    const { api, appId, at, say, first, a, names } = await start();
    await api.entities.delete({ ...at, id: a.id });
    await say(tag("edit_file", "pages/Home.jsx", page("Two"), "d"));
    await api.versions.restore({ appId, ...first });
    expect(await names()).toEqual(["B", "C"]);
  });
});
