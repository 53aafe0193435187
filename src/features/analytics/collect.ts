import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { analyticsSalt } from "@/db/schema/analytics";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { deviceOf, isRobot, pageOf, referrerOf } from "./rules";
import { type Hit, writeHits } from "./store";

/** Views are counted in memory and written together: one transaction for what a few seconds brought. */
const flushMs = 2_000;
const hitsMax = 5_000;
/** What one visitor can count for in a minute. */
const perMinute = 120;

type Seen = { appId: string; address: string; userAgent: string };

class Collector {
  #hits: Hit[] = [];
  #timer: NodeJS.Timeout | undefined;
  #salt: { day: string; salt: Promise<string> } | undefined;
  #minute = { at: 0, counts: new Map<string, number>() };
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly platform: Platform) {}

  /** A visitor's name for today, or undefined for one who asks too often. Not to be told from any other tomorrow. */
  async nameOf({ appId, address, userAgent }: Seen, day: string): Promise<string | undefined> {
    if (this.#salt?.day !== day) this.#salt = { day, salt: this.#readSalt(day) };
    // Not by their account: who signs in is the visitor that they were before.
    const text = `${await this.#salt.salt}\n${appId}\n${address}\n${userAgent}`;
    const hash = createHash("sha256").update(text).digest("base64url").slice(0, 11);
    const minute = Math.floor(Date.now() / 60_000);
    if (this.#minute.at !== minute) this.#minute = { at: minute, counts: new Map() };
    const count = (this.#minute.counts.get(hash) ?? 0) + 1;
    this.#minute.counts.set(hash, count);
    return count > perMinute ? undefined : hash;
  }

  async #readSalt(day: string): Promise<string> {
    const { db } = this.platform;
    const salt = randomBytes(16).toString("base64url");
    await db.insert(analyticsSalt).values({ day, salt }).onConflictDoNothing();
    const [row] = await db.select().from(analyticsSalt).where(eq(analyticsSalt.day, day));
    return row!.salt;
  }

  add(hit: Hit): void {
    this.#hits.push(hit);
    if (this.#hits.length >= hitsMax) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref();
  }

  /** Writes what was collected. Never throws: what cannot be counted is lost, and logged. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const hits = this.#hits;
    this.#hits = [];
    this.#writing = this.#writing.then(() => this.#write(hits));
    return this.#writing;
  }

  async #write(hits: Hit[]): Promise<void> {
    const byApp = Map.groupBy(hits, ({ appId }) => appId);
    for (const [appId, own] of byApp)
      await writeHits(this.platform.db, appId, own).catch((error: unknown) =>
        log("warn", "analytics", { appId, error }),
      );
  }
}

const collectors = new WeakMap<Platform, Collector>();

function collectorOf(platform: Platform): Collector {
  const known = collectors.get(platform);
  if (known) return known;
  const made = new Collector(platform);
  collectors.set(platform, made);
  return made;
}

const today = () => new Date().toISOString().slice(0, 10);

type View = Seen & { page: string; referrer: string; host: string };

/** Counts one view of a page of a published app. Robots do not count. */
export async function countView(platform: Platform, view: View): Promise<void> {
  if (isRobot(view.userAgent)) return;
  const day = today();
  const collector = collectorOf(platform);
  const hash = await collector.nameOf(view, day);
  if (hash === undefined) return;
  collector.add({
    appId: view.appId,
    day,
    hash,
    at: Date.now(),
    page: pageOf(view.page),
    referrer: referrerOf(view.referrer, view.host),
    device: deviceOf(view.userAgent),
  });
}

/** Whether an error of this visitor is to be kept: they may report as many a minute as they may look at pages. */
export async function mayReport(platform: Platform, seen: Seen): Promise<boolean> {
  return !isRobot(seen.userAgent) && (await collectorOf(platform).nameOf(seen, today())) !== undefined;
}

/** Writes what is still in memory: before the server closes, and in tests. */
export const flushAnalytics = (platform: Platform): Promise<void> =>
  collectors.get(platform)?.flush() ?? Promise.resolve();

/** Throws away the salts of former days: with them nobody can be found again. */
export async function dropSalts({ db }: Platform): Promise<void> {
  await db.delete(analyticsSalt).where(sql`${analyticsSalt.day} < current_date - 1`);
}
