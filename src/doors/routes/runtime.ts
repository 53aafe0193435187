import "server-only";
import { appUrl } from "@/features/apps/address";
import { findByHost } from "@/features/apps/store";
import { uploadBytesMax } from "@/features/runtime/schema";
import { messagePage } from "@/features/runtime/serve";
import { storeUpload } from "@/features/runtime/store-upload";
import { AppError } from "@/errors";
import { readBody, readObject } from "../request";
import type { RestRoute } from "../rest";
import { app, both, builder, input, params } from "../route";

export const runtimeRoutes: RestRoute[] = [
  builder("POST /api/apps/:appId/publish", async (call) => call.caller.runtime.publish(await input(call))),
  builder("POST /api/apps/:appId/unpublish", (call) => call.caller.runtime.unpublish(params(call))),
  builder("GET /app/:appId?*", async (call) => {
    const found = await findByHost(call.context.platform.db, call.params.appId!);
    if (!found?.publishedVersionId)
      return messagePage(404, "This app is not published", "Its builder can publish it in Joinery.", {
        href: "/home",
        words: "Go to Joinery",
      });
    return Response.redirect(appUrl(call.context.platform.env, found), 302);
  }),
  both("POST /api/apps/:appId/uploads?name", async (call) => {
    const { visitorId, base } = await call.caller.runtime.mayUpload(params(call));
    const bytes = await readBody(call.request, uploadBytesMax).catch(() => {
      throw new AppError("file-too-big");
    });
    return storeUpload(call.context.platform, call.params.appId!, {
      name: call.query.get("name") ?? "file",
      bytes,
      creatorId: visitorId,
      base,
    });
  }),
  app("POST /api/apps/:appId/sign-up", async (call) => call.caller.runtime.signUp(await input(call))),
  app("POST /api/apps/:appId/sign-in", async (call) => call.caller.runtime.signIn(await input(call))),
  app("POST /api/apps/:appId/sign-out", (call) => call.caller.runtime.signOut(params(call))),
  app("GET /api/apps/:appId/me", (call) => call.caller.runtime.me(params(call))),
  app("PUT /api/apps/:appId/me", async (call) =>
    call.caller.runtime.updateMe(params(call, { data: await readObject(call.request) })),
  ),
  app("POST /api/apps/:appId/integrations/llm", async (call) => call.caller.runtime.invokeModel(await input(call))),
  app("POST /api/apps/:appId/integrations/email", async (call) => call.caller.runtime.sendEmail(await input(call))),
];
