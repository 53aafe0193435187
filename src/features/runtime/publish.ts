import "server-only";
import { z } from "zod";
import { withinLimit } from "@/api/limit";
import { appInput, managerProcedure, viewerProcedure } from "@/api/procedures";
import type { OwnedApp } from "@/db/scope";
import { buildForPublish } from "@/engines/bundler/publish";
import type { SourceFile } from "@/shipped/contract";
import { appUrl } from "@/features/apps/address";
import { schedulesOf } from "@/features/triggers/read-config";
import { accessBetween } from "@/features/validation/access";
import { filesOf, headFiles, keepHead } from "@/features/versions/store";
import { AppError } from "@/errors";
import { compareBundles } from "./compare";
import type { PublishChanges } from "./schema";
import { findPublication, listPublications, restorePublication, storePublication, unpublish } from "./store";

const [publishesMax, quarterHour] = [30, 15 * 60];
const idSchema = z.string().min(1).max(40);
const allowWiderAccess = z.boolean().default(false);

/**
 * Whoever changed the permissions, a person, the assistant, a restore or a roll back: nobody's data opens up without
 * somebody saying so.
 * @throws access-wider with the tables that it concerns
 */
async function checkAccess(scope: OwnedApp, liveVersionId: string | null, next: SourceFile[], isAllowed: boolean) {
  if (!liveVersionId || isAllowed) return;
  const access = accessBetween(await filesOf(scope, liveVersionId), next).filter(({ isWider }) => isWider);
  if (access.length > 0) throw new AppError("access-wider", { access });
}

export const publishProcedures = {
  /**
   * Builds the newest version for its visitors and makes it live. The version before stays live until then, and when it
   * fails.
   */
  publish: managerProcedure.input(appInput({ allowWiderAccess })).mutation(async ({ ctx, input }) => {
    const { platform, owned, app } = ctx;
    if (!(await withinLimit(platform.db, `publish:${app.id}`, publishesMax, quarterHour)))
      throw new AppError("too-many-requests");
    const { versionId, files } = await keepHead(owned);
    await checkAccess(owned, app.publishedVersionId, files, input.allowWiderAccess);
    const build = await buildForPublish(files, { appId: app.id, appName: app.name, versionId, mode: "published" });
    if (build.problems.length > 0) throw new AppError("publish-problems", { problems: build.problems });
    const unruly = schedulesOf(files).flatMap(({ path, problem }) =>
      problem ? [{ file: path, message: problem }] : [],
    );
    if (unruly.length > 0) throw new AppError("publish-problems", { problems: unruly });
    await storePublication(platform, owned, { versionId, sources: files }, build);
    return { url: appUrl(platform.env, app), versionId };
  }),

  unpublish: managerProcedure.input(appInput({})).mutation(async ({ ctx }) => {
    await unpublish(ctx.owned);
    return {};
  }),

  /** What visitors would get to see differently, when the newest version is published now. Nothing is live: all of it. */
  changes: viewerProcedure.input(appInput({})).query(async ({ ctx }): Promise<PublishChanges> => {
    const { files } = await headFiles(ctx.owned);
    const live = ctx.app.publishedVersionId ? await filesOf(ctx.owned, ctx.app.publishedVersionId) : [];
    return compareBundles(live, files);
  }),

  publications: viewerProcedure.input(appInput({})).query(({ ctx }) => listPublications(ctx.owned)),

  /** Rolls back: an earlier publication goes live as it was built then, with the permissions of its version. */
  restorePublication: managerProcedure
    .input(appInput({ publicationId: idSchema, allowWiderAccess }))
    .mutation(async ({ ctx, input }) => {
      const { id, versionId } = await findPublication(ctx.owned, input.publicationId);
      const files = await filesOf(ctx.owned, versionId);
      await checkAccess(ctx.owned, ctx.app.publishedVersionId, files, input.allowWiderAccess);
      await restorePublication(ctx.owned, id, files);
      return { url: appUrl(ctx.platform.env, ctx.app), versionId };
    }),
};
