import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

  it("of the whole installation ends, too", async () => {
    world.platform.env.STORAGE_MB = 0.01;
    const file = { name: "a.txt", bytes: new Uint8Array(100), creatorId: null, base: "" };
    const other = await (await world.signUp()).api.apps.create({ name: "Other" });
    world.platform.db = Object.create(world.platform.db) as typeof world.platform.db;
    await expect(storeUpload(world.platform, other.appId, file)).rejects.toMatchObject({ reason: "storage-full" });
  });
});
