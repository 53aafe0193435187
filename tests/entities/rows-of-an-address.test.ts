import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { app } from "@/db/schema";
import { mintOwnedApp } from "@/db/scope";
import { accessLines } from "@/features/members/rules";
import { accessOf } from "@/features/rows/access";
import { widens } from "@/features/rows/rules";
import { writeVersion } from "@/features/versions/store";
import type { RowTest } from "@/shipped/contract";
import { World } from "../support/world";

// What a team writes of its customers (invoices, lessons of their children) is theirs by the address that stands in it, or in a row that it refers to.

let world: World;
let owner: Awaited<ReturnType<World["signUp"]>>;
beforeAll(async () => {
  world = await World.open();
  owner = await world.signUp();
});
afterAll(() => world.close());

const mine: RowTest = { field: "email", is: "my address" };
const ofParent: RowTest = { field: "parent", of: "Parent", meets: mine };
const ofChild: RowTest = { field: "child", of: "Child", meets: ofParent };
const ofOwn: RowTest = { field: "child", of: "Child", meets: "creator" };

const text = { type: "string" };
const entity = (name: string, properties: object, read: RowTest[]) => ({
  path: `entities/${name}.json`,
  content: JSON.stringify({
    name,
    type: "object",
    properties,
    "x-accessControl": { permissions: { read: "admin", write: "admin" }, rules: { read: [...read, "admin"] } },
  }),
});

/** An app with the rows of two families. */
async function start(lessons: RowTest[] = [ofChild]) {
  const { appId } = await owner.api.apps.create({ name: "School" });
  const scope = mintOwnedApp(world.db, appId);
  const written = await writeVersion(scope, { kind: "turn" }, () => [
    entity("Parent", { name: text, email: text }, [mine]),
    entity("Child", { name: text, parent: { ...text, "x-reference": "Parent" } }, [ofParent]),
    entity("Lesson", { title: text, child: { ...text, "x-reference": "Child" } }, lessons),
  ]);
  await world.db.update(app).set({ publishedVersionId: written!.version.id }).where(eq(app.id, appId));
  const create = async (name: string, data: Record<string, unknown>) =>
    (await owner.api.entities.create({ appId, entity: name, data })).id;
  const lessonsOf: Record<string, string> = {};
  for (const [name, email] of [
    ["Ada", "Ada@Example.com"],
    ["Bo", "bo@example.com"],
  ] as const) {
    const child = await create("Child", { name: `child of ${name}`, parent: await create("Parent", { name, email }) });
    lessonsOf[name] = await create("Lesson", { title: `lesson for ${name}`, child });
  }
  await create("Lesson", { title: "for nobody" });
  const as = (id: string, address?: string) =>
    world.as({
      kind: "visitor",
      appId,
      visitor: { id, role: id === "root" ? "admin" : "user", email: `${id}@example.com`, address },
      token: "t",
    }).entities;
  return { appId, as, lessonsOf, owned: scope };
}
const refused = (work: Promise<unknown>) =>
  work.then(
    () => false,
    () => true,
  );

describe("Rows of whose address stands in them", () => {
  it("are read by that member and by admins alone, in small letters or not, across references", async () => {
    const { appId, as } = await start();
    const seen = async (rows: ReturnType<typeof as>, name: string) =>
      (await rows.list({ appId, entity: name })).items
        .map((row) => String(Object(row)["title"] ?? Object(row)["name"]))
        .sort();
    const ada = as("ada", "ada@example.com");
    expect(await seen(ada, "Parent")).toEqual(["Ada"]);
    expect(await seen(ada, "Child")).toEqual(["child of Ada"]);
    expect(await seen(ada, "Lesson")).toEqual(["lesson for Ada"]);
    expect((await ada.count({ appId, entity: "Lesson" })).count).toBe(1);
    expect(await seen(as("cy", "cy@example.com"), "Lesson")).toEqual([]);
    expect(await seen(as("root"), "Lesson")).toEqual(["for nobody", "lesson for Ada", "lesson for Bo"]);
  });

  it("are not opened by an address that somebody only claims", async () => {
    const { appId, as, lessonsOf } = await start();
    expect(await refused(as("ada").list({ appId, entity: "Lesson" }))).toBe(true);
    expect(await refused(as("ada").get({ appId, entity: "Lesson", id: lessonsOf["Ada"]! }))).toBe(true);
  });

  it("are not found one by one by another member, nor by strangers", async () => {
    const { appId, as, lessonsOf } = await start();
    expect(await refused(as("bo", "bo@example.com").get({ appId, entity: "Lesson", id: lessonsOf["Ada"]! }))).toBe(
      true,
    );
    expect(await refused(as("bo", "bo@example.com").get({ appId, entity: "Lesson", id: lessonsOf["Bo"]! }))).toBe(
      false,
    );
    expect(await refused(world.anonymous.entities.list({ appId, entity: "Lesson" }))).toBe(true);
  });

  it("are also of whoever made the row that they refer to", async () => {
    const { appId, as } = await start([ofOwn]);
    expect((await as("ada", "ada@example.com").list({ appId, entity: "Lesson" })).items).toEqual([]);
  });

  it("are told in words, and count as more for members", () => {
    const access = (read: RowTest[]) =>
      accessOf({
        name: "Lesson",
        type: "object",
        properties: {},
        "x-accessControl": { permissions: { read: "admin", write: "admin" }, rules: { read } },
      });
    expect(accessLines(access([ofChild, "admin"]))).toContainEqual({
      who: "Members",
      may: "see rows whose child is a row whose parent is a row whose email is their proven address",
    });
    expect(widens(access(["admin"]), access([mine, "admin"]))).toBe(true);
    // What says nothing of the row that is referred to opens nothing.
    expect(widens(access(["admin"]), access([{ field: "child", of: "Child", meets: "all" }, "admin"]))).toBe(false);
  });
});
