import "server-only";
import { z } from "zod";
import { mintOwnedApp, mintVisitedApp, type OwnedApp, type VisitedApp } from "@/db/scope";
import { appUrl } from "@/features/apps/address";
import { answerQuestion } from "@/features/assistant/answer";
import type { AnswerEvent } from "@/features/assistant/schema";
import { findByHostLabel } from "@/features/apps/store";
import { dataEntries } from "@/features/download/read-data";
import { streamZip } from "@/features/download/stream-zip";
import { followRows } from "@/features/entities/follow-rows";
import { beginImport, findImport, type Plan, viewOf } from "@/features/entities/import-store";
import { listFailedRows } from "@/features/entities/list-failed-rows";
import { reachesOf } from "@/features/entities/rules";
import { runImport, storeImport } from "@/features/entities/run-import";
import { importPlanSchema } from "@/features/entities/schema";
import { entitiesOfVersion, type EntitySet, findEntity } from "@/features/entities/schemas";
import type { Rows } from "@/features/entities/store";
import { followLogs } from "@/features/functions/follow-logs";
import { exportCsv } from "@/features/entities/write-csv";
import { uploadBytesMax } from "@/features/runtime/schema";
import { storeUpload } from "@/features/runtime/store-upload";
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
const app = route("app");

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

/** The caller's view of an app, with the entities that it shows them: the owner the newest, everybody else the published ones. */
async function visitedApp(call: RestCall): Promise<{ scope: VisitedApp; entities: EntitySet }> {
  const { visitor, versionId } = await call.caller.entities.view(params(call));
  const scope = mintVisitedApp(call.context.platform.db, call.params.appId!, visitor);
  return { scope, entities: await entitiesOfVersion(scope, versionId) };
}

async function visitedRows(call: RestCall): Promise<Rows & { scope: VisitedApp }> {
  const { scope, entities } = await visitedApp({ ...call, params: { appId: call.params.appId! } });
  return { scope, entity: findEntity(entities, call.params.entity!), actor: scope.visitor };
}

async function* piecesOf(first: string, rest: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(first);
  for await (const piece of rest) yield encoder.encode(piece);
}

/** Pulled by the reader, so that a slow one holds no more than a piece in memory. */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

/** A download. Its first piece is asked for here, so that a refusal is still an answer of its own. */
async function csvResponse(name: string, pieces: AsyncGenerator<string>): Promise<Response> {
  const first = await pieces.next();
  const body = streamOf(piecesOf(first.value ?? "", pieces));
  return new Response(body, { headers: { "content-type": "text/csv; charset=utf-8", "content-disposition": `attachment; filename="${name}"`, "cache-control": "no-store", "x-content-type-options": "nosniff" } });
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** `mapping` (JSON), `matchField`, `guarded=1` of an import, whose body is the file itself. */
function importPlan({ query }: RestCall): Plan {
  const mapping = query.get("mapping");
  let given: unknown;
  try {
    given = mapping === null ? undefined : JSON.parse(mapping);
  } catch {
    throw new AppError("invalid-input", undefined, "mapping is not valid JSON");
  }
  return importPlanSchema.parse({ mapping: given, matchField: query.get("matchField") ?? undefined, isGuarded: query.get("guarded") === "1" });
}

/** Stores the file of an import; what becomes of it is said to its id. */
async function storeCsv(call: RestCall): Promise<{ scope: OwnedApp; importId: string }> {
  const scope = await ownApp(call);
  const { scope: visited, entity } = await visitedRows({ ...call, params: { ...call.params, appId: scope.appId } });
  const importId = await storeImport(call.context.platform, scope, { entity: entity.name, accountId: visited.visitor!.id, name: call.query.get("name") ?? `${entity.name}.csv`, pieces: call.request.body ?? emptyBody() });
  return { scope, importId };
}

const failedPath = (appId: string, importId: string) => `/api/apps/${appId}/imports/${importId}/failed`;

/** Imports a file in one call. The work goes on when the caller hangs up, or the server stops: `GET …/imports/{importId}` tells of it. */
async function importCsv(call: RestCall): Promise<unknown> {
  const plan = importPlan(call);
  const { platform } = call.context;
  const { scope, importId } = await storeCsv(call);
  await beginImport(scope, importId, call.query.get("dryRun") === "1" ? "checking" : "importing", plan);
  await runImport(platform, scope.appId, importId);
  const view = viewOf(await findImport(scope, importId));
  if (view.state === "failed") throw new AppError("csv-unreadable", { importId, created: view.created, updated: view.updated }, view.message ?? undefined);
  return { ...view, failedCsvUrl: view.failed > 0 ? failedPath(scope.appId, importId) : null };
}

async function ownTurn(call: RestCall): Promise<{ scope: OwnedApp; turnId: string }> {
  const scope = await ownApp(call);
  return { scope, turnId: (await findTurn(scope, call.params.turnId!)).id };
}

/** An anonymous visitor's own key travels in a header: an address would be logged. */
const assistantInput = <T>(call: RestCall, more: Record<string, unknown> = {}) => params<T>(call, { ...more, ...(call.request.headers.has("x-session") && { session: call.request.headers.get("x-session") }) });

async function* serverSentEvents(events: AsyncGenerator<AnswerEvent>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const { event, data } of events) yield encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Pieces that are made to their end even when the reader leaves: an answer that was begun is paid for, and is there after a reload. */
function heardToItsEnd(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  let isHeard = true;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const pass = async () => {
        for await (const piece of pieces) if (isHeard) controller.enqueue(piece);
        if (isHeard) controller.close();
      };
      void pass().catch((error: unknown) => isHeard && controller.error(error));
    },
    cancel() {
      isHeard = false;
    },
  });
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

  builder("GET /api/apps/:appId/download", async (call) => {
    const hasData = call.query.get("data") === "1";
    const { folder, files, entities } = await call.caller.download.project(params(call, { hasData }));
    const scope = mintOwnedApp(call.context.platform.db, call.params.appId!);
    const data = hasData ? await dataEntries(scope, call.context.platform.blobs, entities) : [];
    return new Response(streamZip(folder, [...files, ...data]), { headers: { "content-type": "application/zip", "content-disposition": `attachment; filename="${folder}.zip"`, "cache-control": "no-store", "x-content-type-options": "nosniff" } });
  }),

  builder("GET /api/apps/:appId/entities", (call) => call.caller.entities.schemas(params(call))),
  both("GET /api/apps/:appId/entities/events", async (call) => {
    const { scope, entities } = await visitedApp(call);
    return followRows(scope, entities, call.context.platform.events, call.request.signal);
  }),
  both("GET /api/apps/:appId/entities/:entity", (call) => call.caller.entities.list(params(call, listQuery(call)))),
  both("GET /api/apps/:appId/entities/:entity/count", (call) => call.caller.entities.count(params(call, { q: listQuery(call).q }))),
  both("GET /api/apps/:appId/entities/:entity/export", async (call) => {
    const rows = await visitedRows(call);
    const pages = exportCsv(rows, reachesOf(rows.entity.permissions, rows.actor).read, { q: listQuery(call).q, isGuarded: call.query.get("guard") === "1" });
    return csvResponse(`${rows.entity.name}_export_${new Date().toISOString().slice(0, 10)}.csv`, pages);
  }),
  builder("POST /api/csv/generateMapping", async (call) => call.caller.entities.suggestMapping(await input(call))),
  builder("POST /api/apps/:appId/entities/:entity/import", importCsv),
  builder("POST /api/apps/:appId/entities/:entity/imports", async (call) => ({ importId: (await storeCsv(call)).importId })),
  builder("GET /api/apps/:appId/imports/:importId", (call) => call.caller.entities.getImport(params(call))),
  builder("POST /api/apps/:appId/imports/:importId/cancel", (call) => call.caller.entities.cancelImport(params(call))),
  builder("POST /api/apps/:appId/imports/:importId/undo", (call) => call.caller.entities.undoImport(params(call))),
  builder("GET /api/apps/:appId/imports/:importId/failed", async (call) => {
    const scope = await ownApp(call);
    const row = await findImport(scope, call.params.importId!);
    return csvResponse(`${row.entity}_failed_rows.csv`, listFailedRows(call.context.platform.blobs, scope, row));
  }),
  both("GET /api/apps/:appId/entities/:entity/:id", (call) => call.caller.entities.get(params(call))),
  both("POST /api/apps/:appId/entities/:entity", async (call) => call.caller.entities.create(params(call, { data: await objectBody(call) }))),
  both("POST /api/apps/:appId/entities/:entity/bulk", async (call) => (await call.caller.entities.bulkCreate(params(call, { rows: await call.body() }))).items),
  both("PUT /api/apps/:appId/entities/:entity/:id", async (call) => call.caller.entities.update(params(call, { data: await objectBody(call) }))),
  both("DELETE /api/apps/:appId/entities/:entity/:id", (call) => call.caller.entities.delete(params(call))),

  builder("POST /api/apps/:appId/publish", async (call) => call.caller.runtime.publish(await input(call))),
  builder("POST /api/apps/:appId/unpublish", (call) => call.caller.runtime.unpublish(params(call))),
  builder("GET /app/:appId", async (call) => {
    const found = await findByHostLabel(call.context.platform.db, call.params.appId!);
    if (!found?.publishedVersionId) throw new AppError("not-published");
    return Response.redirect(appUrl(call.context.platform.env, found), 302);
  }),
  both("POST /api/apps/:appId/uploads", async (call) => {
    const { visitorId, base } = await call.caller.runtime.mayUpload(params(call));
    const bytes = await readBody(call.request, uploadBytesMax).catch(() => {
      throw new AppError("file-too-big");
    });
    return storeUpload(call.context.platform, call.params.appId!, { name: call.query.get("name") ?? "file", bytes, creatorId: visitorId, base });
  }),
  app("POST /api/apps/:appId/sign-up", async (call) => call.caller.runtime.signUp(await input(call))),
  app("POST /api/apps/:appId/sign-in", async (call) => call.caller.runtime.signIn(await input(call))),
  app("POST /api/apps/:appId/sign-out", (call) => call.caller.runtime.signOut(params(call))),
  app("GET /api/apps/:appId/me", (call) => call.caller.runtime.me(params(call))),
  app("PUT /api/apps/:appId/me", async (call) => call.caller.runtime.updateMe(params(call, { data: await objectBody(call) }))),
  app("POST /api/apps/:appId/integrations/llm", async (call) => call.caller.runtime.invokeModel(await input(call))),
  app("POST /api/apps/:appId/integrations/email", async (call) => call.caller.runtime.sendEmail(await input(call))),

  app("GET /api/apps/:appId/assistant", (call) => call.caller.assistant.view(params(call))),
  app("GET /api/apps/:appId/assistant/messages", (call) => call.caller.assistant.messages(assistantInput(call))),
  app("DELETE /api/apps/:appId/assistant/messages", (call) => call.caller.assistant.clear(assistantInput(call))),
  app("POST /api/apps/:appId/assistant/messages", async (call) => {
    const asked = await call.caller.assistant.ask(assistantInput(call, { content: (await objectBody(call)).content }));
    const { scope, entities } = await visitedApp(call);
    return new Response(heardToItsEnd(serverSentEvents(answerQuestion(call.context.platform, scope, entities, asked))), { headers: { "content-type": "text/event-stream", "cache-control": "no-store, no-transform" } });
  }),

  builder("GET /apps/:appId/functions/list", async (call) => ({ functions: await call.caller.functions.list(params(call)) })),
  builder("POST /apps/:appId/functions/:name/deploy", (call) => call.caller.functions.deploy(params(call))),
  builder("DELETE /apps/:appId/functions/:name", (call) => call.caller.functions.delete(params(call))),
  builder("POST /api/apps/:appId/functions/:name/run", async (call) => call.caller.functions.run(await input(call))),
  builder("GET /api/apps/:appId/functions/:name/logs", async (call) => {
    const lines = await call.caller.functions.logs(params(call));
    return followLogs(call.context.platform.functions.log(call.params.appId!), call.params.name!, lines, call.request.signal);
  }),

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
  builder("POST /api/apps/:appId/chat/activate", async (call) => call.caller.chat.activate(await input(call))),
  builder("POST /api/apps/:appId/rating", async (call) => call.caller.chat.rate(await input(call))),

  builder("POST /api/apps/:appId/versions/:versionId/restore", async (call) => {
    const { versionId, messages } = await call.caller.versions.restore(await input(call));
    return { versionId, messages: messages.map(toSpecMessage) };
  }),
  builder("GET /api/apps/:appId/versions", async (call) => (await call.caller.versions.list(params(call))).map((version) => ({ ...version, content: version.description, metadata: { description: version.description } }))),
  builder("GET /api/apps/:appId/versions/:versionId", (call) => call.caller.versions.get(params(call))),
  builder("POST /api/apps/:appId/versions/:versionId/validate", async (call) => call.caller.validation.validate(await input(call))),
  builder("POST /api/apps/:appId/versions/:versionId/repair", async (call) => call.caller.validation.repair(await input(call))),
];
