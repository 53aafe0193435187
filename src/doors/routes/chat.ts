import "server-only";
import type { OwnedApp } from "@/db/scope";
import { readAttachment, storeAttachment } from "@/features/turns/attachments";
import { followEvents } from "@/features/turns/follow";
import { attachmentBytesMax } from "@/features/turns/limits";
import { toSpecMessage } from "@/features/chat/spec-message";
import { findTurn } from "@/features/turns/store";
import { readBody } from "../request";
import type { RestCall, RestRoute } from "../rest";
import { builder, ownApp, withBody } from "../route";

async function ownTurn(call: RestCall<"appId" | "turnId">): Promise<{ scope: OwnedApp; turnId: string }> {
  const scope = await ownApp(call, "view");
  return { scope, turnId: (await findTurn(scope, call.params.turnId)).id };
}

/** Which page of the chat is asked for; what is no number is refused by the procedure. */
const pageOf = (query: URLSearchParams) =>
  Object.fromEntries(
    ["cursor", "limit"].flatMap((name) => (query.has(name) ? [[name, Number(query.get(name) || "none")]] : [])),
  );

/** A stored file with headers that keep browsers from rendering it as a page of ours. */
function fileResponse(
  { name, contentType }: { name: string; contentType: string },
  bytes: Uint8Array<ArrayBuffer>,
): Response {
  const isImage = contentType.startsWith("image/");
  return new Response(bytes, {
    headers: {
      "content-type": isImage ? contentType : "application/octet-stream",
      "content-disposition": `${isImage ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(name)}`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, max-age=31536000, immutable",
    },
  });
}

export const chatRoutes: RestRoute[] = [
  builder("POST /api/apps/:appId/chat/messages", (call) => withBody(call, call.caller.chat.send)),
  builder("GET /api/apps/:appId/chat/messages", async (call) =>
    (await call.caller.chat.messages(call.params)).map(toSpecMessage),
  ),
  builder("GET /api/apps/:appId/chat/page?cursor&limit", async (call) => {
    const { items, earlier } = await call.caller.chat.page({ ...call.params, ...pageOf(call.query) });
    return { messages: items.map(toSpecMessage), nextCursor: earlier === null ? null : String(earlier) };
  }),
  builder("GET /api/apps/:appId/chat/turns/:turnId/events?after", async (call) => {
    const { scope, turnId } = await ownTurn(call);
    const last = Number(call.request.headers.get("last-event-id") ?? call.query.get("after") ?? 0);
    return followEvents(
      scope,
      turnId,
      Number.isFinite(last) ? last : 0,
      call.context.platform.events,
      call.request.signal,
    );
  }),
  builder("POST /api/apps/:appId/chat/turns/:turnId/stop", (call) => call.caller.chat.stop(call.params)),
  builder("POST /api/apps/:appId/chat/attachments?name", async (call) => {
    const scope = await ownApp(call, "edit");
    return storeAttachment(
      call.context.platform,
      scope,
      call.query.get("name") ?? "file",
      await readBody(call.request, attachmentBytesMax),
    );
  }),
  builder("GET /api/apps/:appId/chat/attachments/:fileId", async (call) => {
    const { row, bytes } = await readAttachment(call.context.platform, await ownApp(call, "view"), call.params.fileId);
    return fileResponse(row, bytes);
  }),
  builder("POST /api/apps/:appId/chat/activate", (call) => withBody(call, call.caller.chat.activate)),
  builder("POST /api/apps/:appId/rating", (call) => withBody(call, call.caller.chat.rate)),
];
