import "server-only";
import { ownedByServer } from "@/api/gates";
import { z } from "zod";
import { inTransaction } from "@/db/scope";
import { type AppRole, reaches, roleRefusals } from "@/api/app-role";
import { accountProcedure, appInput, editorProcedure, ownerProcedure, router, viewerProcedure } from "@/api/procedures";
import { publish } from "@/engines/events";
import { appDeleted } from "@/engines/functions/schema";
import type { Env } from "@/engines/env";
import { standingOf } from "@/features/plans/store";
import { checkedDefinition, listTools } from "@/features/tools/store";
import { headFiles, writeVersion } from "@/features/versions/store";
import { AppError } from "@/errors";
import { bundleOf } from "./bundle";
import { duplicateApp } from "./duplicate";
import { nameApp } from "./name-app";
import { iconOf, isReservedSlug } from "./rules";
import {
  appBodySchema,
  appDescriptionSchema,
  appIconSchema,
  appNameSchema,
  type AppSummary,
  builderVersion,
  contentOf,
  newAppSchema,
  searchAppsSchema,
  slugSchema,
} from "./schema";
import { type AppRow, deleteApp, insertApp, listApps, listSharedApps, saveApp, searchApps, updateApp } from "./store";
import { appUrl } from "./address";

function toSummary(env: Env, row: AppRow, role: AppRole): AppSummary {
  return {
    appId: row.id,
    name: row.name,
    description: typeof row.data.description === "string" ? row.data.description : "",
    icon: iconOf(row.id, row.data.icon),
    slug: row.slug,
    kind: row.kind,
    url: appUrl(env, row),
    isPublished: row.publishedVersionId !== null,
    role,
    updatedAt: row.updatedAt.toISOString(),
  };
}

export const appsRouter = router({
  list: accountProcedure.query(async ({ ctx }) =>
    [
      ...(await listApps(ctx.platform.db, ctx.account.id)).map((row) => ({ row, role: "owner" as const })),
      ...(await listSharedApps(ctx.platform.db, ctx.account.id)),
    ].map(({ row, role }) => toSummary(ctx.platform.env, row, role)),
  ),

  search: accountProcedure.input(searchAppsSchema).query(async ({ ctx, input }) => {
    const { rows, nextCursor, total } = await searchApps(ctx.platform.db, ctx.account.id, input);
    return { items: rows.map(({ row, role }) => toSummary(ctx.platform.env, row, role)), nextCursor, total };
  }),

  create: accountProcedure.input(newAppSchema).mutation(({ ctx, input }) =>
    ctx.platform.db.transaction(async (db) => {
      const data = checkedDefinition({}, input.data, standingOf(ctx.platform.env, ctx.account));
      const name = "request" in input ? nameApp(input.request) : input.name;
      const row = await insertApp(db, ctx.account, { kind: input.kind, name, data });
      const written = await writeVersion(
        ownedByServer(db, row.id),
        { kind: "create", description: "Created the app" },
        () => [],
      );
      return { appId: row.id, versionId: written!.version.id, slug: row.slug };
    }),
  ),

  get: viewerProcedure.input(appInput({})).query(({ ctx }) => ({
    ...toSummary(ctx.platform.env, ctx.app, ctx.role),
    /** What the owner's plan allows here, to whoever edits. */
    standing: standingOf(ctx.platform.env, ctx.payer),
    revision: ctx.app.revision,
    versionId: ctx.app.headVersionId,
    publishedVersionId: ctx.app.publishedVersionId,
    publishedAt: ctx.app.publishedAt?.toISOString() ?? null,
  })),

  /** The app's current bundle. */
  bundle: viewerProcedure.input(appInput({})).query(async ({ ctx }) => {
    const { versionId, files } = await headFiles(ctx.owned);
    const tools = (await listTools(ctx.owned)).map(({ id, path }) => ({ toolId: id, path }));
    return {
      id: ctx.app.id,
      ...toSummary(ctx.platform.env, ctx.app, ctx.role),
      versionId,
      appBuilderVersion: builderVersion,
      ...ctx.app.data,
      tools,
      header: ctx.app.name,
      ...bundleOf(files),
    };
  }),

  /** Merges the spec's texts of an app. */
  save: editorProcedure
    .input(appInput({ body: appBodySchema, revision: z.number().int().optional() }))
    .mutation(async ({ ctx, input: { body, revision } }) => {
      const content = contentOf(body);
      const standing = standingOf(ctx.platform.env, ctx.payer);
      const data = checkedDefinition(ctx.app.data, content.data, standing);
      const row = await saveApp(ctx.owned, { ...content, data }, revision);
      return { appId: row.id, versionId: row.headVersionId, slug: row.slug, revision: row.revision };
    }),

  update: editorProcedure
    .input(
      appInput({
        revision: z.number().int(),
        name: appNameSchema.optional(),
        slug: slugSchema.optional(),
        description: appDescriptionSchema.optional(),
        icon: appIconSchema.optional(),
      }),
    )
    .mutation(async ({ ctx, input: { appId: _appId, revision, ...change } }) => {
      // A new address moves the published app.
      if (change.slug && change.slug !== ctx.app.slug && !reaches(ctx.role, "admin"))
        throw new AppError("app-role", { needed: "admin" }, roleRefusals.admin);
      if (change.slug && isReservedSlug(change.slug)) throw new AppError("slug-taken");
      const row = await updateApp(ctx.owned, revision, change);
      return { ...toSummary(ctx.platform.env, row, ctx.role), revision: row.revision };
    }),

  /** Duplicates an app; see `duplicateApp` for what is left out. */
  duplicate: editorProcedure.input(appInput({})).mutation(async ({ ctx }) => {
    const { copy, dataItemsLeftOut } = await duplicateApp(ctx.platform, ctx.owned, ctx.account);
    return { ...toSummary(ctx.platform.env, copy, "owner"), dataItemsLeftOut };
  }),

  delete: ownerProcedure.input(appInput({})).mutation(({ ctx }) =>
    inTransaction(ctx.owned, async (owned) => {
      await deleteApp(owned);
      await publish(owned.db, `functions:${owned.appId}`, appDeleted);
      return {};
    }),
  ),
});
