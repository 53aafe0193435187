import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { app } from "@/db/schema";
import { mintOwnedApp } from "@/db/scope";
import { widens } from "@/features/rows/rules";
import { accessOf } from "@/features/rows/access";
import { writeVersion } from "@/features/versions/store";
import type { RowTest } from "@/shipped/contract";
import { World } from "../support/world";

// Rules for rows (design §7): each test, for each actor, by each way to a row. What must come out is worked out here, apart from the engine.

let world: World;
let owner: Awaited<ReturnType<World["signUp"]>>;
beforeAll(async () => {
  world = await World.open();
  owner = await world.signUp();
});
afterAll(() => world.close());

const fields = {
  title: { type: "string" },
  status: { type: "string", enum: ["draft", "published"] },
  rank: { type: "number" },
  isOpen: { type: "boolean" },
  assignee: { type: "string" },
  team: { type: "array", items: { type: "string" } },
};
const schemaWith = (rules: unknown) => ({
  properties: fields,
  "x-accessControl": { permissions: { read: "none", write: "none" }, rules },
});

const roles = { ada: "user", bo: "user", ed: "editor", root: "admin" } as const;
type Who = keyof typeof roles | "anonymous" | "builder";
const people: Who[] = ["anonymous", "ada", "bo", "ed", "root", "builder"];

type Data = { title: string; status?: string; rank?: number; isOpen?: boolean; assignee?: string; team?: string[] };
type Row = { by: Who; data: Data };
const rows: Row[] = [
  { by: "builder", data: { title: "bare" } },
  { by: "ada", data: { title: "of ada", status: "draft", rank: 1 } },
  { by: "bo", data: { title: "of bo", status: "published", isOpen: false } },
  { by: "builder", data: { title: "for ada", assignee: "ada", rank: 2, team: [] } },
  { by: "builder", data: { title: "for a team", team: ["bo", "ed"], isOpen: true, status: "published" } },
];

/** The sentences of design §7, read once more. */
function holds(test: RowTest, who: Who, { by, data }: Row): boolean {
  const values: Record<string, unknown> = data;
  const me = who === "anonymous" ? Symbol("nobody") : who;
  if (test === "anonymous") return true;
  if (test === "all") return who !== "anonymous";
  if (test === "creator") return who !== "anonymous" && who === by;
  if (test === "admin") return who === "root";
  if ("role" in test) return who in roles && roles[who as keyof typeof roles] === test.role;
  if ("every" in test) return test.every.every((one) => holds(one, who, { by, data }));
  if ("is" in test) return values[test.field] === (test.is === "me" ? me : test.is);
  // References have a file of their own: rows-of-an-address.test.ts.
  if ("of" in test) throw new Error("not here");
  return ((values[test.field] ?? []) as unknown[]).includes(test.has === "me" ? me : test.has);
}
const may = (rule: RowTest[], who: Who, row: Row) => who === "builder" || rule.some((test) => holds(test, who, row));

/** An app whose rows were there before its rules. */
async function start(rules?: unknown) {
  const { appId } = await owner.api.apps.create({ name: "App" });
  const scope = mintOwnedApp(world.db, appId);
  const as = (who: Who) =>
    who === "builder"
      ? owner.api
      : who === "anonymous"
        ? world.anonymous
        : world.as({
            kind: "visitor",
            appId,
            visitor: { id: who, role: roles[who], email: `${who}@example.com` },
            token: "t",
          });
  const publish = async (given: unknown) => {
    const written = await writeVersion(scope, { kind: "turn" }, () => [
      { path: "entities/Task.json", content: JSON.stringify(schemaWith(given)) },
    ]);
    await world.db.update(app).set({ publishedVersionId: written!.version.id }).where(eq(app.id, appId));
  };
  await publish({ read: ["all"], create: ["all"] });
  const at = { appId, entity: "Task" };
  const ids: string[] = [];
  for (const { by, data } of rows) ids.push((await as(by).entities.create({ ...at, data })).id);
  if (rules !== undefined) await publish(rules);
  return { at, as, ids, publish };
}

const refused = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  );
const titles = (items: object[]) => items.map((row) => String("title" in row && row.title)).sort();

const rules: [string, RowTest[]][] = [
  ["nobody", []],
  ["anybody", ["anonymous"]],
  ["whoever is signed in", ["all"]],
  ["who made it", ["creator"]],
  ["admins", ["admin"]],
  ["a role of the app's own", [{ role: "editor" }]],
  ["the role of admins by name", [{ role: "admin" }]],
  ["whoever a field names", [{ field: "assignee", is: "me" }]],
  ["whoever a list names", [{ field: "team", has: "me" }]],
  ["a text", [{ field: "status", is: "published" }]],
  ["a number", [{ field: "rank", is: 2 }]],
  ["a boolean", [{ field: "isOpen", is: false }]],
  ["a list's element", [{ field: "team", has: "bo" }]],
  ["one of several", ["creator", { role: "editor" }, { field: "status", is: "published" }]],
  ["all of several", [{ every: ["all", { field: "status", is: "published" }, { field: "isOpen", is: true }] }]],
  ["a role and what is one's own", [{ every: [{ role: "editor" }, { field: "team", has: "me" }] }, "admin"]],
];

describe.each(rules)("Rows that are open to %s", (_name, rule) => {
  let { at, as, ids, publish } = {} as Awaited<ReturnType<typeof start>>;
  beforeAll(async () => void ({ at, as, ids, publish } = await start()));

  it("are read by them alone, in every way there is", async () => {
    await publish({ read: rule });
    for (const who of people) {
      const { entities } = as(who);
      const expected = rows.filter((row) => may(rule, who, row)).map(({ data }) => data.title);
      const isClosed = await refused(entities.list(at));
      if (isClosed) expect([who, expected]).toEqual([who, []]);
      else {
        expect([who, titles((await entities.list(at)).items)]).toEqual([who, expected.toSorted()]);
        expect([who, (await entities.count(at)).count]).toEqual([who, expected.length]);
      }
      for (const [index, id] of ids.entries())
        expect([who, id, await refused(entities.get({ ...at, id }))]).toEqual([who, id, !may(rule, who, rows[index]!)]);
    }
  });

  it("are changed and deleted by them alone", async () => {
    await publish({ read: ["anonymous"], update: rule, delete: rule });
    for (const who of people) {
      const { entities } = as(who);
      const open = ids.filter((_id, index) => may(rule, who, rows[index]!));
      for (const [index, id] of ids.entries()) {
        const { title } = rows[index]!.data;
        const isRefused = await refused(entities.update({ ...at, id, data: { title } }));
        expect([who, title, isRefused]).toEqual([who, title, !open.includes(id)]);
      }
      const changes = ids.map((id, index) => ({ id, data: { title: rows[index]!.data.title } }));
      const { items } = await entities.bulkUpdate({ ...at, rows: changes }).catch(() => ({ items: [] }));
      expect([who, new Set(items.map(({ id }) => id))]).toEqual([who, new Set(open)]);
      const gone = await entities.bulkDelete({ ...at, ids }).catch(() => ({ ids: [], changeId: "" }));
      expect([who, new Set(gone.ids)]).toEqual([who, new Set(open)]);
      if (open.length > 0) await as("builder").entities.undo({ appId: at.appId, changeId: gone.changeId });
    }
  });

  it("are added by them alone", async () => {
    await publish({ read: ["anonymous"], create: rule });
    for (const who of people)
      for (const { data } of rows) {
        const isOpen = may(rule, who, { by: who, data });
        const { entities } = as(who);
        const tries = await Promise.all([
          refused(entities.create({ ...at, data })),
          refused(entities.bulkCreate({ ...at, rows: [data] })),
          refused(entities.createFitting({ ...at, rows: [data] })),
        ]);
        expect([who, data.title, ...tries]).toEqual([who, data.title, !isOpen, !isOpen, !isOpen]);
      }
  });
});

describe("Rules for rows", () => {
  it("leave an operation without one to the permission pair", () => {
    const access = accessOf({
      name: "Task",
      type: "object",
      properties: {},
      "x-accessControl": { permissions: { read: "all", write: "creator" }, rules: { delete: ["admin"] } },
    });
    expect(access).toEqual({ read: ["all"], create: ["creator"], update: ["creator"], delete: ["admin"] });
  });

  it.each([
    ["a text", "everybody"],
    ["a list", ["anonymous"]],
    ["an operation that is none", { read: ["anonymous"], writes: ["anonymous"] }],
    ["a test that is none", { read: ["everyone"] }],
    ["a test with more than it has", { read: [{ role: "user", or: "anonymous" }] }],
    ["no list", { read: "anonymous" }],
    ["null", null],
  ])("that are %s open nothing to anybody but the builder", async (_name, wrong) => {
    const { at, as } = await start(wrong);
    for (const who of people) expect([who, await refused(as(who).entities.list(at))]).toEqual([who, who !== "builder"]);
  });

  it("need sight of a row for changing it", async () => {
    const { at, as, ids } = await start({ read: ["creator"], update: ["anonymous"], delete: ["anonymous"] });
    for (const id of ids.slice(2, 3)) {
      expect(await refused(as("ada").entities.update({ ...at, id, data: { title: "x" } }))).toBe(true);
      expect(await refused(as("anonymous").entities.delete({ ...at, id }))).toBe(true);
      expect(await refused(as("bo").entities.update({ ...at, id, data: { title: "of bo" } }))).toBe(false);
    }
  });

  it("refuse a change that would put a row out of one's reach, and leave the row as it was", async () => {
    const { at, as, ids } = await start({ read: ["all"], update: [{ field: "assignee", is: "me" }] });
    const id = ids[3]!;
    const { entities } = as("ada");
    await expect(entities.update({ ...at, id, data: { assignee: "bo" } })).rejects.toThrow(
      "This change would put the row out of your reach",
    );
    await expect(entities.bulkUpdate({ ...at, rows: [{ id, data: { assignee: "bo" } }] })).rejects.toThrow();
    expect(await entities.get({ ...at, id })).toMatchObject({ assignee: "ada" });
    expect(await entities.update({ ...at, id, data: { title: "Done" } })).toMatchObject({ title: "Done" });
  });

  it("say what nobody may widen in silence", () => {
    const access = (given: unknown) => accessOf(schemaWith(given) as never);
    const [closed, own, mine, open] = [
      {},
      { read: ["creator"] },
      { read: [{ field: "a", is: "me" }] },
      { read: ["all"] },
    ];
    expect(widens(access(closed), access(own))).toBe(true);
    expect(widens(access(own), access(closed))).toBe(false);
    expect(widens(access(own), access(mine))).toBe(true);
    expect(widens(access(open), access(mine))).toBe(false);
    expect(widens(access(own), access({ read: ["creator", { role: "editor" }] }))).toBe(true);
  });
});
