import "server-only";
import { AppError } from "@/errors";
import { followRun } from "@/features/runs/follow";
import type { RestCall, RestRoute } from "../rest";
import { app, both, visitedApp, withBody } from "../route";

/** An anonymous visitor's key travels in a header, because URLs are logged. */
const sessionOf = ({ request }: RestCall) => {
  const session = request.headers.get("x-session");
  return session === null ? {} : { session };
};
const inputOf = <Name extends string>(call: RestCall<Name>) => ({ ...call.params, ...sessionOf(call) });

function appOf({ query }: RestCall): string {
  const appId = query.get("appId");
  if (!appId) throw new AppError("app-not-found");
  return appId;
}

const tool = "/api/apps/:appId/tools/:path";

export const runsRoutes: RestRoute[] = [
  app("GET /api/apps/:appId/tools", (call) => call.caller.runs.tools(call.params)),
  both(`GET ${tool}/view`, (call) => call.caller.runs.tool(call.params)),
  both(`GET ${tool}/places?words`, (call) =>
    call.caller.runs.places({ ...call.params, words: call.query.get("words") ?? "" }),
  ),
  both(`POST ${tool}/runs`, (call) => withBody(call, call.caller.runs.create, sessionOf(call))),
  both(`GET ${tool}/runs?before`, (call) => {
    const before = call.query.get("before");
    return call.caller.runs.list({ ...inputOf(call), ...(before !== null && { before }) });
  }),
  both(`GET ${tool}/runs/:runId`, (call) => call.caller.runs.get(inputOf(call))),
  both(`DELETE ${tool}/runs/:runId`, (call) => call.caller.runs.delete(inputOf(call))),
  both(`GET ${tool}/runs/:runId/events?after`, async (call) => {
    const { runId } = await call.caller.runs.get(inputOf(call));
    const { scope } = await visitedApp(call);
    const last = Number(call.request.headers.get("last-event-id") ?? call.query.get("after") ?? 0);
    const { events } = call.context.platform;
    return followRun(scope, runId, Number.isFinite(last) ? last : 0, events, call.request.signal);
  }),
  both(`POST ${tool}/runs/:runId/stop`, (call) => call.caller.runs.stop(inputOf(call))),
  both(`POST ${tool}/runs/:runId/regenerate`, (call) => withBody(call, call.caller.runs.regenerate, sessionOf(call))),
  both(`PUT ${tool}/runs/:runId/blocks/:blockId`, (call) =>
    withBody(call, call.caller.runs.editBlock, sessionOf(call)),
  ),
  // "GET /api/live_api/user/memories/current?appId={appId}" (1-platform.md §7), on the builder's host and the app's.
  both("GET /api/live_api/user/memories/current?appId", (call) =>
    call.caller.runs.memories({ appId: appOf(call), ...sessionOf(call) }),
  ),
  both("DELETE /api/live_api/user/memories/current?appId&key", (call) => {
    const key = call.query.get("key");
    return call.caller.runs.forget({
      appId: appOf(call),
      ...sessionOf(call),
      ...(key !== null && { key }),
    });
  }),
];
