import "server-only";
import { z } from "zod";
import { inTransaction, mintOwnedApp } from "@/db/scope";
import { accountProcedure, appInput, ownerProcedure, router } from "@/doors/trpc";
import type { Env } from "@/engines/env";
import { writeVersion } from "@/features/versions/store";
import { AppError } from "@/errors";
import { isReservedSlug } from "./rules";
import { appKinds, appNameSchema, type AppSummary, slugSchema } from "./schema";
import { type AppRow, deleteApp, insertApp, listApps, updateApp } from "./store";
import { appUrl } from "./address";

function toSummary(env: Env, row: AppRow): AppSummary {
  return {
    appId: row.id,
    name: row.name,
    slug: row.slug,
    kind: row.kind,
    url: appUrl(env, row),
    isPublished: row.publishedVersionId !== null,
    updatedAt: row.updatedAt.toISOString(),
  };
}

export const appsRouter = router({
  list: accountProcedure.query(async ({ ctx }) => (await listApps(ctx.platform.db, ctx.account.id)).map((row) => toSummary(ctx.platform.env, row))),

  create: accountProcedure.input(z.strictObject({ name: appNameSchema, kind: z.enum(appKinds).default("gen-app") })).mutation(({ ctx, input }) =>
    ctx.platform.db.transaction(async (db) => {
      const row = await insertApp(db, ctx.account, input);
      const written = await writeVersion(mintOwnedApp(db, row.id), { kind: "create", description: "Created the app" }, () => []);
      return { appId: row.id, versionId: written!.version.id, slug: row.slug };
    }),
  ),

  get: ownerProcedure.input(appInput({})).query(({ ctx }) => ({
    ...toSummary(ctx.platform.env, ctx.app),
    revision: ctx.app.revision,
    versionId: ctx.app.headVersionId,
    publishedVersionId: ctx.app.publishedVersionId,
    publishedAt: ctx.app.publishedAt?.toISOString() ?? null,
  })),

  update: ownerProcedure
    .input(appInput({ revision: z.number().int(), name: appNameSchema.optional(), slug: slugSchema.optional() }))
    .mutation(async ({ ctx, input }) => {
      if (input.slug && isReservedSlug(input.slug)) throw new AppError("slug-taken");
      const row = await updateApp(ctx.owned, input.revision, { name: input.name, slug: input.slug });
      return { ...toSummary(ctx.platform.env, row), revision: row.revision };
    }),

  delete: ownerProcedure.input(appInput({})).mutation(({ ctx }) =>
    inTransaction(ctx.owned, async (owned) => {
      await deleteApp(owned);
      return {};
    }),
  ),
});
