import { afterAll, beforeAll, beforeEach } from "vitest";
import { asc, eq } from "drizzle-orm";
import { chunk } from "@/db/schema/chunk";
import { syncJob } from "@/features/sources/schema";
import { syncItem } from "@/features/sources/sync-item";
import { type Json, World } from "./world";

type Builder = Awaited<ReturnType<World["signUp"]>>;
export type SourcesScene = Awaited<ReturnType<typeof openScene>>;

async function openScene(world: World) {
  const owner: Builder = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "Shop" });
  const { token } = owner;
  return {
    world,
    owner,
    appId,
    token,
    /** Uploads a file like the dialog. */
    upload: (name: string, body: string | Uint8Array, more = "") =>
      uploadFile(world, token, `/api/context/ingest/file?appId=${appId}&name=${encodeURIComponent(name)}${more}`, body),
    sync: (itemId: string) => syncItem(world.platform, appId, itemId),
    item: async (itemId: string): Promise<Json> => owner.api.sources.get({ appId, itemId }),
    chunks: (itemId: string) =>
      world.db.select().from(chunk).where(eq(chunk.itemId, itemId)).orderBy(asc(chunk.position)),
  };
}

async function uploadFile(world: World, token: string, path: string, file: string | Uint8Array) {
  const { answerRest } = await import("@/doors/answer");
  const request = new Request(`http://localhost:3000${path}`, {
    method: "POST",
    headers: { host: "localhost:3000", authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    body: file as BodyInit,
  });
  const answer = await answerRest(world.platform, request);
  const body: Json = await answer.json();
  return { status: answer.status, body };
}

/** A world with an app and its owner, new for each test of a file. */
export function withSources(use: (scene: SourcesScene) => void, settings: Record<string, string> = {}): void {
  let world: World;
  beforeAll(async () => {
    world = await World.open(settings);
    // Tests start syncs explicitly.
    await world.platform.jobs.start({ [syncJob]: () => Promise.resolve() });
  });
  afterAll(async () => {
    await world.platform.jobs.stop();
    await world.close();
  });
  beforeEach(async () => {
    await world.reset();
    use(await openScene(world));
  });
}
