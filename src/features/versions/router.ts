import "server-only";
import { z } from "zod";
import { appInput, ownerProcedure, router } from "@/doors/trpc";
import { versionsListed, type VersionView } from "./schema";
import { filesOf, findVersion, listVersions } from "./store";

export const versionsRouter = router({
  list: ownerProcedure.input(appInput({})).query(({ ctx }) => listVersions(ctx.owned, versionsListed)),

  get: ownerProcedure.input(appInput({ versionId: z.string() })).query(async ({ ctx, input }): Promise<VersionView> => {
    const row = await findVersion(ctx.owned, input.versionId);
    const files = await filesOf(ctx.owned, row.id);
    return {
      id: row.id,
      timestamp: row.createdAt.toISOString(),
      messageId: row.messageId,
      content: row.description,
      userRequest: row.userRequest,
      files: files.map((file) => ({ id: file.path, ...file })),
      metadata: { description: row.description },
    };
  }),
});
