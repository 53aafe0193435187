import "server-only";
import type { Events } from "@/engines/events";
import { log } from "@/engines/log";
import type { Actor } from "./actor";

/**
 * How often a stream's caller is looked at again when nothing was heard. News of lost rights come by NOTIFY, from
 * triggers of the tables (drizzle/*_rights_notify.sql); time alone ends what expires, and a connection that broke has
 * missed some.
 */
const everyMs = 60_000;

type App = { id: string; ownerId: string } | null | undefined;

/** What a caller's right to a stream rests on: who they are, what they are here, and whose the app is. */
export function standingOf(actor: Actor, app?: App): string {
  const who =
    actor.kind === "account"
      ? [actor.account.id, actor.account.isAdmin]
      : actor.kind === "visitor"
        ? [actor.visitor?.id, actor.visitor?.role, actor.isUnpaid === true]
        : [];
  return JSON.stringify([actor.kind, ...who, app?.id, app?.ownerId]);
}

/** Calls back when the rights of this caller, or the app that they look at, may have changed. */
export function hearOfRights(events: Events, actor: Actor, app: App, listener: () => void): () => void {
  const person = actor.kind === "account" ? actor.account.id : actor.kind === "visitor" ? actor.visitor?.id : undefined;
  const ends = [person, app?.id].flatMap((id) => (id ? [events.subscribe(`rights:${id}`, listener)] : []));
  return () => ends.forEach((end) => end());
}

type Rights = {
  /** The standing by which the stream was allowed. */
  first: string;
  /** The standing of now; when it cannot be told, the stream ends too. */
  now: () => Promise<string>;
  hear: (listener: () => void) => () => void;
  everyMs?: number;
};

/**
 * A stream of events lasts as long as its caller stands as they did when it was allowed: a sign-out, a lost right, a
 * disabled account or a deleted app end it, and whoever may still have it connects again. Other answers pass as they
 * are.
 */
export function whileAllowed(response: Response, rights: () => Rights): Response {
  // The type first: to ask a lazy answer for its body would make a whole Response of every row that is read.
  if (response.headers.get("content-type") !== "text/event-stream" || !response.body) return response;
  const { first, now, hear, everyMs: ms = everyMs } = rights();
  const reader = response.body.getReader();
  const stop = () => {
    clearInterval(timer);
    unhear();
  };
  const end = () => {
    stop();
    reader.cancel().catch((error: unknown) => log("warn", "stream-end", { error }));
  };
  const look = () => void now().then((standing) => standing === first || end(), end);
  const timer = setInterval(look, ms);
  timer.unref();
  const unhear = hear(look);
  // What changed between the permission and the first word of news.
  look();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        stop();
        throw error;
      });
      if (!done) return controller.enqueue(value);
      stop();
      controller.close();
    },
    cancel: end,
  });
  return new Response(body, { status: response.status, headers: response.headers });
}
