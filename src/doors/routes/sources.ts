import "server-only";
import type { ItemChange } from "@/features/sources/schema";
import { AppError } from "@/errors";
import { gateFiles } from "@/features/plans/rules";
import { checkPlan, standingOf } from "@/features/plans/store";
import type { ProviderId } from "@/features/integrations/schema";
import { checkPace } from "@/features/sources/check-pace";
import { followItems } from "@/features/sources/follow-items";
import { fileBytesMaxOf, ingestFile } from "@/features/sources/ingest-file";
import { tooBigWords } from "@/features/sources/rules";
import { type ItemMetadata, type ItemStatus, textBytesMax } from "@/features/sources/schema";
import { appOfItem } from "@/features/sources/store";
import { readBody, readObject } from "../request";
import type { RestCall, RestRoute } from "../rest";
import { builder, builtApp, ownApp } from "../route";

/** The app that the query names. */
function appOf({ query }: RestCall): string {
  const appId = query.get("appId");
  if (!appId) throw new AppError("app-not-found");
  return appId;
}

/** The item that the path names, with its app: whose it is, the procedure asks. */
async function itemOf({ context, params }: RestCall<"id">): Promise<{ appId: string; itemId: string }> {
  if (context.actor.kind !== "account") throw new AppError("not-signed-in");
  return { appId: await appOfItem(context.platform, params.id), itemId: params.id };
}

const given = <Name extends string>(query: URLSearchParams, name: Name) => {
  const value = query.get(name);
  return value === null ? {} : ({ [name]: value } as Record<Name, string>);
};

type Upload = { name: string; bytes: Uint8Array };

/** A form's own parts around its files. */
const formBytes = 100_000;

/** The file as the body itself, or as the files of a form. @throws file-too-big, no-file */
async function filesOf({ request, query }: RestCall, bytesMax: number, filesMax: number): Promise<Upload[]> {
  const type = request.headers.get("content-type") ?? "";
  const isForm = /^multipart\/form-data\b/i.test(type);
  const body = await readBody(request, isForm ? Math.min(filesMax, 10) * bytesMax + formBytes : bytesMax).catch(() => {
    throw new AppError("file-too-big", { bytesMax }, tooBigWords(bytesMax));
  });
  if (!isForm) return [{ name: query.get("name") ?? "file", bytes: body }];
  const form = await new Response(body, { headers: { "content-type": type } }).formData().catch(() => {
    throw new AppError("no-file");
  });
  const files = [...form.values()].filter((value): value is File => typeof value !== "string");
  if (files.length === 0) throw new AppError("no-file");
  return Promise.all(
    files.map(async (file) => ({
      name: query.get("name") ?? file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
}

/** A text beyond what a JSON body may have is told like a file (1-platform.md §5). */
function tooBigAsText(error: unknown): never {
  if (!(error instanceof AppError) || error.reason !== "body-too-large") throw error;
  throw new AppError("file-too-big", { bytesMax: textBytesMax }, tooBigWords(textBytesMax));
}

async function ingestFiles(call: RestCall): Promise<unknown> {
  const { platform } = call.context;
  const { owned, payer: who, account } = await builtApp({ ...call, params: { appId: appOf(call) } }, "edit");
  await checkPace(platform, account.id);
  const bytesMax = fileBytesMaxOf(platform, who);
  const files = await filesOf(call, bytesMax, 5);
  checkPlan(gateFiles(standingOf(platform.env, who), files.length));
  const items = [];
  for (const file of files)
    items.push(
      await ingestFile(platform, owned, who, { ...file, replacesId: call.query.get("replaceItemId") ?? undefined }),
    );
  return { contextItemId: items[0]!.id, contextItems: items };
}

export const sourcesRoutes: RestRoute[] = [
  builder("GET /api/context/items?appId&status&search&limit&cursor", (call) =>
    call.caller.sources.list({
      appId: appOf(call),
      ...given(call.query, "search"),
      ...given(call.query, "cursor"),
      ...(call.query.has("status") && { statuses: call.query.get("status")!.split(",") as ItemStatus[] }),
      limit: Number(call.query.get("limit") ?? 1_000),
    }),
  ),
  builder("GET /api/context/:id", async (call) => call.caller.sources.get(await itemOf(call))),
  builder("PATCH /api/context/:id", async (call) => {
    const body = (await readObject(call.request)) as ItemChange;
    return call.caller.sources.rename({ ...body, ...(await itemOf(call)) });
  }),
  builder("DELETE /api/context/:id", async (call) => call.caller.sources.delete(await itemOf(call))),
  builder("POST /api/context/:id/sync", async (call) => call.caller.sources.sync(await itemOf(call))),
  builder("POST /api/context/ingest/text?appId", async (call) => {
    const body = (await readObject(call.request).catch(tooBigAsText)) as { context: string };
    const item = await call.caller.sources.ingestText({ ...body, appId: appOf(call) });
    return { contextItemId: item.id, contextItem: item };
  }),
  builder("POST /api/context/ingest/file?appId&name&replaceItemId", ingestFiles),
  builder("POST /api/context/ingest/metadata?appId", async (call) => {
    const body = (await readObject(call.request)) as { contextItems: ItemMetadata[] };
    return call.caller.sources.ingestMetadata({ ...body, appId: appOf(call) });
  }),
  builder("POST /api/tools/:appId/replaceDataItem", async (call) => {
    const body = (await readObject(call.request)) as { oldItemId: string; newItemId: string };
    return call.caller.sources.replace({ ...body, ...call.params });
  }),
  builder("GET /api/integrations/fetchCarbonTokens", (call) => call.caller.integrations.tokens()),
  // Where a provider sends a person's browser back to.
  builder("GET /api/integrations/:provider/callback?*", async (call) => {
    const provider = call.params.provider as ProviderId;
    const [code, state] = ["code", "state"].map((name) => call.query.get(name) ?? "");
    const { appId } = await call.caller.integrations.finish({ provider, code: code!, state: state! });
    return Response.redirect(`${call.context.platform.env.APP_URL}/build/app/${appId}?panel=data&side=panel`, 302);
  }),
  builder("GET /api/apps/:appId/context/events", async (call) =>
    followItems(await ownApp(call, "view"), call.context.platform.events, call.request.signal),
  ),
];
