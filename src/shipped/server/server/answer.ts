import { newId } from "./db/id";
import type { Database } from "./db/open";
import { mintVisitedApp, type Visitor } from "./db/scope";
import { serveApp, type BuiltApp } from "./build-app";
import { readJson, readObject } from "./doors/request";
import type { Events } from "./engines/events";
import { checkJson, JsonText, parseJson } from "./engines/json";
import { AppError, errorResponse } from "./errors";
import { aggregateRows } from "./features/rows/aggregate";
import { countRows } from "./features/rows/count";
import { followRows } from "./features/rows/follow-rows";
import { reachesOf } from "./features/rows/rules";
import { bulkRowsMax, pageRows, pageRowsMax } from "./features/rows/limits";
import { type EntitySet, findEntity } from "./features/rows/entity";
import { getRow } from "./features/rows/get-row";
import { listRows, type Rows } from "./features/rows/read";
import { bulkCreateRows } from "./features/rows/create-rows";
import { createRow } from "./features/rows/create-row";
import { deleteRows } from "./features/rows/store";
import { takenTimes } from "./features/rows/taken-times";
import { updateRow } from "./features/rows/update-row";
import { callFunction } from "./functions/load";
import { askModel, sendMail } from "./integrations";
import { callerOf, countTry } from "./limits";
import { memberOf, profileOf, signIn, signOut, signUp, updateProfile } from "./members";
import type { Project } from "./project";
import { serveUpload, storeUpload } from "./uploads";

/** Context of the whole server. */
export type Server = {
  project: Project;
  url: string;
  db: Database;
  dataDir: string;
  app: BuiltApp;
  entities: EntitySet["entities"];
  events: Events;
};
export type Answer = (request: Request) => Promise<Response>;

type Call = Server & { request: Request; query: URLSearchParams; visitor: Visitor; parts: string[] };

/** Routes every request: the app's API below `/api/apps/{id}`, functions, uploads, and pages. */
export function openAnswer(server: Server): Answer {
  return async (request) => {
    const { pathname, searchParams: query } = new URL(request.url);
    const [first = "", second, third, ...parts] = pathname.slice(1).split("/");
    try {
      checkJson([...query.entries(), parts.map(decode)], "The address");
      if (first === "files") return await serveUpload(server, second ?? "");
      if (first !== "api" && first !== "functions") return serveApp(server.app, request, pathname);
      const visitor = await memberOf(server.db, request.headers.get("authorization"));
      if (first === "functions") return await callFunction(second ?? "", request);
      if (second !== "apps" || third !== server.project.appId) throw new AppError("not-found");
      const result = await answerApi({ ...server, request, query, visitor, parts: parts.map(decode) });
      if (result instanceof Response) return result;
      const text = result instanceof JsonText ? result.text : JSON.stringify(result ?? {});
      return new Response(text, { headers: { "content-type": "application/json", "cache-control": "no-store" } });
    } catch (error) {
      return errorResponse(error);
    }
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new AppError("not-found");
  }
}

async function answerApi(call: Call): Promise<unknown> {
  const { request, parts, db, visitor } = call;
  const [area, ...rest] = parts;
  if (area === "entities") return answerEntities(call, rest);
  const path = `${request.method} ${parts.join("/")}`;
  checkQueries(call.query, path === "POST uploads" ? ["name"] : []);
  switch (path) {
    // Sign-up is open: a download has no switch for it.
    case "GET sign-up":
      return { isSignupEnabled: true, isSignedIn: Boolean(visitor) };
    case "POST sign-up":
      return signUp(call, request, await readFields(request, ["email", "password", "invitation"]));
    case "POST sign-in":
      return signIn(db, request, await readFields(request, ["email", "password"]));
    case "POST sign-out":
      return signOut(db, request.headers.get("authorization"));
    case "GET me":
      return profileOf(db, signedIn(visitor));
    case "PUT me":
      return updateProfile(db, signedIn(visitor), await readObject(request));
    // No assistant: that part of Joinery is not in a download.
    case "GET assistant":
      return { isActive: false };
    case "POST uploads":
      countTry(`upload ${callerOf(visitor, request)}`, visitor ? 300 : 20);
      return storeUpload(call, visitor, call.query.get("name") ?? "file", request);
    case "POST integrations/llm":
      countTry(`llm ${signedIn(visitor).id}`, 30);
      return askModel(await readObject(request));
    case "POST integrations/email":
      countTry(`mail ${signedIn(visitor).id}`, 15);
      return sendMail(call, await readObject(request));
  }
  throw new AppError("not-found");
}

/** A JSON body with exactly these fields. */
async function readFields(request: Request, fields: string[]): Promise<Record<string, unknown>> {
  const given = await readObject(request);
  const unknown = Object.keys(given).find((name) => !fields.includes(name));
  if (unknown !== undefined) throw new AppError("invalid-input", undefined, `Unknown field: ${unknown.slice(0, 60)}`);
  return given;
}

function signedIn(visitor: Visitor): NonNullable<Visitor> {
  if (!visitor) throw new AppError("not-signed-in");
  return visitor;
}

/** Rows of one entity within the caller's permissions. */
async function answerEntities(call: Call, [name = "", id, ...rest]: string[]): Promise<unknown> {
  const { request, project, entities, visitor, events } = call;
  const scope = mintVisitedApp(call.db, project.appId, visitor);
  if (rest.length > 0) throw new AppError("not-found");
  if (request.method !== "GET" || name === "events") checkQueries(call.query, []);
  if (request.method === "GET" && name === "events" && id === undefined)
    return followRows(scope, { entities, broken: [] }, events, request.signal);
  const entity = findEntity({ entities, broken: [] }, name);
  const rows: Rows = { scope, entity, actor: visitor };
  if (request.method === "GET") return readRows(call, rows, id);
  const changed = await changeRows(request, rows, id);
  events.announce(`rows:${project.appId}:${entity.name}`);
  return changed;
}

function readRows({ query: given }: Call, rows: Rows, id: string | undefined): Promise<unknown> {
  const { read } = reachesOf(rows.entity.access, rows.actor);
  checkQueries(given, queriesOf[id ?? "list"] ?? []);
  if (id === "count") return countRows(rows, read, filterIn(given));
  if (id === "aggregate")
    return aggregateRows(rows, read, {
      q: filterIn(given),
      group: given.get("group") ?? undefined,
      metrics: given.get("metrics") ?? undefined,
    });
  if (id === "taken") {
    const per = given.get("per");
    const asked = per === null ? undefined : (parseJson(per, "per") as Record<string, string>);
    return takenTimes(rows, reachesOf(rows.entity.access, rows.actor), {
      from: given.get("from") ?? "",
      to: given.get("to") ?? "",
      per: asked,
    });
  }
  if (id !== undefined) return getRow(rows, read, id);
  const limit = Number(given.get("limit") ?? pageRows);
  if (!Number.isInteger(limit) || limit < 1 || limit > pageRowsMax)
    throw new AppError("invalid-input", undefined, `limit is a whole number up to ${pageRowsMax}`);
  return listRows(rows, read, {
    q: filterIn(given),
    sort: given.get("sort") ?? undefined,
    limit,
    cursor: given.get("cursor") ?? undefined,
    fields: given.get("fields")?.split(","),
  });
}

/** Query parameters of each read path. */
const queriesOf: Record<string, string[]> = {
  list: ["q", "sort", "limit", "cursor", "fields"],
  count: ["q"],
  aggregate: ["q", "group", "metrics"],
  taken: ["from", "to", "per"],
};

function checkQueries(given: URLSearchParams, queries: string[]): void {
  const unknown = [...given.keys()].find((name) => !queries.includes(name));
  if (unknown === undefined) return;
  const takes = queries.length > 0 ? `takes ${queries.join(", ")}` : "takes no parameters";
  throw new AppError(
    "invalid-query",
    undefined,
    `"${unknown.slice(0, 60)}" is not a parameter of this path, which ${takes}`,
  );
}

function filterIn(given: URLSearchParams): unknown {
  const text = given.get("q");
  return text === null ? undefined : parseJson(text, "q");
}

/** Rows that strangers add from one address in a quarter of an hour. Functions call from within, from no address. */
const strangerRowsMax = 120;

function countStranger(request: Request, { actor }: Rows, count: number): void {
  if (!actor && callerOf(actor, request) !== "")
    countTry(`rows ${callerOf(actor, request)}`, strangerRowsMax, "too-many-requests", count);
}

async function changeRows(request: Request, rows: Rows, id: string | undefined): Promise<unknown> {
  const reach = reachesOf(rows.entity.access, rows.actor);
  const changeId = newId("c");
  if (request.method === "POST" && id === undefined) {
    countStranger(request, rows, 1);
    return createRow(rows, reach.create, await readObject(request));
  }
  if (request.method === "POST" && id === "bulk") {
    const list = listOfRows(await readJson(request));
    countStranger(request, rows, list.length);
    return (await bulkCreateRows(rows, reach.create, list)).items;
  }
  if (request.method === "PUT" && id !== undefined) {
    const row = await updateRow(rows, reach.update, { id, fields: await readObject(request) }, changeId);
    if (!row) throw new AppError("row-not-found");
    return row;
  }
  if (request.method === "DELETE" && id !== undefined) {
    if ((await deleteRows(rows, reach.delete, [id], changeId)).length === 0) throw new AppError("row-not-found");
    return { changeId };
  }
  throw new AppError("not-found");
}

function listOfRows(value: unknown): Record<string, unknown>[] {
  const isRow = (one: unknown): one is Record<string, unknown> =>
    typeof one === "object" && one !== null && !Array.isArray(one);
  if (!Array.isArray(value) || value.length > bulkRowsMax || !value.every(isRow))
    throw new AppError("invalid-input", undefined, `Send a list of at most ${bulkRowsMax} rows`);
  return value;
}
