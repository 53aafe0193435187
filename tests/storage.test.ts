import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkRoom } from "@/api/check-room";
import { app } from "@/db/schema";
import { mintOwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { storeUpload } from "@/features/runtime/store-upload";
import { openVisitorSession } from "@/features/runtime/store";
import { member } from "@/db/schema";
import { type Json, World } from "./support/world";

let world: World;
let appId: string;
let token: string;

beforeAll(async () => {
  world = await World.open({ APP_STORAGE_MB: "0.2" });
  const owner = await world.signUp();
  ({ appId } = await owner.api.apps.create({ name: "App" }));
  const scope = mintOwnedApp(world.db, appId);
  const open = {
    properties: { text: { type: "string" } },
    "x-accessControl": { permissions: { read: "anonymous", write: "anonymous" } },
  };
  const written = await writeVersion(scope, { kind: "turn" }, () => [
    { path: "entities/Note.json", content: JSON.stringify(open) },
  ]);
  await world.db.update(app).set({ publishedVersionId: written!.version.id }).where(eq(app.id, appId));
  await world.db.insert(member).values({ appId, id: "m1", email: "m@example.com", passwordHash: "none" });
  token = await openVisitorSession(scope, { memberId: "m1" });
});
afterAll(() => world.close());

const host = () => `${appId}.localhost:3000`;

describe("Storage", () => {
  it("of a profile ends at 50,000 characters, however many calls it comes in", async () => {
    const answers: { status: number; body: Json }[] = [];
    for (let call = 0; call < 3; call += 1)
      answers.push(
        await world.rest(`PUT /api/apps/${appId}/me`, {
          token,
          host: host(),
          body: { [`field${call}`]: "x".repeat(20_000) },
        }),
      );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 413]);
    expect(answers[2]!.body.error).toMatchObject({
      code: "profile-full",
      message: "A profile holds at most 50,000 characters",
    });
  });

  it("of an app ends where its installation says, for rows and for files, in words", async () => {
    const statuses = new Set<number>();
    for (let call = 0; call < 30; call += 1) {
      const { status } = await world.rest(`POST /api/apps/${appId}/entities/Note`, {
        body: { text: "x".repeat(9_000) },
      });
      statuses.add(status);
    }
    expect([...statuses]).toEqual([200, 413]);
    const file = { name: "a.txt", bytes: new Uint8Array(60_000), creatorId: null, base: "" };
    await expect(storeUpload(world.platform, appId, file)).rejects.toMatchObject({ reason: "app-full" });
  });

  it("of an app is one for all servers, which each take pieces of it at once", async () => {
    const { appId: other } = await (await world.signUp()).api.apps.create({ name: "Shared" });
    const servers = Array.from({ length: 4 }, () => ({
      ...world.platform,
      db: Object.create(world.platform.db) as typeof world.platform.db,
    }));
    const takeAll = async (server: (typeof servers)[number]) => {
      let bytes = 0;
      for (let call = 0; call < 60; call += 1) {
        const isTaken = await checkRoom(server, other, 5_000).then(
          () => true,
          () => false,
        );
        if (isTaken) bytes += 5_000;
      }
      return bytes;
    };
    const all = (await Promise.all(servers.map(takeAll))).reduce((sum, bytes) => sum + bytes, 0);
    const limit = 0.2 * 1024 * 1024;
    expect(all).toBeLessThanOrEqual(limit);
    expect(all).toBeGreaterThan(limit * 0.9);
  });

  it("is measured again when it is full, so that what was deleted makes room", async () => {
    await expect(checkRoom(world.platform, appId, 9_000)).rejects.toMatchObject({ reason: "app-full" });
    await world.db.execute(sql`delete from entity_row where app_id = ${appId}`);
    await world.db.execute(sql`update storage_use set measured_at = now() - interval '1 minute'`);
    await checkRoom(world.platform, appId, 9_000);
  });

  it("is charged for imports: for the file, and for the rows of each batch, and says so", async () => {
    const { api, token: owner } = await world.signUp();
    const { appId: other } = await api.apps.create({ name: "Imports" });
    const content = JSON.stringify({ properties: { text: { type: "string" } } });
    await writeVersion(mintOwnedApp(world.db, other), { kind: "turn" }, () => [
      { path: "entities/Note.json", content },
    ]);
    const imported = (rows: number) =>
      world.rest(`POST /api/apps/${other}/entities/Note/import`, {
        token: owner,
        headers: { "content-type": "text/csv" },
        body: `text\n${`${"x".repeat(1_000)}\n`.repeat(rows)}`,
      });
    expect((await imported(20)).body).toMatchObject({ created: 20 });
    // The file fits beside the rows, and its rows do not fit beside the file.
    const half = await imported(120);
    expect(half.body.error.message).toBe("This app's storage is full. Its owner can delete rows or files");
    const whole = await imported(300);
    expect([whole.status, whole.body.error.code]).toEqual([413, "app-full"]);
  });

  it("of the whole installation ends, too", async () => {
    world.platform.env.STORAGE_MB = 0.01;
    const file = { name: "a.txt", bytes: new Uint8Array(100), creatorId: null, base: "" };
    const other = await (await world.signUp()).api.apps.create({ name: "Other" });
    world.platform.db = Object.create(world.platform.db) as typeof world.platform.db;
    await expect(storeUpload(world.platform, other.appId, file)).rejects.toMatchObject({ reason: "storage-full" });
  });
});
