import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { app, publication } from "@/db/schema";
import { mintOwnedApp } from "@/db/scope";
import type { Build } from "@/engines/bundler/schema";
import { storePublication } from "@/features/runtime/store";
import { keepHead, writeVersion } from "@/features/versions/store";
import { mortal } from "../support/mortal";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());

const assetsWanted = 12;
const textOf = (round: number, asset: number) => `/* ${round} ${asset} */ ${"const x = 1;\n".repeat(200)}`;

/** A build as the bundler gives it, of which every asset is new. */
const buildOf = (round: number): Build => ({
  html: `<!doctype html><title>Round ${round}</title>`,
  assets: new Map(
    Array.from({ length: assetsWanted }, (_, asset) => [
      `/_joinery/assets/a${asset}-${round}.js`,
      { contentType: "text/javascript", bytes: new TextEncoder().encode(textOf(round, asset)) },
    ]),
  ),
  problems: [],
  pages: ["Home"],
});

it("A publication whose process is killed at any step leaves the one before live and whole, or is live and whole itself, and the next succeeds", async () => {
  const { api } = await world.signUp();
  const { appId } = await api.apps.create({ name: "App" });
  const scope = mintOwnedApp(world.db, appId);
  const write = (round: number) =>
    writeVersion(scope, { kind: "turn" }, () => [
      { path: "pages/Home.jsx", content: `export default () => <p>${round}</p>;` },
    ]);
  const publish = async (on: World["platform"], round: number) => {
    const owned = mintOwnedApp(on.db, appId);
    const { versionId } = await keepHead(owned);
    await storePublication(on, owned, { versionId, sources: [] }, buildOf(round));
  };
  const [{ slug } = { slug: "" }] = await world.db.select().from(app).where(eq(app.id, appId));
  const host = `${slug}.localhost:3000`;
  /** Which round's app visitors meet, after every part of it was fetched. */
  const liveRound = async () => {
    const live = await world.db.select().from(publication).where(eq(publication.live, true));
    const [row] = await world.db.select().from(app).where(eq(app.id, appId));
    expect(live).toHaveLength(1);
    expect(row!.publishedVersionId).toBe(live[0]!.versionId);
    const round = Number(/Round (\d+)/.exec(live[0]!.html)![1]);
    expect(live[0]!.files).toHaveLength(assetsWanted);
    for (let asset = 0; asset < assetsWanted; asset += 1) {
      const path = `/_joinery/assets/a${asset}-${round}.js`;
      for (const encoding of ["identity", "br"]) {
        const answer = await world.rest(`GET ${path}`, { host, headers: { "accept-encoding": encoding } });
        expect([path, encoding, answer.status]).toEqual([path, encoding, 200]);
        if (encoding === "identity") expect(answer.body).toBe(textOf(round, asset));
      }
    }
    return round;
  };

  await write(0);
  await publish(world.platform, 0);
  let live = await liveRound();
  let points = 0;
  for (let hasDied = true; hasDied; points += 1) {
    const round = points + 1;
    await write(round);
    const process = mortal(world.platform, points);
    const isAcknowledged = await publish(process.platform, round).then(
      () => true,
      () => false,
    );
    hasDied = process.isDead();
    const now = await liveRound();
    expect([points, now]).toEqual([points, isAcknowledged ? round : expect.toBeOneOf([live, round])]);
    live = now;
  }
  expect(live).toBe(points);
  expect(points).toBeGreaterThan(40);
}, 120_000);
