import "server-only";
import { z } from "zod";
import { appInput, editorProcedure, router, viewerProcedure } from "@/api/procedures";
import { listVersions } from "./list";
import { restoreVersion } from "./restore";
import { byPath, changesBetween } from "./rules";
import { versionsListed, type VersionView } from "./schema";
import { filesIn, findVersion, manifestBefore } from "./store";

const idSchema = z.string().max(60);
type Hashes = ReadonlyMap<string, string>;

export const versionsRouter = router({
  list: viewerProcedure.input(appInput({})).query(({ ctx }) => listVersions(ctx.owned, versionsListed)),

  /**
   * 'All Changes' of a history entry against the one before it, or against version `since`: each file before and after,
   * "" where it did not exist.
   */
  changes: viewerProcedure
    .input(appInput({ versionId: idSchema, since: idSchema.optional() }))
    .query(async ({ ctx, input }) => {
      const row = await findVersion(ctx.owned, input.versionId);
      const earlier = input.since
        ? (await findVersion(ctx.owned, input.since)).manifest
        : await manifestBefore(ctx.owned, row.sitting);
      const old = new Map(Object.entries(earlier));
      const fresh = new Map(Object.entries(row.manifest));
      const changes = changesBetween(old, fresh);
      const changed = (hashes: Hashes) =>
        Object.fromEntries(changes.flatMap(({ path }) => (hashes.has(path) ? [[path, hashes.get(path)!]] : [])));
      const read = async (hashes: Hashes) => byPath(await filesIn(ctx.owned, changed(hashes)));
      const [before, after] = await Promise.all([read(old), read(fresh)]);
      return changes.map(({ path, kind }) => ({
        path,
        status: kind,
        before: before.get(path) ?? "",
        after: after.get(path) ?? "",
      }));
    }),

  restore: editorProcedure
    .input(appInput({ versionId: z.string().max(60), messageId: z.string().max(60).optional() }))
    .mutation(async ({ ctx, input }) => {
      const { versionId, messages } = await restoreVersion(ctx.owned, input.versionId, input.messageId);
      return { versionId, messages: messages.map(({ id, role, parts, metadata }) => ({ id, role, parts, metadata })) };
    }),

  get: viewerProcedure
    .input(appInput({ versionId: z.string() }))
    .query(async ({ ctx, input }): Promise<VersionView> => {
      const row = await findVersion(ctx.owned, input.versionId);
      const files = await filesIn(ctx.owned, row.manifest);
      const version = {
        id: row.id,
        timestamp: row.createdAt.toISOString(),
        messageId: row.messageId,
        content: row.description,
        userRequest: row.userRequest,
        metadata: { description: row.description },
      };
      return { ...version, files: files.map((file) => ({ id: file.path, ...file })), version };
    }),
});
