import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { app } from "@/db/schema";
import { mintOwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { conversation } from "../support/offline";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const schema = {
  name: "Booking",
  type: "object",
  properties: {
    startsAt: { type: "string", format: "date-time" },
    room: { type: "string" },
    status: { type: "string", enum: ["requested", "cancelled"] },
  },
  "x-accessControl": { permissions: { read: "anonymous", write: "anonymous" } },
  "x-noOverlap": { field: "startsAt", minutes: 60, per: ["room"], unless: { field: "status", values: ["cancelled"] } },
};

async function openBookings() {
  const { api, token } = await world.signUp();
  const { appId } = await api.apps.create({ name: "Rooms" });
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "edit" }, () => [
    { path: "entities/Booking.json", content: JSON.stringify(schema) },
  ]);
  const send = (line: string, body: unknown) => world.rest(line, { token, body });
  const path = `/api/apps/${appId}/entities/Booking`;
  return {
    book: (startsAt: string, more: object = {}) => send(`POST ${path}`, { startsAt, room: "Blue", ...more }),
    change: (id: string, fields: object) => send(`PUT ${path}/${id}`, fields),
    bulk: (rows: object[]) => send(`POST ${path}/bulk`, rows),
    all: async () => (await world.rest(`GET ${path}`, { token })).body.items as { startsAt: string }[],
  };
}

const ten = "2026-11-23T10:00:00.000Z";

describe("Bookings of one time", () => {
  it("gives a time to one of those who race for it, and tells the others", async () => {
    const { book, all } = await openBookings();
    const answers = await Promise.all(Array.from({ length: 8 }, () => book(ten)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toMatchObject({
      code: "slot-taken",
      message: "Somebody has this time already. Choose another one",
    });
    expect(await all()).toHaveLength(1);
  });

  it.each([
    ["2026-11-23T10:30:00.000Z", {}, 409],
    ["2026-11-23T09:01:00.000Z", {}, 409],
    ["2026-11-23T11:30:00+01:00", {}, 409],
    ["2026-11-23T11:00:00.000Z", {}, 200],
    ["2026-11-23T09:00:00.000Z", {}, 200],
    ["2026-11-23T10:00:00.000Z", { room: "Red" }, 200],
    ["2026-11-23T10:00:00.000Z", { status: "cancelled" }, 200],
  ])("beside one at ten of an hour, %s %j is answered %i", async (startsAt, more, status) => {
    const { book } = await openBookings();
    await book(ten);
    expect((await book(startsAt, more)).status).toBe(status);
  });

  it("keeps them apart when one is moved, taken up again, or several come at once", async () => {
    const { book, change, bulk, all } = await openBookings();
    const first = (await book(ten)).body as { id: string };
    const later = (await book("2026-11-23T12:00:00.000Z")).body as { id: string };
    expect((await change(later.id, { startsAt: "2026-11-23T10:15:00.000Z" })).status).toBe(409);
    expect((await change(later.id, { startsAt: "2026-11-23T13:00:00.000Z" })).status).toBe(200);
    await change(first.id, { status: "cancelled" });
    expect((await book(ten)).status).toBe(200);
    expect((await change(first.id, { status: "requested" })).status).toBe(409);
    const nine = { startsAt: "2026-11-24T09:00:00.000Z", room: "Blue" };
    expect((await bulk([nine, { ...nine, startsAt: "2026-11-24T09:30:00.000Z" }])).status).toBe(409);
    expect(await all()).toHaveLength(3);
  });
});

describe("Taken times", () => {
  const taken = (appId: string, more = "", token?: string) =>
    world.rest(
      `GET /api/apps/${appId}/entities/Booking/taken?from=2026-11-23T00:00:00Z&to=2026-11-24T00:00:00Z${more}`,
      token === undefined ? {} : { token },
    );
  async function openSite(access: object) {
    const { api, token } = await world.signUp();
    const { appId } = await api.apps.create({ name: "Rooms" });
    const written = await writeVersion(mintOwnedApp(world.db, appId), { kind: "edit" }, () => [
      { path: "entities/Booking.json", content: JSON.stringify({ ...schema, "x-accessControl": access }) },
      { path: "entities/Note.json", content: JSON.stringify({ properties: {} }) },
    ]);
    await world.db.update(app).set({ publishedVersionId: written!.version.id }).where(eq(app.id, appId));
    const rows = [
      { startsAt: ten, room: "Blue", status: "requested" },
      { startsAt: ten, room: "Red", status: "requested" },
      { startsAt: "2026-11-23T12:00:00.000Z", room: "Red", status: "requested" },
      { startsAt: "2026-11-23T14:00:00.000Z", room: "Red", status: "cancelled" },
      { startsAt: "2026-11-22T23:30:00.000Z", room: "Red", status: "requested" },
      { startsAt: "2026-11-24T10:00:00.000Z", room: "Red", status: "requested" },
    ];
    await world.rest(`POST /api/apps/${appId}/entities/Booking/bulk`, { token, body: rows });
    return { appId, token };
  }
  const open = { permissions: { read: "admin", write: "anonymous" } };

  it("are told to strangers who may book, without anything of who booked", async () => {
    const { appId } = await openSite(open);
    expect((await world.rest(`GET /api/apps/${appId}/entities/Booking`)).status).toBe(401);
    const starts = ["2026-11-22T23:30:00.000Z", ten, "2026-11-23T12:00:00.000Z"];
    expect((await taken(appId)).body).toEqual({ minutes: 60, starts });
    const per = `&per=${encodeURIComponent('{"room":"Blue"}')}`;
    expect((await taken(appId, per)).body.starts).toEqual([ten]);
  });

  it("are told to nobody who may neither book nor read, and of no other fields, tables or years", async () => {
    const closed = await openSite({ permissions: { read: "admin", write: "admin" } });
    expect((await taken(closed.appId)).status).toBe(401);
    const { appId } = await openSite(open);
    const status = async (path: string) => (await world.rest(`GET /api/apps/${appId}/entities/${path}`)).status;
    expect((await taken(appId, `&per=${encodeURIComponent('{"status":"requested"}')}`)).status).toBe(400);
    expect((await taken(appId, "&per=1")).status).toBe(400);
    expect(await status("Booking/taken?from=2026-01-01&to=2027-01-01")).toBe(400);
    expect(await status("Booking/taken?from=now&to=then")).toBe(400);
    expect(await status("Booking/taken")).toBe(400);
    expect(await status("Note/taken?from=2026-01-01&to=2026-01-02")).toBe(401);
  });
});

it("The offline builder writes the rule for what it makes times to book for", () => {
  const begun = conversation();
  begun.say("A booking app for a hair salon with services, stylists and appointments");
  expect(begun.entity("Appointment")).toMatchObject({
    "x-noOverlap": { field: "starts_at", minutes: 60, unless: { field: "status" } },
  });
  begun.say("Add a phone number to stylists");
  expect(begun.entity("Appointment")).toMatchObject({ "x-noOverlap": { field: "starts_at" } });
});
