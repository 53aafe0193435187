import "server-only";
import { z } from "zod";
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

  builder("GET /api/apps/:appId/versions", (call) => call.caller.versions.list(params(call))),
  builder("GET /api/apps/:appId/versions/:versionId", (call) => call.caller.versions.get(params(call))),
  builder("POST /api/apps/:appId/versions/:versionId/validate", async (call) => call.caller.validation.validate(await input(call))),
  builder("POST /api/apps/:appId/versions/:versionId/repair", async (call) => call.caller.validation.repair(await input(call))),
];
