import "server-only";
import { log } from "@/engines/log";
import type { Actor } from "./actor";

/** How often a stream's caller is looked at again: "Revoke mid-stream: closed within 5 s" (facts/security.md §3). */
const everyMs = 4_000;

/** What a caller's right to a stream rests on: who they are, what they are here, and whose the app is. */
export function standingOf(actor: Actor, app?: { id: string; ownerId: string } | null): string {
  const who =
    actor.kind === "account"
      ? [actor.account.id, actor.account.isAdmin]
      : actor.kind === "visitor"
        ? [actor.visitor?.id, actor.visitor?.role]
        : [];
  return JSON.stringify([actor.kind, ...who, app?.id, app?.ownerId]);
}

/**
 * A stream of events lasts as long as its caller stands as they did when it was allowed: a sign-out, a lost right, a disabled account or a
 * deleted app end it, and whoever may still have it connects again. Other answers pass as they are.
 * @param standing asked now and again; when it cannot be told, the stream ends too
 */
export async function whileAllowed(
  response: Response,
  standing: () => Promise<string>,
  ms = everyMs,
): Promise<Response> {
  // The type first: to ask a lazy answer for its body would make a whole Response of every row that is read.
  if (response.headers.get("content-type") !== "text/event-stream" || !response.body) return response;
  const reader = response.body.getReader();
  const first = await standing();
  const end = () => {
    clearInterval(timer);
    reader.cancel().catch((error: unknown) => log("warn", "stream-end", { error }));
  };
  const timer = setInterval(() => {
    standing().then((now) => now === first || end(), end);
  }, ms);
  timer.unref();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        clearInterval(timer);
        throw error;
      });
      if (!done) return controller.enqueue(value);
      clearInterval(timer);
      controller.close();
    },
    cancel: end,
  });
  return new Response(body, { status: response.status, headers: response.headers });
}
