import "server-only";
import { z } from "zod";
import { appInput, ownerProcedure, router } from "@/api/procedures";
import type { SourceFile } from "@/features/files/schema";
import { AppError } from "@/errors";
import { restoreVersion } from "./restore";
import { changesBetween } from "./rules";
import { versionsListed, type VersionView } from "./schema";
import { filesBefore, filesOf, findVersion, listVersions } from "./store";

export const versionsRouter = router({
  list: ownerProcedure.input(appInput({})).query(({ ctx }) => listVersions(ctx.owned, versionsListed)),

  /** 'All Changes' of a version against the one before it: each file before and after, "" where it did not exist. */
  changes: ownerProcedure.input(appInput({ versionId: z.string().max(60) })).query(async ({ ctx, input }) => {
    const row = await findVersion(ctx.owned, input.versionId);
    const [before, after] = await Promise.all([filesBefore(ctx.owned, row), filesOf(ctx.owned, row.id)]);
    const textIn = (files: SourceFile[]) => new Map(files.map(({ path, content }) => [path, content]));
    const [old, fresh] = [textIn(before), textIn(after)];
    return changesBetween(before, after).map(({ path, kind }) => ({
      path,
      status: kind,
      before: old.get(path) ?? "",
      after: fresh.get(path) ?? "",
    }));
  }),

  restore: ownerProcedure
    .input(appInput({ versionId: z.string().max(60), messageId: z.string().max(60).optional() }))
    .mutation(async ({ ctx, input }) => {
      if (!input.messageId) throw new AppError("no-message-id");
      const { versionId, messages } = await restoreVersion(ctx.owned, input.versionId, input.messageId);
      return { versionId, messages: messages.map(({ id, role, parts, metadata }) => ({ id, role, parts, metadata })) };
    }),

  get: ownerProcedure.input(appInput({ versionId: z.string() })).query(async ({ ctx, input }): Promise<VersionView> => {
    const row = await findVersion(ctx.owned, input.versionId);
    const files = await filesOf(ctx.owned, row.id);
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
