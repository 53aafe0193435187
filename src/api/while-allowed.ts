import "server-only";
import type { Events } from "@/engines/events";
import { log } from "@/engines/log";
import type { Actor } from "./actor";
import type { AppRole } from "./app-role";

/**
 * Polling interval as a fallback. Lost rights are announced by NOTIFY from triggers (drizzle/0000_first.sql);
 * polling covers expiry and notifications lost with a broken connection.
 */
const everyMs = 60_000;

type App = { id: string; ownerId: string } | null | undefined;

/**
 * Everything that a caller's right to a stream rests on, as a comparable string: identity, role, the app's owner, and
 * a builder's role in it.
 */
export function standingOf(actor: Actor, app?: App, role?: AppRole): string {
  const who =
    actor.kind === "account"
      ? [actor.account.id, actor.account.isAdmin]
      : actor.kind === "visitor"
        ? [actor.visitor?.id, actor.visitor?.role, actor.isUnpaid === true]
        : [];
  return JSON.stringify([actor.kind, ...who, app?.id, app?.ownerId, role]);
}

/** Subscribes to changes of the caller's rights and of the app. @returns unsubscribe */
export function hearOfRights(events: Events, actor: Actor, app: App, listener: () => void): () => void {
  const person = actor.kind === "account" ? actor.account.id : actor.kind === "visitor" ? actor.visitor?.id : undefined;
  const ends = [person, app?.id].flatMap((id) => (id ? [events.subscribe(`rights:${id}`, listener)] : []));
  return () => ends.forEach((end) => end());
}

type Rights = {
  /** The standing when the stream was allowed. */
  first: string;
  /** The current standing; an error ends the stream too. */
  now: () => Promise<string>;
  hear: (listener: () => void) => () => void;
  everyMs?: number;
};

export const isEventStream = ({ headers }: Response): boolean => headers.get("content-type") === "text/event-stream";

/**
 * Ends an event stream as soon as the caller's standing changes: sign-out, lost right, disabled account, deleted app. A
 * client that is still allowed reconnects. Other responses pass through unchanged.
 */
export function whileAllowed(response: Response, rights: () => Rights): Response {
  // Check the type first: reading `body` of a LazyResponse builds a full Response, for every row that is read.
  if (!isEventStream(response) || !response.body) return response;
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
  const look = () =>
    now().then((standing) => {
      if (standing !== first) end();
    }, end);
  const timer = setInterval(() => void look(), ms);
  timer.unref();
  const unhear = hear(() => void look());
  // Covers changes between the permission check and the subscription; nothing is sent before.
  const looked = look();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await looked;
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
