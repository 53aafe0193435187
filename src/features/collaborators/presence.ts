import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { pushEvents } from "@/api/event-stream";
import { withoutCaller } from "@/db/caller";
import type { OwnedApp } from "@/db/scope";
import { publish } from "@/engines/events";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { presentOnce } from "./rules";
import type { PresentPerson } from "./schema";

/** Servers repeat who is with them. One that falls silent for `lostMs` has died, and its people are gone. */
const [repeatMs, lostMs] = [10_000, 25_000];
/** A reload closes one stream and opens the next: nobody flickers. */
const lingerMs = 1_500;
/** NOTIFY carries 8,000 bytes. */
const toldMax = 40;

const newsSchema = z.object({
  from: z.string(),
  people: z.array(z.object({ accountId: z.string(), email: z.string() })),
  isAsking: z.boolean().default(false),
});

/**
 * Who has an app's editor open, on all servers. Nothing is stored: each server tells the others by NOTIFY who is with
 * it, when that changes and every ten seconds, as long as anybody is.
 */
class Presence {
  readonly #server = randomUUID();
  readonly #here = new Map<object, PresentPerson>();
  readonly #elsewhere = new Map<string, { people: PresentPerson[]; at: number }>();
  readonly #listeners = new Set<(people: PresentPerson[]) => void>();
  readonly #end: () => void;
  #shown = "";

  constructor(
    private readonly platform: Platform,
    private readonly appId: string,
    private readonly onEmpty: () => void,
  ) {
    const unsubscribe = platform.events.subscribe(`people:${appId}`, (data) => this.#hear(data));
    const timer = setInterval(() => this.#repeat(), repeatMs);
    timer.unref();
    this.#end = () => {
      unsubscribe();
      clearInterval(timer);
    };
    this.#tell(true);
  }

  /** @returns leave, after which the person is gone unless another tab of theirs is open */
  join(person: PresentPerson, listener: (people: PresentPerson[]) => void): () => void {
    const key = {};
    this.#here.set(key, person);
    this.#listeners.add(listener);
    this.#changed();
    listener(this.#people());
    return () => {
      this.#listeners.delete(listener);
      setTimeout(() => {
        this.#here.delete(key);
        this.#changed();
        if (this.#here.size > 0) return;
        this.#end();
        this.onEmpty();
      }, lingerMs).unref();
    };
  }

  #people(): PresentPerson[] {
    return presentOnce([...this.#here.values(), ...[...this.#elsewhere.values()].flatMap(({ people }) => people)]);
  }

  /** Of the same people in other tabs there is nothing to tell. */
  #changed(): void {
    const here = presentOnce(this.#here.values());
    const shown = JSON.stringify(here);
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#tell(false);
    }
    this.#show();
  }

  #show(): void {
    for (const listener of this.#listeners) listener(this.#people());
  }

  #tell(isAsking: boolean): void {
    const people = presentOnce(this.#here.values()).slice(0, toldMax);
    const news = JSON.stringify({ from: this.#server, people, isAsking });
    // Whoever came first may have left, and their requests are cancelled with them.
    withoutCaller(() => publish(this.platform.db, `people:${this.appId}`, news)).catch((error: unknown) =>
      log("warn", "presence", { error }),
    );
  }

  #hear(data: string): void {
    const news = newsSchema.safeParse(JSON.parse(data)).data;
    if (!news || news.from === this.#server) return;
    if (news.people.length > 0) this.#elsewhere.set(news.from, { people: news.people, at: Date.now() });
    else this.#elsewhere.delete(news.from);
    if (news.isAsking) this.#tell(false);
    this.#show();
  }

  #repeat(): void {
    let isLost = false;
    for (const [server, { at }] of this.#elsewhere)
      if (Date.now() - at > lostMs) isLost = this.#elsewhere.delete(server) || isLost;
    if (isLost) this.#show();
    this.#tell(false);
  }
}

const presences = new WeakMap<Platform, Map<string, Presence>>();

function presenceIn(platform: Platform, appId: string): Presence {
  const apps = presences.get(platform) ?? new Map<string, Presence>();
  presences.set(platform, apps);
  const known = apps.get(appId) ?? new Presence(platform, appId, () => apps.delete(appId));
  apps.set(appId, known);
  return known;
}

/**
 * SSE for an open editor: `people` with everybody who has it open, and `change` when the app is
 * another than before: a version was written, it was renamed, published or taken offline.
 */
export const followPeople = (
  platform: Platform,
  { appId }: OwnedApp,
  person: PresentPerson,
  signal: AbortSignal,
): Response =>
  pushEvents(signal, (send) => {
    const leave = presenceIn(platform, appId).join(person, (people) =>
      send(`event: people\ndata: ${JSON.stringify(people)}\n\n`),
    );
    const unsubscribe = platform.events.subscribe(`app:${appId}`, (news) =>
      send(`event: change\ndata: ${JSON.stringify(news)}\n\n`),
    );
    return () => {
      unsubscribe();
      leave();
    };
  });
