import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { app } from "@/db/schema";
import { mintOwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import type { Property } from "@/offline/model/app-model";
import { conversation } from "../support/offline";
import { World } from "../support/world";

// What a first message says of who may do what is what the engine lets strangers, members and people of a role do.

let world: World;
let owner: Awaited<ReturnType<World["signUp"]>>;
beforeAll(async () => {
  world = await World.open();
  owner = await world.signUp();
});
afterAll(() => world.close());

/** The app of a message, published, with one of its tables in hand. */
async function built(message: string, entity: string) {
  const made = conversation();
  made.say(message);
  const { appId } = await owner.api.apps.create({ name: "Said" });
  // What a row needs besides is not what this is about.
  const files = made.files
    .filter(({ path }) => path.startsWith("entities/"))
    .map(({ path, content }) => ({ path, content: JSON.stringify({ ...JSON.parse(content), required: [] }) }));
  const written = await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => files);
  await world.db.update(app).set({ publishedVersionId: written!.version.id }).where(eq(app.id, appId));
  const properties = made.entity(entity)!.properties as Record<string, Property>;
  const isPlain = ({ type, format, enum: options, "x-reference": to, "x-accessControl": rights }: Property) =>
    (type === "string" || type === "number") && !format && !options && !to && !rights;
  const [name, { type }] = Object.entries(properties).find(([, property]) => isPlain(property))!;
  const data = { [name]: type === "number" ? 1 : "some" };
  const as = (id: string, role = "user") => {
    const visitor = { id, role, email: `${id}@example.com`, address: `${id}@example.com` };
    const { entities } = id === "" ? world.anonymous : world.as({ kind: "visitor", appId, visitor, token: "t" });
    const did = (work: Promise<unknown>) =>
      work.then(
        () => true,
        () => false,
      );
    return {
      add: async (more: object = {}) => (await entities.create({ appId, entity, data: { ...data, ...more } })).id,
      mayAdd: () => did(entities.create({ appId, entity, data })),
      sees: (row: string) => did(entities.get({ appId, entity, id: row })),
      mayChange: (row: string) => did(entities.update({ appId, entity, id: row, data })),
      mayDelete: (row: string) => did(entities.delete({ appId, entity, id: row })),
    };
  };
  return { as, stranger: as(""), ada: as("ada"), bo: as("bo"), root: as("root", "admin") };
}

describe("The rights that a first message says", () => {
  it("let everyone see all shifts and change only their own", async () => {
    const { stranger, ada, bo, root } = await built(
      "A shift planner for our bakery: shifts with employee, date and hours. Everyone can see all shifts, but everyone can change only their own shifts.",
      "Shift",
    );
    const row = await ada.add();
    expect([await stranger.sees(row), await stranger.mayAdd()]).toEqual([false, false]);
    expect([await bo.sees(row), await bo.mayChange(row), await bo.mayDelete(row)]).toEqual([true, false, false]);
    expect([await ada.mayChange(row), await root.mayChange(row), await ada.mayDelete(row)]).toEqual([true, true, true]);
  });

  it("let strangers look, where no login is needed, and add nothing", async () => {
    const { stranger, ada, root } = await built(
      "Event calendar for our village. No login needed to look at the events. Only admins can add events.",
      "Event",
    );
    const row = await root.add();
    expect([await stranger.sees(row), await stranger.mayAdd(), await stranger.mayDelete(row)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([await ada.sees(row), await ada.mayAdd(), await ada.mayChange(row)]).toEqual([true, false, false]);
  });

  it("let strangers send something in that only people of a role read", async () => {
    const { as, stranger, ada } = await built(
      "A suggestion box where everyone can submit suggestions anonymously and only managers read them.",
      "Suggestion",
    );
    const [manager, row] = [as("mia", "manager"), await ada.add()];
    expect([await stranger.mayAdd(), await stranger.sees(row), await ada.sees(row)]).toEqual([true, false, false]);
    expect([await manager.sees(row), await manager.mayDelete(row)]).toEqual([true, true]);
  });

  it("let everybody see what is their own, and people of a role all of it", async () => {
    const { as, stranger, ada, bo } = await built(
      "Track vacation requests. Employees only see their own requests, managers can see and approve all of them.",
      "VacationRequest",
    );
    const row = await ada.add();
    expect([await stranger.sees(row), await bo.sees(row), await ada.sees(row)]).toEqual([false, false, true]);
    expect([await bo.mayChange(row), await as("mia", "manager").mayChange(row)]).toEqual([false, true]);
  });

  it("let whoever a row is assigned to see it", async () => {
    const { as, ada, bo, root } = await built(
      "Legal cases database. Lawyers see only the cases assigned to them, partners see every case.",
      "Case",
    );
    const row = await root.add({ assigned_email: "ada@example.com" });
    expect([await ada.sees(row), await bo.sees(row), await as("pia", "partner").sees(row)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("let nobody but admins delete, where that is said", async () => {
    const { ada, bo, root } = await built(
      "Meeting notes for our team, nobody can delete notes except admins.",
      "MeetingNote",
    );
    const row = await ada.add();
    expect([await bo.mayChange(row), await ada.mayDelete(row), await root.mayDelete(row)]).toEqual([true, false, true]);
  });

  it("let whoever an entry is about change it", async () => {
    const { ada, bo, root } = await built(
      "Employee directory. Everyone can view it. Each person can update their own entry.",
      "Employee",
    );
    const row = await root.add({ email: "ada@example.com" });
    expect([await bo.sees(row), await bo.mayChange(row), await ada.mayChange(row)]).toEqual([true, false, true]);
  });
});
