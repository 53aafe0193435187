import "server-only";
import type { RestRoute } from "../rest";
import { builder, withBody } from "../route";

export const retrievalRoutes: RestRoute[] = [
  builder("POST /api/context/query", (call) => withBody(call, call.caller.retrieval.query)),
];
