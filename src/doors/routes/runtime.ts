import "server-only";
import { appUrl } from "@/features/apps/address";
import { findByHost } from "@/features/apps/store";
import { uploadBytesMax } from "@/features/runtime/schema";
import { messagePage } from "@/features/runtime/serve";
import { storeUpload } from "@/features/runtime/store-upload";
import { AppError } from "@/errors";
import { readBody, readObject } from "../request";
import type { RestRoute } from "../rest";
import { app, both, builder, withBody } from "../route";

export const runtimeRoutes: RestRoute[] = [
  builder("POST /api/apps/:appId/publish", (call) => withBody(call, call.caller.runtime.publish)),
  builder("POST /api/apps/:appId/unpublish", (call) => call.caller.runtime.unpublish(call.params)),
  builder("GET /api/apps/:appId/publications", (call) => call.caller.runtime.publications(call.params)),
  builder("POST /api/apps/:appId/publications/:publicationId/restore", (call) =>
    withBody(call, call.caller.runtime.restorePublication),
  ),
  builder("GET /app/:appId?*", async (call) => {
    const found = await findByHost(call.context.platform.db, call.params.appId);
    if (!found?.publishedVersionId)
      return messagePage(404, "This app is not published", "Its builder can publish it in Joinery.", {
        href: "/home",
        words: "Go to Joinery",
      });
    return Response.redirect(appUrl(call.context.platform.env, found), 302);
  }),
  both("POST /api/apps/:appId/uploads?name", async (call) => {
    const { visitorId, base } = await call.caller.runtime.mayUpload(call.params);
    const bytes = await readBody(call.request, uploadBytesMax).catch(() => {
      throw new AppError("file-too-big");
    });
    return storeUpload(call.context.platform, call.params.appId, {
      name: call.query.get("name") ?? "file",
      bytes,
      creatorId: visitorId,
      base,
    });
  }),
  app("POST /api/apps/:appId/sign-up", (call) => withBody(call, call.caller.runtime.signUp)),
  app("POST /api/apps/:appId/sign-in", (call) => withBody(call, call.caller.runtime.signIn)),
  app("POST /api/apps/:appId/password-reset", (call) => withBody(call, call.caller.runtime.sendPasswordReset)),
  app("POST /api/apps/:appId/password", (call) => withBody(call, call.caller.runtime.resetPassword)),
  app("PUT /api/apps/:appId/password", (call) => withBody(call, call.caller.runtime.changePassword)),
  app("POST /api/apps/:appId/sign-out", (call) => call.caller.runtime.signOut(call.params)),
  app("POST /api/apps/:appId/email-code", (call) => withBody(call, call.caller.runtime.sendAddressCode)),
  app("POST /api/apps/:appId/email-proof", (call) => withBody(call, call.caller.runtime.proveAddress)),
  app("GET /api/apps/:appId/me", (call) => call.caller.runtime.me(call.params)),
  app("PUT /api/apps/:appId/me", async (call) =>
    call.caller.runtime.updateMe({ ...call.params, data: await readObject(call.request) }),
  ),
  app("POST /api/apps/:appId/integrations/llm", (call) => withBody(call, call.caller.runtime.invokeModel)),
  app("POST /api/apps/:appId/integrations/email", (call) => withBody(call, call.caller.runtime.sendEmail)),
];
