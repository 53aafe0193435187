import "server-only";
import { z } from "zod";
import { mintOwnedApp, type OwnedApp } from "@/db/scope";
import { readAttachment, storeAttachment } from "@/features/chat/attachments";
import { followEvents } from "@/features/chat/follow";
import { attachmentBytesMax } from "@/features/chat/schema";
import { toSpecMessage } from "@/features/chat/spec-message";
import { findTurn } from "@/features/chat/store";
import { readBody } from "./request";
import type { AppBody } from "@/features/apps/schema";
import { AppError } from "@/errors";
import type { RestCall, RestRoute } from "./rest";

type Answer = RestRoute["answer"];

const route = (hosts: RestRoute["hosts"]) => (line: string, answer: Answer): RestRoute => {
  const [method, path] = line.split(" ") as [RestRoute["method"], string];
  return { method, path, hosts, answer };
};
const builder = route("builder");
const both = route("both");

/** A procedure's own schema checks the body; here it only has to be an object that path parameters can join. */
const objectBody = async (call: RestCall) => z.record(z.string(), z.unknown(), { error: "Send a JSON object" }).parse(await call.body());

/** Path parameters win over the body, so that one request names one app. */
const input = async <T>(call: RestCall, more: Record<string, unknown> = {}) => ({ ...(await objectBody(call)), ...call.params, ...more }) as T;
const params = <T>(call: RestCall, more: Record<string, unknown> = {}) => ({ ...call.params, ...more }) as T;

/** `q` (JSON), `sort` (`-createdAt`), `limit`, `cursor`, `fields` (comma-separated) of a list. */
function listQuery({ query }: RestCall): Record<string, unknown> {
  const given = Object.fromEntries(["sort", "limit", "cursor"].flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])));
  const fields = query.get("fields");
  const q = query.get("q");
  try {
    return { ...given, ...(fields !== null && { fields: fields.split(",") }), ...(q !== null && { q: JSON.parse(q) as unknown }) };
  } catch {
    throw new AppError("invalid-query", undefined, "q is not valid JSON");
  }
}

/** What only a stream or raw bytes need: the owner's scope, by the same door as every owner procedure. */
async function ownApp(call: RestCall): Promise<OwnedApp> {
  const { appId } = await call.caller.apps.get(params(call.params.appId ? { ...call, params: { appId: call.params.appId } } : call));
  return mintOwnedApp(call.context.platform.db, appId);
}

async function ownTurn(call: RestCall): Promise<{ scope: OwnedApp; turnId: string }> {
  const scope = await ownApp(call);
  return { scope, turnId: (await findTurn(scope, call.params.turnId!)).id };
}

/** A stored file, in a way that no browser can take for a page of ours. */
function fileResponse({ name, contentType }: { name: string; contentType: string }, bytes: Uint8Array<ArrayBuffer>): Response {
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

/** The documented paths, one line each. Texts of both specifications' §7 and of design §7. */
export const routes: RestRoute[] = [
  builder("POST /api/auth/sign-up", async (call) => call.caller.account.signUp(await input(call))),
  builder("POST /api/auth/sign-in", async (call) => call.caller.account.signIn(await input(call))),
  builder("POST /api/auth/sign-out", (call) => call.caller.account.signOut()),
  builder("POST /api/auth/refresh", (call) => call.caller.account.refresh()),
  builder("GET /api/live_api/account/current", (call) => call.caller.account.current()),

  builder("GET /api/apps", (call) => call.caller.apps.list()),
  builder("POST /api/apps", async (call) => {
    const body = await input<AppBody>(call);
    return body.appId === undefined ? call.caller.apps.create(body) : call.caller.apps.save({ appId: body.appId, body });
  }),
  builder("GET /api/apps/:appId", (call) => call.caller.apps.bundle(params(call))),
  builder("DELETE /api/apps/:appId", (call) => call.caller.apps.delete(params(call))),

  builder("GET /api/apps/:appId/files", (call) => call.caller.files.list(params(call))),
  builder("POST /api/apps/:appId/files/update", async (call) => call.caller.files.update(await input(call))),
  builder("POST /api/apps/:appId/files/delete", async (call) => call.caller.files.delete(await input(call))),

  builder("GET /api/apps/:appId/entities", (call) => call.caller.entities.schemas(params(call))),
  both("GET /api/apps/:appId/entities/:entity", (call) => call.caller.entities.list(params(call, listQuery(call)))),
  both("GET /api/apps/:appId/entities/:entity/count", (call) => call.caller.entities.count(params(call, { q: listQuery(call).q }))),
  both("GET /api/apps/:appId/entities/:entity/:id", (call) => call.caller.entities.get(params(call))),
  both("POST /api/apps/:appId/entities/:entity", async (call) => call.caller.entities.create(params(call, { data: await objectBody(call) }))),
  both("POST /api/apps/:appId/entities/:entity/bulk", async (call) => (await call.caller.entities.bulkCreate(params(call, { rows: await call.body() }))).items),
  both("PUT /api/apps/:appId/entities/:entity/:id", async (call) => call.caller.entities.update(params(call, { data: await objectBody(call) }))),
  both("DELETE /api/apps/:appId/entities/:entity/:id", (call) => call.caller.entities.delete(params(call))),

  builder("GET /apps/:appId/secrets", async (call) => ({ secrets: await call.caller.secrets.list(params(call)) })),
  builder("POST /apps/:appId/secrets", async (call) => ({ secrets: await call.caller.secrets.update(await input(call)) })),
  builder("DELETE /apps/:appId/secrets/:key", (call) => call.caller.secrets.delete(params(call))),

  builder("POST /api/apps/:appId/chat/messages", async (call) => call.caller.chat.send(await input(call))),
  builder("GET /api/apps/:appId/chat/messages", async (call) => (await call.caller.chat.messages(params(call))).map(toSpecMessage)),
  builder("GET /api/apps/:appId/chat/turns/:turnId/events", async (call) => {
    const { scope, turnId } = await ownTurn(call);
    const last = Number(call.request.headers.get("last-event-id") ?? call.query.get("after") ?? 0);
    return followEvents(scope, turnId, Number.isFinite(last) ? last : 0, call.context.platform.events, call.request.signal);
  }),
  builder("POST /api/apps/:appId/chat/turns/:turnId/stop", (call) => call.caller.chat.stop(params(call))),
  builder("POST /api/apps/:appId/chat/attachments", async (call) => {
    const scope = await ownApp(call);
    return storeAttachment(call.context.platform, scope, call.query.get("name") ?? "file", await readBody(call.request, attachmentBytesMax));
  }),
  builder("GET /api/apps/:appId/chat/attachments/:fileId", async (call) => {
    const { row, bytes } = await readAttachment(call.context.platform, await ownApp(call), call.params.fileId!);
    return fileResponse(row, bytes);
  }),
  builder("POST /api/apps/:appId/rating", async (call) => call.caller.chat.rate(await input(call))),

  builder("POST /api/apps/:appId/versions/:versionId/restore", async (call) => {
    const { versionId, messages } = await call.caller.versions.restore(await input(call));
    return { versionId, messages: messages.map(toSpecMessage) };
  }),
  builder("GET /api/apps/:appId/versions", (call) => call.caller.versions.list(params(call))),
  builder("GET /api/apps/:appId/versions/:versionId", (call) => call.caller.versions.get(params(call))),
];
